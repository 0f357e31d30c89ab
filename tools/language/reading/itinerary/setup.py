"""Where and when the trip is, and the words around it: "start an itinerary for London", "We're in Naples from …"."""

import re
from functools import cache
from typing import NamedTuple

from tripintent.state.designer.operations import SetTrip
from tripintent.tools.language.exact.lexicon import lexicon
from tripintent.tools.language.exact.tables import phrases
from tripintent.tools.language.reading.itinerary.clause import Clause, day_until
from tripintent.tools.language.reading.itinerary.days import window_start
from tripintent.tools.places.folding import fold
from tripintent.tools.places.gazetteer import Gazetteer
from tripintent.tools.places.scan import Spot

_FROM = re.compile(
    r"\b(?:from|coming from|out of|leav\w+|live in|based in|starting (?:in|from)|ab|von|depuis|desde|da|de)\s*$"
)
_HOTEL = re.compile(r"\b(?:hotel|hostel|pension|b&b|inn)\s+[\w' ]{0,20}$")


class _Words(NamedTuple):
    """The words around a trip's name in one language."""

    before: re.Pattern[str]
    behind: re.Pattern[str]
    phrase: re.Pattern[str]
    tail_phrase: re.Pattern[str]
    noun: str


@cache
def _words(language: str) -> _Words:
    noun, within, being = (phrases("itinerary", name, language) for name in ("trip_noun", "trip_in", "being_in"))
    before = (
        rf"(?:(?<!\w){noun}(?:\s+plan)?\s*(?:{within}|:)?\s*(?:a |the |den |die |la |el |il )?$|(?<!\w){being}\s*$)"
    )
    asks = r"start|begin|make|create|open|add to|set up|put together|design|plan|new|do|need|want|i'd like|i'd love|i want|we want"
    asks += "" if language == "en" else "|" + phrases("itinerary", "lead", language, own=True)
    phrase = (
        rf"^(?:(?:for|to|of)\s+)?(?:(?:can|could|would) you\s+)?(?:please\s+)?(?:help me\s+)?(?:(?:{asks})(?!\w)[\s,]*)*"
        rf"(?:(?:a|an|my|our|the|me|%num%|un|une|el|la|le|il|os?|eine?n?|die|den|mis?|nos|uma?) )*(?:new )?(?:{noun}(?!\w)\s*(?:{within}\s+)?)*(?:please|pls)?[\s,]*"
    )
    tail = rf"^[\s,:]*(?:{noun}(?!\w)|please|pls)?[\s,:.]*(?:{noun}(?!\w))?[\s,:.]*(?:for|on|from|fur|vom|von|du|del|dal|de)?\s*$"
    behind = rf"^\s*(?:{noun}(?!\w)|,\s*(?:plan|last|our|my))"
    make = lexicon(language).compile
    return _Words(make(before), make(behind), make(phrase), make(tail), noun)


class Setup(NamedTuple):
    """What a clause says of the trip, and the clause without these words."""

    operation: SetTrip | None
    rest: str
    destination: str | None = None


def read_setup(clause: Clause, gazetteer: Gazetteer, *, open_destination: bool, asked: bool = False) -> Setup:
    """Read the destination and the dates of the trip from one clause."""
    spot = _destination(clause, gazetteer, asked=asked and open_destination)
    name = clause.text[spot.start : spot.end] if spot else None
    rest = _without(clause.text, spot, clause.language) if spot else clause.text
    if not name and not _is_trip_range(clause):
        return Setup(None, rest)
    first, last = _range(clause)
    if not name and not first:
        return Setup(None, rest)
    window = None if first or clause.days else window_start(clause.folded, clause.language, clause.days_of)
    around = window.isoformat() if window else None
    operation = SetTrip(destination=name, start=first, end=last, around=around, said=clause.text)
    return Setup(operation, rest, name)


def _destination(clause: Clause, gazetteer: Gazetteer, *, asked: bool) -> Spot | None:
    words = _words(clause.language)
    spots = [s for s in gazetteer.scan(clause.text) if _is_town(clause, s, gazetteer)]
    for spot in spots:
        before, behind = clause.folded[: spot.start], clause.folded[spot.end :]
        if _FROM.search(before) or _HOTEL.search(before):
            continue
        if words.before.search(before) or words.behind.match(behind):
            return spot
        if asked and len(spots) == 1:
            return spot
        alone = Clause(clause.text[spot.end :], clause.days_of, clause.language)
        if (
            not words.phrase.sub("", before).strip(" ,:")
            and alone.days
            and not alone.rest.replace("|", " ").strip(" ,.")
        ):
            return spot
        leads = not before.strip() and bool(re.match(r"^\s*,\s+(?:plan|our|my|the)", behind))
        if leads:
            return spot
    return None


def _is_town(clause: Clause, spot: Spot, gazetteer: Gazetteer) -> bool:
    said = clause.text[spot.start : spot.end]
    if len(said) < 4 and not said[:1].isupper():
        return False
    return (
        gazetteer.place(clause.text, spot).kind in ("city", "metro", "region", "country", "airport")
        and said[:1].isupper()
    ) or (
        len(said) > 4
        and gazetteer.place(clause.text, spot).kind == "city"
        and said.islower()
        and _known_small(clause, spot)
    )


def _known_small(clause: Clause, spot: Spot) -> bool:
    words = _words(clause.language)
    return bool(words.before.search(clause.folded[: spot.start]) or words.behind.match(clause.folded[spot.end :]))


def _is_trip_range(clause: Clause) -> bool:
    """Tell whether a range of days is that of the trip: nobody names a house, a ride or a thing beside it."""
    if not day_until(clause.days) and len(clause.days) < 2:
        return False
    return not re.search(
        r"\b(?:hotel|hostel|b&b|pension|inn|airbnb|apartment|check|train|flight|move|shift|swap|instead|change)\b",
        clause.folded,
    )


def _range(clause: Clause) -> tuple[str | None, str | None]:
    hotel = re.search(r"\b(?:hotel|hostel|b&b|pension|inn|airbnb)\b", clause.folded)
    for day in clause.days:
        if day.until and not (hotel and day.start > hotel.start()):
            return day.day.isoformat(), day.until.isoformat()
    if len(clause.days) >= 2 and not hotel and clause.days[0].day < clause.days[1].day and not clause.times:
        return clause.days[0].day.isoformat(), clause.days[1].day.isoformat()
    return None, None


def _without(text: str, spot: Spot, language: str) -> str:
    """Return the clause without the phrase that names the trip, where nothing else stands before it."""
    words = _words(language)
    before, behind = text[: spot.start], text[spot.end :]
    if words.phrase.sub("", fold(before)).strip(" ,:"):
        return text
    if words.tail_phrase.match(fold(behind)):
        return ""
    lead = re.match(rf"^[\s,:]*(?:{words.noun}(?!\w)[\s,:]*)?(?:please\b[\s,:]*)?", fold(behind))
    return behind[lead.end() :] if lead else behind
