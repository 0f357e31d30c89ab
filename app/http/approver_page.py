"""A page without script and sign-in, and the one after an approver's link: GET shows, POST decides. It needs no login and no chat.

It begins with what somebody who decides for another wants to know first: who travels where, which rules apply, what was cheaper.
"""

from collections.abc import Mapping, Sequence
from datetime import datetime
from http import HTTPStatus
from itertools import groupby
from operator import itemgetter
from typing import Annotated, Any, NamedTuple
from urllib.parse import parse_qs

from fastapi import APIRouter, Header, Request
from fastapi.responses import HTMLResponse
from jinja2 import Environment, FunctionLoader, StrictUndefined
from markupsafe import Markup, escape
from pydantic import SecretStr

from tripintent.app.http.approver_facts import ApproverFacts, asker_of
from tripintent.app.http.assets import Assets
from tripintent.app.http.deciding import CLOSED, Decision, by_link, decide_as, decided, of_link
from tripintent.app.http.guards import limited
from tripintent.app.http.links import PATH, Ticket
from tripintent.app.http.localized import Timed, saying
from tripintent.app.http.problems import ROUTING, Problem, problem_of
from tripintent.app.http.users import User
from tripintent.app.http.web import CurrentWeb, Web
from tripintent.app.results import Pending, TurnResult
from tripintent.app.words import Catalogue, accepted, catalogue
from tripintent.nodes.booking.facts.card import drawn
from tripintent.state.booking import Approval
from tripintent.state.context import LINK_HOLDER, TRAVELLER
from tripintent.state.trip import TripIntent
from tripintent.tools import shipped
from tripintent.tools.cards.card import Line
from tripintent.tools.toolbox.describe import zone_of


def _template(name: str) -> str:
    return Assets().linked(shipped.text(f"app/page/{name}"))


_pages = Environment(
    loader=FunctionLoader(_template), undefined=StrictUndefined, autoescape=True, trim_blocks=True, lstrip_blocks=True
)


def plain_page(words: Catalogue, status: int, title: str, **facts: object) -> HTMLResponse:
    """Return the page in the reader's language; what the agent says on it is in the language of the conversation."""
    text = _pages.get_template("approver.html").render(facts, title=title, say=saying(words), language=words.tag)
    headers = {"x-robots-tag": "noindex", "content-language": words.language, "vary": "accept-language"}
    return HTMLResponse(text, status, headers=headers)


def refusal_page(problem: Problem, accept_language: str, title: str = "link_unusable") -> HTMLResponse:
    """Return a refusal as a sentence, and a way on. A conversation that is gone is not named."""
    words = catalogue(accepted(accept_language))
    if problem.code == ROUTING and problem.status_code == HTTPStatus.NOT_FOUND:  # an address that leads nowhere
        return plain_page(words, problem.status_code, words.say("approver", "no_page"), way_on=True)
    message = words.problem(problem.code, problem.detail)
    if problem.code == "unknown_thread":
        message = f"{words.say('page', 'unknown_thread')} {words.say('page', 'unknown_more')}"
    return plain_page(words, problem.status_code, words.say("approver", title), message=message, way_on=True)


router = APIRouter(include_in_schema=False)


@router.get(PATH + "{token}")
async def show(token: str, web: CurrentWeb, accept_language: Annotated[str, Header()] = "") -> HTMLResponse:
    """Show the whole cart and the form, or what became of the approval."""
    words = catalogue(accepted(accept_language))
    try:
        _, approval = await of_link(web, token)
        if state := _closed(web, approval):
            return await _over(web, approval, state, words)
        return await _form(web, await _opened(web, approval), words)
    except Exception as error:  # noqa: BLE001 - whatever it is, a person reads it on this page
        return refusal_page(problem_of(error), accept_language)


@router.post(PATH + "{token}")
async def decide_by_link(
    token: str, request: Request, web: CurrentWeb, accept_language: Annotated[str, Header()] = ""
) -> HTMLResponse:
    """Take the decision of the form. What is missing or wrong in it is said above the form, which stays as it was filled in."""
    words = catalogue(accepted(accept_language))
    try:
        limited(request, User())
        ticket, approval = await of_link(web, token)
        if state := _closed(web, approval):
            return await _over(web, approval, state, words)
        opened = await _opened(web, approval)
        decision = _decision(await request.body(), opened.pending)
        if problem := _unconfirmed(decision, opened.pending):
            return await _form(web, opened, words, problem=problem, given=decision)
        result = await _decided(web, ticket, approval, decision)
        came = decided(result, approval, decision)
        if came.outcome == "not_completed" and (again := await _still_open(web, token)):
            said = Problem(200, came.outcome, came.message)
            return await _form(web, again, words, problem=said, given=decision)
    except Exception as error:  # noqa: BLE001 - whatever it is, a person reads it on this page
        return refusal_page(problem_of(error), accept_language, "nothing_decided")
    told = came.message if came.outcome == "not_completed" else words.say("approver", f"next_{came.outcome}")
    back = {"queue": True} if approval.approver else {}  # who is named has a queue; who was sent a link may have none
    return plain_page(words, 200, words.say("approver", came.outcome), message=told, **back)


def _needed(card: Mapping[str, Any]) -> dict[str, Any]:
    """Return the card with the traveller's other payment methods left out, where the approval names the one that is used."""
    named = [one for one in card["payment_methods"] if one["payment_method_id"] == card["payment_method_id"]]
    return {**card, "payment_methods": named or card["payment_methods"]}


class Opened(NamedTuple):
    """What a link opens."""

    approval: Approval
    pending: Pending
    trip: TripIntent


async def _form(
    web: Web, opened: Opened, words: Catalogue, *, problem: Problem | None = None, given: Decision | None = None
) -> HTMLResponse:
    """Return the page with the form; after a refusal with what was wrong, and everything that was filled in but the token."""
    approval, pending, trip = opened
    session = await web.as_owner(approval.thread_id)
    worded = Timed(words.tag, zone_of(trip, session.ports))
    card = {**worded.card(_needed(pending.args)), "expires_at": approval.expires_at.isoformat()}
    told, asker = ApproverFacts(approval, trip, session.ports, words), await asker_of(web, approval, trip, words)
    facts = await told.facts(asker)
    shown = await drawn(_without_requests(approval), trip, session.ports, words.tag)
    kept = given or Decision(decision="approve", payment_method_id=card["payment_method_id"])
    state = "not_completed" if problem and problem.code == "not_completed" else "nothing_decided"
    missing = [one for one in card["confirmations"] if one["id"] not in kept.confirmations]
    wrong: dict[str, object] = {}
    if problem:
        wrong = {"problem": _said(words, problem), "problem_title": words.say("approver", state), "missing": missing}
    asked = {"asker": asker, "kind": approval.kind}
    status = problem.status_code if problem else 200
    return plain_page(
        words, status, shown.title, card=card, shown=shown, items=_items(shown.lines), worded=worded, facts=facts, kept=kept,
        risks=[(name, list(found)) for name, found in groupby(card["confirmations"], key=itemgetter("weight"))], **asked, **wrong,
    )  # fmt: skip


def _without_requests(approval: Approval) -> Approval:
    """Leave out what travellers asked for of themselves: it is between them and the seller."""
    lines = tuple(line.model_copy(update={"requests": ()}) for line in approval.lines)
    return approval.model_copy(update={"lines": lines})


def _items(lines: Sequence[Line]) -> list[tuple[Line, list[Line]]]:
    """Return each line that has a label with those that go on with it."""
    items: list[tuple[Line, list[Line]]] = []
    for line in lines:
        if line.label or not items:
            items.append((line, []))
        else:
            items[-1][1].append(line)
    return items


async def _decided(web: Web, ticket: Ticket, approval: Approval, decision: Decision) -> TurnResult:
    session, who = await web.as_owner(approval.thread_id), by_link(approval, ticket)
    return await web.turns.result(approval.thread_id, lambda told: decide_as(session, approval, decision, who, told))


async def _still_open(web: Web, token: str) -> Opened | None:
    try:
        _, approval = await of_link(web, token)
        return None if _closed(web, approval) else await _opened(web, approval)
    except Problem:
        return None


def _closed(web: Web, approval: Approval) -> str:
    """Return what became of an approval that no longer waits; empty for one that does."""
    if approval.state == "open":
        return "expired" if approval.expires_at <= web.session.ports.clock.now() else ""
    return approval.state


async def _opened(web: Web, approval: Approval) -> Opened:
    """Return what an approval that waits shows. Raises Problem while the traveller changes the trip."""
    session = await web.as_owner(approval.thread_id)
    pending = await session.waiting(approval.thread_id)
    if pending is None or pending.args.get("approval_id") != approval.approval_id:
        raise Problem(
            409, "busy", "The traveller is changing this trip at the moment. Please open the link again later."
        )
    own = approval.asked == await web.session.ports.desk.owner(approval.trip_id)
    asked = approval.model_copy(update={"approver": None}) if own else approval
    return Opened(asked, pending, await session.trip(approval.thread_id))


async def _over(web: Web, approval: Approval, state: str, words: Catalogue) -> HTMLResponse:
    """Return the page of an approval that no longer waits: what became of it, by whom and when, and what can be done now."""
    session, say = await web.as_owner(approval.thread_id), saying(words)
    trip = await session.trip(approval.thread_id)
    worded = Timed(words.tag, zone_of(trip, session.ports))
    asker = await asker_of(web, approval, trip, words)
    problem = Problem(410, f"approval_{state}", CLOSED[state])
    told = [escape(_said(words, problem))]
    by, at = await _closing(web, approval)
    if at and state in ("consumed", "rejected"):
        moment = worded.moment(at.isoformat())
        unnamed = {LINK_HOLDER: "by_link", TRAVELLER: "traveller"}.get(by)
        told.append(say(f"closed_{state}", who=say(unnamed) if unnamed else by, moment=moment))
    if approval.reason and state == "rejected":
        told.append(say("closed_reason", reason=approval.reason))
    if state in ("expired", "void"):
        told.append(say("closed_ask", who=asker))
    titles = [*(one.title for one in approval.lines), *(one.title for one in approval.cancels)]
    lines = [{"title": worded.title(one)} for one in titles]
    card = await drawn(approval, trip, session.ports, words.tag)
    whole = card.amount or worded.money(approval.total.model_dump(mode="json"))
    facts = {"lines": lines, "total": whole, "asker": asker}
    title = words.say("approver", f"closed_{state}_title")
    return plain_page(words, 410, title, message=Markup(" ").join(told), over=facts)


async def _closing(web: Web, approval: Approval) -> tuple[str, datetime | None]:
    """Return who closed an approval, and when; of an answer in another's place, who it really was."""
    really, by, at = "", "", None
    for event in await web.session.ports.desk.audit(approval.trip_id):
        if event.data.get("approval_id") != approval.approval_id:
            continue
        if event.type == "approval.answered":
            really = str(event.data["by"])
        elif event.type in ("approval.consumed", "approval.rejected"):
            by, at = str(event.data["by"]), event.at
    named = by if really == LINK_HOLDER and by != TRAVELLER else really or by
    return named, at


def _decision(body: bytes, pending: Pending) -> Decision:
    form = parse_qs(body.decode("utf-8", "replace"), keep_blank_values=True)
    chosen = form.get("decision", [""])[0]
    if chosen not in ("approve", "reject"):
        raise Problem(422, "no_decision", "Choose to approve or to reject.")
    return Decision(
        decision="approve" if chosen == "approve" else "reject",
        interrupt_id=form.get("interrupt_id", [""])[0] or pending.id,
        payment_method_id=form.get("payment_method_id", [""])[0] or None,
        confirmations=tuple(form.get("confirm", [])),
        approval_token=SecretStr(token) if (token := form.get("token", [""])[0].strip()) else None,
        reason=form.get("reason", [""])[0],
    )


def _unconfirmed(decision: Decision, pending: Pending) -> Problem | None:
    missing = {one["id"] for one in pending.args["confirmations"]} - set(decision.confirmations)
    if decision.decision == "reject" or not missing:
        return None
    return Problem(422, "missing_confirmation", "Not everything was confirmed, so nothing was bought.")


def _said(words: Catalogue, problem: Problem) -> str:
    return words.problem(problem.code, problem.detail)
