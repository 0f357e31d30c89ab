"""The rooms of the product: the folders that make the package."""

ROOMS = ("src", "app", "graph", "nodes", "tools", "state", "evals")
