"""Messages at a desk whose function was unsure or put right, as examples that a person accepts into a file beside the service file."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

import yaml

from tripintent.state.concierge.front import CLARIFY, PERSON
from tripintent.state.concierge.service import Service
from tripintent.tools.places.folding import fold

UNSURE = 0.6
"""Confidence below which a routing is looked at."""


class Routed(NamedTuple):
    """A message of a conversation: a guest's words, or a reply with the function that made it and its confidence."""

    human: bool
    text: str
    function: str = ""
    confidence: float = 1.0


class Proposed(NamedTuple):
    """Words, the function that answered them or was meant, why it is proposed, and how often it was so."""

    input: str
    function: str
    why: str
    times: int = 1


def proposed(conversations: Iterable[Sequence[Routed]], service: Service) -> list[Proposed]:
    """Return what may become examples of a service, the most frequent first; what it has as an example is left out."""
    known = {fold(one.input) for one in service.functions_examples}
    names = {one.name for one in service.functions}
    found = (one for told in conversations for one in _doubtful(told))
    counted = Counter(one for one in found if one.function in names and fold(one.input) not in known)
    return sorted((one._replace(times=n) for one, n in counted.items()), key=lambda one: (-one.times, one))


def _doubtful(told: Sequence[Routed]) -> Iterator[Proposed]:
    """Yield words that were asked about, with what the next words were for, and words that were hardly sure."""
    said, asked = "", ""
    for one in told:
        if one.human:
            said = " ".join(one.text.split())
        elif one.function == CLARIFY:
            asked = said
        elif one.function and one.function != PERSON:
            if asked:
                yield Proposed(asked, one.function, "asked")
            elif one.confidence < UNSURE:
                yield Proposed(said, one.function, "unsure")
            asked = ""


def accept(path: Path, accepted: Iterable[Proposed]) -> None:
    """Add examples to the file beside a service file, which is made where there is none; what it holds is not added twice."""
    held = list(yaml.safe_load(path.read_text(encoding="utf-8")) or []) if path.is_file() else []
    known = {fold(str(one["input"])) for one in held}
    new = [{"input": one.input, "func": one.function} for one in accepted if fold(one.input) not in known]
    path.write_text(yaml.safe_dump([*held, *new], allow_unicode=True, sort_keys=False), encoding="utf-8")
