"""What the travellers like and need: pace, style, interests, diet, access, and who they are in a word."""

import re

from tripintent.state.designer.operations import SetWishes
from tripintent.tools.language.exact.tables import pattern, phrases
from tripintent.tools.language.languages import read_words
from tripintent.tools.places.folding import fold

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
_LODGING = ("boutique", "resort", "airbnb", "hostel")
_ORIGIN = re.compile(
    r"\b(?:coming|fly(?:ing)?|travel(?:l?ing)?|starting|leaving|departing)\s+(?:in\s+)?(?:from|out of)\s+([A-ZÀ-Þ][\w'-]+(?:\s[A-ZÀ-Þ][\w'-]+)?)|,\s*from\s+([A-ZÀ-Þ][\w'-]+)"
)
_OFFERED = {
    "pace": ("leisurely", "balanced", "packed"),
    "style": ("budget", "moderate", "luxury"),
    "travellers": ("solo", "couple", "family", "friends"),
    "interests": ("food", "history", "art", "nature", "music", "shopping", "beach", "nightlife"),
}
"""What the answers that a question offers mean, in their order (``questions`` of designer.yaml)."""


def read_wishes(text: str, folded: str, language: str, *, asked: str | None = None) -> SetWishes | None:
    """Return the wishes in a text; interests only where somebody says that they like them, or was asked for them."""
    chosen = _chosen(folded, language, asked)
    likes = _says("likes", folded, language) or asked == "interests" or is_list(folded, language)
    interests = tuple(dict.fromkeys((*chosen.get("interests", ()), *(interests_in(folded, language) if likes else ()))))
    avoid = _avoided(folded, language)
    found = {
        "pace": _first(chosen, "pace") or _one(("leisurely", "packed", "balanced"), folded, language),
        "style": _first(chosen, "style") or _style(folded, language),
        "interests": tuple(i for i in interests if i not in avoid),
        "diet": _all("diet", folded, language),
        "access": _all("needs", folded, language),
        "party": _first(chosen, "travellers")
        or _one(("family", "couple", "friends", "solo"), folded, language)
        or _business(folded),
        "origin": _origin(text),
        "lodging": next(
            (w for w in _LODGING if re.search(rf"\b{w}\b.{{0,12}}\b(?:hotel|stay|place|room)?", folded) and likes), None
        ),
        "avoid": avoid,
    }
    return SetWishes.model_validate({**found, "said": text}) if any(found.values()) else None


def _chosen(folded: str, language: str, asked: str | None) -> dict[str, tuple[str, ...]]:
    """Return what the answers that were offered mean, where words name them."""
    if asked not in _OFFERED:
        return {}
    labels = read_words(language, "designer")["questions"][asked]["options"]
    named = [n for n, label in enumerate(labels) if re.search(rf"(?<!\w){re.escape(fold(label))}(?!\w)", folded)]
    return {asked: tuple(_OFFERED[asked][n] for n in named)}


def _first(chosen: dict[str, tuple[str, ...]], slot: str) -> str | None:
    return next(iter(chosen.get(slot, ())), None)


def _says(concept: str, folded: str, language: str) -> bool:
    return bool(pattern("itinerary", concept, language).search(folded))


def _one(concepts: tuple[str, ...], folded: str, language: str) -> str | None:
    return next((name for name in concepts if _says(name, folded, language)), None)


def _all(concept: str, folded: str, language: str) -> tuple[str, ...]:
    return tuple(dict.fromkeys(m.group() for m in pattern("itinerary", concept, language).finditer(folded)))


def _style(folded: str, language: str) -> str | None:
    backpacks = re.search(r"\bbackpack\w*", folded)
    return "backpacker" if backpacks else _one(("luxury", "moderate", "budget"), folded, language)


def _business(folded: str) -> str | None:
    return "business" if re.search(r"\b(?:business trip|for work|colleagues)\b", folded) else None


_PIECES = re.compile(r"\s*(?:,|;|\+|&|\b(?:and|und|et|y|e|ou|o)\b)\s*")
_FEW = 4
"""Words of one thing that somebody likes, in a list of such things ("churches, good food, gardens")."""


def is_list(folded: str, language: str) -> bool:
    """Tell whether a message is nothing but a list of things to like."""
    pieces = [piece for piece in _PIECES.split(folded.strip(" .!")) if piece]
    liked = [piece for piece in pieces if interests_in(piece, language)]
    return len(pieces) > 1 and len(liked) * 2 > len(pieces) and all(len(piece.split()) <= _FEW for piece in pieces)


_BUILT = {"art": "museum", "religion": "church", "nature": "park", "history": "castle", "food": "market"}
"""What one likes who names such buildings and places."""


def interests_in(folded: str, language: str) -> tuple[str, ...]:
    """Return the interests that words name, in their order."""
    folded = pattern("itinerary", "less_walking", language).sub(" ", re.sub(r"\blittle walking\b", " ", folded))
    words = {} if language == "en" else read_words(language, "where")["likes"]
    at = {}
    for name, own in _INTERESTS.items():
        built = phrases("itinerary", _BUILT[name], language, own=True) if name in _BUILT else None
        row = "|".join(filter(None, (own, words.get(name), built)))
        if match := re.search(rf"\b(?:{row})\b", folded):
            at[name] = match.start()
    return tuple(sorted(at, key=lambda name: at[name]))


def _avoided(folded: str, language: str) -> tuple[str, ...]:
    match = pattern("itinerary", "dislikes", language).search(folded)
    if not match:
        return ()
    return interests_in(re.split(r"[.,;!]| (?:but|aber|mais|pero|ma|mas) ", folded[match.start() :])[0], language)


def _origin(text: str) -> str | None:
    match = _ORIGIN.search(text)
    return (match[1] or match[2]) if match else None
