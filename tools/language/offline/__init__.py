"""The offline reader: values from the whole message, acts by their verbs, the rest by fitted examples; unsure, it asks."""
