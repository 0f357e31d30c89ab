"""The parts that all specialists of a desk share: the service, its knowledge, its readers."""

from dataclasses import dataclass
from datetime import datetime

from tripintent.state.concierge.hours import Hours
from tripintent.state.concierge.memory import shortened, shown
from tripintent.state.concierge.service import Service
from tripintent.tools.front_desk.speech import hours, say
from tripintent.tools.front_desk.stays import StayReader
from tripintent.tools.knowledge.index import KnowledgeIndex
from tripintent.tools.ports.desk_service import Situation
from tripintent.tools.ports.suppliers import HotelSupplier

LONGEST = 300
"""Characters of a guest's words that are said back and passed on."""


@dataclass(frozen=True)
class House:
    """One organisation's data."""

    service: Service
    knowledge: KnowledgeIndex
    stays: StayReader
    rooms: HotelSupplier | None = None
    """The property system; None where no rooms can be looked up."""

    def reach(self, language: str) -> str:
        """Return how to reach a person, in words."""
        contact = ", ".join(filter(None, (self.service.phone, self.service.email)))
        return say("reach", language, contact=contact) if contact else say("no_contact", language)

    def staff(self, language: str) -> str:
        """Return to whom requests are passed: by the house's name for them in its own language, else as its team."""
        own = language == self.service.languages[0]
        return self.service.handoff.to if own else say("staff", language)

    def offer(self, at: Situation, *, reach: bool = True) -> str:
        """Return how to reach a person, and the offer to pass the question on; no offer of what a person has already.

        Beside an offer of something else it is passed on (``Reply.passed_on``), and that is said.
        """
        what, to = shown(shortened(at.decision.text.strip(), LONGEST)), self.staff(at.language)
        queued = at.beside_an_offer and not at.passed
        ask = "" if at.passed else say("request_queued" if queued else "offer", at.language, what=what, to=to)
        ask = "\n".join(filter(None, (ask, self.when_read(at.now, at.language) if queued else "")))
        return " ".join(filter(None, (self.reach(at.language) if reach else "", ask)))

    def staffed(self, now: datetime) -> bool:
        """Check whether a person is there; without staffing hours somebody is taken to be."""
        staffed = self.service.staffing_hours
        return not staffed or Hours.read(staffed).open_at(now)

    def when_read(self, now: datetime, language: str) -> str:
        """Return when somebody reads what is passed on now; an empty text where somebody is there."""
        if self.staffed(now):
            return ""
        return say("nobody_there", language, hours=hours(self.service.staffing_hours, language))
