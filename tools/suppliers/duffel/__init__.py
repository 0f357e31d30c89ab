"""Duffel: real flights of many airlines over one interface. Facts of the interface: docs/suppliers.md "Duffel"."""

from tripintent.tools.suppliers.duffel.supplier import DuffelSupplier

__all__ = ["DuffelSupplier"]
