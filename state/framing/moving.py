"""Other days for one part of a trip: "move the flight home to June 23"."""

from tripintent.state.events import BookedPart, UserChangesBooking
from tripintent.state.frame import Frame, Place, When
from tripintent.state.framing.segments import wants_return


def moved(frame: Frame, change: UserChangesBooking) -> Frame | None:
    """Return the frame with the part on its new days; None where the words leave open which part it is.

    What follows from those days (the nights of a hotel that ends with the flight home) follows from the frame, as always.
    """
    if change.date is None and change.until is None:
        return None
    if change.part.item == "hotel":
        return _stay(frame, change)
    when = _when(change.date)
    if when is None:
        return None
    return _leg(frame, change.part, when) if frame.legs else _way(frame, change.part, when)


def _stay(frame: Frame, change: UserChangesBooking) -> Frame | None:
    """Move the only stay; of several, each hangs on the flights around it, and these are what one moves."""
    if len(frame.visits) > 1 or frame.legs:
        return None
    days: dict[str, object] = {"check_in": _when(change.date), "check_out": _when(change.until)}
    return frame.model_copy(update={name: when for name, when in days.items() if when})


def _leg(frame: Frame, part: BookedPart, when: When) -> Frame | None:
    legs = list(frame.legs)
    named = [i for i, leg in enumerate(legs) if _is(leg.destination, part.place)]
    fits = {"outbound": [0], "return": [len(legs) - 1]}.get(part.which or "", named if part.place else range(len(legs)))
    if len(fits) != 1:
        return None
    legs[fits[0]] = legs[fits[0]].model_copy(update={"depart": when})
    return frame.model_copy(update={"legs": tuple(legs)})


def _way(frame: Frame, part: BookedPart, when: When) -> Frame | None:
    """Move one flight of the chain origin → visits → home."""
    returning = wants_return(frame)
    if part.which == "return" or (part.place and _is(frame.return_to or frame.origin, part.place)):
        return frame.model_copy(update={"return_": when}) if returning else None
    if part.which == "outbound" or not (part.place or returning or len(frame.visits) > 1):
        return frame.model_copy(update={"depart": when})
    fits = [i for i, visit in enumerate(frame.visits) if _is(visit.place, part.place)]
    if len(fits) != 1:
        return None
    if fits == [0]:
        return frame.model_copy(update={"depart": when})
    visits = list(frame.visits)
    visits[fits[0]] = visits[fits[0]].model_copy(update={"arrive": when})
    return frame.model_copy(update={"visits": tuple(visits)})


def _is(place: Place | None, named: str | None) -> bool:
    known = {place.code, place.name, place.said} if place else set()
    return named is not None and named.casefold() in {one.casefold() for one in known if one}


def _when(day: object) -> When | None:
    return When(said="", day=str(day)) if day else None
