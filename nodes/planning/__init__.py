"""The planning graph's nodes: one verb, one file."""
