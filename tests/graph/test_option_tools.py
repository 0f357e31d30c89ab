"""Tools that look at options, and what_if, which tries calls on a copy: what they say, and that they touch nothing."""

import json
from dataclasses import replace
from datetime import timedelta
from decimal import Decimal
from functools import reduce
from operator import add
from pathlib import Path
from typing import Any

import pytest
from benches.statements import statements_of
from sqlalchemy import text
from tests.acts import Event, change, plan

from tripintent.nodes.acting import acting_ports, one_turn
from tripintent.nodes.booking.apply import acted, scene_of
from tripintent.nodes.runtime import Run
from tripintent.state.context import Principal
from tripintent.state.derived import open_plan
from tripintent.state.events import ToolCall
from tripintent.state.itinerary import Stay
from tripintent.state.patch import Patch
from tripintent.state.trip import TripIntent
from tripintent.tools.ids import new_id
from tripintent.tools.toolbox.base import Act, NoArguments, Scene, Tool, registered
from tripintent.tools.toolbox.screen import options_facts
from tripintent.tools.toolbox.stand import trip_facts


async def looked(booking: Any, name: str, **arguments: Any) -> Any:
    """Call a READ tool beside any turn, as a host does."""
    ports, trip = acting_ports(booking.ports, booking.principal), await booking.trip()
    scene = scene_of(trip, ports, Run(booking.context, booking.principal.thread_id, booking.principal))
    return (await acted(ToolCall(name=name, arguments=arguments), scene)).outcome


async def found(booking: Any, name: str, **arguments: Any) -> dict[str, Any]:
    outcome = await looked(booking, name, **arguments)
    assert outcome.ok, outcome.rejected
    return outcome.facts


async def called(booking: Any, name: str, **arguments: Any) -> Any:
    """Call one tool as an event, and return what came of it."""
    call_id = new_id("call")
    await booking.event(type="TOOL_CALL", name=name, arguments=arguments, call_id=call_id)
    return next(one for one in (await booking.state()).values["turn"].called if one.call_id == call_id).outcome


async def stored(booking: Any, trip_id: str) -> str:
    """Return everything that is stored: the thread's state, and every row of the ledger's database."""
    values = (await booking.state()).values
    ledger = booking.ports.desk._ctx.ledger

    def rows(tx: Any) -> dict[str, list[str]]:
        names = [one[0] for one in tx.execute(text("select name from sqlite_master where type = 'table'"))]
        return {name: sorted(map(str, tx.execute(text(f'select * from "{name}"')))) for name in names}  # noqa: S608

    tables = await ledger.read(rows)
    state = {"trip": values["trip_intent"].model_dump_json(), "turn": values["turn"].model_dump_json()}
    return json.dumps([trip_id, state, tables], default=str, sort_keys=True)


def files(folder: Path) -> dict[str, bytes]:
    """Return what else lies in the house: the supplier's book."""
    return {one.name: one.read_bytes() for one in sorted(folder.glob("supplier*.json"))}


QUESTIONS: list[tuple[str, dict[str, Any]]] = [
    ("list_options", {}),
    ("list_options", {"sort": "price", "where": [{"fact": "stops", "at_most": 0}], "page": 2}),
    ("list_options", {"alternatives": {"part": "hotel"}, "sort": "stars"}),
    ("list_options", {"where": [{"fact": "stars", "at_least": 9}]}),
    ("option_details", {"option": "1"}),
    ("option_details", {"option": "none"}),
    ("where_to", {"likes": ["beach"], "month": 6}),
    ("what_if", {"calls": [{"name": "choose", "arguments": {"option": "1"}}, {"name": "hold"}]}),
    ("what_if", {"calls": [{"name": "choose", "arguments": {"option": "3"}}, {"name": "request_purchase"}]}),
    ("what_if", {"calls": [{"name": "release_hold"}]}),
    ("what_if", {"calls": [{"name": "fly"}, {"name": "what_if", "arguments": {"calls": [{"name": "hold"}]}}]}),
]


async def _nothing(booking: Any) -> None:
    """Leave the trip without anything."""


async def _searched(booking: Any) -> None:
    await booking.do(plan("Boston", "Lisbon", "2027-06-14", "2027-06-21", adults=2))


async def _waiting(booking: Any) -> None:
    await booking.to_approval()


async def _booked(booking: Any) -> None:
    await booking.to_approval()
    await booking.approve()
    assert await booking.bookings()


@pytest.mark.parametrize("until", [_nothing, _searched, _waiting, _booked])
async def test_looking_touches_nothing(booking: Any, until: Any, tmp_path: Path) -> None:
    """Stored trip, ledger and documents are byte for byte the same, whatever is asked, at whatever stage."""
    await until(booking)
    if until is _nothing:
        await booking.do(change(origin="Boston"))
    trip: TripIntent = await booking.trip()
    before, house = await stored(booking, trip.trip_id), files(tmp_path)
    for name, arguments in QUESTIONS:
        await looked(booking, name, **arguments)
        assert await stored(booking, trip.trip_id) == before, (name, arguments)
    assert files(tmp_path) == house


async def test_looking_inside_of_a_turn_touches_nothing_but_the_turn(booking: Any) -> None:
    """Called as an event, too: no hold, choice or card comes of it, and nothing of the copy is in the messages."""
    await booking.to_approval()
    trip, ledger = await booking.trip(), await _ledger(booking)
    outcome = await called(
        booking, "what_if", calls=[{"name": "choose", "arguments": {"option": "1"}}, {"name": "hold"}]
    )
    assert outcome.facts["card"] is not None
    after = await booking.trip()
    assert after.working_memory == trip.working_memory
    assert await _ledger(booking) == ledger
    assert (await booking.card())["approval_id"] == trip.working_memory.approval.approval_id


async def _ledger(booking: Any) -> Any:
    return await booking.ports.desk.ledger_status((await booking.trip()).ledger_id)


async def test_what_if_says_what_then_happens(booking: Any) -> None:
    """A trial of another choice and a hold, beside doing it: the same holds let go, the same card, the same sums."""
    await booking.to_approval()
    trip = await booking.trip()
    other = next(
        b for b in trip.working_memory.ranking.bundles if b.bundle_id != trip.working_memory.selected.bundle_id
    )
    calls = [{"name": "choose", "arguments": {"option": other.bundle_id}}, {"name": "hold"}]
    tried = await found(booking, "what_if", calls=calls)
    assert tried["asks_before_letting_go"]
    assert tried["takes_back_the_card"]
    await called(booking, "choose", option=other.bundle_id)
    await booking.event(type="USER_DECIDES_CHANGE", let_hold_go=True)
    await called(booking, "hold")
    was = {one.hold_id: one.title for one in trip.working_memory.holds if one.status == "held"}
    now = {one.hold_id: one.title for one in (await _ledger(booking)).live_holds}
    card = await booking.card()
    assert now.keys() != was.keys()
    assert sorted(one["title"] for one in tried["would_let_go"]) == sorted(was[one] for one in was.keys() - now.keys())
    assert sorted(one["title"] for one in tried["would_hold"]) == sorted(now[one] for one in now.keys() - was.keys())
    assert tried["card"]["total"] == card["total"]
    assert [one["title"] for one in tried["card"]["buys"]] == [one["title"] for one in card["cart"]]
    assert tried["card"]["must_be_confirmed"] == [one["risk"]["text"] for one in card["confirmations"]]


async def test_a_trial_of_a_change_shows_it_without_what_is_held(booking: Any) -> None:
    """A change that would let a hold go is not refused on the copy: it says what would go, and the hold stands."""
    await booking.to_approval()
    held, card = (await _ledger(booking)).live_holds, await booking.card()
    changed = {"name": "update_trip", "arguments": {"return_day": "2027-06-22"}}
    tried = await found(booking, "what_if", calls=[changed])
    assert tried["calls"][0]["ok"], tried["calls"]
    assert tried["asks_before_letting_go"]
    assert tried["would_let_go"]
    assert tried["options"]
    assert (await _ledger(booking)).live_holds == held
    assert (await booking.card())["approval_id"] == card["approval_id"]


async def test_a_trial_of_what_waits_already_finds_the_card_that_waits(booking: Any) -> None:
    """The same cart is the same card."""
    await booking.to_approval()
    tried = await found(booking, "what_if", calls=[{"name": "hold"}])
    assert tried["card_is_the_one_that_waits"]
    assert not tried["takes_back_the_card"]
    assert tried["would_let_go"] == tried["would_hold"] == []


async def test_a_trial_without_names_says_what_is_missing(booking: Any, wish: Event) -> None:
    """A hold needs the people: no card comes, and what must be said is told."""
    await booking.do(wish)
    tried = await found(booking, "what_if", calls=[{"name": "choose", "arguments": {"option": "1"}}, {"name": "hold"}])
    assert tried["card"] is None
    assert tried["chosen"]["number"] == 1
    assert any("guests" in one for one in tried["missing"])


async def test_what_if_is_refused_inside_of_itself(booking: Any, wish: Event) -> None:
    """A trial in a trial is told how to be done instead."""
    await booking.do(wish)
    inner = {"name": "what_if", "arguments": {"calls": [{"name": "hold"}]}}
    tried = await found(booking, "what_if", calls=[inner])
    assert not tried["calls"][0]["ok"]
    assert "one list" in tried["calls"][0]["rejected"][0]


async def test_a_trial_asks_suppliers_nothing_that_is_known(booking: Any, wish: Event) -> None:
    """Current quotes are reused: a choice and a hold search nothing."""
    await booking.do(wish)
    asked = counted(booking)
    await found(booking, "what_if", calls=[{"name": "choose", "arguments": {"option": "2"}}])
    assert asked == []


def counted(booking: Any) -> list[Any]:
    """Return the list to which every question to a supplier is added from now on."""
    asked: list[Any] = []

    class Counting:
        def __init__(self, seller: Any) -> None:
            self.capabilities, self.price, self._seller = seller.capabilities, seller.price, seller

        async def search(self, query: Any) -> Any:
            asked.append(query)
            return await self._seller.search(query)

    flights, hotels = Counting(booking.ports.flights), Counting(booking.ports.hotels)
    booking.ports = replace(booking.ports, flights=flights, hotels=hotels)
    return asked


@pytest.fixture
def home_later(monkeypatch: pytest.MonkeyPatch) -> str:
    """A WRITE tool that moves the flight home by a day, and the hotel's nights with it nowhere."""

    async def home_later(scene: Scene, nothing: NoArguments) -> Act:
        """Move the flight home."""
        out, home = scene.trip.itinerary.segments
        later = home.model_copy(update={"depart_date": "2027-06-22"})
        stays = ({"location_code": "LIS", "check_in": "2027-06-15", "check_out": "2027-06-21"},)
        lodging = scene.trip.itinerary.lodging.model_copy(update={"stays": tuple(map(Stay.model_validate, stays))})
        return Act(patches=(Patch(merge={"itinerary": {"segments": (out, later), "lodging": lodging}}),))

    made = Tool("home_later", "trip", "WRITE", NoArguments, home_later, "Move the flight home.")
    monkeypatch.setitem(registered(), made.name, made)
    return made.name


async def test_a_trial_that_changes_one_leg_asks_for_that_leg_alone(booking: Any, wish: Event, home_later: str) -> None:
    """One question to the seller of flights for the way home; the way there keeps its quotes, and the trip its plan."""
    await booking.do(wish)
    asked, before = counted(booking), await booking.trip()
    tried = await found(booking, "what_if", calls=[{"name": home_later}])
    flights = [one for one in asked if one.kind == "flight"]
    assert [(one.origin, one.depart_date) for one in flights] == [("LIS", "2027-06-22")]
    assert tried["options"][0]["flights"][1]["departs"]["local"].startswith("2027-06-22")
    assert await booking.trip() == before


async def test_bags_are_told_for_each_person_with_what_more_of_them_cost(booking: Any, wish: Event) -> None:
    """The fare with more bags is one that can be chosen by its code, and costs what is said."""
    await booking.do(wish)
    options = (await found(booking, "list_options"))["options"]
    legs = [leg for one in options for leg in one["flights"]]
    assert all("checked_bags" not in leg and "carry_on" not in leg for leg in legs)
    bare, option = next((leg, one) for one in options for leg in one["flights"] if "with_more_bags" in leg)
    more = bare["with_more_bags"]
    assert more["checked_bags_each"] > bare.get("checked_bags_each", 0)
    others = (await found(booking, "option_details", option=option["option"]))["other_fares"]
    dearer = next(one for one in others if one["code"] == more["code"])
    difference = Decimal(dearer["total"]["amount"]) - Decimal(bare["total"]["amount"])
    assert difference == Decimal(more["difference"]["amount"])


async def test_wishes_of_which_no_fact_tells_are_in_the_situation(booking: Any, wish: Event) -> None:
    """In words, by train, for beds, and in a quarter that no hotel is said to lie in: each is named with why."""
    await booking.do(wish)
    ports = acting_ports(booking.ports, booking.principal)
    assert not (await trip_facts(await booking.trip(), ports)).untold
    lodging = {"beds": "twin", "area": "Alfama"}
    await called(booking, "update_trip", lodging=lodging, wishes={"add": ["a room with a view"]})
    told = (await trip_facts(await booking.trip(), ports)).untold
    assert [line.split(":")[0] for line in told] == ["'a room with a view'", "beds 'twin'", "area 'Alfama'"]
    await called(booking, "update_trip", legs=[{"leg": 2, "mode": "train"}])
    assert any(line.startswith("leg 2 by train") for line in (await trip_facts(await booking.trip(), ports)).untold)


async def test_a_turn_reads_each_answer_once_and_a_new_one_anew(booking: Any, wish: Event) -> None:
    """What was put meanwhile is read; somebody else gets none of it, though it was read in this turn."""
    await booking.do(wish)
    trip = await booking.trip()
    key, ids = open_plan(trip).hotels[0].key, trip.working_memory.ranking.bundles[0].hotel_option_ids
    with one_turn(), statements_of(booking.ports.desk._ctx.ledger) as asked:
        offers = acting_ports(booking.ports, booking.principal).offers
        first = await offers.get(trip.ledger_id, key)
        assert len(await offers.options(trip.ledger_id, ids)) == len(ids)
        before = asked.statements
        assert await offers.get(trip.ledger_id, key) is first
        assert len(await offers.options(trip.ledger_id, ids)) == len(ids)
        assert asked.statements == before
        assert not await acting_ports(booking.ports, Principal(subject="eve")).offers.get(trip.ledger_id, key)
        await offers.put(trip.ledger_id, key, first[1:], booking.ports.clock.now() + timedelta(hours=1))
        assert await offers.get(trip.ledger_id, key) == first[1:]


async def test_where_a_trip_stands(booking: Any) -> None:
    """Held with local time and zone, the card that waits, what can be done; then bookings with their terms."""
    await booking.to_approval()
    ports = acting_ports(booking.ports, booking.principal)
    stand = await trip_facts(await booking.trip(), ports)
    ends = [one.until.local for one in stand.held if one.until]
    assert len(ends) == 3
    assert ends == sorted(ends)
    assert {one.until.zone for one in stand.held if one.until} == {stand.now.zone}
    assert stand.card
    assert stand.card.total == sum_of([one.total for one in stand.card.buys])
    assert {"hold", "release_hold", "what_if"} <= {*stand.can}
    await booking.approve()
    stand = await trip_facts(await booking.trip(), ports)
    assert stand.card is None
    assert [bool(one.flight) for one in stand.bookings] == [True, True, False]
    assert all(one.pnr and one.total for one in stand.bookings)
    assert stand.bookings[2].hotel
    assert stand.bookings[2].hotel.nights == 6
    assert "request_cancellation" in stand.can


def sum_of(totals: list[Any]) -> Any:
    """Return the sum of amounts of one currency."""
    return reduce(add, totals)


async def test_an_option_without_a_way_home_says_so(booking: Any, wish: Event) -> None:
    """It stands in its own line what is missing of it."""

    class NoneHome:
        def __init__(self, seller: Any) -> None:
            self.capabilities, self.price, self._seller = seller.capabilities, seller.price, seller

        async def search(self, query: Any) -> Any:
            return [] if query.origin == "LIS" else await self._seller.search(query)

    half = booking.rebuilt(flights=NoneHome(booking.ports.flights))
    await half.do(wish)
    options = (await found(half, "list_options"))["options"]
    assert options
    assert all(one["missing"] == ["flight Lisbon–Boston on 2027-06-21"] for one in options)


async def test_the_best_names_its_nearest_rival(booking: Any, wish: Event) -> None:
    """The cheapest option with the same flights, and how much less it is."""
    await booking.do(wish)
    ranking = (trip := await booking.trip()).working_memory.ranking
    reason, best = (await options_facts(trip, ranking, (0, 1, 2), booking.ports)).reason, ranking.bundles[0]
    same = [one.whole.amount for one in ranking.bundles if one.flight_option_ids == best.flight_option_ids]
    assert ranking.bundles[reason.rival - 1].whole.amount == min(same) == best.whole.amount - reason.rival_less.amount


KEYS: dict[str, Any] = {
    "price": lambda o: float(o["total_with_local_tax"]["amount"]),
    "duration": lambda o: o["minutes"],
    "stops": lambda o: o["stops"],
    "departure": lambda o: o["flights"][0]["departs"]["local"],
    "arrival": lambda o: o["flights"][0]["arrives"]["local"],
    "stars": lambda o: -o["hotels"][0].get("stars", 0),
    "distance": lambda o: o["hotels"][0]["km_to_centre"],
    "refundable": lambda o: not o["refundable"],
}


@pytest.mark.parametrize("sort", KEYS)
async def test_options_come_in_the_order_asked_for(booking: Any, wish: Event, sort: str) -> None:
    """Every order, as the facts of the options themselves say it."""
    await booking.do(wish)
    options = (await found(booking, "list_options", sort=sort, also_alike=True))["options"]
    assert len(options) == 5
    assert [KEYS[sort](o) for o in options] == sorted(KEYS[sort](o) for o in options)


WHERE: list[tuple[dict[str, Any], Any]] = [
    ({"fact": "stops", "at_most": 0}, lambda o: all(f["stops"] == 0 for f in o["flights"])),
    ({"fact": "hours", "at_most": 9}, lambda o: all(f["minutes"] <= 540 for f in o["flights"])),
    (
        {"fact": "leaves", "at_least": "10:00"},
        lambda o: all(f["departs"]["local"][11:] >= "10:00" for f in o["flights"]),
    ),
    ({"fact": "one_ticket", "is": True}, lambda o: all(f["one_ticket"] for f in o["flights"])),
    ({"fact": "refundable", "is": True}, lambda o: o["refundable"]),
    ({"fact": "stars", "at_least": "4"}, lambda o: all(h["stars"] >= 4 for h in o["hotels"])),
    ({"fact": "board", "at_least": "Breakfast"}, lambda o: all(h["board"] != "room_only" for h in o["hotels"])),
    ({"fact": "km_to_centre", "at_most": 1.5}, lambda o: all(h["km_to_centre"] <= 1.5 for h in o["hotels"])),
    (
        {"fact": "amenity", "is": ["wifi"]},
        lambda o: all("wifi" in " ".join(h.get("amenities", [])).casefold() for h in o["hotels"]),
    ),
    ({"fact": "total", "at_most": 1500}, lambda o: float(o["total"]["amount"]) <= 1500),
    (
        {"fact": "per_night", "at_most": 90, "currency": "EUR"},
        lambda o: float(o["hotels"][0]["nightly"]["amount"]) < 120,
    ),
]


@pytest.mark.parametrize(("where", "holds"), WHERE, ids=lambda one: one["fact"] if isinstance(one, dict) else "")
async def test_what_is_listed_has_what_was_asked_for(
    booking: Any, wish: Event, where: dict[str, Any], holds: Any
) -> None:
    """Every option listed has it, or the bound that leaves none is named."""
    await booking.do(wish)
    listed = await found(booking, "list_options", where=[where])
    assert listed["options"] or listed["left_out"]
    assert all(holds(o) for o in listed["options"])


@pytest.mark.parametrize(
    "where",
    [
        {"fact": "board", "at_least": "tea"},
        {"fact": "leaves", "at_least": 10},
        {"fact": "hotel", "at_most": "Ritz"},
        {"fact": "refundable", "is": "x"},
        {"fact": "stops"},
    ],
)
async def test_a_bound_that_a_fact_has_not_is_refused(booking: Any, wish: Event, where: dict[str, Any]) -> None:
    """With what the fact has."""
    await booking.do(wish)
    outcome = await looked(booking, "list_options", where=[where])
    assert not outcome.ok
    assert outcome.rejected[0].path == "where[0]"


async def test_a_bound_that_empties_the_list_is_named(booking: Any, wish: str) -> None:
    """Fact, value and part of what leaves out how many."""
    await booking.do(wish)
    where = [{"fact": "stars", "at_least": 9}, {"fact": "stops", "at_most": 2}]
    listed = await found(booking, "list_options", where=where)
    assert listed["options"] == []
    (one,) = [one for one in listed["left_out"] if one["fact"] == "stars"]
    assert (one["bound"], one["value"], one["part"]) == ("at_least", 9, "hotel 1")
    assert one["left_out"] == one["offers"] == listed["offers"]["hotel 1"]


async def test_a_page_is_not_ten_of_one_hotel(booking: Any, wish: Event) -> None:
    """At most two of a hotel and two of the same flights, and the next page has others."""
    await booking.do(wish)
    seen: set[str] = set()
    for number in (1, 2):
        page = (await found(booking, "list_options", sort="price", page=number))["options"]
        hotels = [o["hotels"][0]["name"] for o in page]
        flights = [str([f["flight_numbers"] for f in o["flights"]]) for o in page]
        assert max(map(hotels.count, hotels)) <= 2
        assert max(map(flights.count, flights)) <= 2
        ids = {o["option"] for o in page}
        assert not ids & seen
        seen |= ids


async def test_alternatives_of_one_part_keep_the_rest(booking: Any, wish: Event) -> None:
    """Other flights home: the way there and the hotel stay, the difference is told, and one can be chosen."""
    await booking.do(wish)
    await called(booking, "choose", option="1")
    kept = (await found(booking, "option_details", option="chosen"))["option"]
    listed = await found(booking, "list_options", alternatives={"part": "flight", "number": 2}, sort="price")
    options = listed["options"]
    assert len({str(o["flights"][1]["flight_numbers"]) for o in options}) == len(options) > 1
    assert {o["flights"][0]["code"] for o in options} == {kept["flights"][0]["code"]}
    assert {o["hotels"][0]["name"] for o in options} == {kept["hotels"][0]["name"]}
    other = next(o for o in options if o["option"] != kept["option"])
    gap = float(other["total"]["amount"]) - float(kept["total"]["amount"])
    assert float(other["difference_to_now"]["amount"]) == pytest.approx(gap)
    assert (await called(booking, "choose", option=other["option"])).ok
    chosen = (await found(booking, "option_details", option="chosen"))["option"]
    assert chosen["flights"][1]["code"] == other["flights"][1]["code"]
    assert chosen["total"] == other["total"]


async def test_bounds_are_of_the_part_that_is_looked_for(booking: Any, wish: Event) -> None:
    """The kept flight has a stop, lasts long and is dear: a bound on the other one leaves it alone."""
    await booking.do(wish)
    listed = await found(booking, "list_options", where=[{"fact": "stops", "at_least": 1}])
    option = listed["options"][0]["option"]
    home = {"part": "flight", "number": 2, "of": option}
    direct = (await found(booking, "list_options", alternatives=home, where=[{"fact": "stops", "at_most": 0}]))[
        "options"
    ]
    assert direct
    assert {(o["flights"][0]["stops"] > 0, o["flights"][1]["stops"]) for o in direct} == {(True, 0)}
    dearest = max(float(o["flights"][1]["total"]["amount"]) for o in direct)
    where = [{"fact": "price", "at_most": dearest}, {"fact": "hours", "at_most": 12}]
    assert (await found(booking, "list_options", alternatives=home, where=where))["options"]
    stars = [{"fact": "stars", "at_least": 4}]
    refused = await looked(booking, "list_options", alternatives=home, where=stars)
    assert refused.rejected[0].path == "where[0].fact"


async def test_what_there_is_not_is_said(booking: Any, wish: Event) -> None:
    """A part, an option, and a list before any search."""
    await booking.do(change(origin="Boston"))
    assert (await found(booking, "list_options"))["options"] == []
    await booking.do(wish)
    part = await looked(booking, "list_options", alternatives={"part": "flight", "number": 7})
    assert part.rejected[0].candidates == ("flight 1", "flight 2", "hotel 1")
    assert (await looked(booking, "option_details", option="99")).rejected[0].candidates


async def test_towns_fit_the_wish(booking: Any, wish: Event) -> None:
    """Likes, climate of a month, distance; what is not known is said."""
    await booking.do(change(origin="Boston"))
    assert not (await looked(booking, "where_to", climate=["hot"])).ok
    await booking.do(wish)
    towns = await found(booking, "where_to", likes=["beach"], month=7, climate=["warm", "hot"], max_km=4000)
    assert towns["towns"]
    assert all("beach" in one["likes"] and one["km"] <= 4000 for one in towns["towns"])
    assert all(one["climate"] in ("warm", "hot") for one in towns["towns"])
    assert "fares" in towns["not_known"]
