"""All rules of risk and policy in one check. docs/ranking.md has the table of what blocks and what must be confirmed."""

from collections.abc import Sequence

from tripintent.state.bundles import Issue
from tripintent.tools.ports.ranking import RiskRequest
from tripintent.tools.ports.rates import Rates
from tripintent.tools.risk.budget import budget_risks
from tripintent.tools.risk.connections import connection_risks
from tripintent.tools.risk.documents import document_risks
from tripintent.tools.risk.expiry import expiry_risks
from tripintent.tools.risk.legs import leg_risks
from tripintent.tools.risk.missing import missing_parts
from tripintent.tools.risk.night_flights import red_eye_risks
from tripintent.tools.risk.policy import policy_violations
from tripintent.tools.risk.simulated import simulation_notes
from tripintent.tools.risk.stays import stay_risks
from tripintent.tools.risk.terms import terms_risks

_RANK = {"block": 0, "warn": 1, "info": 3}
_TO_CONFIRM = 2


class TripRiskCheck:
    """The risk check that ships: pure rules over the chosen offers; ``rates`` compare limits in other currencies."""

    def __init__(self, rates: Rates) -> None:
        self._rates = rates

    async def check(self, request: RiskRequest) -> Sequence[Issue]:
        """Return the issues: blocking ones first, then warnings, then what is only to be confirmed, then remarks.

        Raises UnknownCurrency when a limit cannot be compared: a rule that cannot be checked is not taken as kept.
        """
        issues = [
            *missing_parts(request),
            *leg_risks(request),
            *policy_violations(request, self._rates),
            *budget_risks(request, self._rates),
            *expiry_risks(request),
            *connection_risks(request),
            *stay_risks(request),
            *terms_risks(request),
            *document_risks(request),
            *red_eye_risks(request),
            *simulation_notes(request),
        ]
        return sorted(issues, key=_weight)


def _weight(issue: Issue) -> int:
    return _TO_CONFIRM if issue.severity == "info" and issue.confirm else _RANK[issue.severity]
