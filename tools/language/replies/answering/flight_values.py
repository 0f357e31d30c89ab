"""Answers on connections, nights on the way, terminals and clocks; None where the facts are silent."""

from collections.abc import Iterator
from datetime import datetime, timedelta
from itertools import pairwise

from tripintent.tools.formats import span
from tripintent.tools.language.replies.answering.figures import moment
from tripintent.tools.language.replies.answering.phrasebook import Phrasebook
from tripintent.tools.language.replies.answering.targets import Fact, Target

_MINUTE = timedelta(minutes=1)


def layovers(target: Target, book: Phrasebook, _: str) -> str | None:
    """Return where and how long one waits on the way."""
    return _each(_layover(flight, book) for flight in target.flights)


def transfers(target: Target, book: Phrasebook, _: str) -> str | None:
    """Return whether bags go through and whether a connection changes the airport."""
    return _each(_transfer(flight, book) for flight in target.flights)


def overnight(target: Target, book: Phrasebook, language: str) -> str | None:
    """Return on which day each flight lands, seen from its departure."""
    return _each(
        book.say(
            "lands_later" if flight["days_later"] else "lands_same_day",
            route=_route(flight),
            depart=moment(flight["depart_at"], language),
            arrive=moment(flight["arrive_at"], language),
        )
        for flight in target.flights
        if flight.get("days_later") is not None
    )


def terminals(target: Target, book: Phrasebook, _: str) -> str | None:
    """Return the terminals of each flight, where the supplier names them."""
    return _each(
        book.say("terminals", start=hop["from"], first=hop["from_terminal"], end=hop["to"], last=hop["to_terminal"])
        for flight in target.flights
        for hop in flight.get("hops") or ()
        if hop.get("from_terminal") and hop.get("to_terminal")
    )


def time_difference(target: Target, book: Phrasebook, _: str) -> str | None:
    """Return how far apart the clocks at the ends of the first flight are on that day."""
    flight = next(iter(target.flights), None)
    if flight is None or not flight.get("route"):
        return None
    here, there = (datetime.fromisoformat(flight[name]).utcoffset() for name in ("depart_at", "arrive_at"))
    if here is None or there is None:
        return None
    hours = (there - here) / timedelta(hours=1)
    key = "clock_ahead" if hours > 0 else "clock_behind" if hours < 0 else "clock_same"
    return book.say(key, start=flight["route"][0], end=flight["route"][-1], hours=f"{abs(hours):g}")


def _layover(flight: Fact, book: Phrasebook) -> str | None:
    hops = flight.get("hops")
    if not hops:
        return book.say("stops_0", route=_route(flight)) if flight.get("stops") == 0 else None
    waits = [
        book.say("layover", length=span(_wait(before, after)), airport=before["to"]) for before, after in pairwise(hops)
    ]
    return f"{_route(flight)}: {', '.join(waits)}" if waits else book.say("stops_0", route=_route(flight))


def _transfer(flight: Fact, book: Phrasebook) -> str | None:
    hops = flight.get("hops") or ()
    if len(hops) < 2:
        return book.say("stops_0", route=_route(flight)) if flight.get("stops") == 0 else None
    moves = [(before["to"], after["from"]) for before, after in pairwise(hops) if before["to"] != after["from"]]
    airport = book.say("moves_airport", start=moves[0][0], end=moves[0][1]) if moves else book.say("same_airport")
    ticket = book.say("own_transfer" if flight.get("self_transfer") else "one_ticket")
    return f"{_route(flight)}: {ticket}, {airport}"


def _wait(before: Fact, after: Fact) -> int:
    return (datetime.fromisoformat(after["depart_at"]) - datetime.fromisoformat(before["arrive_at"])) // _MINUTE


def _route(flight: Fact) -> str:
    return "–".join(flight.get("route") or ())


def _each(parts: Iterator[str | None]) -> str | None:
    return "; ".join(part for part in parts if part) or None
