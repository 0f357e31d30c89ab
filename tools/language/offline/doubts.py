"""Doubts: what was read but is not sure enough to act on; it is asked about."""

from collections.abc import Iterable, Iterator

from tripintent.state.frame import Frame, Place, Visit, When
from tripintent.tools.language.offline.change_requests import ChangeRequest
from tripintent.tools.language.offline.claims import Claim
from tripintent.tools.language.offline.dates.mentions import DateMention
from tripintent.tools.language.offline.dates.roles import DATE_SLOTS
from tripintent.tools.ports.language import Doubt

SURE = 0.75
"""Confidence from which a reading is acted on without a question."""


def doubts_of(text: str, claims: list[Claim], mentions: list[DateMention]) -> tuple[Doubt, ...]:
    """Return the doubts about what this message claimed."""
    options = {m.start: m.options for m in mentions if m.options}
    found: list[Doubt] = []
    for claim in claims:
        places = _place_doubts(claim)
        found.extend(places)
        if claim.slot in DATE_SLOTS and isinstance(claim.value, When):
            doubt = _date_doubt(claim, options.get(claim.start, ()))
            if doubt:
                found.append(doubt)
        elif claim.slot == "children" and claim.confidence < SURE:
            found.append(Doubt(slot="ages", reason="child_age", said=text[claim.start : claim.end]))
        elif claim.confidence < SURE and claim.slot in Frame.model_fields and not places:
            found.append(Doubt(slot=claim.slot, reason="unsure", said=text[claim.start : claim.end]))
    return tuple(found)


def request_doubts(text: str, requests: Iterable[ChangeRequest]) -> Iterator[Doubt]:
    """Yield a doubt for each request to change something that names no new value."""
    for request in requests:
        yield Doubt(slot=request.slot, reason="change_without_value", said=text[request.start : request.end])


def _date_doubt(claim: Claim, options: tuple[str, ...]) -> Doubt | None:
    when: When = claim.value
    if when.day is None and when.earliest is None and when.latest is None:
        return Doubt(slot=claim.slot, reason="not_a_date", said=when.said)
    if claim.confidence < SURE:
        days = (when.day, *options) if when.day and options else ()
        return Doubt(slot=claim.slot, reason="ambiguous_date", said=when.said, options=tuple(d for d in days if d))
    return None


def _place_doubts(claim: Claim) -> list[Doubt]:
    value: object = claim.value
    if isinstance(value, Place):
        places = [value]
    else:
        places = [visit.place for visit in value if isinstance(visit, Visit)] if isinstance(value, tuple) else []
    return [d for place in places if (d := _place_doubt(claim.slot, place))]


def _place_doubt(slot: str, place: Place) -> Doubt | None:
    if place.candidates and not place.code:
        options = tuple(", ".join(p for p in (c.name, c.region or c.country) if p) for c in place.candidates)
        return Doubt(slot=slot, reason="ambiguous_place", said=place.said, options=options)
    if place.kind in {"region", "country"}:
        return Doubt(slot=slot, reason=place.kind, said=place.said)
    if place.kind == "unknown":
        return Doubt(slot=slot, reason="unknown_place", said=place.said)
    return None
