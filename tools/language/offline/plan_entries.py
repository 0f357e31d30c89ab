"""Which entries of the plan a clause means, and what a thing is called that it names."""

import re
from collections.abc import Sequence
from functools import cache

from rapidfuzz.fuzz import ratio

from tripintent.state.designer.segments import ActivitySegment, Segment, end_place, start_place, title_of
from tripintent.state.languages import LANGUAGES
from tripintent.tools.language.exact.lexicon import lexicon
from tripintent.tools.language.exact.tables import chain, phrases
from tripintent.tools.language.languages import read_words
from tripintent.tools.language.offline.clause import Clause
from tripintent.tools.language.offline.plan_when import WORDS, Timing
from tripintent.tools.language.offline.said_days import listed
from tripintent.tools.language.offline.words import cue, has, is_small, table
from tripintent.tools.places.folding import fold
from tripintent.tools.ports.reader import View

_LEAST, _LIKE, _LETTERS, _FULL = 0.5, 84, 4, 2
"""The least score of a name to be meant, how alike two words are that are one with a slip, the letters of such a word,
and the words of a full name."""
_TYPES = {"flight": "FLIGHT", "hotel": "HOTEL", "train": "RAIL", "ride": "TRANSFER", "meeting": "MEETING"}
_EDGES = ' ,.;:-–!?"“”„«»()'
_WORD = re.compile(r"[^\W_]+")
_OF = re.compile(r"\s+(?:(?:d[aeio]s?|del|du|of|with|con|avec|com|at|chez|the|la|le|el)\s+)*([A-ZÀ-Þ]\w{2,})")
_BEFORE = re.compile(r"(\w{3,}) $")


def short_names(entries: Sequence[Segment], view: View) -> tuple[str, ...]:
    """Return entries by the short names of a prompt (e1, e2 …)."""
    ids = [one.id for one in listed(view.plan)]
    return tuple(f"e{ids.index(one.id) + 1}" for one in entries if one.id in ids)


def spoken(view: View, most: int = 1) -> tuple[Segment, ...]:
    """Return the entries spoken of last, the newest last."""
    found = [s for one in view.talk.spoken_of if (s := view.plan.segment(one)) and s.status != "CANCELLED"]
    return tuple(found[-most:])


def matched(words: str, view: View, language: str) -> tuple[tuple[Segment, ...], str]:
    """Return the entries that words name best, equal ones together, and the words that name none of them."""
    folded = fold(words)
    tokens = [w for w in _WORD.findall(folded) if len(w) > 1 and not is_small(w, language)]
    said = _kinds(folded, (language, "en"))
    scored = [(one, *_score(one, tokens, said)) for one in listed(view.plan)]
    scored = [row for row in scored if row[1] >= _LEAST and not _another(words, row[0], row[2], language)]
    best = max((score for _, score, _ in scored), default=0.0)
    found = [(one, hits) for one, score, hits in scored if score == best]
    hits = {token for _, ones in found for token in ones}
    left = " ".join(w for w in _WORD.findall(folded) if w not in hits)
    return tuple(one for one, _ in found), left if found else folded


def _another(words: str, one: Segment, hits: set[str], language: str) -> bool:
    """Tell whether a word beside the matching ones makes it another thing: "ghost tour", "Museu do Amanhã"."""
    names = [w for w in _WORD.findall(fold(_titles(one))) if not is_small(w, language)]
    if all(any(_like(hit, name) for hit in hits) or _kinds(name, LANGUAGES) for name in names):
        return False
    folded = fold(words)
    for hit in _WORD.finditer(folded):
        if hit.group() not in hits:
            continue
        behind = _OF.match(words, hit.end()) if language != "de" else None
        before = _BEFORE.search(folded[: hit.start()]) if language == "en" else None
        for beside in (fold(behind[1]) if behind else "", before[1] if before and before.start() else ""):
            known = beside in hits or is_small(beside, language) or _ends(language)[0].fullmatch(beside)
            if beside and not known and not _place(beside, language):
                return True
    return False


def _score(one: Segment, tokens: Sequence[str], said: frozenset[str]) -> tuple[float, set[str]]:
    title = _WORD.findall(fold(_titles(one)))
    places = _WORD.findall(fold(" ".join(p.name for p in (start_place(one), end_place(one)) if p)))
    score, hits = 0.0, set[str]()
    for token in tokens:
        value = max((_like(token, name) for name in title), default=0.0)
        value = max(value, 0.5 * max((_like(token, name) for name in places), default=0.0))
        score, hits = score + value, hits | ({token} if value else set())
    kinds = said & (_kinds(fold(_titles(one)), LANGUAGES) | {kind for kind, t in _TYPES.items() if t == one.type})
    if kinds:
        score += 0.7 * len(kinds)
        hits |= {token for token in tokens if _kinds(token, LANGUAGES) & kinds}
    return round(score, 2), hits


def _titles(one: Segment) -> str:
    names = one.metadata.get("names")
    more = [str(x) for x in names] if isinstance(names, list | tuple) else []
    kind = one.category or "" if isinstance(one, ActivitySegment) else ""
    return " ".join((title_of(one), kind.replace("_", " "), *more))


def _like(token: str, name: str) -> float:
    if token == name:
        return 1.0
    short = min(len(token), len(name))
    if short >= _LETTERS and (token.startswith(name) or name.startswith(token)):
        return 0.9
    return 0.8 if short > _LETTERS and ratio(token, name) >= _LIKE else 0.0


def is_name(name: str, language: str) -> bool:
    """Tell whether words are a thing's own name: more than what kind of thing it is, as "dinner" or "the museum" says."""
    words = [w for w in _WORD.findall(fold(name)) if not is_small(w, language)]
    return any(not _kinds(word, LANGUAGES) for word in words)


def _kinds(text: str, languages: Sequence[str]) -> frozenset[str]:
    return frozenset(k for one in languages for k, row in table("kinds", one, WORDS).items() if row.search(text))


def said_without(timing: Timing, until: int | None = None) -> str:
    """Return the clause, or its first letters, as written with a bar for each day, hour, part of a day and length."""
    clause, parts, at = timing.clause, list[str](), timing.clause.start
    last = clause.end if until is None else clause.start + until
    for start, end in timing.spans:
        parts.append(clause.message.text[at : min(max(at, start), last)])
        at = max(at, end)
    return " | ".join((*parts, clause.message.text[at:last]))


def meant(
    timing: Timing, *, words: str | None = None, day: str | None = None, hours: bool = False
) -> tuple[Segment, ...]:
    """Return the entries that a clause means: by name, kind or hour, as the ones spoken of, or all of a day."""
    view, language = timing.view, timing.clause.language
    raw = said_without(timing) if words is None else words
    text = fold(raw)
    found, _ = matched(raw, view, language)
    everything = has("all", language, text, WORDS)
    if not found:
        start, _ = timing.start_end
        at = [s for s in listed(view.plan) if hours and start and (s.start_datetime or "")[11:16] == start]
        at = [s for s in at if not day or (s.start_datetime or "")[:10] == day]
        if at:
            return tuple(at)
        if not name_in(timing, cue("it", language, WORDS).sub(" ", text)):
            return spoken(view, 2 if everything else 1)
        return ()
    on = tuple(s for s in found if day and (s.start_datetime or "")[:10] == day)
    found = on or found
    if len(found) > 1 and not everything:
        recent = [s for s in spoken(view, 9) if s in found]
        place = _place(text, language)
        found = (found[place],) if place is not None and place < len(found) else tuple(recent[-1:]) or found
    return found


def _place(text: str, language: str) -> int | None:
    """Return which one of several is meant ("the second museum"), from 0; the last is -1."""
    rows = [r.strip() for code in chain(language) for r in (read_words(code, "options")["ordinals"]).split("|")]
    for n, row in enumerate(rows):
        if re.search(rf"(?<!\w)(?:{fold(row).replace('/', '|')})(?!\w)", text):
            return n % 10
    last = "|".join(fold(read_words(code, "options")["last"]) for code in chain(language))
    return -1 if re.search(rf"(?<!\w)(?:{last.replace(' ', '')})(?!\w)", text) else None


def number_of(text: str, language: str) -> int | None:
    """Return a place in a list: "the second one", "number 3", "2"."""
    place = _place(text, language)
    digits = re.search(r"(?<![\w.:])([1-9])(?![\w.:]\d|\w)", text)
    return place + 1 if place is not None and place >= 0 else int(digits[1]) if digits else None


@cache
def _ends(language: str) -> tuple[re.Pattern[str], re.Pattern[str]]:
    lead, tail = (
        "|".join((phrases("itinerary", name, language), *cue_rows(name, language))) for name in ("lead", "tail")
    )
    compiled = lexicon(language).compile
    return compiled(rf"^(?:{lead})(?:(?<=')|(?!\w))[\s,:|]*"), compiled(rf"[\s,:|]*(?<!\w)(?:{tail})$")


def cue_rows(name: str, language: str) -> list[str]:
    """Return the phrases of a cue, the longest first."""
    rows = [one for code in chain(language) for one in read_words(code, WORDS).get(name, "").split(" | ")]
    return sorted((one.strip() for one in rows if one.strip()), key=len, reverse=True)


def name_in(timing: Timing, text: str | None = None) -> str:
    """Return what a clause names, as the traveller spells it: without asking, days and hours; empty where it names nothing."""
    language = timing.clause.language
    rest = said_without(timing) if text is None else text
    told: list[tuple[int, str]] = []
    for piece in re.split(r"\||[,;:.!?](?=\s|$)|\s[-–]\s|\n", rest):
        because = cue("because", language, WORDS).match(fold(piece.strip()))
        ends = [0, *(hit.end() for hit in cue("adds", language, WORDS).finditer(fold(piece)))]
        names = [name for at in ends if (name := _stripped(piece[at:], language))]
        if names and not because:
            told.append((sum(not is_small(w, language) for w in _WORD.findall(fold(names[-1]))), names[-1]))
    full = next((name for count, name in told if count >= _FULL), None)
    return full or max((one for one in told if one[0]), key=lambda one: one[0], default=(0, ""))[1]


def _stripped(text: str, language: str) -> str:
    lead, tail = _ends(language)
    found = text.strip(_EDGES)
    while True:
        hit = lead.match(fold(found))
        capital = hit and hit.end() and found[:1].isupper() and found != text.strip(_EDGES)
        shorter = found[hit.end() :] if hit and not capital else found
        hit = tail.search(fold(shorter))
        shorter = (shorter[: hit.start()] if hit else shorter).strip(_EDGES)
        if shorter == found:
            return f"{found})" if found.count("(") > found.count(")") else found
        found = shorter


def clears(clause: Clause) -> bool:
    """Tell whether words ask for a day to be emptied."""
    return bool(cue("clear", clause.language, WORDS).search(clause.folded))


def at_place(name: str, timing: Timing) -> str:
    """Return a name with the place that is apart from it, behind an hour: "dinner at 8 at Ramiro"."""
    pieces = [one.strip(" ,.!") for one in said_without(timing).split("|")]
    rows = "|".join(cue_rows("at_place", timing.clause.language))
    ends = [one for one in pieces if name not in one and re.match(rf"(?:{rows}) (?-i:[A-ZÀ-Þ])", one, re.IGNORECASE)]
    return f"{name} {ends[0]}" if len(name.split()) == 1 and len(ends) == 1 else name
