"""Who travels, read out of words: names, births and contacts become the party as it is then."""

import re
from datetime import date

from pydantic import JsonValue
from rapidfuzz.fuzz import ratio

from tripintent.state.guests import as_guest, placed, typed
from tripintent.state.operations import NamePeople
from tripintent.state.questions import asked_for_details, gaps, too_young
from tripintent.state.questions.invalid import as_date
from tripintent.state.travellers import Guest
from tripintent.state.trip import TripIntent
from tripintent.tools.language.exact.names import FIRST_NAME_UNKNOWN
from tripintent.tools.language.exact.tables import pattern
from tripintent.tools.places.folding import fold
from tripintent.tools.ports.people import People, PeopleReader

_YEAR = re.compile(r"(?<![\d@.-])(?:19|20)\d\d(?![\d@-])")
_LETTERED_DATE = re.compile(r"(?<!\d)\d{1,2}\s*(?:st|nd|rd|th|de|\.)?\s+[^\W\d_]{3,}\.?\s+(?:de\s+)?(?:19|20)\d\d")
"""A whole date, which is read as one."""
_LETTER = re.compile(r"[^\W\d_]")
_PLACE = re.compile(r"\[(\d+)\]")
_BIRTHDAY = re.compile(
    r"\d{1,2}(?:st|nd|rd|th|\.)?\s+(?:of\s+|de\s+|di\s+)?[^\W\d_]{3,}|[^\W\d_]{3,}\s+\d{1,2}(?:st|nd|rd|th)?(?!\d)"
)
_CAPITAL = re.compile(r"(?<!\w)[A-ZÀ-Þ][\w’'-]+")
_IS = r"(?:['’]s\s+(?:real\s+|full\s+|right\s+)?name)?\s+(?:is|should be|must be)\b(?:\s+(?:really|actually|in fact|called|named))*"
_ALIKE = 75
_SHORT = 10
"""Words: a longer message says more than one birth."""


def people_in(text: str, trip: TripIntent, today: date, reader: PeopleReader) -> NamePeople | None:
    """Return the people whom a text names, None when none are in it.

    What was not asked for counts only where the text is about nothing else, or where the trip is complete, everybody named
    has a full name, and somebody a birth date: otherwise a travel day would be read as a birthday.
    """
    asked = asked_for_details(trip)
    if asked and (years := _other_year(trip, text)):
        return NamePeople(text=text, guests=years, note="read a year of birth")
    shared = reader.family_of_all(text)
    if shared is not None and (families := _one_family(trip, shared)):
        return NamePeople(text=text, guests=families, note="read a family name for all")
    if right := _put_right(text, trip, today, reader) or _born(text, trip, today, reader):
        return right
    if not asked and (renamed := _renamed(text, trip)):
        return renamed
    people = reader.read(text, today, trip.request.language)
    reached = people.contact.email or people.contact.phone
    about, rest = reader.apart(text, today)
    alone = bool(about) and not _LETTER.search(rest)  # a number to call is all that is left
    if people.one_name and asked and (single := _one_name(text, trip, people)):
        return single
    if not (people.travellers or ((asked or alone) and reached)):
        return None
    named = all(t.given_name and t.family_name for t in people.travellers)
    dated = any(t.date_of_birth for t in people.travellers)
    if not (asked or alone) and (gaps(trip) or not (named and dated)):
        return None
    return NamePeople(
        text=text,
        named=tuple(as_guest(t) for t in people.travellers),
        instead=people.instead,
        contact=people.contact,
        told=None if asked and not people.doubts else {"doubts": _doubts(people)},
        note="read people",
    )


def _born(text: str, trip: TripIntent, today: date, reader: PeopleReader) -> NamePeople | None:
    """Read the birth of one of the party who is called by the first name alone ("Tom is 3 May 1990")."""
    called = [g for g in trip.party.guests if g.given_name and _word(g.given_name).search(text)]
    if len(called) != 1 or len(text.split()) > _SHORT:
        return None
    guest = called[0]
    birthday = pattern("dates", "birthday", trip.request.language).search(fold(text)) is not None
    if not (birthday or asked_for_details(trip)):
        return None
    beside = re.sub(rf"\b{re.escape(guest.given_name)}(?:'s)?\b", " ", text, flags=re.IGNORECASE)
    said = reader.read(beside, today, trip.request.language).travellers
    if not (said and said[0].date_of_birth) and guest.date_of_birth and birthday:
        dated = _BIRTHDAY.search(beside)  # the year stays as it was
        said = (
            reader.read(f"{dated[0]} {guest.date_of_birth[:4]}", today, trip.request.language).travellers
            if dated
            else ()
        )
    if len(said) != 1 or not said[0].date_of_birth or said[0].given_name or said[0].family_name:
        return None
    named = guest.model_copy(update={"date_of_birth": said[0].date_of_birth})
    guests = tuple(typed(named, trip) if one is guest else one for one in trip.party.guests)
    told: dict[str, JsonValue] | None = None if asked_for_details(trip) else {"doubts": []}
    return NamePeople(text=text, guests=guests, named=(named,), told=told, note="read a birth by a first name")


def _put_right(text: str, trip: TripIntent, today: date, reader: PeopleReader) -> NamePeople | None:
    """Read a whole name or a birth in the place of a known one ("Ann Smith is Anna Smyth, born 1985-03-05")."""
    for guest in trip.party.guests:
        said = re.search(rf"\b{re.escape(guest.name)}{_IS}", text, re.IGNORECASE) if guest.family_name else None
        people = reader.read(text[said.end() :], today, trip.request.language) if said else None
        new = people.travellers[0] if people and len(people.travellers) == 1 else None
        born = bool(said and text[said.end() :].lstrip().casefold().startswith("born"))
        if people and new and ((new.given_name and new.family_name) or (born and new.date_of_birth)):
            named = as_guest(new) if new.given_name else guest.model_copy(update={"date_of_birth": new.date_of_birth})
            told: dict[str, JsonValue] = {"doubts": _doubts(people)}
            return NamePeople(text=text, named=(named,), instead=guest.name, told=told, note="read a person put right")
    return None


def _word(name: str) -> re.Pattern[str]:
    return re.compile(rf"\b{re.escape(name)}\b", re.IGNORECASE)


def _renamed(text: str, trip: TripIntent) -> NamePeople | None:
    """Return the people with a name written as a short text writes it, where it is nearly that of one of them ("Anne, not Ann")."""
    guests = trip.party.guests
    known = [(g, part) for g in guests for part in ("given_name", "family_name") if getattr(g, part)]
    if not known or len(text.split()) > _SHORT:
        return None
    same = {getattr(g, part).casefold() for g, part in known}
    new = [word for word in _CAPITAL.findall(text) if word.casefold() not in same]
    alike = [
        (g, part, word)
        for word in new
        for g, part in known
        if ratio(word.casefold(), getattr(g, part).casefold()) >= _ALIKE
    ]
    if len(alike) != 1:
        return None
    guest, part, word = alike[0]
    named = guest.model_copy(update={part: word})
    put_right = tuple(named if one is guest else one for one in guests)
    return NamePeople(text=text, guests=put_right, named=(named,), told={"doubts": []}, note="read a name put right")


def _doubts(people: People) -> list[JsonValue]:
    """Return what could not be read or can be read in two ways, and of whom."""
    return [{**d.model_dump(mode="json"), "name": _of(d.slot, people)} for d in people.doubts]


def _of(slot: str, people: People) -> str:
    """Return whom a doubt is about: slots are ``guests[2].date_of_birth``, or name a contact detail."""
    place = _PLACE.search(slot)
    one = people.travellers[int(place[1])] if place else None
    return f"{one.given_name} {one.family_name}".strip() if one else ""


def _one_family(trip: TripIntent, shared: str) -> tuple[Guest, ...] | None:
    """Return the guests with one family name for whoever has none: the one that was said, else that of the first."""
    guests = trip.party.guests
    family = shared.strip() or next((g.family_name for g in guests if g.family_name), "")
    if not family or all(g.family_name for g in guests):
        return None
    named = (
        g if g.family_name else g.model_copy(update={"family_name": family, "name": f"{g.given_name} {family}"})
        for g in guests
    )
    return tuple(named)


def _one_name(text: str, trip: TripIntent, people: People) -> NamePeople | None:
    """Take the only name of whoever has no family name for the family name, and say how it is ticketed."""
    guests = placed(trip, [as_guest(t) for t in people.travellers]).guests
    single = [g for g in guests if g.given_name and not g.family_name]
    if not single:
        return None
    ticketed = tuple(
        g.model_copy(update={"family_name": g.given_name, "given_name": FIRST_NAME_UNKNOWN}) if g in single else g
        for g in guests
    )
    told: dict[str, JsonValue] = {"doubts": _doubts(people), "single": [g.name for g in single]}
    named = tuple(as_guest(t) for t in people.travellers)
    return NamePeople(
        text=text, guests=ticketed, named=named, contact=people.contact, told=told, note="read an only name"
    )


def _other_year(trip: TripIntent, text: str) -> tuple[Guest, ...] | None:
    """Read "2001 not 2021" while a birth date is doubted: the year that it does not have replaces the one that it has."""
    young, years = too_young(trip), set(_YEAR.findall(text))
    born = as_date(trip.party.guests[young[0]].date_of_birth) if len(young) == 1 else None
    new = years - {f"{born.year}"} if born else set()
    if born is None or len(new) != 1 or _LETTERED_DATE.search(text):
        return None
    day = as_date(f"{new.pop()}-{born:%m-%d}")
    guests = list(trip.party.guests)
    guests[young[0]] = (
        guests[young[0]].model_copy(update={"date_of_birth": day.isoformat()}) if day else guests[young[0]]
    )
    return tuple(typed(one, trip) for one in guests) if day else None
