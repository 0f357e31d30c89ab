"""A facade for hosts that speak the earlier contract: one call in, ``{success, input, output, stack}`` out, never an error."""

import logging
from collections.abc import Mapping
from typing import Any, Self
from urllib.parse import quote

from pydantic import Field, ValidationError, model_validator

from tripintent.app.document import document
from tripintent.app.incoming import Answer, safe_event, storable
from tripintent.app.replies import ReplyFields, fields_of
from tripintent.app.results import Pending, TurnResult
from tripintent.app.session import Session
from tripintent.app.user_session import UserSession
from tripintent.state.events import flat
from tripintent.state.frozen import Frozen
from tripintent.state.patch import Patch
from tripintent.state.trip import TripIntent
from tripintent.tools.desk.masking import mask_cards
from tripintent.tools.errors import ToolError

LOG = logging.getLogger(__name__)
TRIP_ENTITY = "org-trip"


class Payload(Frozen):
    """What a host sends. ``entity_id`` names what the conversation is about; of an ``org-trip`` the part after ``<org>-``.

    ``by`` is who decides an approval, as the host knows them from their sign-in. An event, which may be the words of a
    client, cannot say who sent it.
    """

    portfolio: str = Field(min_length=1)
    org: str = Field(min_length=1)
    entity_type: str = Field(min_length=1)
    entity_id: str = Field(min_length=1)
    thread: str = Field(min_length=1)
    user_text: str | None = None
    event: dict[str, Any] | None = None
    by: str | None = Field(default=None, min_length=1)

    @model_validator(mode="after")
    def _one_of_two(self) -> Self:
        if (self.user_text is None) == (self.event is None):
            raise ValueError("give either user_text or event")
        return self

    @property
    def entity(self) -> str:
        """The entity without the organisation's prefix."""
        return self.entity_id.removeprefix(f"{self.org}-") if self.entity_type == TRIP_ENTITY else self.entity_id

    @property
    def thread_id(self) -> str:
        """Our thread: one for each portfolio, organisation, entity and thread of the host, whatever they are called."""
        parts = (self.portfolio, self.org, self.entity_type, self.entity, self.thread)
        return "/".join(quote(part, safe="") for part in parts)

    @property
    def trip_name(self) -> str | None:
        """The name under which the ledger finds the trip of an ``org-trip``: all threads about it share it."""
        named = self.entity_type == TRIP_ENTITY
        return "/".join(quote(part, safe="") for part in (self.portfolio, self.org, self.entity)) if named else None


class Runner:
    """Runs one turn for a host, on an open session."""

    def __init__(self, session: Session) -> None:
        self._session = session

    async def run(self, payload: Mapping[str, Any]) -> dict[str, Any]:
        """Work ``user_text`` or ``event``.

        ``output`` holds trip_id, messages, what changed, the published document, what waits for a person, and for a failure ``error``
        and ``code`` in place of them; ``stack`` the audit of this turn, oldest first. Card numbers in ``input`` are
        masked and tokens hashed, as they are stored.
        """
        try:
            asked = Payload.model_validate(payload)
        except ValidationError as error:
            return _failed(payload, _said(error), "bad_payload")
        try:
            return await self._turn(asked)
        except ToolError as error:
            return _failed(payload, str(error), getattr(error, "code", "failed"))
        except Exception:
            LOG.exception("a turn for a host failed")
            return _failed(payload, "something went wrong inside; nothing is lost, try again", "internal")

    async def _turn(self, asked: Payload) -> dict[str, Any]:
        session = _in_context(self._session, asked)
        before = await _begun(session, asked)
        result = await _worked(session, asked)
        events = await session.acting(asked.thread_id).desk.audit(result.trip.ledger_id)
        why = _refused(flat(asked.event or {}), result)
        return {
            "success": not why,
            "input": _input(asked.model_dump(exclude_none=True)),
            "output": {**await _output(session, result), **({"error": why, "code": "event_refused"} if why else {})},
            "stack": [e.model_dump(mode="json") for e in events[before:]],
        }


def _in_context(session: Session, asked: Payload) -> UserSession:
    """Return the session in the host's context; everything else is shared."""
    host = {"organisation": asked.org, "portfolio": asked.portfolio}
    return UserSession.of(session, session.context.model_copy(update=host), f"host:{quote(asked.portfolio, safe='')}")


async def _begun(session: UserSession, asked: Payload) -> int:
    """Give a new thread its trip, and return how many audit events that trip has already."""
    config = session.config(asked.thread_id)
    async with session.alone(asked.thread_id):
        snapshot = await session.graph.aget_state(config)
        trip = snapshot.values.get("trip_intent") or TripIntent(org=asked.org)
        if asked.trip_name and not snapshot.created_at:
            opened = await session.ports.ownership.named(session.principal(asked.trip_name))
            trip = TripIntent(trip_id=opened.trip_id, org=opened.org)
            named = Patch(by="runner", merge={"trip_id": opened.trip_id, "org": opened.org})
            await session.graph.aupdate_state(config, {"trip_intent": named}, as_node="publish")
    return len(await session.acting(asked.thread_id).desk.audit(trip.ledger_id)) if trip.trip_id else 0


async def _worked(session: Session, asked: Payload) -> TurnResult:
    if asked.user_text is not None:
        return await session.say(asked.thread_id, asked.user_text)
    event = flat(asked.event or {})
    waiting = await session.waiting(asked.thread_id)
    if waiting and _approves(event, waiting):
        return await session.approve(asked.thread_id, _answer(event, asked.by))
    return await session.event(asked.thread_id, event)


def _approves(event: Mapping[str, object], waiting: Pending) -> bool:
    """Tell whether the event is the earlier contract's approval of what waits.

    The token of that contract is our approval id, unless a policy demands a secret token; then the ledger checks it.
    """
    named = event.get("type") == "USER_APPROVED_PURCHASE" and event.get("approval_token") == waiting.args["approval_id"]
    return named and not waiting.args["token_required"]


def _refused(event: Mapping[str, Any], result: TurnResult) -> str:
    """Return why an event did nothing: no event that is known, a call that was refused, or a choice, hold or yes without effect."""
    memory, kind = result.trip.working_memory, event.get("type")
    void = {
        "USER_SELECTED_BUNDLE": memory.selected.bundle_id != event.get("bundle_id"),
        "USER_REQUEST_HOLD": not (memory.holds or memory.hold_requested or memory.bookings),
        "USER_APPROVED_PURCHASE": result.interrupt is not None or not memory.bookings,
    }
    refused = [why for one in result.called if not one.outcome.ok for why in one.outcome.rejected]
    if not event or not (result.refused or refused or void.get(str(kind))):
        return ""
    return "; ".join(one.why for one in refused) or "\n".join(result.messages) or f"{kind} did nothing"


def _answer(event: Mapping[str, Any], by: str | None) -> Answer:
    """Return the event's yes, given by whom the host names."""
    return Answer(
        payment_method_id=event.get("payment_method_id") or None,
        confirmations=tuple(event.get("confirmations") or ()),
        approval_id=event["approval_token"],
        by=by,
    )


async def _output(session: Session, result: TurnResult) -> dict[str, object]:
    waiting, acting = result.interrupt, session.acting(result.thread_id)
    return {
        "trip_id": result.trip.trip_id,
        "messages": result.messages,
        **ReplyFields.model_validate(fields_of(result)).model_dump(mode="json", by_alias=True),
        "changes": result.changes.model_dump(mode="json"),
        "trip_intent": await document(result.trip, acting.offers, acting.desk),
        "waiting": dict(waiting.value) if waiting else None,
    }


def _failed(payload: object, error: str, code: str) -> dict[str, object]:
    return {"success": False, "input": _input(payload), "output": {"error": error, "code": code}, "stack": []}


def _input(payload: object) -> dict[str, object]:
    """Return the payload as it may be shown and stored; what can be neither is left out."""
    given = payload if isinstance(payload, Mapping) else {}
    shown = {name: value for name, value in given.items() if storable((name, value))}
    if isinstance(shown.get("user_text"), str):
        shown["user_text"] = mask_cards(shown["user_text"])[0]
    event = shown.get("event")
    if isinstance(event, Mapping) and isinstance(event.get("type"), str):
        shown["event"] = safe_event(flat(event))
    return shown


def _said(error: ValidationError) -> str:
    rows = (f"{'.'.join(map(str, e['loc'])) or 'payload'}: {e['msg']}" for e in error.errors(include_url=False))
    return "; ".join(rows)
