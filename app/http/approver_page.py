"""The page behind an approver's link: GET shows, POST decides. It needs no script, no login and no chat."""

from importlib.resources import files
from typing import Annotated
from urllib.parse import parse_qs

from fastapi import APIRouter, Header, Request
from fastapi.responses import HTMLResponse
from jinja2 import Environment, FunctionLoader, StrictUndefined
from pydantic import SecretStr

from tripintent.app.http.deciding import CLOSED, Decision
from tripintent.app.http.limits import limited
from tripintent.app.http.links import PATH, Ticket, read
from tripintent.app.http.on_behalf import by_link, decide_as
from tripintent.app.http.problems import Problem, problem_of
from tripintent.app.http.users import User
from tripintent.app.http.web import CurrentWeb, Web
from tripintent.app.http.worded import Worded
from tripintent.app.results import Pending, TurnResult
from tripintent.app.words import Catalogue, accepted, catalogue
from tripintent.state.booking import Approval
from tripintent.state.trip import TripIntent

router = APIRouter(include_in_schema=False)


def _template(name: str) -> str:
    return (files("tripintent.app.page") / name).read_text("utf-8")


_pages = Environment(
    loader=FunctionLoader(_template), undefined=StrictUndefined, autoescape=True, trim_blocks=True, lstrip_blocks=True
)


@router.get(PATH + "{token}")
async def show(token: str, web: CurrentWeb, accept_language: Annotated[str, Header()] = "") -> HTMLResponse:
    """Show the whole cart and the form, or what became of the approval."""
    words = catalogue(accepted(accept_language))
    try:
        approval, pending, trip = await _opened(web, token)
    except Problem as problem:
        return _page(words, problem.status_code, words.say("page", "link_unusable"), message=_said(words, problem))
    worded = Worded(words.language)
    card = {**worded.card(pending.args, trip), "expires_at": approval.expires_at.isoformat()}
    ask = "ask_buy" if approval.kind == "purchase" else "ask_cancel"
    title = words.say("page", ask, amount=worded.money(card["total"]))
    return _page(words, 200, title, card=card, worded=worded)


@router.post(PATH + "{token}")
async def decide_by_link(
    token: str, request: Request, web: CurrentWeb, accept_language: Annotated[str, Header()] = ""
) -> HTMLResponse:
    """Take the decision of the form."""
    words = catalogue(accepted(accept_language))
    try:
        limited(request, User())
        approval, pending, _ = await _opened(web, token)
        decision = _decision(await request.body(), pending)
        session = await web.as_owner(approval.thread_id)
        who = by_link(approval)
        result = await web.turns.result(
            approval.thread_id, lambda told: decide_as(session, approval, decision, who, told)
        )
    except Exception as error:  # noqa: BLE001 - whatever it is, a person reads it on this page
        problem = problem_of(error)
        return _page(words, problem.status_code, words.say("page", "nothing_decided"), message=_said(words, problem))
    title = words.say("page", _outcome(result, decision))
    return _page(words, 200, title, message="\n\n".join(result.messages), spoken=result.trip.request.language)


async def _opened(web: Web, token: str) -> tuple[Approval, Pending, TripIntent]:
    """Return what a link opens, and its trip. Raises Problem when that does not wait any more, or its cart is another one."""
    now = web.session.ports.clock.now()
    ticket: Ticket = read(token, await web.owners.key(), now)
    approval = await web.session.ports.desk.approval(ticket.approval_id)
    if approval is None or approval.cart_hash != ticket.cart_hash:
        raise Problem(410, "approval_void", CLOSED["void"])
    if approval.state != "open":
        raise Problem(410, f"approval_{approval.state}", CLOSED[approval.state])
    session = await web.as_owner(approval.thread_id)
    pending = await session.waiting(approval.thread_id)
    if pending is None or pending.args.get("approval_id") != approval.approval_id:
        raise Problem(
            409, "busy", "The traveller is changing this trip at the moment. Please open the link again later."
        )
    return approval, pending, await session.trip(approval.thread_id)


def _decision(body: bytes, pending: Pending) -> Decision:
    form = parse_qs(body.decode("utf-8", "replace"), keep_blank_values=True, max_num_fields=100)
    chosen = form.get("decision", [""])[0]
    if chosen not in ("approve", "reject"):
        raise Problem(422, "no_decision", "Choose to approve or to reject.")
    missing = {c["id"] for c in pending.args["confirmations"]} - set(form.get("confirm", []))
    if chosen == "approve" and missing:
        raise Problem(
            422, "missing_confirmation", "Not everything was confirmed, so nothing was bought. Please go back."
        )
    return Decision(
        decision="approve" if chosen == "approve" else "reject",
        interrupt_id=form.get("interrupt_id", [""])[0] or pending.id,
        payment_method_id=form.get("payment_method_id", [""])[0] or None,
        confirmations=tuple(form.get("confirm", [])),
        approval_token=SecretStr(token) if (token := form.get("token", [""])[0].strip()) else None,
        reason=form.get("reason", [""])[0],
    )


def _said(words: Catalogue, problem: Problem) -> str:
    return words.problem(problem.code, problem.detail)


def _outcome(result: TurnResult, decision: Decision) -> str:
    if decision.decision == "reject":
        return "rejected"
    done = any(said.kind in ("bought", "cancelled") for said in result.said)
    return "approved" if done else "not_completed"


def _page(words: Catalogue, status: int, title: str, **facts: object) -> HTMLResponse:
    """Return the page in the reader's language; what the agent says on it is in the language of the conversation."""

    def say(name: str, **filled: object) -> str:
        return words.say("page", name, **filled)

    text = _pages.get_template("approver.html").render(facts, title=title, say=say, language=words.language)
    headers = {"x-robots-tag": "noindex", "content-language": words.language, "vary": "accept-language"}
    return HTMLResponse(text, status, headers=headers)
