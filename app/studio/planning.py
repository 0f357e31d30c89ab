"""The planning documents for the LangGraph server and Studio. It is loaded a second time under another name: no classes here."""

from tripintent import planning_graph

graph = planning_graph()
