"""What travellers like by their stored profiles: it ranks where the conversation said nothing of it, and filters nothing."""

from collections.abc import Iterable, Sequence

from tripintent.state.wishes import Preferences


def with_likes(said: Preferences, likes: Sequence[Preferences]) -> Preferences:
    """Return the spoken wishes with the airlines, hotels and times of day that profiles name; words outrank profiles."""
    flight, hotel = said.flight, said.hotel
    avoided = {name.casefold() for name in flight.avoid_airlines}
    airlines = flight.preferred_airlines or tuple(
        name for name in _all(one.flight.preferred_airlines for one in likes) if name.casefold() not in avoided
    )
    hotels = hotel.preferred_hotels or _all(one.hotel.preferred_hotels for one in likes)
    times = flight.preferred_times or tuple(dict.fromkeys(t for one in likes for t in one.flight.preferred_times))
    return said.model_copy(
        update={
            "flight": flight.model_copy(update={"preferred_airlines": airlines, "preferred_times": times}),
            "hotel": hotel.model_copy(update={"preferred_hotels": hotels}),
        }
    )


def _all(names: Iterable[Sequence[str]]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(name for some in names for name in some))
