"""The name of a thing in a clause: what is left without verbs of asking, days, times and small words at its ends."""

import re

_LEAD = re.compile(
    r"^(?:and|also|then|please|pls|ok(?:ay)?|so|oh|hm+|ah|right|great|well|now|next|finally|the last one|last one|lastly|plus|but|yes|yeah"
    r"|can you|could you|would you|can we|let'?s|we'?d like(?: to)?|we would like(?: to)?|i'?d like(?: to)?|we want(?: to)?|i want(?: to)?"
    r"|we'?ve got|we have|i have|i'?ve got|there'?s|there is|put(?: (?:in|down))?|add|include|pencil in|schedule|insert|note(?: down)?|book in"
    r"|go to|visit|do|see|to|a new|new|for us|for me|us|me|my|our|with|of|start(?: with)?|begin with|on|at|from|in|by|for|it'?s|is|the one|i'?m|we'?re"
    r"|planning(?: to)?|actually|rather|instead|make (?:it|that)|set (?:it|that)|change (?:it|that) to|going to|gonna|booked|reserved|a table|fuge|hinzu|bitte|und|dann|noch|et|puis|y|luego|e|poi)\b[\s,:|]*",
    re.IGNORECASE,
)
_TAIL = re.compile(
    r"[\s,:|]*\b(?:on|at|from|to|till|until|in|the|for|and|of|by|an?|takes?|lasts?|lasting|around|about|please|that|this|with|too|as well|or so"
    r"|am|um|im|bei|ab|chez|le|la|du|au|el|las?|alle|il|em|no|na|into|it in|it|in it|put it in|put that in|put it down|before(?: that| it)?|after(?: that| it)?|afterwards|beforehand|between the two|between them|in between|instead|each|starting|starts|start|then|is|are|runs?|same|day|later|so|which|we|i|there|them|in the itinerary"
    r"|to (?:the|my|our) (?:itinerary|trip|plan)|(?:in|into|on) (?:the|my|our) (?:itinerary|trip|plan))$",
    re.IGNORECASE,
)
_ARTICLE = re.compile(r"^(?:an?|the|some)\s+(?=\S)", re.IGNORECASE)
_SMALL_WORDS = re.compile(r"\b(?:the|on|at|in|a|an|and|of|for|to)\b", re.IGNORECASE)


def name_in(rest: str) -> str:
    """Return the name in what is left of a clause (bars stand for days and times); empty when there is none."""
    pieces = [stripped(piece) for piece in rest.split("|")]
    named = [p for p in pieces if len(_SMALL_WORDS.sub("", p).strip(" ,.;:-")) >= 2]
    return max(named, key=len) if named else ""


def stripped(text: str) -> str:
    """Return a piece of text without asking words before it and small words behind it."""
    found = text.strip(' ,.;:-–!?"“”')
    while True:
        shorter = _TAIL.sub("", _LEAD.sub("", found)).strip(' ,.;:-–!?"“”')
        if shorter == found:
            break
        found = shorter
    without = _ARTICLE.sub("", found)
    return without or found


def titled(name: str) -> str:
    """Return a name with a capital at its start; the rest stays as it was written."""
    return name[:1].upper() + name[1:] if name else name
