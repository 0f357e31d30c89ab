"""Knowledge of the journey beside the words of a message."""

from typing import NamedTuple

from tripintent.state.frame import Frame


class Known(NamedTuple):
    """Knowledge beside the words: the journey so far, the slots of it that were asked for, and what is in view."""

    frame: Frame = Frame()
    asked: tuple[str, ...] = ()
    """Frame fields that the last question asked for, in its order: 'origin', 'visits', 'depart', 'return_', 'travelers' …"""
    hotels: tuple[str, ...] = ()
    """Names of the hotels in view."""
    areas: tuple[str, ...] = ()
    home: str | None = None
    """IATA code of the traveller's home."""
    times: tuple[tuple[str, str], ...] = ()
    """Hours HH:MM at which each flight in view leaves and lands."""
    stars: float = 0
    """Of the hotel in view: the chosen one, else that of the first option."""
    earlier: tuple[Frame, ...] = ()
    """The frames before the last changes, the last one last."""
