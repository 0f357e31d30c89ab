"""Every decision of the booking graph.

``after_assess`` is the one that matters: it reads the trip and the turn, and takes the first rung of the ladder that holds.
All conditions are pure functions of the state; no model chooses a step.
"""

from collections.abc import Callable, Sequence
from typing import Literal, NamedTuple

from langgraph.types import Send

from tripintent.nodes.booking.state import BookingState
from tripintent.state.derived import (
    anything_found,
    current_ranking,
    current_risk,
    policy_decides,
    selected_bundle,
    unfit_holds,
    unheld,
    unquoted,
)
from tripintent.state.questions import gaps, missing_for_hold, missing_for_purchase
from tripintent.state.trip import TripIntent
from tripintent.state.turn import SearchTask, Turn

LAST_STEPS = 4

Next = Literal[
    "the step limit is near",
    "words to read",
    "a document came in",
    "holds to give back",
    "the traveller says no",
    "an approval token came in",
    "try again",
    "cancel a booking",
    "a side question",
    "something is missing or unclear",
    "offers to rank",
    "show options",
    "an option was chosen",
    "a wish to hold or buy",
    "chosen, not yet checked",
    "a list was asked for",
    "something to show",
    "names are needed",
    "hold it",
    "ask for approval",
    "words beside the approval",
    "wait for the approval",
    "small talk",
    "done",
]


class View(NamedTuple):
    """What the ladder looks at."""

    trip: TripIntent
    turn: Turn
    steps_left: int

    @property
    def head(self) -> str:
        """The event that is next in the queue."""
        return self.turn.queue[0].type if self.turn.queue else ""


def _rankable(v: View) -> bool:
    return anything_found(v.trip) and current_ranking(v.trip) is None


def _blocked(v: View) -> bool:
    report = current_risk(v.trip)
    return bool(report and report.blocking_issues)


def _wants(v: View) -> bool:
    return v.head in ("USER_REQUEST_HOLD", "USER_WANTS_PURCHASE")


def _ready(v: View) -> bool:
    """Chosen, checked, not blocked, and wished for."""
    return v.trip.working_memory.hold_requested and current_risk(v.trip) is not None and not _blocked(v)


def _to_hold(v: View) -> bool:
    return _ready(v) and bool(unheld(v.trip))


def _to_approve(v: View) -> bool:
    live = any(h.status == "held" for h in v.trip.working_memory.holds)
    return _ready(v) and live and not unheld(v.trip)


def _gives_back(v: View) -> bool:
    """Holds fit no more, are let go, or get a no when the approval's time is over and they live on."""
    wm = v.trip.working_memory
    refused = v.head == "USER_REJECTS" and wm.approval is None and wm.hold_requested
    live = any(h.status == "held" for h in wm.holds)
    return v.head == "USER_RELEASES_HOLD" or bool(unfit_holds(v.trip)) or (refused and live)


def _people_missing(v: View) -> bool:
    needs = v.trip.working_memory.needs
    return (_to_hold(v) and bool(missing_for_hold(v.trip, needs))) or (
        _to_approve(v) and bool(missing_for_purchase(v.trip, needs))
    )


def _nothing_passes(v: View) -> bool:
    ranking = current_ranking(v.trip)
    return ranking is not None and not ranking.bundles


def _shows(v: View) -> bool:
    return (
        v.turn.news
        or (_nothing_passes(v) and not v.turn.spoke and bool(v.turn.text))
        or (_wants(v) and not selected_bundle(v.trip))
        or (_blocked(v) and v.trip.working_memory.hold_requested)
    )


def _cancel_waits(v: View) -> bool:
    approval = v.trip.working_memory.approval
    return approval is not None and approval.kind == "cancel"


def _beside(v: View) -> bool:
    """Words while an approval waits that neither changed anything nor got an answer: "approve", "thanks"."""
    approved = v.trip.working_memory.approval is not None
    return approved and bool(v.turn.text) and not v.turn.spoke and not v.turn.queue


BEFORE_SEARCH: tuple[tuple[Next, Callable[[View], bool]], ...] = (
    ("the step limit is near", lambda v: v.steps_left <= LAST_STEPS),
    ("words to read", lambda v: v.head == "USER_MESSAGE"),
    ("a document came in", lambda v: v.head == "INTENT_READY"),
    ("holds to give back", _gives_back),
    ("the traveller says no", lambda v: v.head == "USER_REJECTS"),
    ("an approval token came in", lambda v: v.head == "USER_APPROVED_PURCHASE"),
    ("try again", lambda v: v.head == "USER_RETRIES"),
    ("a side question", lambda v: v.turn.question is not None),
    ("words beside the approval", lambda v: _cancel_waits(v) and _beside(v)),
    ("wait for the approval", _cancel_waits),
    ("cancel a booking", lambda v: v.head == "USER_CANCELS_BOOKING"),
    ("something is missing or unclear", lambda v: bool(gaps(v.trip))),
)
AFTER_SEARCH: tuple[tuple[Next, Callable[[View], bool]], ...] = (
    ("offers to rank", _rankable),
    ("show options", lambda v: v.head == "USER_WANTS_OPTIONS"),
    ("an option was chosen", lambda v: v.head == "USER_SELECTED_BUNDLE"),
    ("a wish to hold or buy", lambda v: _wants(v) and selected_bundle(v.trip) is not None),
    ("chosen, not yet checked", lambda v: selected_bundle(v.trip) is not None and current_risk(v.trip) is None),
    ("a list was asked for", lambda v: v.turn.listing is not None),
    ("names are needed", _people_missing),
    ("hold it", _to_hold),
    ("words beside the approval", lambda v: _to_approve(v) and not policy_decides(v.trip) and _beside(v)),
    ("ask for approval", _to_approve),
    ("something to show", _shows),
    ("small talk", lambda v: not v.turn.spoke and bool(v.turn.text)),
    ("done", lambda _: True),
)


def after_assess(state: BookingState) -> Next | list[Send]:
    """Take the first rung that holds; unanswered questions for suppliers are all asked at once."""
    view = View(state["trip_intent"], state.get("turn") or Turn(), state.get("remaining_steps", 1000))
    return _first(BEFORE_SEARCH, view) or _searches(view.trip) or _first(AFTER_SEARCH, view) or "done"


def _first(ladder: Sequence[tuple[Next, Callable[[View], bool]]], view: View) -> Next | None:
    for step, holds in ladder:
        if holds(view):
            return step
    return None


def _searches(trip: TripIntent) -> list[Send]:
    return [
        Send(
            "quote_flights" if asked.query.kind == "flight" else "quote_hotels",
            SearchTask(ledger_id=trip.ledger_id, number=asked.number, key=asked.key, query=asked.query),
        )
        for asked in unquoted(trip)
    ]


def after_intake(state: BookingState) -> Literal["to do", "nothing to do"]:
    """Go on when there is something to do; a refused message was answered already, but an approval that waits stands again."""
    waits = state["trip_intent"].working_memory.approval is not None
    return "nothing to do" if state["turn"].refused and not waits else "to do"


def after_ask_details(state: BookingState) -> Literal["asked", "all known"]:
    """Wait for the traveller only when profiles did not know everything."""
    return "asked" if state["trip_intent"].status.asked else "all known"


def after_cancel_booking(state: BookingState) -> Literal["money is lost", "go on"]:
    """Losing money needs a person's approval."""
    approval = state["trip_intent"].working_memory.approval
    return "money is lost" if approval is not None and approval.kind == "cancel" else "go on"


def after_request_approval(
    state: BookingState,
) -> Literal["a person decides", "the policy decides", "nothing to approve"]:
    """Only a policy may stand in for a person, and only the desk's row makes it one."""
    if state["trip_intent"].working_memory.approval is None:
        return "nothing to approve"
    return "the policy decides" if state["turn"].answer else "a person decides"


def after_park(state: BookingState) -> Literal["it waits", "decided elsewhere"]:
    """While the trip was saved, another conversation about it may have decided, and its changes went in."""
    return "decided elsewhere" if state["trip_intent"].working_memory.approval is None else "it waits"


def after_approve(state: BookingState) -> Literal["approved", "cancellation approved", "rejected", "words instead"]:
    """Follow the decision; words instead of one start a new turn, and the approval waits on."""
    answer, approval = state["turn"].answer, state["trip_intent"].working_memory.approval
    if answer is None:
        return "words instead"
    if answer.decision == "reject":
        return "rejected"
    return "cancellation approved" if approval is not None and approval.kind == "cancel" else "approved"
