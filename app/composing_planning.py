"""The adapters of the planning: named here and nowhere else."""

from tripintent.app.settings import Settings
from tripintent.tools.attractions.offline import OfflineAttractions
from tripintent.tools.ids import new_id
from tripintent.tools.planner.days import plan_days
from tripintent.tools.planning.editing import RuleEditor, WordMatcher
from tripintent.tools.planning.knowledge import OfflineKnowledge
from tripintent.tools.planning.making import RuleMaker
from tripintent.tools.planning.showing import FileWords
from tripintent.tools.ports.planning import PlanningPorts
from tripintent.tools.ports.ports import Ports


def planning_ports(settings: Settings, ports: Ports) -> PlanningPorts:
    """Return the planning's own ports over those of the booking."""
    knowledge = ports.knowledge or OfflineKnowledge()
    return PlanningPorts(
        reader=WordMatcher(),
        words=FileWords(),
        knowledge=knowledge,
        maker=RuleMaker(knowledge, ports.rates),
        editor=RuleEditor(ports.rates, new_id),
        attractions=OfflineAttractions(),
        days=plan_days,
        at_once=settings.documents_when_ready,
    )
