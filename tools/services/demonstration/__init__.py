"""Demonstration organisations in Cambridge, one for each kind; ``tripintent service new`` copies them."""
