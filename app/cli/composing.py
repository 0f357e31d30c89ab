"""The adapters for a command that needs no conversation."""

from collections.abc import Iterator
from contextlib import closing, contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tripintent.app.compose import Composition
    from tripintent.app.settings import Settings


@contextmanager
def composed(settings: "Settings") -> Iterator["Composition"]:
    """Yield the adapters that the settings name. Raises StoreError or SessionError in plain words."""
    from tripintent.app.compose import compose
    from tripintent.app.storage import storage_of

    with closing(compose(settings, storage_of(settings))) as parts:
        yield parts
