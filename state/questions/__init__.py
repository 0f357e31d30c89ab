"""Pure questions about a trip: what is missing, what cannot be right, what must be asked of suppliers."""

from tripintent.state.questions.gaps import by_priority, gaps, missing, next_questions, slots_of
from tripintent.state.questions.invalid import invalid, missing_for_hold, missing_for_purchase, too_young
from tripintent.state.questions.plan import Plan, plan_of
from tripintent.state.questions.stays import effective_stays, room_occupancies

__all__ = [
    "Plan", "by_priority", "effective_stays", "gaps", "invalid", "missing", "missing_for_hold", "missing_for_purchase",
    "next_questions", "plan_of", "room_occupancies", "slots_of", "too_young",
]  # fmt: skip
