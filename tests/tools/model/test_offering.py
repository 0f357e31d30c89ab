"""What a model is offered at every stage: fifteen tools and twelve kilobytes at most, what the stage needs among them."""

import json
from typing import Any

import pytest

from tripintent.state.designer.itinerary import ItineraryDocument
from tripintent.state.designer.segments import CustomSegment
from tripintent.state.planning.budget import Budget
from tripintent.state.planning.checklist import Checklist
from tripintent.tools.model.offering import READY, STAGES, as_function, offered
from tripintent.tools.toolbox.facts import CardFacts, HeldFacts, OptionFacts, TripStand
from tripintent.tools.toolbox.more import DRAWERS, MORE
from tripintent.tools.toolbox.toolbox import by_name, tools

ZERO = {"amount": "0", "currency": "EUR"}
OPTION = OptionFacts.model_validate({"option": "b1", "total": ZERO, "total_with_local_tax": ZERO})
LISTED = ("list_options", "option_details", "choose")
CHANGES = ("quote_change", "quote_cancellation", "request_change", "request_cancellation", "add_traveller_to_booking")
NOW = {"local": "2027-03-01 09:00", "zone": "UTC"}
DAYS = ItineraryDocument(segments=(CustomSegment(id="a", title="Fado"),))
PAPERS: dict[str, Any] = {
    ItineraryDocument.kind: DAYS, Checklist.kind: Checklist.model_construct(), Budget.kind: Budget.model_construct(),
}  # fmt: skip


def stand(*can: str, **facts: Any) -> TripStand:
    base = {"now": NOW, "state": "x", "travellers": ("t1: Ann",), "can": ("update_trip", "what_if", *can)}
    return TripStand.model_construct(**{**TripStand.model_construct().__dict__, **base, **facts})


HELD = HeldFacts(title="f")
CARD = CardFacts.model_construct(kind="purchase")
BOOKED = {"bookings": (1,)}
STANDS = {
    "before": stand(missing=("where",)),
    "options": stand(*LISTED, options_in_all=9),
    "chosen": stand(*LISTED, "hold", "request_purchase", options_in_all=9, chosen=OPTION),
    "held": stand(*LISTED, "hold", "request_purchase", "release_hold", options_in_all=9, chosen=OPTION, held=(HELD,), card=CARD),
    "booked": stand(*CHANGES, "accept_airline_change", **BOOKED),
    "options beside bookings": stand(*LISTED, *CHANGES, options_in_all=9, **BOOKED),
}  # fmt: skip
NEEDED = {
    "before": {"update_trip", "set_travellers", "where_to", "lookup"},
    "options": {"update_trip", *LISTED, "what_if", "set_travellers"},
    "chosen": {"set_travellers", "hold", "request_purchase", "option_details", "choose", "what_if"},
    "held": {"request_purchase", "release_hold", "set_travellers", "what_if", "choose"},
    "booked": {*CHANGES, "accept_airline_change", "what_if"},
    "options beside bookings": {*LISTED, "what_if"},
}
OPENED = [[], *([{"name": MORE, "args": {"of": one}}] for one in DRAWERS)]


def size(chosen: list[Any]) -> int:
    return len(json.dumps([as_function(one) for one in chosen], ensure_ascii=False, separators=(",", ":")))


@pytest.mark.parametrize("documents", [{}, PAPERS], ids=["no documents", "documents"])
@pytest.mark.parametrize("lately", OPENED, ids=["nothing opened", *DRAWERS])
@pytest.mark.parametrize("stage", STANDS)
def test_fifteen_tools_and_twelve_kilobytes(stage: str, lately: list[Any], documents: Any) -> None:
    """At every stage, whatever is there and was asked for; what was asked for is there as far as it can do something."""
    chosen = offered(STANDS[stage], documents, lately)
    names = {one.name for one in chosen}
    assert len(chosen) <= 15
    assert size(chosen) <= 12_000
    assert {"update_trip", MORE} <= names
    asked = DRAWERS[lately[0]["args"]["of"]] if lately else ()
    assert {one for one in asked if one not in READY or READY[one](STANDS[stage], documents)} <= names


@pytest.mark.parametrize("stage", STANDS)
def test_what_a_stage_needs_is_there(stage: str) -> None:
    """Without a call for more."""
    assert {one.name for one in offered(STANDS[stage], {})} >= NEEDED[stage]


def test_every_tool_is_in_a_drawer_and_every_stage_names_tools() -> None:
    """No tool of ours is out of reach; the designer's single ones are for hosts, and ``more_tools`` for our own model alone."""
    within = {"update_trip", "what_if", *(name for names in DRAWERS.values() for name in names)}
    single = {one.name for one in tools() if one.arguments.__module__.endswith("plan_arguments")}
    assert {one.name for one in tools()} - single - within == set()
    assert all(name in by_name() for _, _, names in STAGES for name in names)
    assert MORE not in {one.name for one in tools()}


def test_what_was_called_lately_stays_at_hand() -> None:
    """A second edit of the days needs no call for more, and the stage's own tools give way to it."""
    lately = [{"name": "edit_itinerary", "args": {"edits": []}}, {"name": "plan_days", "args": {}}]
    assert {"edit_itinerary", "plan_days"} <= {one.name for one in offered(STANDS["booked"], PAPERS, lately)}
    assert "edit_itinerary" not in {one.name for one in offered(STANDS["booked"], PAPERS)}
