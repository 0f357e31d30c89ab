"""Facts for replies and cards: what the traveller is told, before any words."""
