"""The organisation's policy, for those who run it: seen, set, and noted in the audit."""

from typing import Annotated

from fastapi import APIRouter, Body, Request
from pydantic import BaseModel, Field

from tripintent.app.http.limits import limited
from tripintent.app.http.problems import PROBLEMS, Problem
from tripintent.app.http.users import CurrentUser, User
from tripintent.app.http.web import CurrentWeb, Web
from tripintent.app.policy import check_approver, checked_rules, written
from tripintent.state.wishes import PolicyRules
from tripintent.tools.ports.policies import PolicyBook

router = APIRouter(
    prefix="/api/policy", tags=["policy"], responses={k: PROBLEMS[k] for k in (401, 403, 409, 422, 429, 503)}
)

Rules = Annotated[dict[str, object], Body(examples=[{"approver": "boss", "max_stops": 1, "max_daily_rate": "180 EUR"}])]


class PolicyView(BaseModel):
    """The rules in force. ``text`` is the same as an operator writes it."""

    organisation: str
    source: str = Field(description="whose rules they are; `default` where nobody set any")
    rules: PolicyRules
    text: str
    users: list[str] | None = Field(description="who can be named as the approver; null where they cannot be listed")


@router.get("")
async def read_policy(web: CurrentWeb, user: CurrentUser) -> PolicyView:
    """Return the policy of the caller's organisation."""
    return await _view(web, _administrator(user))


@router.put("")
async def set_policy(rules: Rules, request: Request, web: CurrentWeb, user: CurrentUser) -> PolicyView:
    """Set it. The body has the rules by name; what is left out is no rule any more. A name that is none is refused."""
    limited(request, user)
    org = _administrator(user).context.organisation
    book = web.session.ports.policies
    if not isinstance(book, PolicyBook):
        raise Problem(409, "policies_elsewhere", "This host keeps its policies elsewhere: set them there.")
    given = checked_rules(rules)
    await check_approver(given, org, web.directory)
    await book.set(org, given, by=user.user_id or "local")
    return await _view(web, user)


def _administrator(user: User) -> User:
    if not (user.is_local or user.administers):
        raise Problem(403, "not_an_administrator", "Only who administers the organisation sees and sets its policy.")
    return user


async def _view(web: Web, user: User) -> PolicyView:
    org = user.context.organisation
    policy = await web.session.ports.policies.rules(org)
    known = await web.directory.users(org)
    users = sorted(known) if known is not None else None
    text = written(policy.rules)
    return PolicyView(organisation=org, source=policy.source, rules=policy.rules, text=text, users=users)
