"""The planning graph."""
