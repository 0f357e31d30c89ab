"""Whether a mail says that something is cancelled, in six languages, and where it begins to say what there is instead."""

import re
from itertools import islice

from tripintent.state.caps import PLANNED

LONGEST_LINE = 400
_CANCELLED = re.compile(
    r"\b(?:your|this|the) [^.\n]{0,60}\b(?:has|have|had|was|were|is|are)(?: (?:now|been|unfortunately|successfully)){0,3} cancell?ed\b"
    r"|^(?:Subject:[ \t]{0,8})?(?:[^\n]{0,40}[:–-] {0,3})?(?:booking |reservation |flight |hotel )?(?:cancell?ed\b|cancellation (?:of|confirm\w+|notice))"
    r"|^Subject:[^\n]{0,200}\bcancell?ed\b|\b(?:we|you) (?:have |had )?cancell?ed (?:your|this|the)\b|\bstatus: ?cancell?ed\b"
    r"|\b(?:wurde|wurden|ist|sind)\b[^.\n]{0,60}\b(?:storniert|annulliert|gestrichen|abgesagt)\b|\bstornierungsbestätigung\b"
    r"|\b(?:a|ont) été annulée?s?\b|\best annulée?\b|\b(?:ha|han) sido (?:cancelad|anulad)[oa]s?\b|\bfue cancelad[oa]\b"
    r"|\b(?:è|sono) stat[oaie] (?:cancellat|annullat)[oaie]\b|\bfo(?:i|ram) cancelad[oa]s?\b",
    re.IGNORECASE | re.MULTILINE,
)
_CASE = re.compile(
    r"\b(?:if|unless|in case|should|when|until|free|not|never|wenn|falls|sofern|nicht|si|se|quando|cuando|caso)\b",
    re.IGNORECASE,
)
INSTEAD = re.compile(
    r"\b(?:re-?book(?:ed|ing)|new (?:flight|booking|reservation|itinerary)|replacement|alternative|instead|umgebucht|ersatzflug|neuer flug"
    r"|nouveau vol|nuevo vuelo|nuovo volo|novo voo)\b",
    re.IGNORECASE,
)


def is_cancelled(text: str) -> bool:
    """Tell whether a text says that something is cancelled; a rule for the case that it were says nothing."""
    begun = (
        (m, text[max(0, m.start() - LONGEST_LINE) : m.start()]) for m in islice(_CANCELLED.finditer(text), PLANNED)
    )
    return any(not _CASE.search(re.split(r"[.!?;\n]", before)[-1] + m.group()) for m, before in begun)
