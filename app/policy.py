"""An organisation's policy as an operator writes it: read strictly, checked against who there is, tried on a trip."""

import re
from collections.abc import Mapping, Sequence
from datetime import datetime
from difflib import get_close_matches
from typing import NamedTuple

import yaml
from pydantic import ValidationError

from tripintent.app.errors import SessionError
from tripintent.state.bundles import Bundle, Issue
from tripintent.state.context import is_reserved
from tripintent.state.derived import current_ranking
from tripintent.state.frozen import no_such
from tripintent.state.money import Money
from tripintent.state.offers import FlightOffer, HotelOffer
from tripintent.state.trip import TripIntent
from tripintent.state.wishes import PolicyRules
from tripintent.tools.ports.ports import Ports
from tripintent.tools.ports.profiles import Directory
from tripintent.tools.ports.ranking import RiskRequest
from tripintent.tools.risk.connections import DEFAULTS

_MONEY = re.compile(r"^\s*(?P<amount>\d+(?:\.\d+)?)\s*(?P<currency>[A-Z]{3})\s*$")
_SUMS = ("max_budget_total", "max_daily_rate")


def rules_of(text: str) -> PolicyRules:
    """Read rules from YAML or JSON; an amount may be written ``3000 USD``. Raises SessionError that names what is wrong."""
    try:
        found = yaml.safe_load(text) or {}
    except yaml.YAMLError as error:
        raise _refused(f"this is no YAML: {error}") from error
    if not isinstance(found, dict):
        raise _refused("write one rule a line, such as `max_stops: 1`")
    return checked_rules(found)


def checked_rules(found: Mapping[str, object]) -> PolicyRules:
    """Return rules by their names. Raises SessionError for an unknown name or a bad value."""
    _known(found, tuple(PolicyRules.model_fields), "rule")
    minutes = found.get("connection_minutes")
    if isinstance(minutes, Mapping):
        _known(minutes, tuple(DEFAULTS), "connection time")
    given = {name: _money(value) if name in _SUMS else value for name, value in found.items()}
    try:
        return PolicyRules.model_validate(given)
    except ValidationError as error:
        wrong = error.errors(include_url=False)[0]
        where = ".".join(map(str, wrong["loc"]))
        raise _refused(f"{where}: {wrong['msg']} (found: {wrong['input']!r})") from error


def written(rules: PolicyRules) -> str:
    """Return rules as the text that ``rules_of`` reads: those that say something, in the order of their list."""
    facts = rules.model_dump(mode="json", exclude_defaults=True)
    for name in _SUMS:
        money: Money | None = getattr(rules, name)
        if money is not None:
            facts[name] = f"{money.amount} {money.currency}"
    return yaml.safe_dump(facts, sort_keys=False, allow_unicode=True) if facts else ""


async def check_approver(rules: PolicyRules, org: str, directory: Directory) -> None:
    """Refuse an approver who is not one person, or whom the host does not know where it can list its users. Raises SessionError."""
    if rules.approver is not None and is_reserved(rules.approver):
        raise _refused(f"approver: {rules.approver!r} means whoever is not named: name a user of the host")
    known = await directory.users(org)
    if rules.approver is None or known is None or rules.approver in known:
        return
    meant = get_close_matches(rules.approver, known, n=1)
    hint = f"did you mean {meant[0]}?" if meant else f"there are: {', '.join(sorted(known)[:10]) or 'none'}."
    raise _refused(
        f"approver: {rules.approver!r} is not known here; {hint} An approver is named by the host's user id."
    )


class PolicyTrial(NamedTuple):
    """What rules say of one option of a trip."""

    option: int
    bundle: Bundle
    broken: tuple[Issue, ...]


async def tried(trip: TripIntent, rules: PolicyRules, ports: Ports) -> Sequence[PolicyTrial]:
    """Return, for each option that a trip shows, the rules that it breaks. Nothing is stored."""
    ranking = current_ranking(trip)
    bundles = ranking.bundles if ranking else ()
    return [PolicyTrial(n, one, await _broken(trip, one, rules, ports)) for n, one in enumerate(bundles, 1)]


async def _broken(trip: TripIntent, bundle: Bundle, rules: PolicyRules, ports: Ports) -> tuple[Issue, ...]:
    ids = (*bundle.flight_option_ids, *bundle.hotel_option_ids)
    known = await ports.offers.options(trip.ledger_id, ids)
    offers = [known[one] for one in ids if one in known]
    limit, total = rules.max_budget_total, bundle.estimated_total
    request = RiskRequest(
        flights=tuple(one for one in offers if isinstance(one, FlightOffer)),
        hotels=tuple(one for one in offers if isinstance(one, HotelOffer)),
        total=total,
        rules=rules,
        policy_budget_in_total_currency=ports.rates.convert(limit, total.currency) if limit else None,
        now=datetime.fromisoformat(trip.request.now_iso),
    )
    issues = await ports.risk.check(request)
    return tuple(one for one in issues if one.code.startswith("policy_violation:"))


def _known(given: Mapping[str, object], names: tuple[str, ...], thing: str) -> None:
    if unknown := [name for name in given if name not in names]:
        raise _refused(no_such(thing, unknown[0], names))


def _money(value: object) -> object:
    """Read ``3000 USD``; anything else is left to the document's own check."""
    found = _MONEY.match(value) if isinstance(value, str) else None
    if isinstance(value, str) and found is None:
        raise _refused(f"write an amount with its currency, such as 3000 USD, and not {str(value).strip()}")
    return found.groupdict() if found else value


def _refused(why: str) -> SessionError:
    return SessionError(f"the policy was not set: {why}", "bad_policy")
