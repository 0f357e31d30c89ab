"""The journey and what is to be arranged: times and baggage of booked fares, holds, days by which something has to be done."""

from collections.abc import Iterator
from datetime import date, datetime, timedelta
from zoneinfo import ZoneInfo

from tripintent.state.offers import FlightOffer, HotelOffer
from tripintent.state.planning.facts import Town
from tripintent.tools.formats import clock_town
from tripintent.tools.planning.looked_up import LookedUp, WantedItem, wanted
from tripintent.tools.ports.planning import Fare

_JET_LAG_HOURS = 4
_MOST_HOLIDAYS = 2
_KEEP_LEFT = "GB IE MT CY AU NZ JP IN PK BD LK NP TH MY SG ID HK MO ZA KE TZ UG ZM ZW BW NA MZ MW MU SC LS SZ JM BB BS TT GY SR FJ PG"
_LEFT = frozenset(_KEEP_LEFT.split())
"""Countries where traffic keeps left."""


def journey(trip: LookedUp) -> Iterator[WantedItem]:
    """Yield baggage, check-in, times at the airport; tickets of a train; the road."""
    facts = trip.facts
    flights = [one for one in trip.bought.fares if isinstance(one.offer, FlightOffer)]
    if facts.flies:
        yield wanted("journey", "liquids", "flight")
        yield from _baggage(trip, flights)
        booked = [one.offer for one in flights if one.status == "booked" and isinstance(one.offer, FlightOffer)]
        for offer in booked:
            yield from _airport(trip, offer)
        if not booked and facts.first_day:
            day = trip.words.formats.full_date(facts.first_day - timedelta(days=1))
            yield wanted("journey", "check_in", "flight", date=day)
    if facts.rides:
        yield wanted("journey", "rail_tickets", "ride")
    if facts.drives:
        yield from _road(trip)
    yield from _clocks(trip)
    if "wheelchair" in facts.needs:
        yield wanted("journey", "wheelchair_way", "wheelchair")
    if "dog" in facts.needs:
        yield wanted("journey", "dog_way" if facts.flies or facts.rides else "dog_car", "dog")
    if "ski" in facts.needs and facts.flies:
        yield wanted("journey", "ski_bag", "need")


def _baggage(trip: LookedUp, flights: list[Fare]) -> Iterator[WantedItem]:
    """Yield what the booked fares hold, one line for those that hold the same."""
    seen: dict[tuple[int, int], list[str]] = {}
    for one in flights:
        offer = one.offer
        if isinstance(offer, FlightOffer) and offer.carry_on is not None and offer.checked_bags is not None:
            seen.setdefault((offer.carry_on, offer.checked_bags), []).append(_route(trip, offer))
    for (cabin, checked), routes in seen.items():
        key = "fare_bags" if checked else "fare_no_bags"
        facts = {"title": trip.words.formats.listed(routes), "cabin": cabin, "checked": checked}
        yield wanted("journey", key, "fare", f"-{cabin}-{checked}", **facts)
        if trip.facts.bags and not checked:
            yield wanted("journey", "bags_missing", "fare", count=trip.facts.bags)
    if not seen:
        yield wanted("journey", "bag_rules", "flight")
        if trip.facts.bags:
            yield wanted("journey", "bags", "flight", count=trip.facts.bags)


def _airport(trip: LookedUp, offer: FlightOffer) -> Iterator[WantedItem]:
    leaves, route = offer.depart_at, _route(trip, offer)
    opens = leaves - timedelta(days=1)
    facts = {
        "title": route,
        "date": trip.words.formats.full_date(opens.date()),
        "time": trip.words.formats.clock(opens),
    }
    yield wanted("journey", "check_in_at", "flight", f"-{offer.option_id}", **facts)
    hops = offer.segments
    abroad = hops[0].origin_country is None or any(h.destination_country != hops[0].origin_country for h in hops)
    early = leaves - timedelta(hours=3 if abroad else 2)
    town, clock = trip.words.towns([trip.knowledge.city(hops[0].origin)]), trip.words.formats.clock
    there = {
        "title": f"{town} ({hops[0].origin})",
        "date": trip.words.formats.full_date(early.date()),
        "time": clock(early),
    }
    yield wanted("journey", "at_airport", "flight", f"-{offer.option_id}", **there, leaves=clock(leaves))


def _route(trip: LookedUp, offer: FlightOffer) -> str:
    ends = (offer.segments[0].origin, offer.segments[-1].destination)
    return " – ".join(trip.words.towns([trip.knowledge.city(one)]) for one in ends)


def _road(trip: LookedUp) -> Iterator[WantedItem]:
    left = [country for country in trip.abroad if (country in _LEFT) != (trip.home in _LEFT)]
    if left:
        key = "drive_right" if trip.home in _LEFT else "drive_left"
        yield wanted("journey", key, "drive", country=trip.named(left))
    yield wanted("journey", "toll", "drive")


def _clocks(trip: LookedUp) -> Iterator[WantedItem]:
    facts = trip.facts
    if facts.origin is None or facts.first_day is None:
        return
    for town in facts.destinations[:1]:
        clocks = trip.knowledge.clocks(facts.origin, town, facts.first_day)
        if clocks and abs(clocks.hours) >= _JET_LAG_HOURS:
            key = "clocks_ahead" if clocks.hours > 0 else "clocks_behind"
            yield wanted("journey", key, "clocks", place=town.name, hours=trip.words.formats.number(abs(clocks.hours)))


def arrange(trip: LookedUp) -> Iterator[WantedItem]:
    """Yield what is not booked yet, and the days by which something has to be done; nothing where all is cancelled."""
    facts = trip.facts
    bought = {one.item_type for one in trip.bought.bookings if one.is_taken}
    held = {one.item_type for one in trip.bought.holds if one.status == "held"}
    if not bought | held and any(one.status == "cancelled" for one in trip.bought.bookings):
        return
    if "flight" not in bought | held and facts.flies:
        yield wanted("todo", "book_flights", "open")
    if facts.rides:
        yield wanted("todo", "book_trains", "open")
    elif len(facts.destinations) > 1 and "flight" not in bought | held and not facts.drives:
        way = " – ".join(trip.words.towns([town.name]) for town in facts.destinations)
        yield wanted("todo", "book_between", "open", place=way)
    if "hotel" not in bought | held and facts.nights and facts.sleeps:
        yield wanted("todo", "book_stay", "open")
    for first, last in facts.bedless if "hotel" in bought | held else ():
        nights = " – ".join(trip.words.formats.day_of_month(date.fromisoformat(day)) for day in (first, last))
        yield wanted("todo", "book_nights", "open", f"-{first}", days=nights)
    for fare in trip.bought.fares:
        yield from _terms(trip, fare)
    if facts.flies and not facts.fetched:
        yield wanted("todo", "transfer", "flight")
    if "driving" in facts.needs:
        yield wanted("todo", "book_car", "drive")
    yield from _by_need(trip)
    yield from _closed(trip)


def _terms(trip: LookedUp, fare: Fare) -> Iterator[WantedItem]:
    offer = fare.offer
    title = offer.hotel_name if isinstance(offer, HotelOffer) else _route(trip, offer)
    if fare.status == "held" and fare.pay_by:
        until = _until(trip, fare.pay_by, None)
        yield wanted("todo", "hold_until", "held", f"-{offer.option_id}", title=title, date=until)
    if fare.status == "booked" and fare.free_until:
        there = trip.facts.destinations[:1] if isinstance(offer, HotelOffer) else ()
        until = _until(trip, fare.free_until, *there or (trip.facts.origin,))
        yield wanted("todo", "cancel_until", "terms", f"-{offer.option_id}", title=title, date=until)
    if offer.due_at_property and fare.status == "booked":
        amount = trip.words.formats.estimate(offer.due_at_property)
        yield wanted("todo", "pay_there", "terms", f"-{offer.option_id}", title=title, amount=amount)


def _until(trip: LookedUp, ends: datetime, town: Town | None) -> str:
    """Return until when, by the clock of a town, else by its own, which is the reader's, as cards say it."""
    zone = trip.knowledge.zone(town) if town else None
    here = ends.astimezone(ZoneInfo(zone)) if zone else ends
    return trip.words.formats.deadline(here, trip.words.towns([town.name if town and zone else clock_town(here)]))


def _by_need(trip: LookedUp) -> Iterator[WantedItem]:
    needs = trip.facts.needs
    if "wheelchair" in needs:
        if trip.facts.flies:
            yield wanted("todo", "wheelchair_airline", "wheelchair")
        if trip.facts.sleeps:
            yield wanted("todo", "wheelchair_room", "wheelchair")
        yield wanted("todo", "wheelchair_sights", "wheelchair")
    if "dog" in needs and trip.facts.sleeps:
        yield wanted("todo", "dog_room", "dog")
    if "ski" in needs:
        yield wanted("todo", "ski_pass", "need")
    if "business" in needs and trip.abroad and not trip.within:
        yield wanted("todo", "business_visa", "need", country=trip.named(trip.abroad))
    if "business" in needs and trip.facts.sleeps:
        yield wanted("todo", "invoice", "need")
    if "diving" in needs and trip.facts.flies:
        yield wanted("todo", "dive_flight", "need")


def _closed(trip: LookedUp) -> Iterator[WantedItem]:
    facts = trip.facts
    if facts.first_day is None:
        return
    for country in trip.countries:
        days = _days_in(trip, country, facts.first_day)
        found = trip.knowledge.holidays(country, days[0], days[-1], trip.words.code)
        told = [f"{name} ({trip.words.formats.day_of_month(day)})" for day, name in found]
        told = [one for one, (day, _) in zip(told, found, strict=True) if day in days]
        for count in range(min(len(told), _MOST_HOLIDAYS), 0, -1):
            shown = [*told[:count], *(["…"] if count < len(told) else [])]
            facts_ = {"country": trip.words.country(country), "list": trip.words.formats.listed(shown)}
            one = wanted("todo", "closed", "holiday", f"-{country}", **facts_)
            if count == 1 or trip.fits(one):
                yield one
                break


def _days_in(trip: LookedUp, country: str, first: date) -> list[date]:
    """Return the days that may be spent in a country: the towns share the trip evenly, with a day more on either side."""
    length, each = trip.facts.length, trip.facts.length / len(trip.towns)
    found: set[int] = set()
    for number, (_, where) in enumerate(trip.towns):
        if where == country:
            found |= set(range(max(0, int(number * each) - 1), min(length, int((number + 1) * each) + 2)))
    return [first + timedelta(days=one) for one in sorted(found)]
