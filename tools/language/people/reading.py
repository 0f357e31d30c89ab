"""Put the pieces of a message together into travellers."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import date
from typing import Literal, cast

from tripintent.state.travellers import PassengerType, Traveller
from tripintent.tools.language.exact.contacts import take_contact
from tripintent.tools.language.exact.names import BirthDate, PersonInText
from tripintent.tools.language.people import pieces
from tripintent.tools.ports.language import Ambiguity, NamedPeople

LONGEST_TEXT = 10_000
"""Characters; what comes after them does not answer a question about people."""


@dataclass
class Roll:
    """Names take the date after them; a date before its name waits for it; as many dates as names pair up in order."""

    persons: list[PersonInText] = field(default_factory=list)
    waiting: BirthDate | None = None

    def name(self, person: PersonInText) -> None:
        """Put a person on the roll."""
        person.birth, self.waiting = self.waiting, None
        self.persons.append(person)

    def date(self, birth: BirthDate, to_come: int) -> None:
        """Give a date to whom it belongs. ``to_come`` counts the dates of this unbroken run, this one included."""
        undated = [person for person in self.persons if person.birth is None]
        if undated:
            undated[-to_come if to_come <= len(undated) else -1].birth = birth
        else:
            self.waiting = birth

    def passport(self, number: str) -> None:
        """Give a passport number to the last person named."""
        if self.persons:
            self.persons[-1].passport = self.persons[-1].passport or number

    def gender(self, gender: str) -> None:
        """Give a gender said beside a name to the last person named."""
        if self.persons:
            self.persons[-1].gender = gender

    def share_families(self) -> None:
        """``Ann and Bob Smith``: a given name alone right before a full name shares its family name."""
        for i in range(len(self.persons) - 2, -1, -1):
            earlier, later = self.persons[i], self.persons[i + 1]
            if earlier.given and not earlier.family and later.given and later.conjoined:
                earlier.family = later.family


INFANT_UNDER, CHILD_UNDER = 2, 12
"""Years, as airlines count (IATA passenger types INF and CHD)."""


def read_people(text: str, today: date, *, day_first: bool = False) -> NamedPeople:
    """Read names, birth dates and contact details from a message. Never raises.

    Args:
        text: The message: "Ann Smith 4 March 1985 and Bob Smith 1983-07-09, ann@example.org", one person a line, …
        today: The traveller's today; no one is born after it.
        day_first: Whether the writer's language puts the day first in a date of figures.

    Returns:
        Travellers in the order named; birth dates are YYYY-MM-DD. A bare list of names, without dates or words like "my
        name is", counts as names only when the message holds nothing else: call this when people were asked for.
    """
    text, one_name = pieces.without_one_name(text[:LONGEST_TEXT])
    text, instead = pieces.without_replaced(text)
    marked, dates = pieces.mark_dates(text, today, day_first=day_first)
    contact, doubts, rest = take_contact(marked)
    persons = _persons(pieces.read_pieces(pieces.cut(rest, dates)))
    doubts += [d for i, p in enumerate(persons) if (d := _doubt(i, p.birth))]
    travellers = tuple(_traveller(p, today) for p in persons)
    return NamedPeople(travellers=travellers, contact=contact, doubts=tuple(doubts), one_name=one_name, instead=instead)


def _persons(readings: Sequence[pieces.NamePiece]) -> list[PersonInText]:
    nothing_else = all(r.understood for r in readings)
    if nothing_else and not any(r.person for r in readings):
        return [PersonInText(birth=r.piece.birth) for r in readings if r.piece.birth]
    roll = Roll()
    for i, reading in enumerate(readings):
        if reading.piece.birth:
            roll.date(reading.piece.birth, _run(readings, i))
        elif reading.piece.passport:
            roll.passport(reading.piece.passport)
        elif reading.gender:
            roll.gender(reading.gender)
        elif reading.person and (roll.waiting or reading.is_name(nothing_else=nothing_else, dated=_dated(readings, i))):
            roll.name(reading.person)
    roll.share_families()
    return roll.persons


def _run(readings: Sequence[pieces.NamePiece], i: int) -> int:
    """Count the dates from ``i`` on that stand together."""
    count = 0
    for reading in readings[i:]:
        if not reading.piece.birth:
            break
        count += 1
    return count


def _dated(readings: Sequence[pieces.NamePiece], i: int) -> bool:
    """Check whether a date follows with nothing but names and details between."""
    for reading in readings[i + 1 :]:
        if reading.piece.birth:
            return True
        if not reading.understood:
            return False
    return False


def _traveller(person: PersonInText, today: date) -> Traveller:
    day = person.birth.day if person.birth else None
    return Traveller(
        given_name=person.given,
        family_name=person.family,
        date_of_birth=day.isoformat() if day else None,
        passenger_type=_passenger_type(day, today),
        title=person.title,
        gender=cast("Literal['m', 'f'] | None", person.gender),
        passport=person.passport,
    )


def _passenger_type(born: date | None, today: date) -> PassengerType:
    if born is None:
        return "adult"
    age = today.year - born.year - ((today.month, today.day) < (born.month, born.day))
    return "infant" if age < INFANT_UNDER else "child" if age < CHILD_UNDER else "adult"


def _doubt(i: int, birth: BirthDate | None) -> Ambiguity | None:
    if birth is None or birth.day:
        return None
    return Ambiguity(slot=f"guests[{i}].date_of_birth", reason=birth.reason, said=birth.said, options=birth.options)
