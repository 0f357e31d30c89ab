"""A locale's formats, and items of a booking in the traveller's language: their titles, and what becomes of requests.

The ledger keeps one title of each thing, in English, because it is shown to approvers and auditors too. The words it has
(flight, room, the days) are put into the language here; a title of another shape, from another program, stays as it is.
"""

import re
from collections.abc import Iterable, Iterator
from datetime import date, datetime

from tripintent.tools.formats import WRITTEN, LocaleFormats
from tripintent.tools.language.replies.texts import Texts
from tripintent.tools.places.airports import city_in
from tripintent.tools.places.towns import town_in
from tripintent.tools.toolbox.facts import RequestFacts

_ISO_DAY = re.compile(r"\d{4}-\d{2}-\d{2}$")
_MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")
_DAY = re.compile(rf"\b(?:([MTWFS]\w\w) )?(\d\d?) ({'|'.join(_MONTHS)})\b(?: (\d{{4}}))?")
_CLOCK = re.compile(r"\b[012]\d:[0-5]\d\b")
_ROUTE = re.compile(r"\b[A-Z]{3}(?:–[A-Z]{3})+\b")
_SLEEPS = re.compile(r"sleeps (?P<n>\d+)")


class Formats(LocaleFormats):
    """The formats of one language with the names that its file has."""

    def __init__(self, texts: Texts) -> None:
        super().__init__(WRITTEN[texts.tag or texts.language].locale)
        self._language, self._tag = texts.language, texts.tag
        self._hotel = texts.hotel

    def town(self, name: str) -> str:
        """Return a town's name as the language writes it; a name that is not known stays."""
        return town_in(name, self._language)

    def route(self, codes: str) -> str:
        """Return the towns at both ends of a route of airport codes: BOS–EWR–LIS is Boston – Lisbon."""
        ends = codes.split("–")
        return " – ".join(city_in(end, self._language) for end in (ends[0], ends[-1]))

    def airport(self, code: str) -> str:
        """Return an airport's town with its code: Newark (EWR); an unknown code stays."""
        city = city_in(code, self._language)
        return code if city == code else f"{city} ({code})"

    def respelt(self, text: str) -> str:
        """Return an English sentence of a tool with towns for its routes, and days and hours as the region writes them."""
        text = _ROUTE.sub(lambda one: self.route(one[0]), text)
        return text if self._tag == "en" else _CLOCK.sub(lambda one: self.clock(one[0]), _DAY.sub(self._respelt, text))

    def _respelt(self, found: re.Match[str]) -> str:
        weekday, day, month, year = found.groups()
        try:
            on = date(int(year or 2000), _MONTHS.index(month) + 1, int(day))
        except ValueError:
            return found[0]
        if year:
            return self.day(on) if weekday else self.birth(on)
        return f"{weekday}, {self.day_of_month(on)}" if weekday else self.day_of_month(on)

    def of_hotel(self, text: str) -> str:
        """Return a room or a part of town whose usual English name is known; what a hotel calls its own stays."""
        return ", ".join(self._of_hotel(part) for part in text.split(", "))

    def _of_hotel(self, part: str) -> str:
        beds = _SLEEPS.fullmatch(part)
        line = self._hotel.get("sleeps" if beds else part.casefold(), part)
        return line.format(beds["n"]) if beds else line

    def value(self, text: str) -> str:
        """Return an ISO date as a day; another text stays."""
        return self.day(text) if _ISO_DAY.match(text) and _is_date(text) else text


def sentence(text: str) -> str:
    """Return a text that begins with a capital and is otherwise as it was."""
    return text[:1].upper() + text[1:]


def ended(text: str) -> str:
    """Return a sentence that somebody else wrote with its full stop."""
    text = text.strip()
    return text if text.endswith((".", "!", "?", "…")) else f"{text}."


def _is_date(text: str) -> bool:
    try:
        date.fromisoformat(text)
    except ValueError:
        return False
    return True


_FLIGHT = re.compile(r"Flight (?P<route>\S+), (?P<moment>\w{3} \d\d? \w{3} \d{4} \d\d:\d\d), (?P<carrier>.+)")
_HOTEL = re.compile(r"(?P<name>.+), (?P<room>.+?), (?P<first>\d\d? \w{3}) to (?P<last>\d\d? \w{3} \d{4})")


def titled(title: str, texts: Texts, formats: Formats) -> str:
    """Return the title in the language of the texts."""
    if "title.flight" not in texts.words:
        return formats.respelt(title)
    try:
        return _flight(title, texts, formats) or _hotel(title, texts, formats) or title
    except ValueError:  # words that look like a day and are none belong to somebody's own title
        return title


def _flight(title: str, texts: Texts, formats: Formats) -> str | None:
    found = _FLIGHT.fullmatch(title)
    if found is None:
        return None
    leaves = datetime.strptime(found["moment"], "%a %d %b %Y %H:%M").isoformat()  # noqa: DTZ007 - local time of the place
    line = texts.word("title.flight")
    return line.format(route=formats.route(found["route"]), moment=formats.moment(leaves), carrier=found["carrier"])


def _hotel(title: str, texts: Texts, formats: Formats) -> str | None:
    found = _HOTEL.fullmatch(title)
    if found is None:
        return None
    last = _day(found["last"])
    first = _day(f"{found['first']} {last.year}")
    if first > last:  # over New Year the first day's year is not written
        first = _day(f"{found['first']} {last.year - 1}")
    name, _, kind = found["name"].partition(", ")
    room = texts.word("title.room") if found["room"] == "room" else found["room"]
    room = formats.of_hotel(f"{kind}, {room}" if kind else room)
    days = {"first": formats.day(first.isoformat()), "last": formats.day(last.isoformat())}
    return texts.word("title.hotel").format(name=name, room=room, **days)


def _day(text: str) -> datetime:
    return datetime.strptime(text, "%d %b %Y")  # noqa: DTZ007 - a day of the calendar


def asked_lines(requests: Iterable[RequestFacts], to: str, texts: Texts, formats: Formats) -> Iterator[str]:
    """Yield what becomes of each request: it goes along, is in the price, can be had for more, or is the traveller's to tell."""
    for one in requests:
        known, own = texts.words.get(f"asked.{one.kind}") or one.kind, one.said
        if one.kind == "other" and own:
            known, own = formats.quoted(own), ""
        said = formats.quoted(own) if _bare(own) - _bare(f"{one.kind} {known}") else ""
        beside = "; ".join(filter(None, [said, one.detail, formats.listed(one.who)]))
        name = f"{known} ({beside})" if beside else known
        if one.price:
            line = texts.word("asked.priced" if one.state == "sent" else "asked.offered")
            yield line.format(name, formats.money(one.price))
        else:
            yield texts.word(f"asked.{one.state}_{to}").format(name)


def _bare(text: str) -> set[str]:
    return set(re.findall(r"\w+", text.casefold()))
