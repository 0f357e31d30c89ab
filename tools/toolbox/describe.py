"""Says of options, flights and hotels what they are, beside what is known of the trip."""

import asyncio
from collections.abc import Mapping, Sequence
from datetime import date, datetime, timedelta
from decimal import Decimal
from itertools import pairwise
from typing import Any, NamedTuple
from zoneinfo import ZoneInfo

from tripintent.state.asked_for import BAG, requests_of
from tripintent.state.booking import BookedFor
from tripintent.state.bundles import Bundle, Identity, identity
from tripintent.state.derived import current_ranking, now_of, open_plan, requirement_key_of
from tripintent.state.designer.parts import Location
from tripintent.state.framing import nights_elsewhere
from tripintent.state.money import Money
from tripintent.state.offers import FlightOffer, HotelOffer, Offer, Terms, bare_nights
from tripintent.state.queries import HotelQuery, fingerprint
from tripintent.state.questions.plan import plan_of
from tripintent.state.questions.stays import effective_stays
from tripintent.state.travellers import OF_AIRLINE, OF_HOTEL, RequestKind, RequestState
from tripintent.state.trip import TripIntent
from tripintent.tools.ports.ports import Ports
from tripintent.tools.ports.suppliers import Capabilities
from tripintent.tools.toolbox.facts import (
    LegFacts,
    LocalMoment,
    MoreBags,
    OptionFacts,
    RequestFacts,
    StayFacts,
    TakesFacts,
    TermsFacts,
)
from tripintent.tools.toolbox.nearness import NearSpot, on_foot, spot_of
from tripintent.tools.toolbox.searched import unfound_parts
from tripintent.tools.toolbox.shares import by_person, less, now_costs, per_person


def when(moment: datetime, zone: str | None) -> LocalMoment:
    """Return a moment by the clock of a zone; where none is known, by its own offset."""
    local = moment.astimezone(ZoneInfo(zone)) if zone else moment
    return LocalMoment(
        local=local.replace(tzinfo=None).isoformat(" ", "minutes"), zone=zone or str(moment.tzinfo or "")
    )


class PlaceClock(NamedTuple):
    """A zone, and the first of the trip's towns that has it: in a trip one clock has one name."""

    zone: str
    town: str


def clock_of(offer: Offer | None, trip: TripIntent, ports: Ports, part: BookedFor | None = None) -> PlaceClock:
    """Return the clock of an offer's terms: of a hotel's town, as booked or as the plan's stay in these nights; else the traveller's."""
    town, zone_in = part.place if part else "", ports.designer.atlas.zone
    if isinstance(offer, HotelOffer) and not town:
        first, last = str(offer.check_in), str(offer.check_out)
        stays = (one.query for one in plan_of(trip).hotels if isinstance(one.query, HotelQuery))
        town = next((one.location for one in stays if one.check_in <= first and last <= one.check_out), "")
    zone = (zone_in(Location(name=town, code=town)) if town else None) or zone_of(trip, ports)
    towns = (Location(name=one.place.name or one.place.said, code=one.place.code) for one in trip.frame.visits)
    return PlaceClock(zone, next((one.name for one in towns if zone_in(one) == zone), ""))


def zone_of(trip: TripIntent, ports: Ports) -> str:
    """Return the traveller's zone: what the host says, else that of where the trip starts."""
    named, segments = trip.request.timezone, trip.itinerary.segments
    if named not in ("", "UTC") or not segments or not segments[0].origin.code:
        return named
    airports = ports.places.airports_for(segments[0].origin.code)
    return airports[0].zone if airports else named


def fee_now(terms: Terms, paid: Money | None, now: datetime) -> Money | None:
    """Return what a cancellation costs; all that was paid where nothing comes back, None where it is not known what was paid."""
    nothing = Money(amount=Decimal(0), currency=paid.currency) if paid else None
    if terms.free_until is not None and now < terms.free_until:
        return nothing
    if not terms.refundable or (terms.free_until is not None and terms.refund_penalty is None):
        return paid
    return terms.refund_penalty or nothing


def as_fast(bundle: Bundle, ranked: Sequence[Bundle]) -> bool:
    """Tell whether an option takes as long as the one that was found to be the fastest, and is another one."""
    return "fastest" not in bundle.labels and any(
        "fastest" in one.labels and one.minutes == bundle.minutes for one in ranked
    )


def seller_of(offer: Offer, ports: Ports) -> Capabilities:
    """Return what the offer's own seller promises; where several are searched as one, the desk knows each by its name."""
    searched = ports.flights.capabilities if isinstance(offer, FlightOffer) else ports.hotels.capabilities
    return searched if searched.supplier == offer.supplier else ports.desk.capabilities(offer.supplier)


def code_of(offer: Offer) -> str:
    """Return the short name of an offer among those of the trip."""
    return ("f" if offer.kind == "flight" else "h") + fingerprint(offer.option_id)[:7]


def not_found(trip: TripIntent) -> tuple[str, ...]:
    """Return the parts of the plan without any offer, or any in time for a meeting: an option without them is no whole trip."""
    ranking = current_ranking(trip)
    late = ranking.unmet if ranking else ()
    return late + tuple(
        (f"flight {one.origin}–{one.town} on {one.day}" if one.origin else f"hotel in {one.town} from {one.day}")
        + " (not searched: no answer)" * one.failed
        for one in unfound_parts(trip)
    )


async def describer(trip: TripIntent, ports: Ports, bundles: Sequence[Bundle]) -> "Describer":
    """Return what says of these options what they are."""
    ids = dict.fromkeys(i for one in bundles for i in (*one.flight_option_ids, *one.hotel_option_ids))
    searched = open_plan(trip).flights if ids else ()
    known, answers = await asyncio.gather(
        ports.offers.options(trip.ledger_id, [*ids]),
        asyncio.gather(*(ports.offers.get(trip.ledger_id, one.key) for one in searched)),
    )
    fares = [offer for some in answers for offer in some if isinstance(offer, FlightOffer)]
    return Describer(trip, ports, known, await spot_of(trip, ports), fares)


class Describer:
    """Says of options what they are, beside what is known of the trip; made once for a list."""

    def __init__(
        self,
        trip: TripIntent,
        ports: Ports,
        offers: Mapping[str, Offer],
        spot: NearSpot | None,
        fares: Sequence[FlightOffer] = (),
    ) -> None:
        self.trip, self.ports, self.offers, self.spot = trip, ports, offers, spot
        self._fares: dict[Identity, list[FlightOffer]] = {}
        for fare in fares:
            self._fares.setdefault(identity(fare), []).append(fare)
        self._wished = {*trip.preferences.hotel.amenities, *(a for one in effective_stays(trip) for a in one.amenities)}
        self._asked = requests_of(trip)
        ranking = current_ranking(trip)
        self._ranked = ranking.bundles if ranking else ()
        self._cheapest = min((b.whole for b in self._ranked), key=lambda m: m.amount, default=None)
        self._missing = not_found(trip)

    def parts(self, offer: Offer | None) -> dict[str, Any]:
        """Return an offer as the ``flight`` or the ``hotel`` of a line; neither where it is not known."""
        flight = self.leg(offer) if isinstance(offer, FlightOffer) else None
        return {"flight": flight, "hotel": self.stay(offer) if isinstance(offer, HotelOffer) else None}

    def option(self, bundle: Bundle, now: Money | None = None) -> OptionFacts:
        """Return the facts of an option; ``now`` is the price that it is compared with, else that of what is chosen."""
        offers = [self.offers[i] for i in (*bundle.flight_option_ids, *bundle.hotel_option_ids) if i in self.offers]
        whole = bundle.whole
        number = next((n for n, b in enumerate(self._ranked, 1) if b.bundle_id == bundle.bundle_id), None)
        return OptionFacts(
            option=bundle.bundle_id if number else "-".join(map(code_of, offers)),
            number=number,
            total=bundle.estimated_total,
            total_with_local_tax=whole,
            per_person=per_person(bundle, self.trip),
            by_person=by_person(bundle, self.trip, self.offers, self.ports.rates),
            difference_to_now=less(whole, now or now_costs(self.trip), self.ports),
            difference_to_cheapest=less(whole, self._cheapest, self.ports),
            **bundle.model_dump(include={"rates_date", "minutes", "stops", "refundable", "over_budget"}),
            lodging_budget=self.trip.preferences.hotel.budget,
            best_at=bundle.labels,
            as_fast=as_fast(bundle, self._ranked),
            simulated=any(o.simulated for o in offers),
            missing=self._missing,
            flights=tuple(self.leg(o) for o in offers if isinstance(o, FlightOffer)),
            hotels=tuple(self.stay(o) for o in offers if isinstance(o, HotelOffer)),
            nights_without_hotel=self._bare(offers),
            hold_replaces=self._replaced(bundle),
        )

    def _bare(self, offers: Sequence[Offer]) -> tuple[date, ...]:
        """Return the nights that an option with hotels has none for; beside what is booked the bookings have them."""
        stays = [one for one in offers if isinstance(one, HotelOffer)]
        flights = [one for one in offers if isinstance(one, FlightOffer)] if stays else []
        known = bool(self.trip.working_memory.bookings)
        bare = () if known else bare_nights(flights, stays, nights_elsewhere(self.trip.frame))
        return tuple(night for nights in bare for night in nights)

    def leg(self, offer: FlightOffer) -> LegFacts:
        """Return the facts of a flight."""
        hops = offer.segments
        return LegFacts(
            code=code_of(offer),
            route=(hops[0].origin, *(hop.destination for hop in hops)),
            departs=when(offer.depart_at, self._zone(hops[0].origin)),
            arrives=when(offer.arrive_at, self._zone(hops[-1].destination)),
            days_later=(offer.arrive_at.date() - offer.depart_at.date()).days,
            stops=offer.stops,
            minutes=offer.duration // timedelta(minutes=1),
            connections={a.destination: (b.depart_at - a.arrive_at) // timedelta(minutes=1) for a, b in pairwise(hops)},
            airlines=tuple(dict.fromkeys(hop.airline for hop in hops)),
            flight_numbers=tuple(hop.flight_number for hop in hops),
            cabin=offer.cabin,
            fare=offer.fare_brand,
            cabin_bags_each=offer.carry_on,
            checked_bags_each=offer.checked_bags,
            with_more_bags=self._with_more_bags(offer),
            bags_bought=sum(one.quantity for one in offer.extras),
            one_ticket=not offer.self_transfer,
            co2_kg=offer.emissions_kg,
            total=offer.total_price,
            terms=self.terms(offer.terms, offer.total_price, offer),
            requests=self._requests(offer),
            changes_booking=offer.changes,
            comes_back=offer.brings_back.amount if offer.brings_back else None,
            back_to=offer.brings_back.to if offer.brings_back else None,
        )

    def _with_more_bags(self, offer: FlightOffer) -> MoreBags | None:
        same = (one for one in self._fares.get(identity(offer), ()) if one.cabin == offer.cabin)
        more = (one for one in same if (one.checked_bags or 0) > (offer.checked_bags or 0))
        best = min(more, key=lambda one: one.total_price.amount, default=None)
        difference = less(best.total_price, offer.total_price, self.ports) if best else None
        if best is None or difference is None:
            return None
        return MoreBags(code=code_of(best), checked_bags_each=best.checked_bags, difference=difference)

    def stay(self, offer: HotelOffer) -> StayFacts:
        """Return the facts of a hotel."""
        km = self.spot.km(offer) if self.spot else None
        nights, asked = (offer.check_out - offer.check_in).days, self._nights_asked(offer)
        return StayFacts(
            code=code_of(offer),
            name=offer.hotel_name,
            stars=offer.star_rating,
            km_to_centre=offer.distance_km,
            near=self.spot.name if self.spot and km is not None else None,
            away_from=self.spot.name if self.spot and self.spot.misses(offer) else "",
            metres=None if km is None else round(km * 100) * 10,
            walking_minutes=None if km is None else on_foot(km),
            nights=nights,
            infants=sum(one.kind == "infant" for one in self.trip.party.members()),
            nights_asked=asked if asked != nights else None,
            room=offer.room_description,
            **offer.model_dump(include={"area", "check_in", "check_out", "rooms", "board"}),
            amenities=tuple(sorted(offer.amenities, key=lambda one: one not in self._wished)),
            nightly=offer.nightly_price,
            total=offer.total_price,
            local_tax=offer.due_at_property,
            terms=self.terms(offer.terms, offer.total_price, offer),
            requests=self._requests(offer),
        )

    def _nights_asked(self, offer: HotelOffer) -> int | None:
        """Return the nights that were said of the stay that ends as the offer does."""
        stays = effective_stays(self.trip)
        return next((one.number_of_nights for one in stays if one.check_out == str(offer.check_out)), None)

    def terms(self, terms: Terms, paid: Money | None, offer: Offer | None, part: BookedFor | None = None) -> TermsFacts:
        """Return what cancelling and changing cost by the terms, by the clock of the hotel; nothing is asked of a seller."""
        now = now_of(self.trip) or self.ports.clock.now()
        terms = terms.model_copy(update={"refundable": terms.refundable or bool(offer and offer.refundable)})
        until = terms.free_until if terms.free_until and terms.free_until > now else None
        clock = clock_of(offer, self.trip, self.ports, part)
        return TermsFacts(
            refundable=terms.refundable,
            cancel_fee=fee_now(terms, paid, now),
            free_until=when(until, clock.zone).model_copy(update={"town": clock.town}) if until else None,
            cancel_fee_after=fee_now(terms, paid, until) if until else None,
            by_seller=bool(offer and not seller_of(offer, self.ports).cancel),
            changeable=terms.changeable,
            change_fee=terms.change_penalty,
        )

    def _requests(self, offer: Offer) -> tuple[RequestFacts, ...]:
        caps, to = seller_of(offer, self.ports), {"flight": "airline"}.get(offer.kind, "hotel")
        states: dict[str, RequestState] = {**dict.fromkeys(caps.prices, "offered"), **dict.fromkeys(caps.takes, "sent")}
        asked = (one for one in self._asked if one.to == to)
        seated = [o for o in self.trip.party.members() if o.kind != "infant"]
        told = (
            RequestFacts(
                kind=o.kind,
                who=o.who,
                state=states.get(o.kind, "yourself"),
                price=self._listed(offer, o.kind, len(o.who) or len(seated)),
            )
            for o in asked
        )
        return tuple(dict.fromkeys(told))  # each is asked for once a leg

    def _listed(self, offer: Offer, kind: RequestKind, people: int = 1) -> Money | None:
        """Return what a request costs on an offer for so many, by its seller's list; None where that is known with a hold only."""
        one = seller_of(offer, self.ports).price_list.get(kind)
        if one is None or not isinstance(offer, FlightOffer) or (kind == BAG and offer.checked_bags):
            return None
        times = people * (len(offer.segments) if one.per == "flight" else 1)
        price = Money(amount=one.each.amount * times, currency=one.each.currency)
        return self.ports.rates.convert(price, offer.total_price.currency)

    def takes(self, offer: Offer) -> TakesFacts:
        """Return what an offer's seller can be asked for beside it, and what that costs each traveller."""
        caps = seller_of(offer, self.ports)
        kinds = OF_HOTEL if offer.kind == "hotel" else OF_AIRLINE | {BAG}
        known = {kind: self._listed(offer, kind) for kind in caps.prices if kind in kinds}
        return TakesFacts(
            code=code_of(offer),
            each={kind: price for kind, price in known.items() if price},
            price_with_the_hold=tuple(kind for kind, price in known.items() if not price),
            sent=tuple(kind for kind in caps.takes if kind in kinds),
        )

    def _replaced(self, bundle: Bundle) -> tuple[str, ...]:
        plan, trip = open_plan(self.trip), self.trip
        pairs = (
            *zip(plan.flights, bundle.flight_option_ids, strict=False),
            *zip(plan.hotels, bundle.hotel_option_ids, strict=False),
        )
        fits = {requirement_key_of(trip, asked.key, option) for asked, option in pairs}
        return tuple(h.title for h in trip.working_memory.holds if h.status == "held" and h.requirement_key not in fits)

    def _zone(self, code: str) -> str | None:
        airport = self.ports.places.airport(code)
        return airport.zone if airport else None
