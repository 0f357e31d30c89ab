"""What was found for the present trip, and what not: all offers of its current answers, by name, and whole trips of any of them."""

import asyncio
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from decimal import Decimal
from typing import NamedTuple, TypeVar

from tripintent.state.bundles import Ranking
from tripintent.state.derived import FROM_LENGTH, current_ranking, found, open_plan
from tripintent.state.designer.parts import Atlas
from tripintent.state.exchange import intent_summary
from tripintent.state.itinerary import Segment
from tripintent.state.money import Money
from tripintent.state.offers import FlightOffer, HotelOffer, Offer
from tripintent.state.queries import FlightQuery, HotelQuery
from tripintent.state.questions.plan import PlanQuery, currency_of
from tripintent.state.rebooking import coverage, paid_and_stays
from tripintent.state.trip import TripIntent
from tripintent.state.unwanted import each_leg, of_leg, wanted_flights, wanted_hotels
from tripintent.state.wishes import PolicyRules, Preferences, with_likes
from tripintent.tools.formats import formats_of
from tripintent.tools.ports.ports import Ports
from tripintent.tools.ports.ranking import RankRequest, RankResult
from tripintent.tools.toolbox.arrival import leg_of, offers_of, rooms_of
from tripintent.tools.toolbox.meetings import missed, punctual
from tripintent.tools.toolbox.nearness import NearSpot, alike, near_km, spot_of
from tripintent.tools.toolbox.screen_facts import LacksFacts

Sold = TypeVar("Sold", bound=FlightOffer | HotelOffer)


class Searched(NamedTuple):
    """The parts of the trip that have offers, the request to rank them, and what the traveller's words ruled out."""

    legs: Sequence[PlanQuery]
    stays: Sequence[PlanQuery]
    request: RankRequest
    unwanted: Counter[str]
    spot: NearSpot | None
    unmet: tuple[str, ...] = ()

    def for_the_nights(self, trip: TripIntent) -> RankRequest:
        """Return the request with the flights that leave as many nights as were said in each town: what follows counts from a landing.

        With all of them where none lands on that day, or where the day home was said. Lists still have the others.
        """
        ways, flights = trip.itinerary.segments, list(self.request.flights)
        said = FROM_LENGTH in trip.status.assumptions or (len(ways) == 1 and trip.itinerary.lodging.number_of_nights)
        if len(ways) != len(self.legs) or not said:
            return self.request
        for n, way in enumerate(ways[: len(ways) - 1 or 1]):
            kept = (o for o in flights[n] if (o.night - o.depart_at.date()).days == way.lands_later)
            flights[n] = tuple(kept) or flights[n]
        return self.request.model_copy(update={"flights": tuple(flights)})


async def searched(trip: TripIntent, ports: Ports, likes: Sequence[Preferences] = ()) -> Searched:
    """Return what was found; ``likes`` are those of the profiles of who travels."""
    plan = open_plan(trip)
    legs = [a for a in plan.flights if found(trip, a.key)]
    stays = [a for a in plan.hotels if found(trip, a.key)]
    unwanted: Counter[str] = Counter()
    flown = await asyncio.gather(*(_flown(a, trip, ports) for a in legs))
    rooms = await asyncio.gather(*(_roomed(a, legs, trip, ports) for a in stays))
    atlas, ways = ports.designer.atlas, trip.itinerary.segments
    flights = [_flights(offers, ways[a.number], trip, unwanted, atlas) for a, offers in zip(legs, flown, strict=True)]
    hotels = [
        _in_area(wanted_hotels(found_rooms, trip.preferences, unwanted), asked, unwanted)
        for asked, found_rooms in zip(stays, rooms, strict=True)
    ]
    spot = await spot_of(trip, ports)
    asked = _request(trip, ports, legs, stays)
    offers = {
        "flights": tuple(map(tuple, flights)),
        "hotels": tuple(map(tuple, hotels)),
        "preferences": with_likes(asked.preferences, likes),
        "near_km": {one: km for stay in hotels for one, km in near_km(spot, stay).items()},
    }
    late = [
        told
        for asked, offers, fits in zip(legs, flown, flights, strict=True)
        if not fits
        for told in missed([o for o in offers if isinstance(o, FlightOffer)], ways[asked.number], trip, atlas)
    ]
    request = asked.model_copy(update=offers)
    return Searched(legs, stays, request, unwanted, spot, (*late, *_no_such_hotel(trip.preferences, hotels)))


def _request(trip: TripIntent, ports: Ports, legs: Sequence[PlanQuery], stays: Sequence[PlanQuery]) -> RankRequest:
    """Return the request to rank trips of these legs and stays, yet without their offers."""
    return RankRequest(
        who=takers(trip, legs),
        arrives_with=tuple(leg_of(stay, legs) for stay in stays),
        occupancies=tuple(a.query.occupancies for a in stays if isinstance(a.query, HotelQuery)),
        intent=intent_summary(trip),
        preferences=each_leg(trip.preferences, trip.itinerary.segments),
        constraints=trip.constraints,
        rules=rules_left(trip, ports),
        currency=currency_of(trip),
        children=sum(trip.party.heads()[1:]),
    )


def _no_such_hotel(wishes: Preferences, hotels: Sequence[Sequence[HotelOffer]]) -> Iterator[str]:
    kinds = wishes.hotel.kinds
    if kinds and any(hotels) and not any(one.property_kind in kinds for some in hotels for one in some):
        yield f"kind of hotel ({', '.join(kinds)}): none was found, others are shown"


def takers(trip: TripIntent, legs: Sequence[PlanQuery]) -> tuple[tuple[str, ...], ...]:
    """Return who takes each leg, no one named where all do; nothing for a trip on which all go together."""
    who = tuple(trip.itinerary.segments[leg.number].traveler_ids for leg in legs)
    return who if any(who) else ()


async def _flown(leg: PlanQuery, trip: TripIntent, ports: Ports) -> tuple[Offer, ...]:
    return await together(leg, await offers_of(leg.key, trip, ports), trip, ports)


async def _roomed(stay: PlanQuery, legs: Sequence[PlanQuery], trip: TripIntent, ports: Ports) -> tuple[HotelOffer, ...]:
    return await together(stay, await rooms_of(stay, legs, trip, ports), trip, ports)


def _flights(
    offers: Sequence[Offer], segment: Segment, trip: TripIntent, unwanted: Counter[str], atlas: Atlas
) -> list[FlightOffer]:
    """Return a leg's flights without what the traveller's wishes and meetings rule out."""
    flown = [o for o in offers if isinstance(o, FlightOffer)]
    within = of_leg(flown, segment, trip.itinerary.segments, trip.preferences, unwanted)
    return punctual(wanted_flights(within, segment, trip.preferences, unwanted), segment, trip, atlas, unwanted)


def _in_area(rooms: list[HotelOffer], asked: PlanQuery, unwanted: Counter[str]) -> list[HotelOffer]:
    """Return the rooms in the part of town that was said, where there are any: of the others it is told that none lies there."""
    area = asked.query.area if isinstance(asked.query, HotelQuery) else None
    there = [one for one in rooms if area and one.area and alike(area, one.area)]
    unwanted["area"] += len(rooms) - len(there) if there else 0
    return there or rooms


async def together(asked: PlanQuery, offers: Sequence[Sold], trip: TripIntent, ports: Ports) -> tuple[Sold, ...]:
    """Return the offers that are what others of the trip booked of the same leg or stay; all offers where there are none such."""
    parts = coverage(trip).parts
    of_part = [
        b.option_id
        for b in trip.working_memory.bookings
        if (part := parts.get(b.booking_id)) and (part.number, part.query.kind) == (asked.number, asked.query.kind)
    ]
    if not of_part:
        return tuple(offers)
    booked = {_same_journey(offer) for offer in (await ports.offers.options(trip.ledger_id, of_part)).values()}
    return tuple(offer for offer in offers if _same_journey(offer) in booked) or tuple(offers)


def _same_journey(offer: Offer) -> object:
    """Return what makes an offer the same flight, or the same hotel, whoever asks for however many."""
    if isinstance(offer, FlightOffer):
        return tuple((hop.airline, hop.flight_number, hop.depart_at) for hop in offer.segments)
    return offer.hotel_id if isinstance(offer, HotelOffer) else offer.option_id


def rules_left(trip: TripIntent, ports: Ports) -> PolicyRules:
    """Return the organisation's rules for what is bought next: what the trip may still cost is what is not paid by now."""
    rules, paid = trip.policy.rules, paid_and_stays(trip)
    most = rules.max_budget_total
    if most is None or not paid:
        return rules
    spent = sum(ports.rates.convert(one, most.currency).amount for one in paid)
    left = Money(amount=max(most.amount - spent, Decimal(0)), currency=most.currency)
    return rules.model_copy(update={"max_budget_total": left})


class Mix(NamedTuple):
    """The options of a trip that was put together, in the order of the plan."""

    flights: tuple[str, ...]
    hotels: tuple[str, ...]


OFFER_GONE = "offer_gone"


async def ranked_mix(mix: Mix, ranking: Ranking, trip: TripIntent, ports: Ports) -> RankResult:
    """Let the ranker price and check the one trip; a stay that begins with a landing takes its room of that night."""
    legs, stays = _parts_of(ranking, trip)
    known = await ports.offers.options(trip.ledger_id, [*mix.flights, *mix.hotels])
    flights = [one for option in mix.flights if isinstance(one := known.get(option), FlightOffer)]
    hotels = [one for option in mix.hotels if isinstance(one := known.get(option), HotelOffer)]
    if len(flights) + len(hotels) < len(mix.flights) + len(mix.hotels):
        return RankResult(dropped={OFFER_GONE: 1})
    each = [await rooms_of(stay, legs, trip, ports) for stay in stays]
    one_trip = {
        "flights": tuple((offer,) for offer in flights),
        "hotels": tuple((room, *_other_nights(room, rooms)) for room, rooms in zip(hotels, each, strict=False)),
        "limit": 1,
        "mixed": True,
    }
    return await ports.ranker.rank(_request(trip, ports, legs, stays).model_copy(update=one_trip))


async def rooms_of_other_nights(
    wanted: Collection[str], trip: TripIntent, ports: Ports
) -> Mapping[str, tuple[HotelOffer, ...]]:
    """Return, by the ids of ranked rooms, the same room for each other night in which a flight can land."""
    ranking, found = current_ranking(trip), dict[str, tuple[HotelOffer, ...]]()
    legs, stays = _parts_of(ranking, trip) if ranking else ((), ())
    for stay in stays:
        rooms = await rooms_of(stay, legs, trip, ports)
        found |= {one.option_id: _other_nights(one, rooms) for one in rooms if one.option_id in wanted}
    return found


def _parts_of(ranking: Ranking, trip: TripIntent) -> tuple[Sequence[PlanQuery], Sequence[PlanQuery]]:
    """Return the legs and the stays that were ranked."""
    plan = open_plan(trip)
    legs = [a for a in plan.flights if a.key in ranking.flight_keys]
    return legs, [a for a in plan.hotels if a.key in ranking.hotel_keys]


def _other_nights(room: HotelOffer, rooms: Sequence[HotelOffer]) -> tuple[HotelOffer, ...]:
    """Return the same room at the same rate for each other first night: on the nearest terms, then the cheapest."""
    same, terms = rate_of(room), room.terms.free_until
    alike = [one for one in rooms if one.check_in != room.check_in and rate_of(one) == same]
    alike.sort(key=lambda one: (one.terms.free_until == terms, -one.total_price.amount))
    return tuple({one.check_in: one for one in alike}.values())


def rate_of(room: HotelOffer) -> tuple[object, ...]:
    """Return what makes a room the same one at the same rate, whichever night it begins in."""
    return room.hotel_id, room.room_description, room.board, room.refundable, room.check_out


def place_name(trip: TripIntent, code: str) -> str:
    """Return the traveller's word for a code, as far as the plan knows one."""
    for segment in trip.itinerary.segments:
        for point in (segment.origin, segment.destination):
            if point.code == code:
                return point.name or point.said or code
    return code


def stay_title(trip: TripIntent, location: str) -> str:
    """Return the name of a stay's place."""
    for stay in trip.itinerary.lodging.stays:
        if stay.location_code == location:
            return stay.location_name or location
    return place_name(trip, location)


def title_of(offer: Offer) -> str:
    """Return one line that names what is bought."""
    return _flight_title(offer) if isinstance(offer, FlightOffer) else _hotel_title(offer)


def _flight_title(offer: FlightOffer) -> str:
    hops = offer.segments
    route = "–".join([hops[0].origin, *(h.destination for h in hops)])
    numbers = " + ".join(dict.fromkeys(h.flight_number for h in hops if h.flight_number))
    english = formats_of("en")
    return f"Flight {route}, {english.day(offer.depart_at)} {english.clock(offer.depart_at)}, {hops[0].airline} {numbers}".strip()


def _hotel_title(offer: HotelOffer) -> str:
    english = formats_of("en")
    days = f"{english.day_of_month(offer.check_in)} to {english.birth(offer.check_out)}"
    return f"{offer.hotel_name}, {offer.room_description or 'room'}, {days}"


def unfound_parts(trip: TripIntent) -> tuple[LacksFacts, ...]:
    """Return the flights and stays of the plan for which no offer was found: without them an option is not a whole trip."""
    plan, lacks = open_plan(trip), list[LacksFacts]()
    for asked in (one for one in (*plan.flights, *plan.hotels) if not found(trip, one.key)):
        answer, query = trip.working_memory.quotes.get(asked.key), asked.query
        failed = answer is not None and answer.outcome == "failed"
        if isinstance(query, FlightQuery):
            ends = place_name(trip, query.origin), place_name(trip, query.destination)
            lacks.append(LacksFacts(origin=ends[0], town=ends[1], day=query.depart_date, failed=failed))
        else:
            lacks.append(LacksFacts(town=stay_title(trip, query.location), day=query.check_in, failed=failed))
    return tuple(lacks)
