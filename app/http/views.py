"""What clients see of a thread. One view says it all, so that a reload and a second tab show the same."""

import re
from collections.abc import Sequence
from datetime import datetime
from typing import Any, Literal

from langchain_core.messages import AnyMessage
from pydantic import BaseModel, Field

from tripintent.app.http.localized import Journey, Localized
from tripintent.app.http.suggestions import Suggestion
from tripintent.app.replies import ReplyFields, fields_of
from tripintent.app.results import Pending, ShownMessage, TurnResult, card_of
from tripintent.app.threads import Quiet
from tripintent.state.acts import Rejected
from tripintent.state.booking import Booking, Hold
from tripintent.state.concierge.front import HandOff
from tripintent.state.concierge.memory import shown
from tripintent.state.designer.profile import TripProfile
from tripintent.state.money import Money
from tripintent.state.questions import missing_for_purchase
from tripintent.state.standing import Changes
from tripintent.state.travellers import PassengerType
from tripintent.state.trip import TripIntent
from tripintent.state.usage import ModelUse
from tripintent.tools.guide.refusals import reason
from tripintent.tools.guide.words import words_in
from tripintent.tools.toolbox.screen_facts import WatchFacts

AGAIN = {"type": "USER_RETRIES"}
"""The event that asks for a new card in place of one that lapsed."""


class MessageView(BaseModel):
    """One message. ``facts`` are the typed facts behind an assistant's words: options, holds, a receipt."""

    id: str = ""
    role: Literal["user", "assistant"] = Field(examples=["assistant"])
    text: str = Field(examples=["When do you leave?"])
    kind: str = Field(default="", examples=["question"])
    facts: dict[str, Any] = {}


class PendingView(BaseModel):
    """What waits for a person's answer; ``card`` is LangChain's HITLRequest."""

    interrupt_id: str
    approval_id: str
    state: Literal["waits", "lapsed"] = Field(
        description="lapsed: it can only be rejected; `again` asks for a new card"
    )
    lapsed_at: datetime | None = Field(description="since when its hold or its price is over")
    again: dict[str, str] | None = Field(description="the event of a lapsed card to send", examples=[AGAIN])
    card: dict[str, object]


class TravellerAsked(BaseModel):
    """A traveller of whom something is missing; ``name`` is what is known of it."""

    id: str = Field(default="", description="whom set_travellers corrects", examples=["t1"])
    name: str = Field(default="", examples=["Ann Smith"])
    kind: PassengerType = "adult"
    age: int | None = Field(default=None, description="of a child, as it was said")
    missing: tuple[str, ...] = Field(examples=[["name", "date_of_birth"]])


class DetailsView(BaseModel):
    """What the last reply asked for before anything can be held: a form's fields. Words answer it as well."""

    travellers: tuple[TravellerAsked, ...] = ()
    contact: tuple[str, ...] = Field(default=(), examples=[["email", "phone"]])


def details_of(trip: TripIntent, messages: Sequence[MessageView]) -> DetailsView | None:
    """Return the fields of what the last reply asked for; None where it asked for no details of people."""
    last = messages[-1] if messages else None
    if last is None or (last.kind != "ask_details" and last.facts.get("question", {}).get("about") != "people"):
        return None
    missing: dict[int, list[str]] = {}
    contact = []
    for path in missing_for_purchase(trip, trip.working_memory.needs):
        if guest := re.fullmatch(r"party\.guests\[(\d+)\]\.(\w+)", path):
            missing.setdefault(int(guest[1]), []).append(guest[2])
        elif path.startswith("party.contact."):
            contact.append(path.rpartition(".")[2])
    names = dict(enumerate(guest.name for guest in trip.party.guests))
    known = {one.id: {"kind": one.kind, "age": one.age} for one in trip.party.members()}
    asked = [
        TravellerAsked(id=f"t{n + 1}", name=names.get(n, ""), missing=tuple(missing[n]), **known.get(f"t{n + 1}", {}))
        for n in sorted(missing)
    ]
    return DetailsView(travellers=tuple(asked), contact=tuple(contact))


class StaffView(BaseModel):
    """A person of the house is waited for. The conversation goes on meanwhile; their answer comes as a message."""

    to: str = Field(examples=["Reception"])
    staffed: bool = Field(description="whether somebody was there when they were called, by the staffing hours")


class TripView(Journey):
    """Where the trip is. ``offers`` are the facts of what is chosen, held and booked, ``places`` the cities of the codes in them."""

    trip_id: str = ""
    names: tuple[str, ...] = Field(default=(), description="who travels, as in the passport", examples=[["Ann Smith"]])
    phase: str = Field(default="intake", examples=["quote"])
    state: str = Field(default="collecting_requirements", examples=["presenting_options"])
    offers: dict[str, dict[str, object]] = Field(default_factory=dict)
    places: dict[str, str] = Field(default_factory=dict, examples=[{"LIS": "Lisbon"}])
    selected_bundle_id: str | None = None
    ranked: int = Field(default=0, description="how many options can be read at …/options")
    choices: tuple[str, ...] = Field(
        default=(), description="their ids: what an older list has beside them is no choice"
    )
    holds: tuple[Hold, ...] = ()
    bookings: tuple[Booking, ...] = ()
    replaced: tuple[str, ...] = Field(default=(), description="ids of bookings that stay, though another replaced them")
    assumptions: tuple[str, ...] = ()
    can: tuple[str, ...] = Field(
        default=(), description="tools that can do something now: a button of the newest card that has one is live"
    )
    watch: WatchFacts | None = Field(default=None, description="the price is watched")
    watchable: Money | None = Field(
        default=None, description="watch_price can be called, and tells of prices below this"
    )


class ThreadView(BaseModel):
    """A conversation: everything that a client needs to draw it."""

    thread_id: str
    locale: str = Field(
        examples=["es"], description="BCP 47 tag of the conversation; empty before its first message: the client's own"
    )
    version: str = Field(description="changes with every step; also the ETag")
    now: str = Field(description="the server's time, for countdowns")
    working: bool = Field(description="a turn is being worked on, here or in another process")
    cut_off: bool = Field(description="a turn was stopped, or ended with its process; POST …/continue goes on with it")
    messages: list[MessageView]
    pending: PendingView | None
    details: DetailsView | None = Field(description="what the last reply asked for of travellers")
    staff: StaffView | None = Field(description="who of the house is waited for; no crash, and nothing to go on with")
    trip: TripView
    profile: TripProfile = Field(description="what is known of the trip, with the confidence in it")
    documents: dict[str, Any] = Field(description="the trip's other documents by kind, as they are published")
    chips: list[Suggestion]


class ThreadLine(Journey):
    """One line of the list of conversations."""

    thread_id: str
    trip_id: str
    phase: str
    state: str
    waits: bool = Field(description="an approval waits")
    booked: bool = Field(default=False, description="something is booked, whatever is looked for beside it")
    waits_for_staff: bool = Field(description="a person of the house is waited for")
    updated_at: str | None
    quiet: Quiet = Field(
        description="active up to 30 minutes after the last turn, idle a day, archived 30 days, then expired"
    )
    preview: str = Field(description="the beginning of what was said last")
    messages: int


class TurnView(ReplyFields):
    """The outcome of one turn."""

    thread_id: str
    turn: int
    messages: list[MessageView]
    pending: PendingView | None
    staff: StaffView | None = Field(default=None, description="who of the house is waited for")
    phase: str
    state: str
    model_use: ModelUse = Field(default=ModelUse(), description="what language models cost in this turn")
    rejected: tuple[Rejected, ...] = Field(
        default=(),
        description="what of a press was not taken: the path of the argument, and why; a form marks the field",
    )
    changes: Changes = Field(
        default=Changes(), description="what the turn changed in the plan and made void, and what is next"
    )


def message_view(message: AnyMessage, language: str = "en") -> MessageView:
    """Return a stored message, its facts worded in a language."""
    extra = message.additional_kwargs
    asked = {"asked": extra["asked"]} if "asked" in extra else {}
    facts = {**Localized(language).message(extra.get("facts", {})), **asked}
    role: Literal["user", "assistant"] = "user" if message.type == "human" else "assistant"
    text = str(extra.get("said") or shown(message.text))
    return MessageView(id=message.id or "", role=role, text=text, kind=extra.get("kind", ""), facts=facts)


def said_view(said: ShownMessage) -> MessageView:
    """Return a reply of the turn that runs."""
    facts = Localized(said.language).message(said.facts)
    return MessageView(id=said.id, role=said.role, text=said.text, kind=said.kind, facts=facts)


def pending_view(pending: Pending | None, trip: TripIntent, now: datetime | None = None) -> PendingView | None:
    """Return what waits, in the words of the trip's language."""
    if pending is None:
        return None
    [action] = pending.value["action_requests"]
    args = Localized(trip.request.tag).card(pending.args)
    held = {hold.title: hold.option_id for hold in trip.working_memory.holds}
    raw = [str(line["title"]) for line in pending.args["cart"]]
    cart = [{**line, "option_id": held.get(title, "")} for line, title in zip(args["cart"], raw, strict=True)]
    worded = {**action, "args": {**args, "cart": cart}}
    card = {**pending.value, "action_requests": [worded]}
    over = pending.lapsed_at(now) if now else None
    return PendingView(
        interrupt_id=pending.id,
        approval_id=pending.args["approval_id"],
        state="lapsed" if over else "waits",
        lapsed_at=over,
        again=AGAIN if over else None,
        card=card,
    )


def staff_view(waiting: HandOff | None) -> StaffView | None:
    """Return who is waited for, as the guest may know it: the summary is for staff."""
    return StaffView(to=waiting.to, staffed=waiting.staffed) if waiting else None


def turn_view(result: TurnResult) -> TurnView:
    """Return the outcome of a turn."""
    status, words = result.trip.status, words_in(result.trip.request.tag)
    return TurnView(
        thread_id=result.thread_id,
        turn=result.turn,
        messages=[said_view(s) for s in result.said],
        pending=pending_view(card_of(result.interrupt), result.trip),
        staff=staff_view(result.staff),
        phase=status.phase,
        state=status.state,
        model_use=result.model_use,
        rejected=tuple(one.model_copy(update={"why": reason(one.why, words)}) for one in result.rejected),
        changes=result.changes,
        **fields_of(result),
    )
