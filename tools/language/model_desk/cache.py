"""Earlier answers, kept in the process: the same question on the same knowledge costs no second call."""

import hashlib
from collections import OrderedDict
from collections.abc import Sequence
from typing import Generic, TypeVar

from tripintent.state.concierge.service import Service
from tripintent.tools.knowledge.passages import Passage

MOST = 512
Value = TypeVar("Value")


class Cache(Generic[Value]):
    """The values that were used last, by a hash of what they were made from: no words of guests are kept as keys."""

    def __init__(self, most: int = MOST) -> None:
        self._most = most
        self._kept: OrderedDict[str, Value] = OrderedDict()

    def get(self, key: str) -> Value | None:
        """Return what is kept, and count it as used."""
        if key in self._kept:
            self._kept.move_to_end(key)
        return self._kept.get(key)

    def put(self, key: str, value: Value) -> None:
        """Keep a value; the one that was used longest ago makes room."""
        self._kept[key] = value
        self._kept.move_to_end(key)
        while len(self._kept) > self._most:
            self._kept.popitem(last=False)


def hashed(*parts: object) -> str:
    """Return a key of all parts."""
    return hashlib.sha256("\x1f".join(map(repr, parts)).encode()).hexdigest()


def knowledge_version(service: Service, passages: Sequence[Passage]) -> str:
    """Return a hash of what is answered from: the service file and every passage of its files."""
    return hashed(service.model_dump_json(), *passages)


def question(text: str) -> str:
    """Return a question as equal ones are written: without case, blanks and the mark at its end."""
    return " ".join(text.casefold().split()).rstrip(" ?!.")
