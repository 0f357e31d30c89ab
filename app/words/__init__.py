"""What the page, the approver's pages, the pictures and the exports say, in the languages that replies have: one file each."""

from babel import Locale, UnknownLocaleError

from tripintent.app.words.catalogue import LANGUAGES, Catalogue, catalogue
from tripintent.state.trip import TripIntent


def locale_of(trip: TripIntent) -> Locale:
    """Return the locale of the conversation: its language, and the region of the traveller's locale where that fits."""
    spoken = catalogue(trip.request.language)
    wished = _parsed(trip.request.locale)
    return wished if wished and wished.language == spoken.language else spoken.locale


def tag_of(trip: TripIntent) -> str:
    """Return the locale as a BCP 47 tag; empty before the first message, when no one has spoken yet."""
    return str(locale_of(trip)).replace("_", "-") if trip.request.turn else ""


def accepted(header: str, fallback: str = "en") -> str:
    """Return the tag of an ``Accept-Language`` header (RFC 9110) whose language we speak and the reader likes best: ``en-US``."""
    wishes = [_wish(part) for part in header.split(",")]
    liked = sorted((w for w in wishes if w[0] > 0), key=lambda w: -w[0])
    return next((tag for _, tag in liked if tag.split("-")[0].casefold() in LANGUAGES), fallback)


def _wish(part: str) -> tuple[float, str]:
    tag, _, weight = part.partition(";q=")
    try:
        liking = float(weight or 1)
    except ValueError:
        liking = 0.0
    return liking, tag.strip()


def _parsed(tag: str) -> Locale | None:
    try:
        return Locale.parse(tag, sep="-")
    except (UnknownLocaleError, ValueError):
        return None


__all__ = ["LANGUAGES", "Catalogue", "accepted", "catalogue", "locale_of", "tag_of"]
