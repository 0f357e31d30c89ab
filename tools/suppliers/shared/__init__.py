"""Helpers that all suppliers have in common: calls over HTTP, checks of a question, orders that are paid at once."""
