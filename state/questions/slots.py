"""Which frame slots a question about a path asks for: so that a bare "2" is understood as its answer."""

import re

_SLOTS: tuple[tuple[str, tuple[str, ...]], ...] = (
    (r"itinerary\.segments$", ("origin", "visits", "depart")),
    (r"itinerary\.segments\[0\]\.origin", ("origin",)),
    (r"itinerary\.segments\[\d+\]\.(origin|destination)", ("visits",)),
    (r"itinerary\.segments\[0\]\.depart_date", ("depart",)),
    (r"itinerary\.segments\[\d+\]\.depart_date", ("return_",)),
    (r"party\.travelers\.infants", ("infants",)),
    (r"party\.travelers\.children", ("children",)),
    (r"party\.travelers", ("adults",)),
    (r"itinerary\.lodging(\.stays\[\d+\])?\.location", ("visits",)),
    (r"itinerary\.lodging(\.stays\[\d+\])?\.check_in", ("check_in",)),
    (r"itinerary\.lodging(\.stays\[\d+\])?\.check_out", ("check_out",)),
    (r"constraints\.budget", ("budget",)),
)


def slots_of(paths: tuple[str, ...]) -> tuple[str, ...]:
    """Return the frame slots that a message about these paths asked for, in its order."""
    slots: dict[str, None] = {}
    for path in paths:
        kind, _, bare = path.rpartition(":")
        named = (bare,) if kind == "doubt" else next((s for p, s in _SLOTS if re.match(p, bare)), ())
        slots.update(dict.fromkeys(named))
    return tuple(slots)


def slot_of(path: str) -> str | None:
    """Return the main slot of a path."""
    return next(iter(slots_of((path,))), None)
