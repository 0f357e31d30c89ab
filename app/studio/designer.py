"""The trip designer for the LangGraph server and Studio. It is loaded a second time under another name: no classes here."""

from tripintent import designer_graph

graph = designer_graph()
