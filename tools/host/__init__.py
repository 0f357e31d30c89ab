"""Adapters that let a host's own tools stand in for any of the seven, by name."""
