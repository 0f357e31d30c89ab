"""The facts of a question for a prompt: by thing, the one that is meant first, and whole entries only."""

import json
from collections.abc import Mapping
from typing import Any

from tripintent.state.money import Money

MOST = 16_000
"""Characters of facts. Where there are more, options are left out from the end, never a part of one."""
_LEFT_OUT = frozenset(
    {"option_id", "bundle_id", "scores", "booking_id", "asked", "bought", "selected", "holds", "ranked"}
)


def facts_json(facts: Mapping[str, Any], about: str = "", *, listed: bool = False) -> str:
    """Return the facts as JSON under the names of things: chosen, held, booked, options.

    ``listed``: the options stand beside them in lines, so that only the one that is meant is whole.
    """
    plan = facts.get("plan") or {}
    heads = sum(plan.get(kind) or 0 for kind in ("adults", "children", "infants"))
    things: dict[str, Any] = {
        "chosen": _priced(facts.get("selected"), heads),
        "held": facts.get("holds"),
        "booked": {"bookings": facts["bookings"], "offers": facts.get("bought")} if facts.get("bookings") else None,
        **{name: value for name, value in facts.items() if name not in (*_LEFT_OUT, "bookings", "options")},
    }
    ranked = facts.get("ranked") or facts.get("options") or ()
    options = [_priced(one, heads) for one in ranked]
    number = int(about.removeprefix("option ")) if about.startswith("option ") else 0
    meant = [one for one in options if one.get("number") == number]
    first: dict[str, Any] = (
        {f"option {number}": meant[0]} if meant else {about: things[about]} if things.get(about) else {}
    )
    rest = [] if listed else [one for one in options if one not in meant]
    if facts.get("options"):  # those on the screen stay the longest
        shown = {one["number"] for one in facts["options"]}
        rest.sort(key=lambda one: one["number"] not in shown)
    while True:
        shaped = {**first, **{k: v for k, v in things.items() if k not in first}, "options": rest}
        text = json.dumps(_plain(shaped), ensure_ascii=False, default=str)
        if len(text) <= MOST or not rest:
            return text
        rest = rest[:-1]


def _priced(trip: Any, heads: int) -> Any:
    """Return an option or the choice with its price for each person, to the cent: a model does no sums."""
    total = trip.get("total") if isinstance(trip, Mapping) else None
    if not heads or not isinstance(total, Mapping):
        return trip
    return {**trip, "per_person": Money.model_validate(total).share(heads).model_dump(mode="json")}


def _plain(value: Any) -> Any:
    """Return facts without ids and unset values; minutes are said as hours and minutes, too: a model does no sums."""
    if isinstance(value, Mapping):
        kept = {k: _plain(v) for k, v in value.items() if k not in _LEFT_OUT and v not in (None, "", [], {})}
        if isinstance(value.get("minutes"), int):
            kept["duration"] = f"{value['minutes'] // 60} h {value['minutes'] % 60} min"
        return kept
    return [_plain(one) for one in value] if isinstance(value, list | tuple) else value
