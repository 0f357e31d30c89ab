"""Moments in words: the day with its weekday, the time of day by 24 hours."""

from datetime import date

from babel.dates import format_date

_ORDER = {"en": "EEE d MMM", "de": "EEE d. MMM"}


class Dates:
    """Words days and times in one language."""

    def __init__(self, language: str) -> None:
        self._language = language

    def day(self, moment: str | None) -> str:
        """Return a day: ``Fri 5 Mar``."""
        if not moment:
            return "?"
        found = date.fromisoformat(moment[:10])
        return format_date(found, _ORDER.get(self._language, "EEE d MMM"), locale=self._language)

    def nights(self, first: str, last: str) -> int:
        """Return the nights between two days."""
        return (date.fromisoformat(last[:10]) - date.fromisoformat(first[:10])).days

    def moment(self, moment: str | None) -> str:
        """Return a day, with the time where one is said."""
        if not moment:
            return "?"
        return f"{self.day(moment)} {moment[11:16]}" if "T" in moment else self.day(moment)

    def span(self, start: str, end: str | None) -> str:
        """Return from when to when; the day once where both are on it."""
        if not end or "T" not in start or "T" not in end:
            return self.moment(start)
        if start[:10] == end[:10]:
            return f"{self.moment(start)}–{end[11:16]}"
        return f"{self.moment(start)} – {self.moment(end)}"
