"""Documents of a trip beside its intent: what each needs before it can be made, and what they hold."""
