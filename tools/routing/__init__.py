"""Which function or system answers a message."""
