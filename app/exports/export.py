"""One door for all exports: ``tripintent export``, the page and hosts."""

import re
import unicodedata
from collections.abc import Callable
from importlib import import_module
from typing import Literal, NamedTuple, get_args

from tripintent.app.exports.wording import BookedItem, booked_items
from tripintent.state.booking import BookedFor, Booking
from tripintent.state.trip import TripIntent
from tripintent.tools.cards.drawing import DrawnCards
from tripintent.tools.cards.words import CardWords
from tripintent.tools.errors import ToolError
from tripintent.tools.ports.places import Places
from tripintent.tools.ports.ports import Ports

Format = Literal["ics", "pdf", "html", "jsonld"]

_Maker = Callable[[TripIntent, tuple[BookedItem, ...], Places], bytes]


class ExportError(ToolError):
    """The trip cannot be exported; the text says why and what to do."""


class Exported(NamedTuple):
    """A file."""

    content: bytes
    media_type: str
    filename: str


class _Kind(NamedTuple):
    maker: str
    media_type: str


_KINDS: dict[str, _Kind] = {
    "ics": _Kind("ics:calendar", "text/calendar; charset=utf-8"),
    "pdf": _Kind("pdf:pdf", "application/pdf"),
    "html": _Kind("mail:mail", "text/html; charset=utf-8"),
    "jsonld": _Kind("json_ld:json_ld", "application/ld+json"),
}


async def export(trip: TripIntent, form: Format, ports: Ports) -> Exported:
    """Return the booked trip as a file. Raises ExportError when nothing is booked, or a library is not installed."""
    if form not in _KINDS:
        raise ExportError(f"there is no export {form!r}: choose one of {', '.join(get_args(Format))}")
    items = await booked_items(trip, ports)
    if not items:
        raise ExportError("nothing is booked yet: an export shows bookings, so book the trip first")
    made: bytes | str = _maker(form)(trip, items, ports.places)
    content = made.encode() if isinstance(made, str) else made
    booking = next((one.booking for one in items if one.booking.is_taken), items[0].booking)
    words = DrawnCards(ports.places).words(trip.request.tag)
    return Exported(content, _KINDS[form].media_type, f"{_file_name(booking, words)}.{form}")


def _file_name(booking: Booking, words: CardWords) -> str:
    """Return where a booking leads and on which day, in letters that every machine takes for the name of a file."""
    part = booking.part or BookedFor()
    town = unicodedata.normalize("NFKD", words.formats.town(words.city(part.destination or part.place)))
    plain = re.findall("[A-Za-z0-9]+", town.encode("ascii", "ignore").decode())
    return "-".join(filter(None, (*plain, part.day))) or "trip"


def _maker(form: str) -> _Maker:
    """Import the maker when it is needed: its libraries are an extra."""
    module, name = _KINDS[form].maker.split(":")
    try:
        maker: _Maker = getattr(import_module(f"tripintent.app.exports.{module}"), name)
    except ModuleNotFoundError as error:
        raise ExportError(f"this export needs {error.name}: pip install 'tripintent[export]'") from error
    return maker
