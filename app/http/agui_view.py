"""What an AG-UI client sees: the state that a page draws of a trip, typed, and replies and tool calls as soon as nodes write them.

``GET /agui/schema`` describes the state. The adapter streams what a chat model streams. Our replies are whole texts that nodes
return, and a model is asked without a stream: it would tell replies and calls only with the snapshot of all messages at the end.
"""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any, Literal

import jsonpatch
from ag_ui.core import BaseEvent, EventType, StateDeltaEvent, StateSnapshotEvent
from langchain_core.messages import AnyMessage
from pydantic import BaseModel, Field

from tripintent.app.document import published_documents, requirements_of
from tripintent.app.http.localized import Localized, journey_of
from tripintent.app.http.reading import trip_view
from tripintent.app.http.views import AGAIN, StaffView, TripView, staff_view
from tripintent.nodes.booking.hold import LIVE
from tripintent.state.booking import Approval, Hold
from tripintent.state.concierge.front import FrontTurn
from tripintent.state.derived import current_ranking, selected_bundle, unheld
from tripintent.state.designer.itinerary import itinerary_of
from tripintent.state.designer.profile import TripProfile, trip_profile
from tripintent.state.designer.question import Question
from tripintent.state.money import Money
from tripintent.state.planning.gate import Action, Requirement
from tripintent.state.trip import TripIntent
from tripintent.tools.cards.card import Card
from tripintent.tools.language.replies.rendering import bundle_reasons
from tripintent.tools.ports.ports import Ports


class SharedOption(BaseModel):
    """A ranked whole trip. Choose it by saying its number, or by the event USER_SELECTED_BUNDLE with its id."""

    number: int
    bundle_id: str
    total: Money
    minutes: int = Field(description="flying time")
    stops: int
    refundable: bool
    labels: tuple[str, ...]
    why: str
    tradeoffs: tuple[str, ...]
    chosen: bool


class SharedConfirmation(BaseModel):
    """Something that the answer has to confirm by its id."""

    id: str
    text: str


class SharedLine(BaseModel):
    """A line of the card: what is bought, or what is cancelled."""

    title: str
    total: Money | None


class SharedCard(BaseModel):
    """What waits for a person. The run's outcome has the interrupt that is answered, with this approval_id in its args."""

    approval_id: str
    kind: Literal["purchase", "cancel"]
    lines: tuple[SharedLine, ...]
    total: Money = Field(description="paid by a yes; the interrupt's `card` says what it comes to with local taxes")
    refund: Money | None
    approver: str | None = Field(description="user id of who has to decide; null is the traveller")
    state: Literal["waits", "lapsed"] = Field(description="lapsed: it takes a rejection alone, and `again` asks anew")
    again: dict[str, str] | None = Field(description="the event of a lapsed card to send")
    expires_at: datetime
    confirmations: tuple[SharedConfirmation, ...]


class ShownCard(Card):
    """A card in the conversation."""

    message: str = Field(description="id of the message whose text says the same: show one of the two")


class SharedState(BaseModel):
    """The shared state. Only the server writes it; what a client sends back of it is not read."""

    options: tuple[SharedOption, ...] = ()
    chosen: str | None = Field(default=None, description="bundle_id of the chosen option")
    holds: tuple[Hold, ...] = ()
    card: SharedCard | None = None
    question: Question | None = Field(
        default=None,
        description="what is asked with answers to choose from: send the id of one as a message, or its call as TOOL_CALL",
    )
    cards: tuple[ShownCard, ...] = Field(
        default=(), description="what can be pressed now and what the last turn showed, the newest last"
    )
    staff: StaffView | None = Field(default=None, description="who of the house is waited for; no interrupt to answer")
    working: bool = Field(default=False, description="of a run without words: a turn is being worked on")
    cut_off: bool = Field(default=False, description="likewise: one was stopped; POST /api/threads/…/continue goes on")
    trip: TripView
    profile: TripProfile = Field(description="what is known of the trip, with the confidence in it")
    documents: dict[str, Any] = Field(default_factory=dict, description="the trip's documents by kind, as published")
    requirements_status: dict[Action, Requirement] = Field(
        default_factory=dict, description="what each document has, still needs and assumes"
    )


def state_of(values: Mapping[str, object], ports: Ports) -> dict[str, object]:
    """Return the shared state of a thread as JSON, by the names of its schema."""
    return shared_state(values, ports).model_dump(mode="json", by_alias=True)


def shared_state(values: Mapping[str, Any], ports: Ports) -> SharedState:
    """Return the state of a thread as AG-UI clients see it."""
    trip: TripIntent = values.get("trip_intent") or TripIntent()
    memory, view = trip.working_memory, trip_view(trip)
    return SharedState(
        options=_options(trip),
        chosen=memory.selected.bundle_id,
        holds=tuple(one for one in view.holds if one.status in LIVE),
        card=_card(memory.approval, Localized(trip.request.tag), ports.clock.now()),
        question=question_of(values.get("messages") or ()),
        cards=cards_of(values.get("messages") or (), trip),
        staff=staff_view((values.get("front") or FrontTurn()).waiting),
        trip=view.model_copy(update={"cities": journey_of(trip, ports.places).cities}),
        profile=trip_profile(itinerary_of(values), trip),
        documents=dict(published_documents(values)),
        requirements_status=requirements_of(values),
    )


def cards_of(messages: Sequence[AnyMessage], trip: TripIntent) -> tuple[ShownCard, ...]:
    """Return the cards since the traveller's last words, and in front the newest one before with what can be pressed now.

    What is not held any more is on none of them. Options that the question replaced by other trips are not shown beside it.
    """
    last = max((n for n, one in enumerate(messages) if one.type == "human"), default=-1)
    shown = [(n, one.id, one.additional_kwargs.get("facts", {}).get("card")) for n, one in enumerate(messages)]
    cards = [(n, ShownCard.model_validate({**card, "message": str(name)})) for n, name, card in shown if card]
    held = any(one.status in LIVE for one in trip.working_memory.holds)
    open_now = {
        "release_hold": held,
        "hold": unheld(trip),
        "choose": not selected_bundle(trip) and current_ranking(trip),
    }
    now = next((name for name, can in open_now.items() if can), "")
    new = [one for n, one in cards if n > last and (held or "release_hold" not in one.actions)]
    old = [] if any(one.actions for one in new) else [one for n, one in cards if n < last and now in one.actions][-1:]
    asked = question_of(messages)
    calls = [call for option in (asked.options if asked else ()) for call in option.calls]
    chosen = [call["arguments"] for call in calls if call["name"] == "choose"]
    trips = {str(given.get("option")) for given in chosen if isinstance(given, dict)}
    return (*(one for one in old if now != "choose" or trips <= {line.of for line in one.lines}), *new)


def question_of(messages: Sequence[AnyMessage]) -> Question | None:
    """Return what the last words ask, where they have answers to choose from."""
    last = next((one for one in reversed(messages) if one.type == "human" or one.text), None)
    asked = last.additional_kwargs.get("facts", {}).get("question") if last is not None else None
    return Question.model_validate(asked) if asked else None


def _options(trip: TripIntent) -> tuple[SharedOption, ...]:
    ranking, chosen = current_ranking(trip), trip.working_memory.selected.bundle_id
    bundles = ranking.bundles if ranking else ()
    reasons = [bundle_reasons(one, trip.request.tag) for one in bundles]
    return tuple(
        SharedOption(
            **one.model_dump(include={"bundle_id", "minutes", "stops", "refundable", "labels"}),
            number=number,
            total=one.whole,
            why=why,
            tradeoffs=tradeoffs,
            chosen=one.bundle_id == chosen,
        )
        for number, (one, (why, tradeoffs)) in enumerate(zip(bundles, reasons, strict=True), 1)
    )


def _card(approval: Approval | None, words: Localized, now: datetime) -> SharedCard | None:
    """Return the approval that waits; the ledger decides whether it still does when it is answered."""
    if approval is None or approval.state != "open":
        return None
    cancelled = [SharedLine(title=words.title(line.title), total=None) for line in approval.cancels]
    over = approval.expires_at <= now
    return SharedCard(
        state="lapsed" if over else "waits",
        again=AGAIN if over else None,
        **approval.model_dump(include={"approval_id", "kind", "total", "refund", "approver", "expires_at"}),
        lines=(*(SharedLine(title=words.title(line.title), total=line.total) for line in approval.lines), *cancelled),
        confirmations=tuple(SharedConfirmation(id=one, text=text) for one, text in words.confirmed(approval).items()),
    )


class SharedSoFar:
    """The shared state as a run told it so far: whole at first, then what changed of it."""

    def __init__(self) -> None:
        self._told: object = None

    def told(self, event: BaseEvent) -> BaseEvent | None:
        """Return the event to send: a JSON Patch (RFC 6902) for a later snapshot, None when nothing changed."""
        if not isinstance(event, StateSnapshotEvent):
            return event
        before, self._told = self._told, event.snapshot
        if before is None:
            return event
        patch: Any = jsonpatch.make_patch(before, event.snapshot).patch
        return StateDeltaEvent(type=EventType.STATE_DELTA, delta=patch) if patch else None
