"""tripintent: an agent that books trips in a conversation."""
