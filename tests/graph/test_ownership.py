"""Attacks on somebody else's trip over the graph: what a state names opens nothing."""

from typing import Annotated, Any, TypedDict

import pytest
from langchain_core.messages import AnyMessage
from langgraph.checkpoint.memory import InMemorySaver
from langgraph.graph import END, START, StateGraph
from langgraph.graph.message import add_messages
from langgraph.types import Command
from tests.acts import buy, change, cheapest, hold, people, person, plan

from tripintent.app.checkpoints import STORED_TYPES
from tripintent.graph.booking.wiring import build_booking_graph
from tripintent.nodes.acting import RULES, acting_ports
from tripintent.nodes.identity import ContextRefused
from tripintent.state.context import Principal, TripContext
from tripintent.state.patch import apply_patch
from tripintent.state.trip import TripIntent
from tripintent.tools.ports.desk import Desk, HoldItem, HoldRequest
from tripintent.tools.ports.profiles import PaymentMethod, Profile

SHORT = plan("Boston", "Lisbon", "2027-06-14", "2027-06-21", lodging={"needed": False})
CARD = PaymentMethod(payment_method_id="pm_victoria", label="Victoria's card", last4="1111", default=True)
EVE = people(person("Eve Adams", "1985-03-04", email="eve@example.org"))
VICTIM = TripContext(organisation="acme", traveller="victoria")
ATTACKERS = [
    TripContext(),
    TripContext(organisation="evil", traveller="eve"),
    TripContext(organisation="acme", traveller="eve"),
    TripContext(organisation="acme"),
]
WHO = ["nobody", "another organisation", "a colleague", "the organisation"]


async def victims_trip(booking: Any) -> TripIntent:
    """Bring the victim's conversation to a waiting card."""
    booking.context = VICTIM
    await booking.to_approval()
    return await booking.trip()


def as_attacker(booking: Any, context: TripContext) -> Any:
    eve = booking.on("eve")
    eve.context = context
    return eve


async def whole(booking: Any, trip: TripIntent) -> None:
    """Assert that the victim's card waits as it did and nothing was bought by it."""
    standing = await booking.ports.desk.ledger_status(trip.ledger_id)
    assert standing.approval == trip.working_memory.approval
    assert standing.bookings == ()
    assert [h.status for h in standing.holds] == [h.status for h in trip.working_memory.holds]


@pytest.mark.parametrize("context", ATTACKERS, ids=WHO)
async def test_a_state_that_names_anothers_trip_adopts_nothing_of_it(booking: Any, context: TripContext) -> None:
    """H1: the next turn goes on with a trip of the attacker's own; no name, hold or card of the victim is in it."""
    theirs = await victims_trip(booking)
    eve = as_attacker(booking, context)
    await eve.do(SHORT)
    stolen = {"trip_id": theirs.trip_id, "org": theirs.org, "version": 0}
    await eve.graph.aupdate_state(eve.config, {"trip_intent": stolen}, as_node="publish")
    await eve.do(buy())
    mine = await eve.trip()
    assert mine.ledger_id != theirs.ledger_id
    assert "Ann" not in mine.model_dump_json()
    assert mine.working_memory.holds == ()
    await whole(booking, theirs)
    assert "trip.rebound" in [e.type for e in await booking.ports.desk.audit(mine.ledger_id)]


@pytest.mark.parametrize("context", ATTACKERS, ids=WHO)
async def test_the_victims_trip_in_a_yes_buys_nothing(booking: Any, context: TripContext) -> None:
    """H3: a yes to the attacker's own card that carries the victim's trip buys neither of the two."""
    theirs = await victims_trip(booking)
    eve = as_attacker(booking, context)
    await eve.do(SHORT)
    await eve.do(cheapest, hold(), EVE)
    card = await eve.card()
    own = await eve.trip()
    confirmed = [c["id"] for c in card["confirmations"]]
    yes = {
        "decisions": [
            {
                "type": "approve",
                "args": {
                    "approval_id": theirs.working_memory.approval.approval_id,
                    "confirmations": [*confirmed, *theirs.working_memory.approval.confirmations],
                },
            }
        ]
    }
    await eve.run(Command(resume=yes, update={"trip_intent": theirs}))
    await whole(booking, theirs)
    assert (await booking.ports.desk.ledger_status(own.ledger_id)).bookings == ()


async def test_a_forged_card_is_not_shown(booking: Any) -> None:
    """H3: a card in the state with a total of 1.00 and the victim's approval id is drawn from no row, so not at all."""
    theirs = await victims_trip(booking)
    eve = as_attacker(booking, ATTACKERS[1])
    await eve.do(SHORT)
    forged = theirs.working_memory.approval.model_dump(mode="json") | {"lines": []}
    forged["total"]["amount"] = "1.00"
    edit = {"trip_intent": {"working_memory": {"approval": forged}}}
    await eve.graph.aupdate_state(eve.config, edit, as_node="save_before_wait")
    said = await eve.run(None)
    assert not await eve.waits()
    assert "no such approval" in said[-1]
    await whole(booking, theirs)


async def test_a_profile_that_the_state_names_pays_nothing_and_opens_nothing(booking: Any) -> None:
    """M1: `traveler_profile_ids` of somebody else bring neither their payment methods nor their birth date."""
    await booking.ports.payment_methods.save("victoria", CARD)
    victoria = Profile(profile_id="victoria", given_name="Victoria", family_name="Vale", date_of_birth="1970-01-02")
    await booking.ports.profiles.save(victoria)
    await booking.do(SHORT)
    edit = {"trip_intent": {"party": {"traveler_profile_ids": ["victoria"]}}}
    await booking.graph.aupdate_state(booking.config, edit, as_node="publish")
    await booking.do(cheapest, hold())
    assert "1970-01-02" not in (await booking.trip()).model_dump_json()
    await booking.do(EVE)
    card = await booking.card()
    assert "pm_victoria" not in [m["payment_method_id"] for m in card["payment_methods"]]
    await booking.approve(payment_method_id="pm_victoria")
    assert await booking.bookings() == []


@pytest.mark.parametrize("field", ["organisation", "traveller"])
async def test_a_context_that_contradicts_who_is_signed_in_is_refused(booking: Any, field: str) -> None:
    """M1: a client's context cannot name another organisation or traveller than the host's principal."""
    booking.config["configurable"]["principal"] = Principal(organisation="acme", subject="ann", traveller="ann")
    booking.context = TripContext(**{field: "victoria"})
    with pytest.raises(ContextRefused, match="leave it out"):
        await booking.do(SHORT)


async def test_a_resume_without_a_context_buys_for_the_trips_owner(booking: Any) -> None:
    """The context is not stored with the thread: the answer in its thread is the owner's, and their card pays."""
    await booking.ports.payment_methods.save("victoria", CARD)
    booking.context = TripContext(traveller="victoria")
    card = await booking.to_approval()
    assert [m["payment_method_id"] for m in card["payment_methods"]] == ["pm_victoria"]
    booking.context = TripContext()
    await booking.approve()
    assert await booking.bookings()


async def test_the_owner_goes_on_in_another_thread(booking: Any) -> None:
    """Who is named owns the trip in every thread of theirs: a document that names it is theirs to go on with."""
    theirs = await victims_trip(booking)
    again = as_attacker(booking, VICTIM)
    await again.graph.aupdate_state(again.config, {"trip_intent": theirs}, as_node="publish")
    await again.do(change(wishes={"add": ["quiet"]}))
    assert (await again.trip()).ledger_id == theirs.ledger_id


class HostState(TypedDict):
    """A host's graph around the mounted booking."""

    messages: Annotated[list[AnyMessage], add_messages]
    event: dict[str, Any]
    trip_intent: Annotated[TripIntent, apply_patch]


@pytest.mark.parametrize("context", ATTACKERS, ids=WHO)
async def test_the_mounted_door_takes_no_trip_of_somebody_else(booking: Any, context: TripContext) -> None:
    """H1 by a host's document: the trip that the host's state names is another's, so the booking goes on with a new one."""
    theirs = await victims_trip(booking)
    graph = StateGraph(HostState, context_schema=TripContext)
    graph.add_node("booking", build_booking_graph(booking.ports, mode="subgraph"))
    graph.add_edge(START, "booking")
    graph.add_edge("booking", END)
    host = graph.compile(checkpointer=InMemorySaver().with_allowlist(STORED_TYPES))
    config = {"configurable": {"thread_id": "host"}}
    entry = {"event": buy(), "trip_intent": theirs}
    result = await host.ainvoke(entry, config, context=context)
    assert result["trip_intent"].ledger_id != theirs.ledger_id
    assert result["trip_intent"].working_memory.holds == ()
    assert "__interrupt__" not in result
    await whole(booking, theirs)


async def test_every_method_of_the_desk_has_its_rule(booking: Any) -> None:
    """A method that a later change adds is the owner's only, and one that names no trip is for operators."""
    desk = acting_ports(booking.ports, Principal(subject="eve")).desk
    for name in ("settle_by_hand", "purchases", "verify_audit", "new_token"):
        with pytest.raises(AttributeError):
            getattr(desk, name)
    assert set(RULES) - {"put", "get", "options"} < {name for name in dir(Desk) if not name.startswith("_")}


async def test_an_assistant_holds_and_the_owner_buys(booking: Any) -> None:
    """A shared trip: an assistant works on it in a thread of theirs; asking for the approval is refused by name."""
    theirs = await victims_trip(booking)
    await booking.ports.desk.reject(theirs.ledger_id, theirs.working_memory.approval.approval_id, "traveller", "later")
    owner = Principal(organisation="acme", subject="victoria", traveller="victoria")
    helper = Principal(organisation="acme", subject="henry", traveller="henry")
    await booking.ports.ownership.grant(owner, theirs.ledger_id, helper, "assistant")
    henry = as_attacker(booking, TripContext(organisation="acme", traveller="henry"))
    await henry.graph.aupdate_state(henry.config, {"trip_intent": await booking.trip()}, as_node="publish")
    said = await henry.do(cheapest, hold())
    assert (await henry.trip()).ledger_id == theirs.ledger_id
    standing = await booking.ports.desk.ledger_status(theirs.ledger_id)
    assert standing.live_holds
    assert not await henry.waits()
    assert any("only the owner" in one for one in said)


async def test_the_words_to_confirm_are_those_of_the_row(booking: Any) -> None:
    """A state whose risks were reworded after the card was asked for changes no word of it."""
    card = await booking.to_approval()
    report = (await booking.trip()).working_memory.risk_report.model_dump(mode="json")
    for risk in report["risks"]:
        risk["text"] = "nothing to worry about"
    edit = {"trip_intent": {"working_memory": {"risk_report": report}}}
    await booking.graph.aupdate_state(booking.config, edit, as_node="save_before_wait")
    await booking.run(None)
    assert (await booking.card())["confirmations"] == card["confirmations"]
    assert all(one["text"] != one["id"] for one in card["confirmations"])


@pytest.mark.parametrize("what", ["hold", "release", "void"])
async def test_an_assistant_whose_grant_ends_meanwhile_begins_nothing(booking: Any, what: str) -> None:
    """The grant is looked up once more in the transaction that would begin it: taken back in between, nothing is done."""
    theirs = await victims_trip(booking)
    owner = Principal(organisation="acme", subject="victoria", traveller="victoria")
    helper = Principal(organisation="acme", subject="henry", traveller="henry", thread_id="h")
    grant = await booking.ports.ownership.grant(owner, theirs.ledger_id, helper, "assistant")
    desk = acting_ports(booking.ports, helper).desk
    assert (await desk.ledger_status(theirs.ledger_id)).live_holds  # the right is looked up here, and known from now on
    await booking.ports.ownership.revoke(owner, grant.grant_id)
    offers = await booking.ports.offers.options(theirs.ledger_id, theirs.working_memory.selected.flight_option_ids)
    item = HoldItem(offer=next(iter(offers.values())), key="k", requirement_key="r", title="another")
    calls = {
        "hold": lambda: desk.hold(HoldRequest(trip_id=theirs.ledger_id, bundle_id="none", items=(item,))),
        "release": lambda: desk.release(theirs.ledger_id, [h.hold_id for h in theirs.working_memory.holds], "mine"),
        "void": lambda: desk.void(theirs.ledger_id, "mine"),
    }
    assert (await calls[what]()).live_holds == ()
    await whole(booking, theirs)
