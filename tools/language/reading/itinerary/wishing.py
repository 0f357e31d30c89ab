"""What the travellers like and need: pace, style, interests, diet, access, and who they are in a word."""

import re

from tripintent.state.designer.operations import SetWishes

_PACE = (
    ("leisurely", r"easy pace|relaxed|slow(?:ly)?(?: pace)?|leisurely|easy-?going|no rush|not too (?:much|full|packed|busy)|chilled|take it easy|gem[uü]tlich|tranquil|calm"),
    ("packed", r"packed|busy pace|as much as possible|see everything|full days|intense|fast pace"),
    ("balanced", r"balanced|medium pace|moderate pace|normal pace|a mix of both"),
)  # fmt: skip
_STYLE = (
    ("luxury", r"luxur(?:y|ious)|five[- ]star|high[- ]end|splurge"), ("moderate", r"mid[- ]?range|moderate|middle of the road|nothing fancy"),
    ("backpacker", r"backpack\w*"), ("budget", r"on a (?:tight )?budget|cheap(?:ly)?|low[- ]cost|budget[- ]friendly"),
)  # fmt: skip
_INTERESTS = {
    "food": r"food|eating|cuisine|restaurants?|cake|coffee|wine|gastronom\w+|street food|markets?|tapas|essen|comida|cibo",
    "history": r"history|historic\w*|ancient|ruins|archaeolog\w+|castles?|geschichte|historia|storia|histoire",
    "art": r"art|arts|paintings?|galler(?:y|ies)|museums?|kunst|arte",
    "architecture": r"architecture|buildings?|palaces?|architektur",
    "nature": r"nature|hik(?:e|ing)|walking|mountains?|parks?|gardens?|outdoors?|wildlife|cycling|biking|bikes?|wandern|natur",
    "music": r"music|concerts?|opera|jazz|musik|musica",
    "beach": r"beach(?:es)?|swimming|sea|swim|sunbathing|snorkel\w*|strand|playa|spiaggia",
    "family": r"kids'? stuff|theme parks?|zoos?|playgrounds?|aquarium",
    "shopping": r"shopping|shops|boutiques",
    "nightlife": r"nightlife|clubs?|clubbing|bars|parties",
    "sports": r"sports?|football|surfing|skiing|climbing|running",
    "science": r"science|technology|space",
    "views": r"views?|photography|viewpoints?",
    "religion": r"churches|temples|religious|cathedrals?",
}
_LIKES = re.compile(
    r"\b(?:love|loves|like|likes|enjoy|enjoys|interested in|into|fond of|keen on|prefer|fans? of|passion\w*|mostly|mainly|interests?|crazy about|would rather|lots of|m[oö]gen|lieben|aimons|gusta\w*|piace)\b"
)
_DISLIKES = re.compile(
    r"\b(?:hate|hates|avoid|don'?t (?:like|want|enjoy)|do not (?:like|want)|no more|not (?:into|interested))\b"
)
_DIET = r"vegetarian|vegan|gluten[- ]free|coeliac|celiac|halal|kosher|lactose[- ]free|nut allergy|allergic to \w+|no pork|pescatarian|dairy[- ]free"
_ACCESS = r"wheelchair|no(?:thing with)? (?:stairs|steps)|step[- ]free|walking stick|crutches|pushchair|stroller|buggy|can'?t walk far|reduced mobility|bad knees?|pram"
_PARTY = (
    ("family", r"(?:my|the|our) (?:family|kids|children|wife and (?:kids|children))|family of|as a family"), ("couple", r"(?:my|me and my) (?:girlfriend|boyfriend|wife|husband|partner|fianc[eé]e?)|honeymoon|as a couple|the two of us"),
    ("friends", r"(?:my |with |some )friends|mates|girls'? trip|stag|hen (?:do|party)"), ("solo", r"on my own|just me|by myself|alone|solo|myself"),
    ("business", r"business trip|for work|colleagues"),
)  # fmt: skip
_LODGING = ("boutique", "resort", "airbnb", "hostel")
_ORIGIN = re.compile(
    r"\b(?:coming|fly(?:ing)?|travel(?:l?ing)?|starting|leaving|departing)\s+(?:in\s+)?(?:from|out of)\s+([A-ZÀ-Þ][\w'-]+(?:\s[A-ZÀ-Þ][\w'-]+)?)|,\s*from\s+([A-ZÀ-Þ][\w'-]+)"
)


def read_wishes(text: str, folded: str, *, asked: str | None = None) -> SetWishes | None:
    """Return the wishes in a text; interests only where somebody says that they like them, or was asked for them."""
    likes = bool(_LIKES.search(folded)) or asked == "interests"
    interests = _interests(folded) if likes else ()
    avoid = _avoided(folded)
    found = {
        "pace": _one(_PACE, folded),
        "style": _one(_STYLE, folded),
        "interests": tuple(i for i in interests if i not in avoid),
        "diet": tuple(dict.fromkeys(re.findall(rf"\b(?:{_DIET})\b", folded))),
        "access": tuple(dict.fromkeys(re.findall(rf"\b(?:{_ACCESS})\b", folded))),
        "party": _one(_PARTY, folded),
        "origin": _origin(text),
        "lodging": next(
            (w for w in _LODGING if re.search(rf"\b{w}\b.{{0,12}}\b(?:hotel|stay|place|room)?", folded) and likes), None
        ),
        "avoid": avoid,
    }
    return SetWishes.model_validate({**found, "said": text}) if any(found.values()) else None


def _one(table: tuple[tuple[str, str], ...], folded: str) -> str | None:
    return next((name for name, words in table if re.search(rf"\b(?:{words})\b", folded)), None)


def _interests(folded: str) -> tuple[str, ...]:
    folded = re.sub(r"\b(?:less|little|not (?:too )?much) walking\b", " ", folded)
    at = {}
    for name, words in _INTERESTS.items():
        match = re.search(rf"\b(?:{words})\b", folded)
        if match:
            at[name] = match.start()
    return tuple(sorted(at, key=lambda name: at[name]))


def _avoided(folded: str) -> tuple[str, ...]:
    match = _DISLIKES.search(folded)
    if not match:
        return ()
    return _interests(re.split(r"[.,;!]| but ", folded[match.end() :])[0])


def _origin(text: str) -> str | None:
    match = _ORIGIN.search(text)
    return (match[1] or match[2]) if match else None
