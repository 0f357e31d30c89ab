"""Phrases of the desk, and the words by which it hears that a person has to answer."""
