"""The roll: persons in the order named, each with the date that was meant for them."""

from dataclasses import dataclass, field

from tripintent.tools.language.exact.persons import BirthDate, Person


@dataclass
class Roll:
    """Names take the date after them; a date before its name waits for it; as many dates as names pair up in order."""

    persons: list[Person] = field(default_factory=list)
    waiting: BirthDate | None = None

    def name(self, person: Person) -> None:
        """Put a person on the roll."""
        person.birth, self.waiting = self.waiting, None
        self.persons.append(person)

    def date(self, birth: BirthDate, to_come: int) -> None:
        """Give a date to whom it belongs. ``to_come`` counts the dates of this unbroken run, this one included."""
        undated = self._undated_tail()
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

    def _undated_tail(self) -> list[Person]:
        return [p for p in self.persons if p.birth is None]
