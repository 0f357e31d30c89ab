"""Answers on a trip by topic; None where the facts are silent."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from tripintent.tools.formats import span, stars
from tripintent.tools.language.replies.answering.figures import day, moment, money, of_hotel
from tripintent.tools.language.replies.answering.flight_values import (
    layovers,
    overnight,
    terminals,
    time_difference,
    transfers,
)
from tripintent.tools.language.replies.answering.phrasebook import Phrasebook
from tripintent.tools.language.replies.answering.targets import Fact, Target

Say = Callable[[Target, Phrasebook, str], str | None]


def _joined(parts: Iterable[str | None]) -> str | None:
    known = [part for part in parts if part]
    return "; ".join(known) or None


def _route(flight: Fact) -> str:
    return "–".join(flight.get("route") or ())


def _total(target: Target, book: Phrasebook, language: str) -> str | None:
    amount = money(target.total, language)
    return book.say("total", total=amount) if amount else None


def _nightly(target: Target, book: Phrasebook, language: str) -> str | None:
    return _joined(
        book.say("nightly", hotel=hotel["name"], price=price)
        for hotel in target.hotels
        if (price := money(hotel.get("nightly"), language))
    )


def _refundable(target: Target, book: Phrasebook, language: str) -> str | None:
    return _joined(_terms(offer, book, language) for offer in (*target.flights, *target.hotels))


def _terms(offer: Fact, book: Phrasebook, language: str) -> str | None:
    """Return the refund conditions of one offer."""
    terms: Mapping[str, Any] = offer.get("terms") or {}
    title = offer.get("name") or _route(offer)
    if not terms.get("refundable"):
        return book.say("refund_no", title=title) if "refundable" in terms else None
    until, fee = moment(terms.get("free_until"), language), money(terms.get("refund_penalty"), language)
    if until:
        return book.say("refund_until", title=title, until=until)
    return book.say("refund_fee", title=title, fee=fee) if fee else book.say("refund_yes", title=title)


def _airline(target: Target, book: Phrasebook, _: str) -> str | None:
    return _joined(
        book.say("airline", route=_route(f), airlines=", ".join(f["airlines"]))
        for f in target.flights
        if f.get("airlines")
    )


def _stops(target: Target, book: Phrasebook, _: str) -> str | None:
    return _joined(
        book.say(f"stops_{min(f['stops'], 2)}", route=_route(f), stops=f["stops"])
        for f in target.flights
        if f.get("stops") is not None
    )


def _times(target: Target, book: Phrasebook, language: str) -> str | None:
    return _joined(
        book.say(
            "times", route=_route(f), depart=moment(f["depart_at"], language), arrive=moment(f["arrive_at"], language)
        )
        for f in target.flights
        if f.get("depart_at") and f.get("arrive_at")
    )


def _duration(target: Target, book: Phrasebook, _: str) -> str | None:
    return _joined(
        book.say("duration", route=_route(f), length=span(f["minutes"])) for f in target.flights if f.get("minutes")
    )


def _bags(target: Target, book: Phrasebook, _: str) -> str | None:
    known = [f for f in target.flights if f.get("checked_bags") is not None]
    counts = [{"checked": f["checked_bags"], "carry_on": f.get("carry_on") or 0} for f in known]
    if len(known) > 1 and all(count == counts[0] for count in counts):
        return book.say("bags_all", **counts[0])
    return _joined(book.say("bags", route=_route(f), **count) for f, count in zip(known, counts, strict=True))


def _cabin(target: Target, book: Phrasebook, _: str) -> str | None:
    return _joined(
        book.say("cabin", route=_route(f), cabin=book.say(f"cabin_{f['cabin']}"))
        for f in target.flights
        if f.get("cabin")
    )


def _board(target: Target, book: Phrasebook, _: str) -> str | None:
    return _joined(
        book.say("board", hotel=h["name"], board=book.say(f"board_{h['board']}"))
        for h in target.hotels
        if h.get("board")
    )


def _hotel(target: Target, book: Phrasebook, language: str) -> str | None:
    return _joined(
        book.say("hotel", hotel=h["name"], stars=stars(h["stars"]), area=of_hotel(h.get("area") or "–", language))
        for h in target.hotels
        if h.get("stars") is not None
    )


def _nights(target: Target, book: Phrasebook, language: str) -> str | None:
    return _joined(
        book.say("nights", hotel=h["name"], first=day(h["check_in"], language), last=day(h["check_out"], language))
        for h in target.hotels
        if h.get("check_in") and h.get("check_out")
    )


def _distance(target: Target, book: Phrasebook, language: str) -> str | None:
    return _joined(
        book.say("distance", hotel=h["name"], km=h["distance_km"], area=of_hotel(h.get("area") or "–", language))
        for h in target.hotels
        if h.get("distance_km") is not None
    )


def _amenities(target: Target, book: Phrasebook, _: str) -> str | None:
    return _joined(
        book.say("amenities", hotel=h["name"], amenities=", ".join(h["amenities"]).replace("_", " "))
        for h in target.hotels
        if h.get("amenities")
    )


def _part_prices(offers: Iterable[Fact], book: Phrasebook, language: str) -> str | None:
    return _joined(
        book.say("part_price", title=offer.get("name") or _route(offer), price=price)
        for offer in offers
        if (price := money(offer.get("total"), language))
    )


def _flight_price(target: Target, book: Phrasebook, language: str) -> str | None:
    return _part_prices(target.flights, book, language)


def _hotel_price(target: Target, book: Phrasebook, language: str) -> str | None:
    return _part_prices(target.hotels, book, language)


def _flight_numbers(target: Target, book: Phrasebook, _: str) -> str | None:
    return _joined(
        book.say("flight_numbers", route=_route(f), numbers=", ".join(f["flight_numbers"]))
        for f in target.flights
        if f.get("flight_numbers")
    )


def _changes(target: Target, book: Phrasebook, language: str) -> str | None:
    return _joined(
        book.say(
            "change_fee" if fee else "change_yes" if terms["changeable"] else "change_no", title=_title(offer), fee=fee
        )
        for offer in (*target.flights, *target.hotels)
        if "changeable" in (terms := offer.get("terms") or {})
        for fee in [money(terms.get("change_penalty"), language)]
    )


def _title(offer: Fact) -> str:
    return str(offer.get("name") or _route(offer))


def _rooms(target: Target, book: Phrasebook, language: str) -> str | None:
    return _joined(
        book.say("rooms", hotel=h["name"], count=h.get("rooms") or 1, room=of_hotel(h["room"], language))
        for h in target.hotels
        if h.get("room")
    )


def _taxes(target: Target, book: Phrasebook, language: str) -> str | None:
    dues = [
        book.say("due", hotel=h["name"], amount=amount)
        for h in target.hotels
        if (amount := money(h.get("due_at_property"), language))
    ]
    return _joined([book.say("taxes_in"), *dues]) if target.flights or target.hotels else None


def _included(target: Target, book: Phrasebook, language: str) -> str | None:
    """Return what the price holds: bags and board, and what is due beside it."""
    return _joined(say(target, book, language) for say in (_bags, _board, _taxes))


VALUES: Mapping[str, Say] = {
    "included": _included,
    "total": _total,
    "taxes": _taxes,
    "flight_price": _flight_price,
    "hotel_price": _hotel_price,
    "flight_numbers": _flight_numbers,
    "nightly": _nightly,
    "refundable": _refundable,
    "changes": _changes,
    "airline": _airline,
    "layover": layovers,
    "transfer": transfers,
    "overnight": overnight,
    "terminals": terminals,
    "time_difference": time_difference,
    "stops": _stops,
    "times": _times,
    "duration": _duration,
    "bags": _bags,
    "cabin": _cabin,
    "board": _board,
    "rooms": _rooms,
    "hotel": _hotel,
    "nights": _nights,
    "distance": _distance,
    "amenities": _amenities,
}
"""Topics that are about a trip."""
PRICED = frozenset({"total", "taxes", "flight_price", "hotel_price", "nightly", "refundable", "changes"})
"""Topics whose answers show prices: those of the simulated supplier say so."""
