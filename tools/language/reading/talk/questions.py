"""Side questions: "is the Rome hotel near the beach?" asks something and changes nothing."""

import re

from tripintent.tools.language.exact.tables import pattern
from tripintent.tools.language.reading.message import Message
from tripintent.tools.language.reading.talk.foreign_questions import asks_elsewhere
from tripintent.tools.language.reading.talk.show_requests import asks_to_show
from tripintent.tools.language.reading.topic import talks_of_flights
from tripintent.tools.places.folding import fold
from tripintent.tools.places.gazetteer import Gazetteer

_LEAD = (
    r"^\W*(?:(?:ok|okay|and|also|but|so|well|yes|yeah|yep|no|great|good|perfect|alright|sure|cool|nice|thanks"
    r"|thank you|hmm|i see|oh|wow|awesome|wonderful|that's great|sounds good|sounds great|that works|first)\W+)*"
)
_OPTIONS = (
    r"\d{1,2}(?: (?:and|or) \d{1,2})?(?: both)? (?!(?:adult|person|people|child|kid|infant|bab|night|day|week|month|hour|room|bed|bag"
    r"|suitcase|stop|seat|ticket|star|passenger|traveller|traveler|am|pm|percent|dollar|euro|pound|hundred|thousand|of us)\w*\b)\w"
)
"""Options by their bare numbers ("is 1 refundable?"), and no count ("are 2 nights enough?")."""
_ABOUT_THE_OFFER = re.compile(
    _LEAD + r"(?:"
    r"(?:what|which|when|where|how|who|whats|what's|where's|when's|why)\b(?! (?:about|if|else|other|flights?"
    r"|hotels?|options|houses?|do you have|are (?:the|my|some) (?:other )?(?:options|flights|hotels)|round|one[- ]?way"
    r"|can you (?:find|get|offer))\b)(?!.*\b(?:can you (?:find|get|book)|i(?:'d| would) (?:like|want|prefer)"
    r"|i want|i need|do(?:es)? (?!(?:i|we|it|they)\b)\w+(?: airlines| airways)? have)\b)"
    r"|(?:is|are|would|will) (?!there\b)[^?]{1,40}\b(?:cheaper|dearer|(?:less|more) expensive|better|nicer)\b"
    r"|(?:does|do) (?:it|they|that|this|the|these|those|you (?:know|serve|provide))\b"
    r"|(?:does|do|is|are|has|have|was|were|will|when|how) (?:the )?(?:(?:option|number|no\.?|nr\.?|choice|trip|package) ?#?\d{1,2}"
    r"|#\d{1,2}|(?:first|second|third|fourth|fifth|last|cheapest|fastest|best) (?:one|option|trip|choice|hotel|flight)s?"
    r"|(?:option|number|choice) (?:one|two|three|four|five|six|seven|eight|nine|ten|[a-h])|any(?:thing)?|one of|some of|both)\b"
    r"(?! (?:flights?|hotels?|other|cheaper))"
    rf"|(?:does|do|is|are|has|have) {_OPTIONS}"
    r"|(?:is|are|was|were) (?:it|they|that|this|these|those|the|my|smoking|pets?|tickets?|rooms?|meals?|is|breakfast|wifi"
    r"|\d+ (?:checked )?bags?|any of|all)\b"
    r"|(?:is|are) there (?:an? |any |free |some )*(?:wifi|wi-fi|internet|pool|gym|parking|breakfast|laundry"
    r"|layovers?|stops?|smoking|restaurants?|bar|spa|shuttle|kitchen|fees?|charges?|a/c|tv|beach|pets?|bags?"
    r"|luggage|refund|discount|meal|food|room service)\b"
    r"|(?:will|would|should|did|has|have|had) (?:it|they|that|this|the|there|i (?:be (?:arriving|landing"
    r"|able to (?:get|smoke|bring|cancel))|arrive|land|get (?:there|a refund)|have to)|my)\b"
    r"|(?:can|could|may|might) i (?:smoke|bring|have (?:the|their|a contact|its|your)|get (?:the (?:address"
    r"|phone|contact|price)|their|its|a refund|more (?:info|details))|know|ask|cancel)\b"
    r"|(?:can|could|may|might) (?:i|we) (?:(?:also|still|just|maybe|later|please) )*(?:add|bring|take|check(?: in)?|choose|pick|select"
    r"|reserve|pre-?book|change|have)\b[^?]{0,20}\b(?:bags?|baggage|luggage|suitcases?|carry[- ]?ons?|seats?|legroom|meals?)\b"
    r"|(?:it|this|that) (?:is|has|comes)\b"
    r"|(?:can|could|would|will) you (?:please |also |just )*(?:tell|let me know|give me (?:the|their|its|more"
    r"|some more|a contact|info)|provide|confirm|share|(?:check|find out|see) (?:if|whether))(?!.*\b(?:find|search|book"
    r"|look(?:ing)? for)\b)"
    r"|(?:do|did) you (?:know|say|find out)\b|are you (?:an? )?(?:real|human|person|robot|bot|ai|machine|computer|there)\b"
    r"|(?:do|should|must|can|will|would) (?:i|we) (?:need|have to|be (?:vaccinated|worried|careful|ok|okay|fine)|tip|worry|expect)\b"
    r"|(?:is|are|was) (?!there\b)(?:the |my |our |this |that )?[\w' -]{2,30}? (?:safe|dangerous|expensive|cheap"
    r"|far|close|worth|open|closed|warm|cold|hot"
    r"|popular|crowded|included|busy|rainy|nice|good|bad)\b"
    r"|(?:also,? )?(?:please )?check (?:if|whether)\b|please (?:tell|confirm)\b"
    r"|(?:i(?:'d| would) (?:also )?(?:like|love|want) to know|i (?:want|need) to know|just (?:tell|let) me|tell me"
    r"|let me know|give me (?:the|their|its)|may i|provide|send me|i need (?:the|their|its) (?:phone|address"
    r"|number|contact))\b(?!.*\b(?:find|search|book|look(?:ing)? for|flights? (?:from|to))\b)"
    r")"
)

_SEARCH = re.compile(
    r"\b(?:flights?|fares?|airlines?|tickets?|seats?|planes?|flying|fly|flies)\b(?:\W+\w+){0,5}\W+(?:from|between|leaving|departing)"
    r"\s+(?!(?:and|there|here|it|what|which|on|at|the|that|this)\b)\w"
    r"|\bfrom\b.{2,40}\bto\b|\b(?:flights?|fares?) (?:to|on|for)\b"
    r"|\b(?:leav\w+|depart\w*|fl(?:y|ies))\s+\w+(?:\s\w+)?\s+(?:for|to)\b|\bwhere (?:can|could|should) (?:i|we) go\b"
)
"""A question that names a route is a search ("which airlines fly from Toronto to San Diego")."""


_STARTS = (
    "what ", "when ", "where ", "which ", "how ", "does ", "do they ", "is ", "are ", "tell ", "provide ", "may i", "can you tell",
    "please check if", "please check whether", "has ", "have ", "will ", "was ", "what's ", "whats ", "when's ", "where's ",
    "please tell", "also, please check", "check if", "check whether",
)  # fmt: skip
_JOINT = re.compile(
    r"(?:,|;|\band|\bbut|\balso)\s+(?:also\s+|please\s+)?(?=(?:do|does|is|are|what|what's|which|when|where|how|should|will)\b)"
)
"""Where a question may begin within a sentence ("yes, that's right, and do they have wifi")."""


_ALSO_WANTS = re.compile(r"\b(?:and|but) (?:i|we)(?:'ll| will|'d| would)? (?:be )?(?:need|want|like|have|prefer)")
"""A wish in the same breath ("are the seats together, and I need three")."""

_TELLS = re.compile(r"\W*(?:when it comes to|where (?:we|i) (?:have|can|may|get|will)|which (?:we|i))\b")
"""Words of a question that tell something, unless a question mark says otherwise ("where we have the entire rooms")."""


def side_questions(message: Message, language: str, gazetteer: Gazetteer) -> list[tuple[int, int]]:
    """Return the spans that only ask about what is on the table: sentences, or the end of one."""
    found: list[tuple[int, int]] = []
    for sentence in message.sentences:
        text = message.folded[sentence.start : sentence.end]
        start = _question_start(text, asks=sentence.asks)
        if start is None and language != "en" and asks_elsewhere(text, language, asks=sentence.asks):
            searches = pattern("itinerary", "offered", language).search(text) or _names_a_search(
                message.text[sentence.start : sentence.end], language, gazetteer
            )
            start = None if searches else 0
        if start is not None:
            found.append((sentence.start + start, sentence.end))
    return found


def _names_a_search(text: str, language: str, gazetteer: Gazetteer) -> bool:
    """Tell a search put as a question ("¿hay vuelos a Roma?"): flights beside a place, or two places."""
    places = [spot for spot in gazetteer.scan(text) if spot.sure]
    return len(places) > 1 or (bool(places) and talks_of_flights(fold(text), language))


def _question_start(text: str, *, asks: bool) -> int | None:
    stripped = text.lstrip()
    if not asks and _TELLS.match(stripped):
        return None
    if asks_to_show(stripped) and not _SEARCH.search(stripped):
        return len(text) - len(stripped)
    if (asks or stripped.startswith(_STARTS)) and _is_aside(stripped):
        return len(text) - len(stripped)
    for joint in _JOINT.finditer(text):
        if not asks and _TELLS.match(text, joint.end()):
            continue
        if (asks or joint.group().startswith(("and", "but", "also"))) and _is_aside(text[joint.end() :]):
            return joint.end()
    return None


def _is_aside(text: str) -> bool:
    return bool(_ABOUT_THE_OFFER.match(text)) and not _SEARCH.search(text) and not _ALSO_WANTS.search(text)
