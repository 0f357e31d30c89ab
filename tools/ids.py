"""Ids: random, 128 bits, made here and nowhere else, so that no id can be guessed or made by choosing a name."""

import secrets

RANDOM_BYTES = 16


def new_id(prefix: str = "") -> str:
    """Return a random id of 32 hexadecimal digits after its prefix: ``pur_9f…``; without a prefix the digits alone."""
    digits = secrets.token_hex(RANDOM_BYTES)
    return f"{prefix}_{digits}" if prefix else digits
