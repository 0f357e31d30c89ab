"""Service files: reading them with the line of what is wrong, and the knowledge folder beside them."""
