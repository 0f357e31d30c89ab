"""Where much is made at once that stays, garbage is not looked for."""

import gc
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def kept_apart() -> Iterator[None]:
    """Look for no garbage meanwhile: among thousands of new classes and names there is none, and each look walks over them all."""
    collects = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if collects:
            gc.enable()
