"""risk: what may go wrong with the chosen trip, and what forbids it."""

from collections.abc import AsyncIterator, Sequence
from zoneinfo import ZoneInfo

from tripintent.nodes.booking.choice import ChosenOffer, chosen_offers, needs_of, split
from tripintent.nodes.booking.state import BookingState, BookingUpdate
from tripintent.nodes.in_order import OutOfOrder, turn_now
from tripintent.nodes.runtime import Run
from tripintent.state.booking import Hold
from tripintent.state.bundles import RiskReport
from tripintent.state.changing import nights_apart, seats_given_up
from tripintent.state.derived import risk_key, selected_bundle
from tripintent.state.exchange import intent_summary
from tripintent.state.framing import nights_elsewhere
from tripintent.state.money import Money
from tripintent.state.offers import FlightOffer, HotelOffer
from tripintent.state.patch import Patch
from tripintent.state.questions import effective_stays, plan_of
from tripintent.state.rebooking import paid_and_stays, replaced
from tripintent.state.trip import TripIntent
from tripintent.tools.ports.ports import Ports
from tripintent.tools.ports.ranking import RiskRequest
from tripintent.tools.toolbox.describe import zone_of
from tripintent.tools.toolbox.fares import due_at_hotels, summed
from tripintent.tools.toolbox.searched import takers, unfound_parts


async def risk(state: BookingState, ports: Ports, run: Run) -> BookingUpdate:
    """Check the chosen trip under the limits and rules that are in force now."""
    trip = state["trip_intent"]
    chosen = await chosen_offers(trip, ports)
    report = await report_of(trip, chosen, ports)
    if report is None:
        raise OutOfOrder("a chosen option")
    note = f"{len(report.risks)} risks, {len(report.blocking_issues)} blocking"
    merge = {"working_memory": {"risk_report": report, "needs": needs_of(chosen, ports)}}
    return {"trip_intent": Patch(by="risk", event="TOOL_RESULT", note=note, merge=merge)}


async def report_of(
    trip: TripIntent, chosen: tuple[ChosenOffer, ...], ports: Ports, held: Sequence[Hold] = ()
) -> RiskReport | None:
    """Return what the chosen trip risks now, whatever a report in the state says; None when nothing is chosen.

    It costs what is ``held`` for it, else what its offers cost, what is paid at its hotels, and what was paid before and does not
    come back: no such sum is in the state.
    """
    bundle = selected_bundle(trip)
    if bundle is None:
        return None
    costs = {hold.option_id: hold.total for hold in held if hold.total}  # with the seats and bags that are held beside
    chosen = tuple(_costing(one, costs.get(one.offer.option_id)) for one in chosen)
    prices = [*costs.values()] or [one.offer.total_price for one in chosen]
    prices += [o.due_at_property for o in split(chosen)[1] if o.due_at_property]
    prices += paid_and_stays(trip)
    gone = replaced(trip)
    prices += await due_at_hotels((one for one in trip.working_memory.bookings if one not in gone), trip, ports)
    issues = await ports.risk.check(
        _request(trip, chosen, summed(prices, bundle.estimated_total.currency, ports), ports).model_copy(
            update={"hotels_changed": tuple([one async for one in _other_hotels(trip, chosen, ports)])}
        )
    )
    now = trip.request.now_iso
    return RiskReport(key=risk_key(trip), bundle_id=bundle.bundle_id, risks=tuple(issues), generated_at=now)


async def _other_hotels(
    trip: TripIntent, chosen: tuple[ChosenOffer, ...], ports: Ports
) -> AsyncIterator[tuple[str, str, bool]]:
    """Yield each booked hotel in whose place another one is chosen, that one, and whether the booked one is offered as well."""
    changes = {trip.working_memory.replacing[one.booking_id]: one.option_id for one in replaced(trip)}
    for one in chosen:
        known = await ports.offers.options(trip.ledger_id, [changes[one.key]]) if one.key in changes else {}
        for booked in known.values():
            if not isinstance(booked, HotelOffer) or not isinstance(one.offer, HotelOffer):
                continue
            if _hotel(booked) != _hotel(one.offer):
                found = await ports.offers.get(trip.ledger_id, one.key)
                offered = any(isinstance(each, HotelOffer) and _hotel(each) == _hotel(booked) for each in found)
                yield booked.hotel_name, one.offer.hotel_name, offered


def _hotel(offer: HotelOffer) -> tuple[str, str]:
    return offer.supplier, offer.hotel_id


def _costing(one: ChosenOffer, total: Money | None) -> ChosenOffer:
    return one._replace(offer=one.offer.model_copy(update={"total_price": total})) if total else one


def _request(trip: TripIntent, chosen: tuple[ChosenOffer, ...], total: Money, ports: Ports) -> RiskRequest:
    flights, hotels = split(chosen)
    rules, unfound = trip.policy.rules, unfound_parts(trip)
    return RiskRequest(
        flights=tuple(_placed(one, ports) for one in flights),
        who=takers(trip, [one.asked for one in chosen if one.asked.query.kind == "flight"]),
        hotels=hotels,
        total=total,
        hold_expiries=tuple(h.expires_at for h in trip.working_memory.holds if h.status == "held" and h.expires_at),
        constraints=trip.constraints,
        preferences=trip.preferences,
        rules=rules,
        budget_in_total_currency=_in(total.currency, trip.constraints.budget_total, ports),
        policy_budget_in_total_currency=_in(total.currency, rules.max_budget_total, ports),
        home_country=trip.itinerary.segments[0].origin.country if trip.itinerary.segments else None,
        intent=intent_summary(trip),
        nights_said=_nights_said(trip, chosen),
        nights_elsewhere=nights_elsewhere(trip.frame),
        missing_flights=tuple(f"{one.origin}–{one.town}" for one in unfound if one.origin),
        missing_stays=tuple(one.town for one in unfound if not one.origin),
        seats_given_up=seats_given_up(trip),
        nights_apart=nights_apart(trip),
        now=turn_now(trip).astimezone(ZoneInfo(zone_of(trip, ports) or "UTC")),
    )


def _placed(flight: FlightOffer, ports: Ports) -> FlightOffer:
    """Return a flight with the countries of its airports, also where its supplier tells none."""

    def country(code: str, told: str | None) -> str | None:
        known = None if told else ports.places.airport(code)
        return known.country if known else told

    ends = (("origin_country", "origin"), ("destination_country", "destination"))
    told = ({name: country(getattr(one, end), getattr(one, name)) for name, end in ends} for one in flight.segments)
    hops = [one.model_copy(update=names) for one, names in zip(flight.segments, told, strict=True)]
    return flight.model_copy(update={"segments": tuple(hops)})


def _nights_said(trip: TripIntent, chosen: tuple[ChosenOffer, ...]) -> tuple[int | None, ...]:
    stays = effective_stays(trip)
    said = {asked.key: stays[asked.number].number_of_nights for asked in plan_of(trip).hotels}
    return tuple(said.get(one.key) for one in chosen if isinstance(one.offer, HotelOffer))


def _in(currency: str, money: Money | None, ports: Ports) -> Money | None:
    return ports.rates.convert(money, currency) if money else None
