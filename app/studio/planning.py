"""The planning documents for the LangGraph server and Studio, which bring a checkpointer of their own.

The server loads this file a second time under another module name: it defines no classes.
"""

from tripintent import planning_graph

graph = planning_graph()
