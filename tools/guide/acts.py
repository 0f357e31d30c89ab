"""How an act is registered: what a phrase does to a draft, one small function a name of ``phrases.yaml``, and how values reach it.

False: here it does nothing, its words are not read.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from datetime import date, timedelta
from typing import Any, TypeVar

from tripintent.tools.guide.draft import GuideDraft
from tripintent.tools.guide.pattern import Value
from tripintent.tools.guide.values import SaidDays

Act = Callable[..., bool | str | None]
F = TypeVar("F", bound=Act)
LATER = "later"
"""What an act returns whose words may be settled by what follows them: it is tried once more when all is read."""
ACTS: dict[str, Act] = {}
Got = Sequence[Value]


def act(function: F) -> F:
    """Register what a phrase does."""
    ACTS[function.__name__.rstrip("_")] = function
    return function


AT_LAST = set[Act]()


def at_last(function: F) -> F:
    """Register what a phrase does that is tried once all other words are read: they may settle it."""
    AT_LAST.add(function)
    return act(function)


def iso(day: date) -> dict[str, Any]:
    """Return a day as tools take it."""
    return {"day": day.isoformat()}


def said_day(days: SaidDays) -> dict[str, object]:
    """Return a day with the weekday that was said beside it, which the tool checks."""
    return {**iso(days.first), **({"weekday": days.weekday} if days.weekday else {})}


def nearest(days: SaidDays, known: date | None) -> SaidDays:
    """Return the weekday, or the day of a month, that is nearest to the known day, where nothing more was said."""
    said = re.fullmatch(r"(?:[a-z]+,? )?(?:the )?(\d{1,2})(?:st|nd|rd|th)?", days.said.strip().casefold())
    if known and said and (days.weekday or " " not in days.said.strip().removeprefix("the ")):
        near = (known + timedelta(days=by * sign) for by in range(16) for sign in (1, -1))
        return days._replace(first=next((day for day in near if day.day == int(said[1])), days.first))
    if not known or not days.weekday or any(one.isdigit() for one in days.said) or "next" in days.said:
        return days
    return days._replace(first=known + timedelta(days=(days.first.weekday() - known.weekday() + 3) % 7 - 3))


def money_of(value: Value, currency: str | None = None) -> dict[str, Any]:
    """Return an amount as tools take it; where none is said, in the ``currency`` of the trip."""
    amount, said = value.value if value.kind == "money" else (value.value, None)
    return {"amount": str(amount), **({"currency": said or currency} if said or currency else {})}


def with_values(given: Any, got: Got) -> Any:
    """Return the fixed arguments of a phrase with what was said in place of its names; what was not said is left out.

    ``<day>`` is the first day that was said, ``<day 2>`` the second, ``<range.last>`` and ``<time.end>`` the ends of others.
    """
    said: dict[str, Any] = {}
    for one in got:
        name = f"{one.kind} 2" if f"<{one.kind}>" in said else one.kind
        if isinstance(one.value, SaidDays):
            ends = {"first": one.value.first.isoformat(), "last": one.value.last and one.value.last.isoformat()}
            said |= {f"<{name}>": said_day(one.value), **{f"<{name}.{end}>": day for end, day in ends.items()}}
        elif one.kind == "time":
            said |= dict(zip((f"<{name}>", f"<{name}.end>"), one.value, strict=True))
        else:
            said[f"<{name}>"] = money_of(one) if one.kind == "money" else one.value
    return _filled(given, said)


def _filled(given: Any, said: Mapping[str, Any]) -> Any:
    if isinstance(given, dict):
        there = {name: one for name, one in given.items() if not str(one).startswith("<") or said.get(one) is not None}
        return {name: _filled(one, said) for name, one in there.items()}
    if isinstance(given, list):
        return [_filled(one, said) for one in given]
    return said.get(given, given) if isinstance(given, str) else given


def value_of(got: Got, kind: str) -> Any:
    """Return the first value of a kind; None where none was said."""
    return next((one.value for one in got if one.kind == kind), None)


@act
def nothing(draft: GuideDraft, got: Got) -> None:
    """Words that only repeat the usual."""
