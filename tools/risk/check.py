"""All rules of risk and policy in one check: the organisation's and the traveller's, missing parts, documents, simulation, terms, expiry.

docs/ranking.md has the table of what blocks and what must be confirmed. The rest of a half-found trip is not bought unasked.
Whether entry documents are needed is not known here, only that somebody must look.
"""

from collections.abc import Iterator, Sequence
from datetime import date, datetime, timedelta

from babel import Locale

from tripintent.state.bundles import Issue
from tripintent.state.money import Money
from tripintent.state.offers import FlightOffer, HotelOffer, Offer
from tripintent.state.wishes import PolicyRules
from tripintent.tools.formats import clock_town, counted, formats_of, joined, span
from tripintent.tools.ports.clock import Rates
from tripintent.tools.ports.ranking import RiskRequest
from tripintent.tools.risk.connections import connection_risks, leg_risks, red_eye_risks
from tripintent.tools.risk.stays import stay_risks

_RANK = {"block": 0, "warn": 1, "info": 3}
_TO_CONFIRM = 2


class TripRiskCheck:
    """The risk check that ships: pure rules over the chosen offers; ``rates`` compare limits in other currencies."""

    def __init__(self, rates: Rates) -> None:
        self._rates = rates

    async def check(self, request: RiskRequest) -> Sequence[Issue]:
        """Return the issues: blocking ones first, then warnings, then what is only to be confirmed, then remarks.

        Raises UnknownCurrency when a limit cannot be compared: a rule that cannot be checked is not taken as kept.
        """
        issues = [
            *missing_parts(request),
            *given_up_seats(request),
            *booked_nights(request),
            *other_hotels(request),
            *leg_risks(request),
            *policy_violations(request, self._rates),
            *budget_risks(request, self._rates),
            *expiry_risks(request),
            *connection_risks(request),
            *stay_risks(request),
            *terms_risks(request),
            *document_risks(request),
            *red_eye_risks(request),
            *simulation_notes(request),
        ]
        return sorted(issues, key=_weight)


def _weight(issue: Issue) -> int:
    return _TO_CONFIRM if issue.severity == "info" and issue.confirm else _RANK[issue.severity]


def missing_parts(request: RiskRequest) -> Iterator[Issue]:
    """Yield one issue to confirm for flights that were not found, and one for hotels."""
    for kind, code, names in (
        ("flight", "flights_missing", request.missing_flights),
        ("hotel", "hotels_missing", request.missing_stays),
    ):
        if names:
            text = f"No {kind} was found: {joined(names)}. Only the rest of the trip would be booked."
            yield Issue(code=code, text=text, confirm=True, facts={"names": ", ".join(names)})


def given_up_seats(request: RiskRequest) -> Iterator[Issue]:
    """Yield one issue to confirm for each booked flight on which paid seats stay empty."""
    for route, names in request.seats_given_up.items():
        text = f"{joined(names)}: the seat on the booked flight {route} stays paid, nothing comes back for it. The others keep theirs."
        yield Issue(
            code="seat_given_up", path=route, text=text, confirm=True, facts={"names": ", ".join(names), "route": route}
        )


def booked_nights(request: RiskRequest) -> Iterator[Issue]:
    """Yield one issue to confirm for nights that a booked hotel does not cover, or that it covers and are not slept."""
    english = formats_of("en")
    for hotel, first, last, bare in request.nights_apart:
        alone = date.fromisoformat(last) - date.fromisoformat(first) == timedelta(days=1)
        nights = (
            f"night of {english.day(first)}" if alone else f"nights from {english.day(first)} to {english.day(last)}"
        )
        what = f"is not booked for the {nights}" if bare else f"stays paid for the {nights}, though nobody sleeps there"
        code = "nights_not_booked" if bare else "nights_not_used"
        facts = {"hotel": hotel, "from": first, "until": last} | ({"night": first} if alone else {})
        yield Issue(code=code, path=hotel, text=f"{hotel} {what}.", confirm=True, facts=facts)


def other_hotels(request: RiskRequest) -> Iterator[Issue]:
    """Yield one issue to confirm for each booked hotel in whose place another one comes, and whether it could have stayed."""
    for booked, hotel, offered in request.hotels_changed:
        why = "" if offered else f"{booked} has no room for these nights. "
        text = f"{why}{hotel} is another hotel than {booked}, and takes its place."
        code = "other_hotel" if offered else "other_hotel_only"
        yield Issue(code=code, path=booked, text=text, confirm=True, facts={"booked": booked, "hotel": hotel})


def document_risks(request: RiskRequest) -> Iterator[Issue]:
    """Yield one issue to confirm when the trip touches a country other than the traveller's own.

    Without a known home country, that of the first take-off means it. Airports of unknown country say nothing.
    """
    hops = [hop for offer in request.flights for hop in offer.segments]
    touched = [c for hop in hops for c in (hop.origin_country, hop.destination_country) if c]
    home = request.home_country or next(iter(touched), None)
    abroad = [country for country in dict.fromkeys(touched) if country != home]
    if abroad:
        text = f"Check passports, visas and entry rules for {_named(abroad)}."
        facts = {"countries": ",".join(abroad), "home_country": home or ""}
        yield Issue(code="entry_documents", severity="info", text=text, confirm=True, facts=facts)


def _named(countries: Sequence[str]) -> str:
    """Return the English names (CLDR) of ISO 3166 codes; an unknown code stays."""
    names = Locale("en").territories
    return joined([names.get(code, code) for code in countries])


def simulation_notes(request: RiskRequest) -> Iterator[Issue]:
    """Yield one remark when any offer is simulated."""
    offers: tuple[Offer, ...] = (*request.flights, *request.hotels)
    made_up = sorted({offer.supplier for offer in offers if offer.simulated})
    if made_up:
        text = "Simulated offers: nothing real is booked and no money is charged for them."
        yield Issue(code="simulated", severity="info", text=text, facts={"suppliers": ",".join(made_up)})


def terms_risks(request: RiskRequest) -> Iterator[Issue]:
    """Yield what cannot be refunded: one issue for all flights and one for all hotels, each to be confirmed."""
    flights = [f"the flight {_bare_name(flight)}" for flight in request.flights]
    yield from _lost("flights", flights, request.flights, request.now)
    yield from _lost("hotels", [hotel.hotel_name for hotel in request.hotels], request.hotels, request.now)


def _lost(
    kind: str, names: Sequence[str], offers: Sequence[FlightOffer | HotelOffer], now: datetime
) -> Iterator[Issue]:
    lost = [i for i, offer in enumerate(offers) if not _refundable(offer, now)]
    if lost:
        prices = formats_of("en").money
        text = f"Not refundable: {joined([f'{names[i]} ({prices(offers[i].total_price)})' for i in lost])}."
        facts = {
            "paths": ",".join(f"{kind}[{i}]" for i in lost),
            "names": "\n".join(_bare_name(offers[i]) for i in lost),
            "prices": "\n".join(str(offers[i].total_price) for i in lost),
        }
        yield Issue(code="non_refundable", path=kind, text=text, confirm=True, facts=facts)


def _refundable(offer: FlightOffer | HotelOffer, now: datetime) -> bool:
    """Tell whether a refund can still be had. Free cancellation that has ended without a stated penalty does not count."""
    terms = offer.terms
    ended = terms.free_until is not None and terms.free_until <= now
    return offer.refundable and not (ended and terms.refund_penalty is None)


def _bare_name(offer: FlightOffer | HotelOffer) -> str:
    """Return what an offer is called in every language: the ends of its route, or the hotel's name, on one line."""
    if isinstance(offer, FlightOffer):
        return f"{offer.segments[0].origin}–{offer.segments[-1].destination}"
    return " ".join(offer.hotel_name.split())


HOLD_SOON = timedelta(hours=2)
"""Whoever must approve may be in a meeting: a hold with less than this left is worth a word."""
OFFER_SOON = timedelta(minutes=15)
"""Offers commonly live for half an hour; only the last minutes of one are news."""


def expiry_risks(request: RiskRequest) -> Iterator[Issue]:
    """Yield what ends soon. Once things are held, only the holds count: they keep the price of their offers."""
    if request.hold_expiries:
        yield from _ending("hold", min(request.hold_expiries), HOLD_SOON, request.now)
        return
    offers: tuple[Offer, ...] = (*request.flights, *request.hotels)
    if offers:
        yield from _ending("offer", min(offer.expires_at for offer in offers), OFFER_SOON, request.now)


def _ending(thing: str, ends: datetime, soon: timedelta, now: datetime) -> Iterator[Issue]:
    left = int((ends - now).total_seconds() // 60)
    ends = ends.astimezone(now.tzinfo)
    clock = formats_of("en").deadline(ends, clock_town(ends))
    facts = {"expires_at": ends.isoformat(), "place": clock_town(ends), "minutes": str(left)}
    if ends <= now:
        text = f"The first {thing} of this trip expired on {clock}: new quotes are needed."
        yield Issue(code=f"{thing}_expired", severity="block", text=text, facts=facts)
    elif ends - now < soon:
        text = f"The first {thing} of this trip expires in {span(left)}, on {clock}."
        yield Issue(code=f"{thing}_expires_soon", text=text, facts=facts)


_MONEY = formats_of("en").money


def policy_violations(request: RiskRequest, rates: Rates) -> Iterator[Issue]:
    """Yield every rule that the trip breaks. Limits are inclusive; unknown stars pass. Raises UnknownCurrency."""
    rules = request.rules
    yield from _budget(request, rates)
    for i, flight in enumerate(request.flights):
        yield from _flight(flight, rules, f"flights[{i}]")
    for j, hotel in enumerate(request.hotels):
        yield from _hotel(hotel, rules, f"hotels[{j}]", rates)


def _budget(request: RiskRequest, rates: Rates) -> Iterator[Issue]:
    limit = request.policy_budget_in_total_currency or in_currency_of(
        request.total, request.rules.max_budget_total, rates
    )
    if limit and request.total.amount > limit.amount:
        text = f"The trip costs {_MONEY(request.total)}; the policy allows at most {_MONEY(limit)}."
        yield _violation("max_budget_total", "", text, limit=str(limit), found=str(request.total))


def _flight(offer: FlightOffer, rules: PolicyRules, path: str) -> Iterator[Issue]:
    if rules.max_stops is not None and offer.stops > rules.max_stops:
        text = f"The flight has {counted(offer.stops, 'stop')}; the policy allows at most {rules.max_stops}."
        yield _violation("max_stops", path, text, limit=str(rules.max_stops), found=str(offer.stops))
    if rules.max_class is not None and offer.above(rules.max_class):
        cabin = offer.highest_cabin
        text = f"The flight is in {_words(cabin)}; the policy allows at most {_words(rules.max_class)}."
        yield _violation("max_class", path, text, limit=rules.max_class, found=cabin)
    yield from _refund(offer, rules, path, "flight")


def _hotel(offer: HotelOffer, rules: PolicyRules, path: str, rates: Rates) -> Iterator[Issue]:
    rate = offer.room_rate
    limit = in_currency_of(rate, rules.max_daily_rate, rates)
    if limit and rate.amount > limit.amount:
        text = f"{offer.hotel_name} costs {_MONEY(rate)} a room and night; the policy allows at most {_MONEY(limit)}."
        yield _violation("max_daily_rate", path, text, limit=str(limit), found=str(rate), hotel=offer.hotel_name)
    if rules.max_stars is not None and offer.star_rating is not None and offer.star_rating > rules.max_stars:
        text = f"{offer.hotel_name} has {offer.star_rating:g} stars; the policy allows at most {rules.max_stars:g}."
        most, found = f"{rules.max_stars:g}", f"{offer.star_rating:g}"
        yield _violation("max_stars", path, text, limit=most, found=found, hotel=offer.hotel_name)
    yield from _refund(offer, rules, path, "hotel")


def _refund(offer: FlightOffer | HotelOffer, rules: PolicyRules, path: str, thing: str) -> Iterator[Issue]:
    if rules.require_refundable and not offer.refundable:
        text = f"The {thing} is not refundable; the policy requires it to be."
        yield _violation("require_refundable", path, text, limit="true", found="false", thing=thing)


def _violation(rule: str, path: str, text: str, **facts: str) -> Issue:
    facts = {"rule": rule, **facts}
    return Issue(code=f"policy_violation:{rule}", severity="block", path=path, text=text, facts=facts)


def _words(cabin: str) -> str:
    return cabin.replace("_", " ")


def budget_risks(request: RiskRequest, rates: Rates) -> Iterator[Issue]:
    """Yield by how much the trip exceeds the traveller's budget."""
    budget = request.budget_in_total_currency or in_currency_of(request.total, request.constraints.budget_total, rates)
    if budget and request.total.amount > budget.amount:
        over = Money(amount=request.total.amount - budget.amount, currency=budget.currency)
        money = formats_of("en").money
        text = (
            f"The trip’s bookings cost {money(request.total)}, {money(over)} more than the budget of {money(budget)}; "
        )
        text += "what you spend beside them isn’t counted."
        facts = {"total": str(request.total), "budget": str(budget), "over": str(over)}
        yield Issue(code="over_budget", text=text, confirm=True, facts=facts)


def in_currency_of(total: Money, limit: Money | None, rates: Rates) -> Money | None:
    """Return a limit in the currency of the total. Raises UnknownCurrency."""
    if limit is None or limit.currency == total.currency:
        return limit
    return rates.convert(limit, total.currency)
