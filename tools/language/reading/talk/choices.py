"""Answers to "which one do you mean?": a state or country for an ambiguous place, a month for an ambiguous date."""

import re
from collections.abc import Iterator
from datetime import date
from functools import cache

from tripintent.state.frame import Frame, Place, Visit, When
from tripintent.tools.language.exact.calendar import DATE_SLOTS
from tripintent.tools.language.exact.claims import SlotValue
from tripintent.tools.language.exact.lexicon import lexicon
from tripintent.tools.language.reading.message import Message
from tripintent.tools.places.folding import fold, name_key
from tripintent.tools.places.regions import region_names, regions
from tripintent.tools.ports.places import Places

_ORDINALS = (("first", "former", "1"), ("second", "latter", "2"), ("third", "3"), ("fourth", "4"))
_ORDINAL = re.compile(
    r"\b(?:the|option|number)\s+(first|former|second|latter|third|fourth|1|2|3|4)(?:\s+one)?\b|^\W*(first"
    r"|second|third)(?:\s+one)?\W*$"
)
_NOT_THAT = re.compile(
    r"(?:\W|\b(?:no|yes|not that one|sorry|actually|i|mean|meant|the one|one|in|please|instead|it's"
    r"|is|that|rather|fine|ok|okay|right|correct)\b)*"
)
"""All that may stand beside a state or country which takes a reading back, or confirms it."""
_SHORT = 3
"""Letters of abbreviations ("CA"), which stand in too many words."""
_ISO = re.compile(r"\b\d{4}-\d{2}-\d{2}\b")


def chosen_places(message: Message, frame: Frame, places: Places) -> Iterator[SlotValue]:
    """Yield the place chosen among the candidates that the frame still carries, or its namesake in a state or country."""
    for slot in ("origin", "return_from", "return_to"):
        place: Place | None = getattr(frame, slot)
        chosen = _chosen(message, place, places) if place else None
        if chosen:
            yield SlotValue(slot, chosen[0], *chosen[1])
    for i, visit in enumerate(frame.visits):
        chosen = _chosen(message, visit.place, places)
        if chosen:
            visits: tuple[Visit, ...] = tuple(
                v.model_copy(update={"place": chosen[0]}) if i == n else v for n, v in enumerate(frame.visits)
            )
            yield SlotValue("visits", visits, *chosen[1])
            return


def _chosen(message: Message, place: Place, places: Places) -> tuple[Place, tuple[int, int]] | None:
    if not place.candidates:
        return _namesake(message, place, places)
    if place.code:
        return _other_reading(message, place)
    ordinal = _ordinal(message.folded)
    if ordinal is not None and ordinal[0] < len(place.candidates):
        return place.candidates[ordinal[0]], ordinal[1]
    either = len({fold(c.name or c.said) for c in place.candidates}) == len(
        place.candidates
    )  # "Rome or Paris": their names tell them apart
    fitting = [(c, span) for c in place.candidates if (span := _names(message, c, own=either))]
    return fitting[0] if len(fitting) == 1 else None


def _namesake(message: Message, place: Place, places: Places) -> tuple[Place, tuple[int, int]] | None:
    """Return the place of the same name in the state or country that is all a message says ("Portland": "no, Maine")."""
    region = _region_alone(message)
    if region is None or place.kind in {"region", "country"}:
        return None
    found = places.resolve(f"{place.name or place.said}, {message.text[slice(*region)]}")
    fits = found.code and found.code != place.code and name_key(found.name or "") == name_key(place.name or place.said)
    return (found.model_copy(update={"said": place.said}), region) if fits else None


@cache
def _denied_region() -> re.Pattern[str]:
    names = "|".join(re.escape(name) for name in region_names() if len(name) > _SHORT)
    return re.compile(rf"\b(?:not|no|nicht|pas|non|nao)\s+(?:the\s+)?(?:one\s+)?(?:in\s+|en\s+)?(?:{names})\b")


def _meant(text: str) -> str:
    """Return a text with the states and countries that it denies blanked out ("not California, Costa Rica")."""
    return _denied_region().sub(lambda m: " " * len(m.group()), text)


def _region_alone(message: Message) -> tuple[int, int] | None:
    """Return where a message names a state or country, when all else in it only takes back or confirms."""
    text = _meant(message.folded)
    for name in region_names():
        start = text.find(name) if name in text and len(name) > _SHORT else -1
        if start >= 0 and _NOT_THAT.fullmatch(text[:start] + text[start + len(name) :]):
            return start, start + len(name)
    return None


def _other_reading(message: Message, place: Place) -> tuple[Place, tuple[int, int]] | None:
    """Return another reading of a place that the route's other end settled ("no, England"); no more may be said with it."""
    fitting = [(c, span) for c in place.candidates if (span := _names(message, c))]
    if len(fitting) != 1:
        return None
    start, end = fitting[0][1]
    text = _meant(message.folded)
    rest = text[:start] + text[end:]
    return fitting[0] if _NOT_THAT.fullmatch(rest.replace(name_key(place.said), " ")) else None


def _names(message: Message, place: Place, *, own: bool = False) -> tuple[int, int] | None:
    """Return where a message names what tells a candidate from the others: its code, state or country; its ``own`` name too."""
    words = [
        *((place.said, place.name) if own else ()),
        place.code,
        place.region,
        *(name for name, r in regions().items() if r.is_country and r.country == place.country),
    ]
    for word in words:
        match = re.search(rf"\b{re.escape(fold(word))}\b", _meant(message.folded)) if word else None
        if match:
            return match.span()
    return None


def _ordinal(text: str) -> tuple[int, tuple[int, int]] | None:
    match = _ORDINAL.search(text)
    if not match:
        return None
    said = match[1] or match[2]
    return next(i for i, names in enumerate(_ORDINALS) if said in names), match.span()


def chosen_date(
    message: Message, language: str, last_assistant: str | None, asked: tuple[str, ...], frame: Frame
) -> Iterator[SlotValue]:
    """Yield the day chosen among those that the assistant offered ("March", "the second one")."""
    days = [date.fromisoformat(d) for d in _ISO.findall(last_assistant or "") if _is_date(d)]
    slot = next((s for s in asked if s in DATE_SLOTS), None) or _slot_of(frame, days)
    if len(days) < 2 or slot is None:
        return
    ordinal = _ordinal(message.folded)
    if ordinal is not None and ordinal[0] < len(days):
        yield SlotValue(slot, When(said=message.text.strip(), day=days[ordinal[0]].isoformat()), *ordinal[1])
        return
    months = lexicon(language).months
    words = name_key(message.text).split()
    fitting = [d for d in days if any(months.get(w) == d.month for w in words)]
    if len(fitting) == 1:
        yield SlotValue(slot, When(said=message.text.strip(), day=fitting[0].isoformat()), 0, len(message.text))


def _slot_of(frame: Frame, days: list[date]) -> str | None:
    isos = {d.isoformat() for d in days}
    return next((s for s in DATE_SLOTS if (when := getattr(frame, s)) and when.day in isos), None)


def _is_date(text: str) -> bool:
    try:
        date.fromisoformat(text)
    except ValueError:
        return False
    return True
