"""Everything about an option, or what tells several apart: "more about option 2", "what is the difference between 1 and 2?"."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from tripintent.tools.language.replies.answering.phrasebook import Phrasebook
from tripintent.tools.language.replies.answering.targets import Target, labelled
from tripintent.tools.language.replies.answering.values import VALUES

_DETAILS = (
    "times", "duration", "stops", "airline", "cabin", "bags", "hotel", "distance", "board", "amenities", "nightly", "refundable",
)  # fmt: skip
_COMPARED = ("times", "stops", "airline", "cabin", "bags", "hotel", "distance", "rooms", "board", "refundable")


def details(targets: Sequence[Target], book: Phrasebook, language: str) -> str | None:
    """Return all that is known of one option; of several what differs, side by side, a line for each topic and part."""
    if not targets:
        return None
    if len(targets) == 1:
        lines = list(_lines(targets[0], book, language))
    else:
        found = list(_differences(targets, book, language))
        lines = [book.say("differ"), *found] if found else [book.say("none_differ")]
    return "\n".join([*lines, *([book.say("simulated")] if any(target.simulated for target in targets) else [])])


def _lines(target: Target, book: Phrasebook, language: str) -> Iterator[str]:
    yield from labelled([(target, VALUES["total"](target, book, language) or "–")], book)
    yield from (f"- {value}" for name in _DETAILS if (value := VALUES[name](target, book, language)))
    if target.booked:
        yield book.say("stays_booked")


def _differences(targets: Sequence[Target], book: Phrasebook, language: str) -> Iterator[str]:
    """Yield what is not the same of all; names and routes alone do not count as a difference of another topic."""
    totals = [VALUES["total"](target, book, language) for target in targets]
    if len(set(totals)) > 1:
        yield _beside(targets, totals)
    parts = [_parts(target) for target in targets]
    for place in range(max(map(len, parts))):
        of = [(target, row[place]) for target, row in zip(targets, parts, strict=True) if place < len(row)]
        for name in _COMPARED:
            bare = {VALUES[name](part if name == "hotel" else _unnamed(part), book, language) for _, part in of}
            said = [VALUES[name](part, book, language) for _, part in of]
            if len(bare) > 1:
                yield _beside([target for target, _ in of], said)


def _beside(targets: Sequence[Target], said: Sequence[str | None]) -> str:
    return "- " + " · ".join(f"{target.number}: {value or '–'}" for target, value in zip(targets, said, strict=True))


def _parts(target: Target) -> list[Target]:
    flights = [replace(target, flights=[flight], hotels=()) for flight in target.flights]
    return [*flights, *(replace(target, flights=(), hotels=[hotel]) for hotel in target.hotels)]


def _unnamed(part: Target) -> Target:
    """Return a part without its name and route."""
    flights = [{**flight, "route": ()} for flight in part.flights]
    return replace(part, flights=flights, hotels=[{**hotel, "name": ""} for hotel in part.hotels])
