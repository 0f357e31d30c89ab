"""What every FlightSupplier and HotelSupplier keeps, whoever stands behind it."""

from datetime import date, timedelta
from itertools import pairwise

import pytest

from tripintent.state.frame import TimeWindow
from tripintent.state.offers import FlightOffer, HotelOffer
from tripintent.state.queries import Occupancy
from tripintent.tools.errors import InvalidRequest, OfferGone


async def test_flights_are_found_cheapest_first(case):
    """A search answers with distinct offers, the cheapest first, under the declared name and simulation flag."""
    offers = await case.flights.search(case.flight_query)
    assert offers
    prices = [o.total_price.amount for o in offers]
    assert prices == sorted(prices)
    assert len({o.option_id for o in offers}) == len(offers)
    says = case.seller or case.flights.capabilities
    assert {(o.supplier, o.simulated) for o in offers} == {(says.supplier, says.simulated)}


async def test_flights_go_where_and_when_asked(case):
    """Each offer starts at the origin on the asked local day, ends at the destination, and never jumps between airports."""
    query = case.flight_query
    for offer in await case.flights.search(query):
        hops = offer.segments
        assert (hops[0].origin, hops[-1].destination) == (query.origin, query.destination)
        assert offer.depart_at.date() == date.fromisoformat(query.depart_date)
        assert all(hop.depart_at.tzinfo and hop.arrive_at.tzinfo and hop.duration > timedelta(0) for hop in hops)
        assert all(a.destination == b.origin and a.arrive_at < b.depart_at for a, b in pairwise(hops))


async def test_prices_are_in_the_currency_asked_for(case):
    """Totals and penalties are positive and in the query's currency, or in the one that the supplier always sells in."""
    currency = case.currency or "EUR"
    for offer in [one for kind in case.sells for one in await case.found(kind, currency="EUR")]:
        assert offer.total_price.currency == currency, "of a supplier of one currency: set currency= in the case"
        assert offer.total_price.amount > 0
        penalties = [p for p in (offer.terms.refund_penalty, offer.terms.change_penalty) if p]
        assert all(p.currency == currency and p.amount > 0 for p in penalties)


@pytest.mark.parametrize(
    ("kind", "asked", "holds"),
    [
        ("flight", {"max_stops": 0}, lambda o: o.stops == 0),
        ("flight", {"max_stops": 1}, lambda o: o.stops <= 1),
        ("flight", {"cabin": "business"}, lambda o: o.cabin == "business"),
        ("flight", {"checked_bags": 2}, lambda o: o.checked_bags >= 2),
        ("flight", {"window": TimeWindow(end="12:00")}, lambda o: f"{o.depart_at:%H:%M}" <= "12:00"),
        ("flight", {"arrive_window": TimeWindow(start="12:00")}, lambda o: f"{o.arrive_at:%H:%M}" >= "12:00"),
        ("hotel", {"star_min": 4}, lambda o: o.star_rating >= 4),
        ("hotel", {"refundable_only": True}, lambda o: o.refundable),
        ("hotel", {"board": "breakfast"}, lambda o: o.board == "breakfast"),
        ("hotel", {"amenities": ("pool",)}, lambda o: "pool" in o.amenities),
    ],
)
async def test_filters_are_honoured(case, kind, asked, holds):
    """What was asked for is true of every offer, and there is still something to choose from where the case does not lack it."""
    offers = await case.found(kind, **asked)
    assert offers or case.lacks & {*asked}, f"nothing is found with {[*asked]}: put it into `lacks`"
    assert all(holds(offer) for offer in offers)


async def test_more_rooms_pay_more(case):
    """The total is for all rooms that are asked for."""
    one, two = [await case.found("hotel", occupancies=(Occupancy(adults=2),) * rooms) for rooms in (1, 2)]
    assert {offer.rooms for offer in two} == {2}, "the question is one that also has two rooms"
    single = {(o.hotel_id, o.room_description, o.board, o.terms): o.total_price.amount for o in one}
    pairs = [(single.get((o.hotel_id, o.room_description, o.board, o.terms)), o.total_price.amount) for o in two]
    assert all(of_two > of_one for of_one, of_two in pairs if of_one)


async def test_more_people_pay_more(case):
    """The total is for the whole party."""
    cheapest = (await case.flights.search(case.flight_query))[0].total_price.amount
    many = case.flight_query.model_copy(update={"adults": 4, "child_ages": (5,), "infants": 1})
    dearer = await case.flights.search(many)
    assert dearer, "the question is one that also seats 4 adults, a child of 5 and an infant"
    assert dearer[0].total_price.amount > cheapest * 2


@pytest.mark.parametrize(
    ("kind", "asked", "code"),
    [
        ("flight", "there and back", "same_place"),
        ("flight", "one city", "same_place"),
        ("flight", {"origin": "QQQ"}, "unknown_place"),
        ("flight", {"depart_date": "2020-01-01"}, "in_past"),
        ("flight", {"depart_date": "2027-02-30"}, "not_a_date"),
        ("flight", {"adults": 40}, "too_many_travellers"),
        ("flight", {"infants": 3}, "infants_over_adults"),
        ("flight", {"currency": "XTS"}, "unknown_currency"),
        ("hotel", {"location": "QQQ"}, "unknown_place"),
        ("hotel", {"nights": 0}, "zero_nights"),
        ("hotel", {"check_in": "2020-01-01"}, "too_many_nights"),
        ("hotel", {"check_in": "2020-01-01", "check_out": "2020-01-02"}, "in_past"),
        ("hotel", {"check_in": "next week"}, "not_a_date"),
        ("hotel", {"occupancies": (Occupancy.model_construct(adults=40),)}, "too_many_travellers"),
    ],
)
async def test_nonsense_is_refused_by_name(case, kind, asked, code):
    """A question without an answer is an InvalidRequest whose code says what is wrong; a stay may also just find nothing."""
    if (code == "unknown_currency" and case.currency) or case.lacks & {*asked}:
        pytest.skip("sells in one currency, or one place, whatever is asked for")
    found, refused = None, ""
    try:
        found = await case.found(kind, **case.changes(asked))
    except InvalidRequest as error:
        refused = error.code
    empty = kind == "hotel" and code in {"unknown_place", "too_many_travellers"} and found == []
    assert refused == code or empty, f"{refused or 'answered'}, and not refused with {code}"


@pytest.mark.parametrize("kind", ["flight", "hotel"])
async def test_a_price_is_read_again_from_a_stored_offer(case, kind):
    """An offer that went through JSON, as the offer store keeps it, is priced the same while it lasts."""
    offer = await case.offer(kind)
    supplier, model = (case.flights, FlightOffer) if kind == "flight" else (case.hotels, HotelOffer)
    stored = model.model_validate_json(offer.model_dump_json(by_alias=True))
    assert await supplier.price(stored) == offer


@pytest.mark.parametrize("kind", ["flight", "hotel"])
async def test_an_expired_offer_is_gone(case, kind):
    """After its expiry an offer can no longer be priced."""
    offer = await case.offer(kind)
    assert offer.expires_at > case.clock.now()
    case.advance(offer.expires_at - case.clock.now())
    with pytest.raises(OfferGone):
        await (case.flights if kind == "flight" else case.hotels).price(offer)


async def test_terms_and_flags_agree(case):
    """``refundable`` says the same on the offer and in its terms, and non-refundable terms promise no free cancelling."""
    for offer in [one for kind in case.sells for one in await case.found(kind)]:
        assert offer.refundable == offer.terms.refundable
        assert offer.terms.free_until is None or offer.terms.refundable


async def test_hotels_are_found_cheapest_first(case):
    """A search answers with distinct offers for exactly the asked nights and rooms, the cheapest first, of the seller's name."""
    query, says = case.hotel_query, case.seller or case.hotels.capabilities
    offers = await case.hotels.search(query)
    assert {(o.supplier, o.simulated) for o in offers} == {(says.supplier, says.simulated)}
    prices = [o.total_price.amount for o in offers]
    assert prices == sorted(prices)
    assert prices[0] > 0
    assert len({o.option_id for o in offers}) == len(offers)
    assert {(str(o.check_in), str(o.check_out), o.rooms) for o in offers} == {
        (query.check_in, query.check_out, len(query.occupancies))
    }


async def test_nightly_and_total_agree(case):
    """The nightly price times the nights is the total, up to rounding."""
    for offer in await case.hotels.search(case.hotel_query):
        nights = (offer.check_out - offer.check_in).days
        assert abs(offer.nightly_price.amount * nights - offer.total_price.amount) <= nights


async def test_offers_of_other_nights_have_other_ids(case):
    """Ids are dated, as declared: a stay may be asked for from several nights at once."""
    assert case.hotels.capabilities.dated
    later = case.hotel_query.model_copy(update={"check_in": case.day(1)})
    first, second = await case.hotels.search(case.hotel_query), await case.hotels.search(later)
    assert first
    assert second
    assert {o.option_id for o in first}.isdisjoint(o.option_id for o in second)


async def test_the_same_question_has_the_same_answer(case):
    """Asked again at the same moment, the offers are the same, ids and prices included."""
    for kind in case.sells:
        assert await case.found(kind) == await case.found(kind)
