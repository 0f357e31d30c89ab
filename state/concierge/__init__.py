"""The front door: an organisation's service, what was heard and decided in a turn, and what the desk remembers."""
