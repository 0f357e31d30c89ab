"""LiteAPI: real hotels of many suppliers over one interface. Facts of the interface: docs/suppliers.md "LiteAPI"."""
