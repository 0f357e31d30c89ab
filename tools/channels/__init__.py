"""Messaging channels: each is one adapter of the port ``Messages``."""
