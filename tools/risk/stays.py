"""Hotel dates against arrival and departure. All dates are local at the place of the hotel."""

from collections.abc import Iterator
from datetime import date

from tripintent.state.bundles import Issue
from tripintent.state.offers import BED_TIME_ENDS, FlightOffer, HotelOffer, bare_nights
from tripintent.tools.formats import counted, formats_of
from tripintent.tools.ports.ranking import RiskRequest


def stay_risks(request: RiskRequest) -> Iterator[Issue]:
    """Yield nights paid but not slept, nights without a hotel, and arrivals at odd hours."""
    flights = request.flights
    for j, stay in enumerate(request.hotels if flights else ()):
        i = _brings(flights, stay)
        if i >= 0:
            yield from _arrival(min(_beside(flights, i), key=lambda one: one.arrive_at), stay, f"hotels[{j}]")
        if i + 1 < len(flights):
            yield from _departure(max(_beside(flights, i + 1), key=lambda one: one.depart_at), stay, f"hotels[{j}]")
    yield from _fewer(request)
    if request.hotels:
        yield from _gaps(request)


def _beside(flights: tuple[FlightOffer, ...], i: int) -> list[FlightOffer]:
    """Return a flight with those beside it on the same way: some of the party fly on another day, and the rest need the room."""
    first = last = i
    while first > 0 and _route(flights[first - 1]) == _route(flights[i]):
        first -= 1
    while last + 1 < len(flights) and _route(flights[last + 1]) == _route(flights[i]):
        last += 1
    return list(flights[first : last + 1])


def _route(flight: FlightOffer) -> tuple[str, str]:
    return flight.segments[0].origin, flight.segments[-1].destination


def _brings(flights: tuple[FlightOffer, ...], stay: HotelOffer) -> int:
    """Return the index of the flight that brings one to the stay, -1 when it lies before the first.

    It is the one after which most nights of the stay can be slept; at a draw, the last that leaves by the check-in date.
    Offers do not say which hotel belongs to which leg, so dates must tell.
    """
    lands = [date.min, *(flight.arrive_at.date() for flight in flights)]
    leaves = [*(flight.depart_at.date() for flight in flights), date.max]
    nights = [
        max(0, (min(end, stay.check_out) - max(start, stay.check_in)).days)
        for start, end in zip(lands, leaves, strict=True)
    ]
    best = [i for i, count in enumerate(nights) if count == max(nights)]
    by_check_in = [i for i in best if i == 0 or leaves[i - 1] <= stay.check_in]
    return (by_check_in or best)[-1] - 1


def _arrival(flight: FlightOffer, stay: HotelOffer, path: str) -> Iterator[Issue]:
    lands, at = flight.arrive_at.date(), flight.arrive_at.time()
    english, when = formats_of("en"), flight.arrive_at.replace(tzinfo=None)
    facts = {"lands": when.isoformat(" ", "minutes"), "check_in": str(stay.check_in), "hotel": stay.hotel_name}
    unused = (min(flight.night, stay.check_out) - stay.check_in).days
    if unused > 0:
        text = (
            f"{stay.hotel_name} is paid from {english.day(stay.check_in)}, but the flight lands on {english.moment(when)}: "
            f"{counted(unused, 'night')} would not be used."
        )
        code = "arrives_after_check_out" if lands >= stay.check_out else "arrives_after_check_in"
        yield Issue(code=code, path=path, text=text, confirm=True, facts={**facts, "unused_nights": str(unused)})
    elif lands > stay.check_in:
        text = f"The flight lands after midnight, on {english.moment(when)}: tell {stay.hotel_name} about the late arrival."
        yield Issue(code="late_arrival", severity="info", path=path, text=text, facts=facts)
    elif lands == stay.check_in and at < BED_TIME_ENDS:
        text = f"The flight lands on {english.moment(when)}, hours before {stay.hotel_name} has the room ready."
        yield Issue(code="early_arrival", severity="info", path=path, text=text, facts=facts)


def _departure(flight: FlightOffer, stay: HotelOffer, path: str) -> Iterator[Issue]:
    leaves, day = flight.depart_at.date(), formats_of("en").day
    unused = (stay.check_out - max(leaves, stay.check_in)).days
    if unused > 0:
        text = (
            f"{stay.hotel_name} is paid until {day(stay.check_out)}, but the next flight leaves on {day(leaves)}: "
            f"{counted(unused, 'night')} would not be used."
        )
        facts = {"leaves": str(leaves), "check_out": str(stay.check_out), "unused_nights": str(unused)}
        facts["hotel"] = stay.hotel_name
        yield Issue(code="leaves_before_check_out", path=path, text=text, confirm=True, facts=facts)


def _fewer(request: RiskRequest) -> Iterator[Issue]:
    """Yield the stays that became shorter than was said, because they begin when the flight lands."""
    for j, (stay, said) in enumerate(zip(request.hotels, request.nights_said, strict=False)):
        nights = (stay.check_out - stay.check_in).days
        if said and nights < said:
            text = (
                f"{stay.hotel_name} is for {counted(nights, 'night')}, not {said}: the flight lands later than on the day "
                "on which it leaves."
            )
            facts = {"hotel": stay.hotel_name, "nights": str(nights), "said": str(said)}
            yield Issue(code="fewer_nights", path=f"hotels[{j}]", text=text, facts=facts)


def _gaps(request: RiskRequest) -> Iterator[Issue]:
    """Yield the nights between two flights that no hotel covers, and for which one is wanted."""
    day = formats_of("en").day
    for i, bare in enumerate(bare_nights(request.flights, request.hotels, request.nights_elsewhere)):
        if missing := [one for one in bare if one >= request.flights[i].arrive_at.date()]:
            text = f"There is no hotel for {counted(len(missing), 'night')} between flights {i + 1} and {i + 2}: " + (
                f"{day(missing[0])}." if len(missing) == 1 else f"{day(missing[0])} to {day(missing[-1])}."
            )
            facts = {"nights": ",".join(map(str, missing)), "before": str(i + 1), "after": str(i + 2)}
            yield Issue(code="nights_without_hotel", path=f"flights[{i}]", text=text, facts=facts)
