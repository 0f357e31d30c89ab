"""The page behind an approver's link: GET shows, POST decides. It needs no script, no login and no chat.

It begins with what somebody who decides for another wants to know first: who travels where, which rules apply, what was cheaper.
"""

from collections.abc import AsyncIterator, Callable, Iterator, Mapping
from dataclasses import dataclass
from decimal import Decimal
from importlib.resources import files
from itertools import groupby
from operator import itemgetter
from typing import Annotated, Any, NamedTuple
from urllib.parse import parse_qs

from fastapi import APIRouter, Header, Request
from fastapi.responses import HTMLResponse
from jinja2 import Environment, FunctionLoader, StrictUndefined
from markupsafe import Markup
from pydantic import SecretStr

from tripintent.app.http.deciding import CLOSED, Decision, by_link, decide_as, decided
from tripintent.app.http.guards import limited
from tripintent.app.http.links import PATH, Ticket, read
from tripintent.app.http.localized import Timed, journey_of, names_of, saying
from tripintent.app.http.problems import Problem, problem_of
from tripintent.app.http.reading import snapshot_of
from tripintent.app.http.users import User
from tripintent.app.http.web import CurrentWeb, Web
from tripintent.app.results import Pending, TurnResult
from tripintent.app.words import Catalogue, accepted, catalogue
from tripintent.state.booking import Approval
from tripintent.state.derived import shown_ranking
from tripintent.state.money import Money
from tripintent.state.trip import TripIntent
from tripintent.state.wishes import PolicyRules
from tripintent.tools.ports.ports import Ports


@dataclass(frozen=True)
class Fact:
    """One line: its name on the page, and its words."""

    name: str
    words: str


async def facts_of(approval: Approval, trip: TripIntent, wish: str, ports: Ports, words: Catalogue) -> list[Fact]:
    """Return the lines about a request, in the order in which they are read; what is not known has none.

    ``wish`` is what the traveller said first about the trip: the only purpose that is known.
    """
    localized = Timed(words.language)
    journey = journey_of(trip, ports.places)
    days = " – ".join(localized.day(one) for one in (journey.first_day, journey.last_day) if one)
    lines = {
        "fact_travellers": ", ".join(names_of(trip)),
        "fact_trip": " · ".join(part for part in (" – ".join(journey.cities), days) if part),
        "fact_wish": wish,
        "fact_policy": "; ".join(_rules(trip.policy.rules, words, localized)),
        "fact_cheaper": _cheaper(approval, trip, words, localized),
        "fact_history": Markup("; ").join([line async for line in _history(approval, ports, saying(words), localized)]),
    }
    return [Fact(name, said) for name, said in lines.items() if said]


def _rules(rules: PolicyRules, words: Catalogue, localized: Timed) -> Iterator[str]:
    if rules.approver:
        yield words.say("page", "rule_approver", who=rules.approver)
    if rules.max_budget_total:
        yield words.say("page", "rule_budget", amount=localized.money(rules.max_budget_total.model_dump(mode="json")))
    if rules.require_refundable:
        yield words.say("page", "rule_refundable")
    if rules.max_class:
        yield words.say("page", "rule_class", name=words.code(rules.max_class))


def _cheaper(approval: Approval, trip: TripIntent, words: Catalogue, localized: Timed) -> str:
    ranking = shown_ranking(trip)
    same = [b.estimated_total for b in ranking.bundles] if ranking else []
    lower = [one for one in same if one.currency == approval.total.currency and one.amount < approval.total.amount]
    if approval.kind != "purchase" or not same:
        return ""
    if not lower:
        return words.say("page", "cheaper_none")
    least = min(lower, key=lambda one: one.amount)
    saved = Money(amount=Decimal(approval.total.amount - least.amount), currency=least.currency)
    shown = {n: localized.money(m.model_dump(mode="json")) for n, m in (("amount", least), ("saved", saved))}
    return words.say("page", "cheaper_some", **shown)


async def _history(
    approval: Approval, ports: Ports, say: Callable[..., Markup], localized: Timed
) -> AsyncIterator[Markup]:
    yield say("history_asked", moment=localized.moment(approval.created_at.isoformat()))
    for event in await ports.desk.audit(approval.trip_id):
        if event.type in ("approval.rejected", "approval.void", "approval.expired") and event.at:
            name = f"history_{event.type.removeprefix('approval.')}"
            yield say(name, moment=localized.moment(event.at.isoformat()))


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
        return await _form(web, await _opened(web, token), words)
    except Problem as problem:
        return _page(words, problem.status_code, words.say("page", "link_unusable"), message=_said(words, problem))


@router.post(PATH + "{token}")
async def decide_by_link(
    token: str, request: Request, web: CurrentWeb, accept_language: Annotated[str, Header()] = ""
) -> HTMLResponse:
    """Take the decision of the form. What is missing or wrong in it is said above the form, which stays as it was filled in."""
    words = catalogue(accepted(accept_language))
    try:
        limited(request, User())
        opened = await _opened(web, token)
        decision = _decision(await request.body(), opened.pending)
        if problem := _unconfirmed(decision, opened.pending):
            return await _form(web, opened, words, problem=problem, given=decision)
        result = await _decided(web, opened.approval, decision)
        came = decided(result, opened.approval, decision)
        if came.outcome == "not_completed" and (again := await _still_open(web, token)):
            said = Problem(200, came.outcome, came.message)
            return await _form(web, again, words, problem=said, given=decision)
    except Exception as error:  # noqa: BLE001 - whatever it is, a person reads it on this page
        problem = problem_of(error)
        return _page(words, problem.status_code, words.say("page", "nothing_decided"), message=_said(words, problem))
    told = came.message if came.outcome == "not_completed" else words.say("page", f"next_{came.outcome}")
    return _page(words, 200, words.say("page", came.outcome), message=told)


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
    worded = Timed(words.language)
    card = {**worded.card(_needed(pending.args)), "expires_at": approval.expires_at.isoformat()}
    ask = "ask_buy" if approval.kind == "purchase" else "ask_cancel"
    session = await web.as_owner(approval.thread_id)
    messages = (await snapshot_of(session, approval.thread_id)).values.get("messages", ())
    wish = next((m.text for m in messages if m.type == "human"), "")
    facts = await facts_of(approval, trip, wish, session.ports, words)
    kept = given or Decision(decision="approve", payment_method_id=card["payment_method_id"])
    told = {"problem": _said(words, problem), "problem_title": _titled(words, problem)} if problem else {}
    title = words.say("page", ask, amount=worded.money(card["total"]))
    status = problem.status_code if problem else 200
    return _page(words, status, title, card=card, risks=_grouped(card), worded=worded, facts=facts, kept=kept, **told)


def _grouped(card: Mapping[str, Any]) -> list[tuple[str, list[Mapping[str, Any]]]]:
    return [(name, list(found)) for name, found in groupby(card["confirmations"], key=itemgetter("weight"))]


def _titled(words: Catalogue, problem: Problem) -> str:
    return words.say("page", "not_completed" if problem.code == "not_completed" else "nothing_decided")


async def _decided(web: Web, approval: Approval, decision: Decision) -> TurnResult:
    session, who = await web.as_owner(approval.thread_id), by_link(approval)
    return await web.turns.result(approval.thread_id, lambda told: decide_as(session, approval, decision, who, told))


async def _still_open(web: Web, token: str) -> Opened | None:
    try:
        return await _opened(web, token)
    except Problem:
        return None


async def _opened(web: Web, token: str) -> Opened:
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
    return Opened(approval, pending, await session.trip(approval.thread_id))


def _decision(body: bytes, pending: Pending) -> Decision:
    form = parse_qs(body.decode("utf-8", "replace"), keep_blank_values=True, max_num_fields=100)
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


def _page(words: Catalogue, status: int, title: str, **facts: object) -> HTMLResponse:
    """Return the page in the reader's language; what the agent says on it is in the language of the conversation."""
    text = _pages.get_template("approver.html").render(facts, title=title, say=saying(words), language=words.language)
    headers = {"x-robots-tag": "noindex", "content-language": words.language, "vary": "accept-language"}
    return HTMLResponse(text, status, headers=headers)
