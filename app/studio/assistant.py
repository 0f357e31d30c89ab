"""The front door for the LangGraph server and Studio. It is loaded a second time under another name: no classes here."""

from tripintent import assistant_graph

graph = assistant_graph()
