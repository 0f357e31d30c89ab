"""A frame in the scorer's slots: only what was said, nothing derived."""

from tripintent.state.frame import Frame, Place, When

_AS_IS = (
    "duration_days", "nights", "travelers", "adults", "children", "rooms", "currency", "cabin", "stars", "refundable", "checked_bags",
    "trip_type",
)  # fmt: skip
_DATES = {"depart": "depart_date", "return_": "return_date", "check_in": "check_in", "check_out": "check_out"}
_LISTS = {
    "amenities": "amenities",
    "house_rules": "x_house_rule",
    "cuisines": "x_cuisine",
    "transport_wishes": "x_transport",
}


def slots_of(frame: Frame) -> dict[str, object]:
    """Return slot -> value for a cumulative state; places keep their words beside a code."""
    slots: dict[str, object] = {name: value for name in _AS_IS if (value := getattr(frame, name)) is not None}
    for field, slot in _DATES.items():
        when: When | None = getattr(frame, field)
        if when and (day := _day(when)):
            slots[slot] = day
    slots |= {slot: list(found) for field, slot in _LISTS.items() if (found := getattr(frame, field))}
    if frame.origin:
        slots["origin"] = _place(frame.origin)
    if frame.visits:
        slots["destination"] = _place(frame.visits[0].place)
    if frame.budget is not None:
        slots["budget"] = float(frame.budget)
    if frame.max_stops is not None:
        slots["nonstop"] = frame.max_stops == 0
    if frame.airlines:
        slots["airline"] = frame.airlines[0]
    if frame.room_type:
        slots["x_room_type"] = frame.room_type
    return slots


def _day(when: When) -> str | None:
    """Return the day that was said; of "by the 11th" that is the 11th, of a window there is none."""
    if when.day or (when.earliest and when.latest):
        return when.day
    return when.earliest or when.latest


def _place(place: Place) -> dict[str, str]:
    found = {"city": place.name or place.said, "name": place.said}
    return {**found, "iata": place.code} if place.code else found
