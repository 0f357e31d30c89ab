"""Operations on the plan as a whole: all its days move, or it gets a name."""

from tripintent.state.derived import shown_ranking
from tripintent.state.designer import operations as op
from tripintent.tools.language.exact.tables import matches, pattern
from tripintent.tools.language.offline.clause import Clause
from tripintent.tools.language.offline.plan_made import Made, own, says
from tripintent.tools.language.offline.plan_when import WORDS, Timing
from tripintent.tools.language.offline.words import has
from tripintent.tools.ports.reader import View


def whole(clause: Clause, view: View) -> Made:
    """Return the move of all days or the name of the trip; None where there is no plan or a part of it is meant."""
    if not own(view.plan.live) or shown_ranking(view.trip) is not None or clause.asks or clause.denied:
        return None
    name = _name(clause)
    if name:
        return [op.Rename(said=clause.text, name=name)]
    timing = Timing(clause, view)
    days = timing.length[2].days if timing.length else 0
    if not days or timing.days or not says("everything", clause):
        return None
    earlier = has("earlier", clause.language, clause.folded, WORDS)
    return [op.ShiftAll(said=clause.text, days=-days if earlier else days)]


def _name(clause: Clause) -> str:
    """Return the name that the whole trip gets ("call the whole trip Tuscany with Anna")."""
    for hit in matches("itinerary", "rename", clause.language, clause.folded):
        if hit["what"] and pattern("itinerary", "trip", clause.language).search(hit["what"]):
            start, end = (clause.start + at for at in hit.span("name"))
            return clause.message.text[start:end].strip(" .!\"'")
    return ""
