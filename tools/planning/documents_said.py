"""Which documents a message speaks of, and whether it says the word to make them."""

import json
import re
from collections.abc import Iterable
from typing import NamedTuple

from tripintent.state.planning.gate import ACTIONS, Action
from tripintent.tools.planning.lexicon import Words

_CLAUSE = re.compile(
    r"[.!?;\n]+|,\s+(?=(?:but|and then|aber|sondern|pero|mais|mas|ma)\b)|\bbut\b|\baber\b|\bpero\b|\bmais\b"
)
_FILLER = re.compile(r"\b(?:please|now|ok|okay|yes|then|so|just|great|perfect|bitte|jetzt|dann|ja|por favor|ahora|ya|entonces|si"
                     r"|s'il (?:te|vous) plait|maintenant|oui|alors|agora|sim|entao|per favore|ora|adesso|allora)\b|[,!.]")  # fmt: skip
_NEAR = r"[^.!?;\n]{0,60}?"

_OWNERS = (
    "the|my|our|a|an|das|den|die|mein\\w*|unser\\w*|el|la|mi|nuestr[oa]|le|mon|ma|notre|o|meu|nosso|il|l'|mio|nostro"
)
_POLITE = re.compile(
    r"(?:(?:can|could|would|will) you|kannst du|konnen sie|puedes|podrias|peux-tu|pouvez-vous|podes|pode|puoi)\b"
)


class Said(NamedTuple):
    """What was said about documents."""

    trigger: bool = False
    actions: tuple[Action, ...] | None = None
    mentioned: tuple[Action, ...] = ()
    refused: bool = False
    both: bool = False
    loose: bool = False
    json: bool = False
    unknown: tuple[str, ...] = ()


def from_json(text: str) -> Said | None:
    """Read a JSON body ``{"app_action": X}`` or ``{"app_actions": […]}``; None when the text is none."""
    stripped = text.strip()
    if not stripped.startswith("{"):
        return None
    try:
        body = json.loads(stripped)
    except (ValueError, RecursionError):
        return None
    if not isinstance(body, dict) or not {"app_action", "app_actions"} & body.keys():
        return None
    raw = body.get("app_actions", body.get("app_action"))
    names = [str(name).strip().lower() for name in (raw if isinstance(raw, list) else [raw])]
    known: tuple[Action, ...] = tuple(action for action in ACTIONS if action in names)
    unknown = tuple(name for name in names if name not in ACTIONS)
    return Said(trigger=bool(known), actions=known or None, mentioned=known, json=True, unknown=unknown)


def from_words(text: str, languages: Iterable[Words]) -> Said:
    """Read folded words. A negation anywhere in a clause keeps its documents from being made."""
    made: set[Action] = set()
    mentioned: set[Action] = set()
    refused = False
    words = tuple(languages)
    for clause in _CLAUSE.split(text):
        for language in words:
            spoken = _nouns(clause, language)
            mentioned |= spoken
            negated = bool(spoken) and bool(language.compiled("not").search(clause))
            if negated:
                refused = True
                break
            made |= _made(clause, language, spoken)
    if refused and not made:
        return Said(mentioned=_in_order(mentioned), refused=True)
    if made:
        return Said(trigger=True, actions=_in_order(made), mentioned=_in_order(mentioned | made), refused=refused)
    return _general(text, words)._replace(mentioned=_in_order(mentioned))


def _nouns(clause: str, words: Words) -> set[Action]:
    return {action for action in ACTIONS if words.compiled(action).search(clause)}


def _made(clause: str, words: Words, spoken: set[Action]) -> set[Action]:
    """Return the documents that follow a word of making in the clause, in a list as well; verbs may come last (German)."""
    if words.compiled("days").search(clause):
        return {"itinerary"}
    if not spoken:
        return set()
    verb = words.compiled("make").search(clause)
    shows = words.compiled("show").search(clause)
    if verb is None and shows:
        return spoken if _near(clause, shows, words) else set()
    if verb is None:
        return set()
    if _asks(clause, words):
        return set()
    return spoken


def _near(clause: str, shows: re.Match[str], words: Words) -> bool:
    nouns = "|".join(words.source(action) for action in ACTIONS)
    return bool(re.match(rf"\s+(?:me\s+)?(?:{_OWNERS})?\s*(?:{nouns})", clause[shows.end() :]))


def _asks(clause: str, words: Words) -> bool:
    """Say whether the clause asks about making ("how do I create the budget"), politely wishing aside."""
    start = clause.strip()
    return bool(re.match(rf"(?:{words.source('asks')})\b", start)) and not _POLITE.match(start)


def _general(text: str, languages: tuple[Words, ...]) -> Said:
    """Read a whole message that names no document: "go ahead", "create both", "sounds good"."""
    whole = " ".join(_FILLER.sub(" ", text).split())
    for words in languages:
        if words.compiled("both").search(text):
            return Said(trigger=True, both=True)
        if _is(words, "all", text, whole):
            return Said(trigger=True, actions=ACTIONS)
        if _is(words, "now", text, whole):
            return Said(trigger=True)
        for action in ACTIONS:
            if words.compiled(f"loose_{action}").search(text):
                return Said(loose=True, actions=(action,))
    for words in languages:
        now = re.search(rf"(?:^|[,.!]\s*|\b(?:yes|ja|si|oui|sim),?\s+)({words.source('now')})(?=\s|[.!,]|$)", text)
        agreed = re.match(rf"\W*({words.source('loose')})(?:\W|$)", text)
        if any(said and not _means_else(said, text) for said in (now, agreed)):
            return Said(loose=True)
    return Said()


def _means_else(now: re.Match[str], text: str) -> bool:
    """Say whether something else is meant: "make it" alone is about the document, "make it a day later" and "show me hotels" are not."""
    behind = re.split(r"[.!,]", text[now.end(1) :])[0]
    return bool(_FILLER.sub(" ", behind).strip())


def _is(words: Words, name: str, text: str, whole: str) -> bool:
    pattern = words.compiled(name)
    return bool(pattern.fullmatch(text.strip(" .!")) or (whole and pattern.fullmatch(whole)))


def _in_order(actions: Iterable[Action]) -> tuple[Action, ...]:
    wanted = set(actions)
    return tuple(action for action in ACTIONS if action in wanted)
