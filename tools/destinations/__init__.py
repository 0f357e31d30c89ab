"""Towns that a traveller without a destination may be told about."""
