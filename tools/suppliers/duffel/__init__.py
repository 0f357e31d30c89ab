"""Duffel: real flights of many airlines over one interface. Facts of the interface: docs/suppliers.md "Duffel"."""
