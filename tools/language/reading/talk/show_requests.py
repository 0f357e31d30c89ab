"""Requests to show what is known: "show my trip", "more details about option 2", "compare 1 and 3"; they change nothing."""

import re

_WISH = (
    r"(?:(?:i(?:'d| would)? (?:want|like|love|need)|(?:can|could|would|will) (?:i|we|you))(?: please)?"
    r"(?:(?: to)? (?:see|know|hear|have|get|show me|give me|tell me|repeat))?"
    r"|(?:please )?(?:show|give|tell|send|read|repeat)(?: me| us)?(?: again)?) "
)
_MINE = r"(?:my|our|the)(?: (?:whole|full|entire|current|present))?"
_KNOWN = r"(?:trip|plan|itinerary|bookings?|reservations?|holds?|summary|overview)"
_END = r"(?: so far| again| please| now| details?)*\W*$"
_OPTION = (
    r"(?:the )?(?:option|number|choice|trip|#|no\.?|nr\.?|first|second|third|fourth|fifth|last"
    r"|cheapest|fastest|best|flights?|hotels?|\d{1,2}\b|it\b|that\b|this\b)"
)
_SHOW = re.compile(
    rf"^\W*(?:(?:ok|okay|and|so|please|now|also)\W+)*(?:{_WISH}(?:all )?(?:of )?(?:about )?{_MINE} {_KNOWN}{_END}|{_MINE} {_KNOWN}{_END}"
    rf"|(?:{_WISH})?(?:(?:some|all|any) )?(?:(?:more|further|the|full) )?"
    rf"(?:details?|info(?:rmation)?)(?: (?:about|of|on|for|please)\b|\W*$)"
    rf"|{_WISH}(?:that|this|it|them|these|those)(?: one)? (?:once more|again|one more time)\W*$"
    rf"|(?:{_WISH})?more (?:about|on) {_OPTION}|(?:describe|explain) {_OPTION}|tell me more\b|(?:please )?compare\b"
    rf"|(?:{_WISH})?(?:a |the )?(?:summary|recap|overview|differences?)\b|summari[sz]e\b)"
)


def asks_to_show(text: str) -> bool:
    """Tell whether folded words ask to be shown something that is known already."""
    return bool(_SHOW.match(text))
