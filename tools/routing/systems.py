"""Which of the product's systems answers a message: words only, no model, no state beside the last answer."""

import re

from tripintent.state.concierge.front import System
from tripintent.state.readable import readable
from tripintent.tools.language.reading.itinerary.where import wonders
from tripintent.tools.routing.designing import designs, leaves_design

_PLANS_DAYS = re.compile(
    r"\bplan(?:e|en|t)?\b.{0,30}\b(?:tage|urlaub|woche)\b|\b(?:tage|urlaub|woche(?:nende)?)\b.{0,40}\bplan(?:en|t)\b|\bplanifi\w+\b.{0,30}\b(?:jours|journ[eé]es|d[ií]as|jornadas)\b"
    r"|\b(?:f[uü]ll\w*|gestalt\w*)\b.{0,30}\btage\b|\b(?:rempli\w*|organis\w*|prepar\w*|prépar\w*)\b.{0,20}\bjourn[eé]es\b"
    r"|\b(?:rellen\w*|llen\w*|organiz\w*|planea\w*)\b.{0,20}\bd[ií]as\b|\b(?:riemp\w*|organizz\w*|prepar\w*)\b.{0,20}\bgiornat[ae]\b"
    r"|\b(?:preench\w*|organiz\w*)\b.{0,20}\bdias\b"
    r"|\bpianific\w+\b.{0,30}\b(?:giorni|giornate)\b|\bplane[ji]\w+\b.{0,30}\bdias\b",
    re.IGNORECASE,
)
"""The wish for a plan of days in the other five languages."""


def system_of(text: str, last: System) -> System:
    """Return the system for a message. ``last`` is the one that answered before; planning goes on until words ask to book."""
    text = readable(text).read
    if last == "DESIGNER":
        return "BOOKING" if leaves_design(text) else "DESIGNER"
    return "DESIGNER" if designs(text) or _PLANS_DAYS.search(text) or wonders(text) else "BOOKING"
