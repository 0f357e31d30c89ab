"""Every decision of the booking graph: one table for each node after which there is a choice.

``AFTER_ASSESS`` is the one that matters: it reads the trip and the turn, and takes the first row that holds. A node without a
table here leads back to ``assess`` (``BACK_TO_ASSESS`` of wiring.py). All conditions are pure functions of the state; no model
chooses a step.
"""

from typing import NamedTuple

from langgraph.graph import END, START
from langgraph.types import Send

from tripintent.graph.decisions import Fan, Row, Table, otherwise
from tripintent.nodes.booking.state import BookingState
from tripintent.state.asked_for import asked_otherwise
from tripintent.state.derived import (
    anything_found,
    current_ranking,
    current_risk,
    days_compared,
    selected_bundle,
    stale_holds,
    unheld,
    unquoted,
)
from tripintent.state.questions import gaps, missing_for_hold, missing_for_purchase
from tripintent.state.questions.windows import window_of
from tripintent.state.rebooking import replaced
from tripintent.state.trip import TripIntent
from tripintent.state.turn import SearchTask, Turn

LAST_STEPS = 4


class RoutingState(NamedTuple):
    """The facts that the conditions check."""

    trip: TripIntent
    turn: Turn
    steps_left: int

    @property
    def head(self) -> str:
        """The event that is next in the queue."""
        return self.turn.queue[0].type if self.turn.queue else ""


def routing_state(state: BookingState) -> RoutingState:
    """Return what the conditions look at; a client's jump past intake has no turn yet."""
    return RoutingState(state["trip_intent"], state.get("turn") or Turn(), state.get("remaining_steps", 1000))


def _rankable(v: RoutingState) -> bool:
    return anything_found(v.trip) and current_ranking(v.trip) is None


def _blocked(v: RoutingState) -> bool:
    report = current_risk(v.trip)
    return bool(report and report.blocking_issues)


def _wants(v: RoutingState) -> bool:
    return v.head in ("USER_REQUEST_HOLD", "USER_WANTS_PURCHASE")


def _ready(v: RoutingState) -> bool:
    """Chosen, checked, not blocked, and wished for."""
    return v.trip.working_memory.hold_requested and current_risk(v.trip) is not None and not _blocked(v)


def _to_hold(v: RoutingState) -> bool:
    return _ready(v) and (bool(unheld(v.trip)) or asked_otherwise(v.trip))


def _to_approve(v: RoutingState) -> bool:
    live = any(h.status == "held" for h in v.trip.working_memory.holds)
    return _ready(v) and live and not _to_hold(v)


def _gives_back(v: RoutingState) -> bool:
    """Holds are to be given back: the traveller says so, agreed to a change that ends them, or says no after an expired approval."""
    wm = v.trip.working_memory
    refused = v.head == "USER_REJECTS" and wm.approval is None and wm.hold_requested
    live = any(h.status == "held" for h in wm.holds)
    return v.head == "USER_RELEASES_HOLD" or (v.turn.lets_go and bool(stale_holds(v.trip))) or (refused and live)


def _people_refused(v: RoutingState) -> bool:
    """Somebody of those who were named was not taken: the traveller says first who goes."""
    return any(one.name == "set_travellers" and one.outcome.rejected for one in v.turn.called)


def _people_missing(v: RoutingState) -> bool:
    needs = v.trip.working_memory.needs
    return (_to_hold(v) and bool(missing_for_hold(v.trip, needs))) or (
        _to_approve(v) and bool(missing_for_purchase(v.trip, needs))
    )


def _nothing_passes(v: RoutingState) -> bool:
    ranking = current_ranking(v.trip)
    return ranking is not None and not ranking.bundles


def _shows(v: RoutingState) -> bool:
    """Something is new, or the words of this turn got no answer yet: nothing passes, nothing is chosen to hold, a risk blocks."""
    return (
        v.turn.news
        or (_nothing_passes(v) and not v.turn.spoke and bool(v.turn.text))
        or (_wants(v) and not selected_bundle(v.trip))
        or (_blocked(v) and v.trip.working_memory.hold_requested)
    )


def _cancel_waits(v: RoutingState) -> bool:
    approval = v.trip.working_memory.approval
    return approval is not None and approval.kind == "cancel"


def _days_open(v: RoutingState) -> bool:
    """Days of departure wait to be compared; a window that follows from words on something else only where they are missing."""
    window, done = window_of(v.trip), v.turn.days
    if window is None or (done and done.covers(window.earliest, window.latest)):
        return False
    if not window.said:
        return bool(gaps(v.trip))
    return bool(unquoted(v.trip) or _rankable(v)) and days_compared(v.trip) is None


def _searches(v: RoutingState) -> list[Send]:
    """Ask suppliers all questions that have no answer yet, at once."""
    left = tuple(b.booking_id for b in replaced(v.trip) if b.item_type == "flight")
    return [
        Send(
            "quote_flights" if asked.query.kind == "flight" else "quote_hotels",
            SearchTask(ledger_id=v.trip.ledger_id, number=asked.number, key=asked.key, query=asked.query, stale=left),
        )
        for asked in unquoted(v.trip)
    ]


AFTER_ASSESS: Table[RoutingState] = (
    Row("the step limit is near", lambda v: v.steps_left <= LAST_STEPS, "halt"),
    Row("a tool was called", lambda v: v.head == "TOOL_CALL", "apply"),
    Row("a document came in", lambda v: v.head == "INTENT_READY", "import_intent"),
    Row("holds to give back", _gives_back, "release"),
    Row("a change that waited is decided", lambda v: v.head == "USER_DECIDES_CHANGE", "decide_change"),
    Row("the traveller says no", lambda v: v.head == "USER_REJECTS", "decline"),
    Row("an approval token came in", lambda v: v.head == "USER_APPROVED_PURCHASE", "purchase"),
    Row("try again", lambda v: v.head == "USER_RETRIES", "retry"),
    Row("cancel a booking", lambda v: v.head == "USER_CANCELS_BOOKING", "cancel_booking"),
    Row("change the trip", lambda v: v.head in ("USER_CHANGES_BOOKING", "USER_ADDS_TRAVELLERS"), "change"),
    Row("accept the airline's change", lambda v: v.head == "USER_ACCEPTS_CHANGE", "accept_change"),
    Row("the cancellation waits", _cancel_waits, "save_before_wait"),
    Row("days to compare", _days_open, "compare_days"),
    Row("something is missing or unclear", lambda v: bool(gaps(v.trip)), "followup_questions"),
    Fan(_searches, {"search flights": "quote_flights", "search hotels": "quote_hotels"}),
    Row("offers to rank", _rankable, "rank"),
    Row("show options", lambda v: v.head == "USER_WANTS_OPTIONS", "list_options"),
    Row("an option was chosen", lambda v: v.head in ("USER_SELECTED_BUNDLE", "USER_SELECTED_OFFERS"), "choose"),
    Row("a wish to hold or buy", lambda v: _wants(v) and selected_bundle(v.trip) is not None, "want"),
    Row("chosen, not yet checked", lambda v: selected_bundle(v.trip) is not None and not current_risk(v.trip), "risk"),
    Row("a list was asked for", lambda v: v.turn.listing is not None, "present"),
    Row("names are needed", _people_missing, "ask_details"),
    Row("something else is held", lambda v: _ready(v) and bool(stale_holds(v.trip)), "keep_or_let_go"),
    Row("hold it", lambda v: _to_hold(v) and not _people_refused(v), "hold"),
    Row("ask for approval", lambda v: _to_approve(v) and not _people_refused(v), "request_approval"),
    Row("something to show", _shows, "present"),
    Row("done", otherwise, "publish"),
)

# A refused message was answered already; an approval that waits is shown again all the same.
AFTER_INTAKE: Table[RoutingState] = (
    Row("nothing to do", lambda v: v.turn.refused and v.trip.working_memory.approval is None, "publish"),
    Row("to do", otherwise, "assess"),
)

# The traveller is waited for only when profiles did not know everything.
AFTER_ASK_DETAILS: Table[RoutingState] = (
    Row("asked", lambda v: bool(v.trip.status.asked), "publish"),
    Row("all known", otherwise, "assess"),
)

# Cancelling what was bought needs a person's approval, whatever it costs.
AFTER_CANCEL_BOOKING: Table[RoutingState] = (
    Row("a person is asked", _cancel_waits, "save_before_wait"),
    Row("go on", otherwise, "assess"),
)

# Only a policy may decide in a person's place, and only the desk's row says so.
AFTER_REQUEST_APPROVAL: Table[RoutingState] = (
    Row("nothing to approve", lambda v: v.trip.working_memory.approval is None, "assess"),
    Row("the policy decides", lambda v: v.turn.answer is not None, "purchase"),
    Row("a person decides", otherwise, "save_before_wait"),
)

# While the trip was saved, another conversation about it may have decided, and its changes went in.
DECIDED_ELSEWHERE = Row[RoutingState]("decided elsewhere", lambda v: v.trip.working_memory.approval is None, "assess")
AFTER_SAVE: Table[RoutingState] = (DECIDED_ELSEWHERE, Row("it waits", otherwise, "approve"))

DECIDED: Table[RoutingState] = (
    Row("rejected", lambda v: v.turn.answer is not None and v.turn.answer.decision == "reject", "decline"),
    Row("cancellation approved", _cancel_waits, "cancel"),
    Row("approved", otherwise, "purchase"),
)

# Words instead of a decision start a new turn, and the approval waits on. What the desk did not issue is not shown.
AFTER_APPROVE: Table[RoutingState] = (
    Row("nothing to show", lambda v: v.turn.answer is None and v.trip.working_memory.approval is None, "publish"),
    Row("words instead", lambda v: v.turn.answer is None, "intake"),
    *DECIDED,
)

# However a turn ended, a card that waits in this conversation can be decided.
AFTER_PUBLISH: Table[RoutingState] = (
    Row("an approval waits", lambda v: v.turn.parked, "approve"),
    Row("done", otherwise, END),
)

DECISIONS: dict[str, Table[RoutingState]] = {
    "intake": AFTER_INTAKE,
    "assess": AFTER_ASSESS,
    "ask_details": AFTER_ASK_DETAILS,
    "cancel_booking": AFTER_CANCEL_BOOKING,
    "request_approval": AFTER_REQUEST_APPROVAL,
    "save_before_wait": AFTER_SAVE,
    "approve": AFTER_APPROVE,
    "publish": AFTER_PUBLISH,
}

# Behind a front door, which asks for approvals itself, a turn begins with what came in, or with a person's decision.
AT_THE_DOOR: Table[RoutingState] = (Row("something came in", lambda v: v.turn.answer is None, "intake"), *DECIDED)

BEHIND_A_FRONT_DOOR: dict[str, Table[RoutingState]] = {
    **{source: table for source, table in DECISIONS.items() if source != "approve"},
    START: AT_THE_DOOR,
    "publish": (Row("done", otherwise, END),),
    "save_before_wait": (DECIDED_ELSEWHERE, Row("it waits", otherwise, END)),
}

COMMITS = frozenset({"approve", "purchase", "cancel"})
"""Nodes that wait for a person, buy or cancel: a copy of a trip has none of them, and no row that leads there."""
ON_A_COPY: dict[str, Table[RoutingState]] = {
    **{
        source: tuple(row for row in table if isinstance(row, Fan) or row.node not in COMMITS)
        for source, table in DECISIONS.items()
        if source not in COMMITS
    },
    "save_before_wait": (DECIDED_ELSEWHERE, Row("the card would come", otherwise, END)),
}
