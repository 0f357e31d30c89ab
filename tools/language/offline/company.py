"""The company a speaker names: "my wife and I", "me and two friends", "my husband, our twins and grandma", "just me"."""

import re
from collections.abc import Iterator, Sequence
from typing import Literal, NamedTuple

from tripintent.tools.language.exact.lexicon import lexicon
from tripintent.tools.language.exact.people import Young
from tripintent.tools.language.exact.tables import matches
from tripintent.tools.language.offline.passage import Passage

Slot = Literal["travelers", "adults", "children", "infants"]
_REACH = 50
_PAIR = 2


class Count(NamedTuple):
    """So many of a kind, and the words; ``by`` is the pattern that found them."""

    slot: str
    value: int
    start: int
    end: int
    by: re.Pattern[str] | None = None


class _Member(NamedTuple):
    start: int
    end: int
    grown: int
    speaker: bool = False
    counted: bool = False


def count_company(passage: Passage, young: Young) -> Count | None:
    """Count the speaker and the company named; beside children only the grown-ups are counted."""
    slot = "adults" if any(c.slot in {"children", "infants"} for c in young.claims) else "travelers"
    listed = _listed(passage, young)
    if listed:
        return listed._replace(slot=slot)
    for taken in matches("party", "takes_along", passage.language, passage.text):
        return Count(slot, 3 if taken.groupdict().get("two") else 2, *taken.span())
    for name, times, speaker in (("couples", 2, 0), ("friends", 1, 0), ("others", 1, 1)):
        match = next(passage.finds(name, passage.bare), None)
        if match and (count := lexicon(passage.language).number(match["n"])):
            return Count(slot, count * times + speaker, *match.span())
    for name, count in (("couple", 2), ("solo", 1)):
        for one in passage.finds(name):
            if not (name == "solo" and slot == "adults"):
                return Count(slot, count, *one.span())
    return None


def _listed(passage: Passage, young: Young) -> Count | None:
    """Return the grown-ups of the longest list of people; the speaker is one where named, or where the list is "ours"."""
    run: list[_Member] = []
    best: list[_Member] = []
    for member in sorted(_members(passage, young)):
        gap = passage.text[run[-1].end : member.start] if run else ""
        joined = any(True for _ in passage.finds("joint", f"<{gap}>")) if run else False
        run = [*run, member] if joined else [member]
        best = run if len(run) > len(best) else best
    if not best:
        return None
    start, end = best[0].start, best[-1].end
    grown, speaker = sum(one.grown for one in best), any(one.speaker for one in best)
    if passage.has("seen_behind", passage.text[end : end + 24].split(",")[0]):
        return None
    led = passage.has("speaker_before", passage.text[max(0, start - 16) : start])
    along = speaker and (led or best[0].speaker)
    if not along and passage.has("seen_before", passage.text[max(0, start - 24) : start] + "|"):
        return None
    if not speaker and grown and passage.has("visits_us", passage.text[end:].split("\n")[0].split(". ")[0]):
        return Count("adults", grown, start, end)  # "my parents want to visit us": they alone travel
    if len(best) == 1 and (speaker or not led or not grown):
        return None
    if not speaker and not led and len(best) < _PAIR + 1 and not all(one.grown for one in best):
        return None
    if best[0].counted and passage.has("all_before", passage.text[max(0, start - 16) : start]):
        children = sum(one.value for one in young.claims if one.slot != "ages" and isinstance(one.value, int))
        if sum(one.grown for one in best[1:]) + children < best[0].grown:
            return Count("adults", best[0].grown, start, best[0].end)  # "we are five friends"
        best = best[1:]  # "we are five: my parents, my wife and I": who they are
        grown, speaker, start = sum(one.grown for one in best), any(one.speaker for one in best), best[0].start
    ours = led or passage.has("ours", passage.text[start:end])
    return Count("adults", grown if speaker or not ours else grown + 1, start, end)


def _members(passage: Passage, young: Young) -> Iterator[_Member]:
    """Yield the people named, the young as they were read."""
    spans = {(c.start, c.end) for c in young.claims if c.start >= 0}
    taken = [one for one in spans if not any(o != one and o[0] <= one[0] and o[1] >= one[1] for o in spans)]
    yield from (_Member(start, end, 0) for start, end in taken)
    for match in passage.finds("member"):
        if any(match.start() < end and match.end() > start for start, end in taken):
            continue
        taken.append(match.span())
        groups = match.groupdict()
        number = lexicon(passage.language).number(groups["n"]) if groups.get("n") else 1
        grown = 2 if groups.get("two") else number or 1
        yield _Member(*match.span(), grown, speaker=bool(groups.get("self")), counted=bool(groups.get("n") and number))


def who_of(passage: Passage, verb: re.Match[str], default: Slot | None) -> tuple[Slot | None, int]:
    """Return whom the words before a verb speak of, and how many; None for the speakers themselves and for things."""
    left = max(passage.text.rfind(mark, 0, verb.start()) for mark in ".;,!?\n") + 1
    left = max(left, verb.start() - _REACH)
    lead = passage.text[left : verb.start()]
    found: Sequence[re.Match[str]] = sorted(passage.finds("someone", lead), key=lambda m: m.end())
    if passage.has("self_before", lead + "|") and not any(m.groupdict().get("n") for m in found):
        return None, 0
    if not lead.strip():  # "viene anche mia madre"
        behind = re.split(r"[.;,!?\n]", passage.text[verb.end() : verb.end() + _REACH])[0]
        found = list(passage.finds("someone", " ".join(behind.split()[:4]) + " "))
    if found:
        named_too = sum(1 for _ in passage.finds("person_word", found[-1].group()))
        return _kind_of(found[-1], passage, default or "adults", max(named_too, 1))
    named = re.search(r"\b[A-Z][\w'’-]+\s*(?:\w+\s*){0,2}$", passage.message.text[left : verb.start()])
    first = named and passage.text[left + named.start() : verb.start()].split()[0] not in _NO_NAMES
    return (default or "adults", 1) if first else (None, 0)


def _kind_of(match: re.Match[str], passage: Passage, grown: Slot, usual: int) -> tuple[Slot, int]:
    """Return of which kind somebody is by the words for them, and how many: ``usual`` where no number is said."""
    groups = match.groupdict()
    count = lexicon(passage.language).number(groups["n"]) if groups.get("n") else None
    kind: Slot = "infants" if groups.get("infant") else "children" if groups.get("child") else grown
    return kind, count or (_PAIR if groups.get("two") else usual)


def who_is_added(passage: Passage, verb: re.Match[str]) -> tuple[Slot | None, int]:
    """Return whom the words right behind a verb name ("add my son Tom"), and how many; a name counts where an age is told."""
    behind = re.split(r"[.;,(!?\n]", passage.text[verb.end() : verb.end() + _REACH])[0]
    found = list(passage.finds("someone", " ".join(behind.split()[:4]) + " "))
    if found:
        return _kind_of(found[-1], passage, "adults", 1)
    named = re.match(r"\s+[A-Z][\w'’-]+", passage.message.text[verb.end() :])
    aged = any(True for _ in passage.finds("age_said"))
    return ("adults", 1) if named and aged else (None, 0)


_NO_NAMES = {"it", "that", "this", "there", "the", "i", "we", "so", "and", "es", "das"}
