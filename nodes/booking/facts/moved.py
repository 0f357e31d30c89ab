"""How the options moved since the traveller saw some last: the price, the fare, the flights, the hotel, the time on the way."""

from collections.abc import Iterable, Mapping, Sequence
from decimal import Decimal
from typing import Any

from langchain_core.messages import AnyMessage
from pydantic import JsonValue

Option = Mapping[str, Any]


def moved(shown: Sequence[Option], messages: Sequence[AnyMessage]) -> dict[str, JsonValue] | None:
    """Return what sets the first option apart from the first of the list before; None where nothing was shown before.

    ``brief``: flights or hotel of it were shown before, so that a few lines tell what is new; ``hinted``: the list before was
    brief too, and said how to see all. ``was``: the number that the same trip had in it, where it was not the first.
    """
    last = _shown_last(messages)
    before: Sequence[Option] = last.get("options", ())
    if not shown or not before:
        return None
    now, then = shown[0], before[0]
    again = next((n for n, one in enumerate(before) if _same(one, now)), 0)
    seen = {key for option in before for key in _parts(option)}
    changes = any(one.get("changes") for option in shown for one in option["flights"])  # what is booked is at stake
    hinted = bool((last.get("moved") or {}).get("brief"))
    facts: dict[str, JsonValue] = {"brief": not changes and not seen.isdisjoint(_parts(now)), "hinted": hinted}
    if _kinds(now) != _kinds(then) or now["total"]["currency"] != then["total"]["currency"]:
        return facts
    by = Decimal(now["total"]["amount"]) - Decimal(then["total"]["amount"])
    facts |= {
        "was": before[again]["number"] if again else None,
        "price": {"amount": str(abs(by)), "currency": now["total"]["currency"]},
        "dearer": by > 0,
        "same": not by,
        "fares": _both(_fares(then), _fares(now)),
        "flights": [*_flights(now)] != [*_flights(then)],
        "hotels": _both(_names(then), _names(now)),
        "minutes": now["minutes"] - then["minutes"],
    }
    return facts


def _shown_last(messages: Sequence[AnyMessage]) -> Mapping[str, Any]:
    """Return the facts of the last list in a conversation."""
    listed = (one.additional_kwargs for one in reversed(messages) if one.additional_kwargs.get("kind") == "options")
    return next((one["facts"] for one in listed if one.get("facts")), {})


def _same(one: Option, other: Option) -> bool:
    """Check whether two options are the same flights and hotels at the same price."""
    return _parts(one) == _parts(other) and one["total"] == other["total"]


def _kinds(option: Option) -> tuple[int, int]:
    return len(option["flights"]), len(option["hotels"])


def _flights(option: Option) -> Iterable[tuple[Any, ...]]:
    return ((*one["flight_numbers"], one["depart_at"]) for one in option["flights"])


def _parts(option: Option) -> set[tuple[Any, ...]]:
    """Return the flights and hotels of an option, by what a traveller tells them apart."""
    return {*_flights(option), *((one["name"], one["check_in"]) for one in option["hotels"])}


def _fares(option: Option) -> list[str]:
    return list(dict.fromkeys(one["fare_brand"] or one["cabin"] for one in option["flights"]))


def _names(option: Option) -> list[str]:
    return [one["name"] for one in option["hotels"]]


def _both(then: list[str], now: list[str]) -> JsonValue:
    """Return what was and what is, where that is not the same."""
    return [", ".join(then), ", ".join(now)] if then and now and then != now else None
