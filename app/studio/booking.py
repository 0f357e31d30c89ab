"""The booking graph for the LangGraph server and Studio. It is loaded a second time under another name: no classes here."""

from tripintent import booking_graph

graph = booking_graph()
