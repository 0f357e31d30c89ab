"""Everything about an option: "tell me more about option 2", "what is the difference between 1 and 2?"."""

from collections.abc import Sequence

from tripintent.tools.language.replies.answering.phrasebook import Phrasebook
from tripintent.tools.language.replies.answering.targets import Target
from tripintent.tools.language.replies.answering.values import VALUES

_DETAILS = (
    "times", "duration", "stops", "airline", "cabin", "bags", "hotel", "distance", "board", "amenities", "nightly", "refundable",
)  # fmt: skip
_COMPARED = ("duration", "stops", "airline", "hotel", "board", "refundable")


def details(targets: Sequence[Target], book: Phrasebook, language: str) -> str | None:
    """Return all that is known of one option, or what tells several apart, a line for each topic."""
    if not targets:
        return None
    names = _DETAILS if len(targets) == 1 else _COMPARED
    blocks = ["\n".join(_lines(target, names, book, language)) for target in targets]
    note = [book.say("simulated")] if any(target.simulated for target in targets) else []
    return "\n".join([*blocks, *note])


def _lines(target: Target, names: Sequence[str], book: Phrasebook, language: str) -> list[str]:
    total = VALUES["total"](target, book, language) or "–"
    head = target.labelled(total, book)
    return [head, *(f"- {value}" for name in names if (value := VALUES[name](target, book, language)))]
