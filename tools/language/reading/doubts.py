"""Doubts: what was read but is not sure enough to act on; it is asked about."""

from collections.abc import Iterable, Iterator

from tripintent.state.frame import Frame, Place, Visit, When
from tripintent.tools.language.exact.calendar import DATE_SLOTS
from tripintent.tools.language.exact.claims import SlotValue
from tripintent.tools.language.exact.mention import DateMention
from tripintent.tools.language.reading.talk.change_requests import ChangeRequest
from tripintent.tools.places.folding import fold
from tripintent.tools.places.gazetteer import Gazetteer
from tripintent.tools.ports.language import Ambiguity

SURE = 0.75
"""Confidence from which a reading is acted on without a question."""
_SHOWN = 3
"""Towns of a country or region that are named as examples."""


def doubts_of(text: str, claims: list[SlotValue], mentions: list[DateMention]) -> tuple[Ambiguity, ...]:
    """Return the doubts about what this message claimed."""
    options = {m.start: m.options for m in mentions if m.options}
    found: list[Ambiguity] = []
    for claim in claims:
        places = _place_doubts(claim)
        found.extend(places)
        if claim.slot in DATE_SLOTS and isinstance(claim.value, When):
            doubt = _date_doubt(claim, options.get(claim.start, ()))
            if doubt:
                found.append(doubt)
        elif claim.slot == "children" and claim.confidence < SURE:
            found.append(Ambiguity(slot="ages", reason="child_age", said=text[claim.start : claim.end]))
        elif claim.confidence < SURE and claim.slot in Frame.model_fields and not places:
            found.append(Ambiguity(slot=claim.slot, reason="unsure", said=text[claim.start : claim.end]))
    return tuple(found)


def request_doubts(text: str, requests: Iterable[ChangeRequest]) -> Iterator[Ambiguity]:
    """Yield a doubt for each request to change something that names no new value."""
    for request in requests:
        yield Ambiguity(slot=request.slot, reason="change_without_value", said=text[request.start : request.end])


def _date_doubt(claim: SlotValue, options: tuple[str, ...]) -> Ambiguity | None:
    when: When = claim.value
    if when.day is None and when.earliest is None and when.latest is None:
        return Ambiguity(slot=claim.slot, reason="not_a_date", said=when.said)
    if claim.confidence < SURE:
        days = (when.day, *options) if when.day and options else ()
        return Ambiguity(slot=claim.slot, reason="ambiguous_date", said=when.said, options=tuple(d for d in days if d))
    return None


def _place_doubts(claim: SlotValue) -> list[Ambiguity]:
    value: object = claim.value
    if isinstance(value, Place):
        places = [value]
    else:
        places = [visit.place for visit in value if isinstance(visit, Visit)] if isinstance(value, tuple) else []
    return [d for place in places if (d := _place_doubt(claim.slot, place))]


def _place_doubt(slot: str, place: Place) -> Ambiguity | None:
    if place.candidates and not place.code:
        names = tuple(c.name or c.said for c in place.candidates)
        if len({fold(name) for name in names}) == len(names) and all(
            fold(c.said) in fold(place.said) for c in place.candidates
        ):
            return Ambiguity(slot=slot, reason="either_place", said=place.said, options=names)
        options = tuple(", ".join(p for p in (c.name, c.region or c.country) if p) for c in place.candidates)
        return Ambiguity(slot=slot, reason="ambiguous_place", said=place.said, options=options)
    if place.kind in {"region", "country"}:
        towns = dict.fromkeys(airport.city for airport, _ in Gazetteer().near(place, limit=2 * _SHOWN) if airport.city)
        return Ambiguity(slot=slot, reason=place.kind, said=place.said, options=(*towns,)[:_SHOWN])
    if place.kind == "unknown":
        return Ambiguity(slot=slot, reason="unknown_place", said=place.said)
    return None
