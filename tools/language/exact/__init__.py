"""Exact readers: pure functions from a phrase and its context to typed values, each with the span of its words."""
