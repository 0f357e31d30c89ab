"""The people that a model found in a message, checked word by word, as operations."""

import re
from collections.abc import Sequence
from datetime import date
from typing import NamedTuple

from pydantic import JsonValue

from tripintent.state.guests import as_guest
from tripintent.state.operations import NamePeople, Question, RemovePerson
from tripintent.state.questions import asked_for_details
from tripintent.state.travellers import Contact, Traveller
from tripintent.tools.language.exact.births import find_dates
from tripintent.tools.language.exact.contacts import take_contact
from tripintent.tools.language.exact.names import FIRST_NAME_UNKNOWN, read_name
from tripintent.tools.language.model.quotes import iso
from tripintent.tools.language.model.said_documents import SaidTraveller
from tripintent.tools.places.folding import fold
from tripintent.tools.ports.reader import View


class _Born(NamedTuple):
    """A birth as code reads it, and what has to be asked about it."""

    day: str | None = None
    doubt: dict[str, JsonValue] | None = None


def people_made(said: Sequence[SaidTraveller], text: str, view: View) -> list[NamePeople | RemovePerson | Question]:
    """Return who goes out of the party, and who was named. Each word of a name is in the message, and a birth is what code reads there.

    A birth that can be read in two ways is asked about, whatever the model chose.
    """
    bought = any(one.status == "confirmed" for one in view.trip.working_memory.bookings)
    made: list[NamePeople | RemovePerson | Question] = [
        Question(text=one.said, about="booked")  # who stays at home keeps the ticket until its seller takes it back
        if bought and one.gone == "leaves"
        else RemovePerson(text=one.said, name=one.name, stays=one.gone == "wrong_name")
        for one in said
        if one.gone
    ]
    entries = [one for one in said if not one.gone]
    if not entries:
        return made
    named: list[Traveller] = []
    doubts: list[JsonValue] = []
    single: list[JsonValue] = []
    for entry in entries:
        given, family = _name(entry, text)
        born = _born(entry, text, view)
        if entry.only_name and given and not family:
            given, family = FIRST_NAME_UNKNOWN, given
            single.append(family)
        if born.doubt:
            doubts.append({**born.doubt, "name": f"{given} {family}".strip()})
        if given or family or born.day:
            named.append(Traveller(given_name=given, family_name=family, date_of_birth=born.day))
    contact, wrong = _contact(entries, text)
    doubts += wrong
    told: dict[str, JsonValue] | None = {"doubts": doubts, **({"single": single} if single else {})}
    if asked_for_details(view.trip) and not doubts and not single:
        told = None
    replaced = next((one.instead_of for one in reversed(entries) if one.instead_of), "")
    guests = tuple(as_guest(one) for one in named)
    people = NamePeople(text=text, named=guests, instead=replaced, contact=contact, told=told, note="read people")
    return [*made, people]


def _name(entry: SaidTraveller, text: str) -> tuple[str, str]:
    """Return given and family name; empty where a word of them does not stand in the message."""
    words = fold(text)
    parts = fold(entry.name).replace(",", " ").split()
    if not parts or not all(re.search(rf"(?<!\w){re.escape(part)}(?!\w)", words) for part in parts):
        return "", ""
    given, family = entry.name.strip().removesuffix(entry.family.strip()).strip(), entry.family.strip()
    if family and given and given != entry.name.strip():
        return given, family
    person = read_name(entry.name)
    if person is None:  # a name that code cannot part: the last word is the family name
        given, _, family = entry.name.strip().rpartition(" ")
        return (given, family) if given else (family, "")
    return person.given, person.family


def _born(entry: SaidTraveller, text: str, view: View) -> _Born:
    """Return the birth where code reads the same day in the quoted words, or in the message."""
    today, earlier = view.today, "\n".join(view.history)
    own = iso(entry.born) or next((one.day for _, _, one in find_dates(entry.born or "", today)), None)
    if own is None:
        return _Born()
    parts = [entry.said, text]
    if str(own.year) in earlier and str(own.year) not in text:  # "2 June", after "2/6/1991" was doubted
        parts.append(f"{entry.said.rstrip(' .!')} {own.year}")
    found = [birth for part in parts for _, _, birth in find_dates(part, today, day_first=view.language != "en")]
    if any(one.day == own for one in found):
        return _Born(own.isoformat())
    doubted = next((one for one in found if one.options and own.isoformat() in one.options), None)
    if doubted is None and not found and str(own.year) in text and own <= today:
        return _Born(own.isoformat())  # written in a way that code does not know, with its year
    said: dict[str, JsonValue] = {"slot": "guests[0].date_of_birth", "reason": "not_a_date", "said": entry.said}
    if doubted:
        said |= {"reason": doubted.reason, "said": doubted.said, "options": [*doubted.options]}
    return _Born(None, said)


def _contact(entries: Sequence[SaidTraveller], text: str) -> tuple[Contact, list[JsonValue]]:
    """Return how the party is reached, as code reads it in the message where the model says that somebody can be."""
    if not any(one.email or one.phone for one in entries):
        return Contact(), []
    bare = text
    for start, end, _ in reversed(list(find_dates(text, date.max))):
        bare = bare[:start] + " " * (end - start) + bare[end:]
    contact, doubts, _ = take_contact(bare)
    return contact, [{**one.model_dump(mode="json"), "name": ""} for one in doubts]
