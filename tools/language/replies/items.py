"""Items of a booking in the traveller's language: their titles, and what becomes of requests.

The ledger keeps one title of each thing, in English, because it is shown to approvers and auditors too. The words it has
(flight, room, the days) are put into the language here; a title of another shape, from another program, stays as it is.
"""

import re
from collections.abc import Iterable, Iterator
from datetime import datetime

from tripintent.tools.language.replies.formats import Formats
from tripintent.tools.language.replies.texts import Texts
from tripintent.tools.toolbox.facts import RequestFacts

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
