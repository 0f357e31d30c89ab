"""Changes of a clause to the checklist: things ticked, unticked, added, taken out, in the traveller's own words."""

import re
from collections.abc import Iterator, Sequence

from tripintent.state.planning.checklist import Checklist
from tripintent.state.planning.command import ChecklistEdit
from tripintent.state.planning.operations import EditList
from tripintent.state.reading import Operation
from tripintent.tools.language.exact.lexicon import lexicon
from tripintent.tools.language.offline import words
from tripintent.tools.language.offline.clause import Clause
from tripintent.tools.places.folding import fold
from tripintent.tools.ports.reader import View

FILE = "offline_documents"
JOINT = re.compile(r"\s*(?:,(?!\d)|&|\+|(?<!\w)(?:and|und|y|et|e|ed|n|plus)(?!\w))\s*", re.IGNORECASE)
_PIECE = re.compile(r"\s*(?:[;:!?\n…✓✔]|,(?!\d)|(?<!\bmr)(?<!\bdr)(?<!\bmrs)\.(?=\s|$)|\s-+\s|->)\s*")
_QUOTED = re.compile(r"[«„“\"]\s?([^«»„“”\"]{2,80}?)\s?[»”“\"]")
_ELISION = re.compile(r"(?:[ldcmnst]|qu|dell|all|nell|dall|sull|un)'(?=\w)")
_CHECKED = re.compile("[✓✔]")
_AUXILIARY = re.compile(r"['’](?:s|re)$")
_SIGNS = " \t.,;:!?-–—\"'«»„“”()✓✔…→>*"
_LONGEST = 100
_SHORT = 3
"""Words of a piece that only goes on with a list; more is a remark."""


def says(name: str, clause: Clause, text: str | None = None) -> bool:
    """Tell whether a cue of the documents is in a clause, or in other folded words."""
    return words.has(name, clause.language, clause.folded if text is None else text, FILE)


def trimmed(text: str, language: str, *names: str) -> str:
    """Return words without the small words and signs at their ends."""
    patterns = [words.cue(name, language, FILE) for name in names or ("edge", "polite")]
    while True:
        text = text.strip(_SIGNS)
        folded = fold(text)
        head = max(
            (
                m.end()
                for one in (*patterns, _ELISION)
                if (m := one.match(folded)) and not folded.startswith("-", m.end())
            ),
            default=0,
        )
        if head:
            text = text[head:]
            continue
        tails = [
            m.start()
            for one in patterns
            for m in one.finditer(folded)
            if m.end() == len(folded) and not folded[: m.start()].endswith("-")
        ]
        if not tails or not text:
            return text
        text = text[: min(tails)]


def fragments(text: str, spans: Sequence[tuple[int, int]]) -> Iterator[tuple[int, str]]:
    """Yield what is left of words without some parts, each with its place."""
    at = 0
    for start, end in sorted(spans):
        if start > at:
            yield at, text[at:start]
        at = max(at, end)
    yield at, text[at:]


def spans_of(names: Sequence[str], language: str, folded: str) -> list[tuple[int, int]]:
    """Return where cues of the documents stand in folded words."""
    return [m.span() for name in names for m in words.cue(name, language, FILE).finditer(folded)]


def ticked(clause: Clause, view: View) -> list[Operation] | None:
    """Return the things that are done, or not done after all."""
    undone = says("untick", clause)
    if clause.asks or _hands_off(clause, "tick") or (says("everything", clause) and says("but_not", clause)):
        return None
    if undone:
        return _edits(clause, view, "untick", ("untick", "tick", "done"))
    return _edits(clause, view, "tick", ("tick", "done")) or _edits(clause, view, "tick", ("done",))


def added(clause: Clause, view: View) -> list[Operation] | None:
    """Return the things that come on the list; without a word of adding only where there is a list."""
    if _hands_off(clause, "add") or (says("remove", clause) and not says("add", clause)):
        return None
    names = ("add", "remember")
    known = isinstance(view.documents.get(Checklist.kind), Checklist)
    if not known and not any(says(name, clause) for name in (*names, "listed")):
        return None
    return _edits(clause, view, "add", names)


def removed(clause: Clause, view: View) -> list[Operation] | None:
    """Return the things that are taken off the list; without a list only where it is named."""
    known = isinstance(view.documents.get(Checklist.kind), Checklist)
    return (
        None
        if _hands_off(clause, "remove") or not (known or says("listed", clause))
        else _edits(clause, view, "remove", ("remove", "needless"))
    )


def _hands_off(clause: Clause, act: str) -> bool:
    """Tell whether the act itself is denied: "don't tick the passport", "setz das nicht auf die Liste"."""
    acts = words.cue(act, clause.language, FILE)
    for match in words.cue("do_not", clause.language, FILE).finditer(clause.folded):
        verb = acts.match(clause.folded, match.end() + clause.folded[match.end() :].startswith(" "))
        if verb and not says("remember", clause) and (act != "remove" or not says("needless", clause, verb.group())):
            return True
    return False


def _edits(clause: Clause, view: View, do: str, names: Sequence[str]) -> list[Operation] | None:
    if do != "add" and not (any(says(name, clause) for name in names) or _CHECKED.search(clause.text)):
        return None
    things = list(_of_list(clause, view, do)) if do != "add" else []
    things = things or _things(clause, names, do)
    edits = [ChecklistEdit.model_validate({"op": do, "what": one}) for one in dict.fromkeys(things)]
    return [EditList(text=clause.text, edit=one) for one in edits] or None


def _of_list(clause: Clause, view: View, do: str) -> Iterator[str]:
    """Yield the items that are meant by their place in the list, or all that are left to do."""
    found = view.documents.get(Checklist.kind)
    items = [one.text for one in found.items] if isinstance(found, Checklist) else []

    def meant(name: str) -> re.Match[str] | None:
        return words.cue(name, clause.language, FILE).search(clause.folded)

    if number := meant("numbered"):
        n = next(int(one) for one in number.groups() if one)
        yield from items[n - 1 : n]
        return
    for name in ("first_ones", "last_ones"):
        match = meant(name)
        if match and (count := _count(match, clause)):
            yield from items[:count] if name == "first_ones" else items[-count:]
            return
    everything = meant("everything")
    if do == "tick" and everything and isinstance(found, Checklist):
        rest = clause.folded[everything.end() :]
        left = max((trimmed(t, clause.language) for _, t in fragments(rest, _acts(rest, clause, do))), key=len)
        if not left:
            yield from (one.text for one in found.items if not one.checked)


def _count(match: re.Match[str], clause: Clause) -> int:
    """Return how many of the first or last items are meant; 0 where the word behind is a thing's own ("first aid kit")."""
    beside = [one for one in match.groups() if one]
    count = next((n for one in beside if (n := lexicon(clause.language).number(one))), 0)
    small = ("item_word", "edge", "polite", "done", "remove", "tick", "listed")
    plain = all(any(words.cue(name, clause.language, FILE).fullmatch(one) for name in small) for one in beside)
    return count or int(plain)


def _acts(folded: str, clause: Clause, do: str) -> list[tuple[int, int]]:
    names = {"tick": ("tick", "done"), "untick": ("untick", "tick", "done"), "add": ("add", "remember")}
    return spans_of((*names.get(do, ("remove", "needless")), "listed"), clause.language, folded)


def _things(clause: Clause, names: Sequence[str], do: str) -> list[str]:
    """Return the things that a clause names: of each of its pieces what is beside the act; reasons name none."""
    raw = clause.message.text[clause.start : clause.end]
    if quoted := _QUOTED.findall(raw):
        return [one.strip()[:_LONGEST] for one in quoted]
    found: list[str] = []
    at = 0
    ends = [*((m.start(), m.end()) for m in _PIECE.finditer(clause.folded)), (len(raw), len(raw))]
    for end, start in ends:
        folded, said = clause.folded[at:end], raw[at:end]
        at = start
        acts = spans_of(names, clause.language, folded)
        reason = words.cue("because", clause.language, FILE).match(folded.lstrip())
        if (reason and (not acts or (found and do == "remove"))) or (found and do == "untick"):
            continue
        if found and do != "add" and not acts and len(said.split()) > _SHORT:
            continue
        thing = _beside(said, folded, acts, clause, state=do == "tick")
        parts = [trimmed(part, clause.language) for part in _joined(thing)]
        if do == "tick":
            parts = [_AUXILIARY.sub("", part) for part in parts]
        found += [part[:_LONGEST] for part in parts if part and not _names_nothing(part, clause, do)]
    return found


def _beside(said: str, folded: str, acts: Sequence[tuple[int, int]], clause: Clause, *, state: bool) -> str:
    """Return the words behind the first act, else those before it; before a state that things are in ("the tent is packed")."""
    blank = [*acts, *spans_of(("listed",), clause.language, folded)]
    blank += [] if "'s" in folded else spans_of(("others",), clause.language, folded[: min(acts)[0] if acts else 0])
    left = [(at, one) for at, part in fragments(said, blank) if (one := trimmed(part, clause.language))]
    behind = [one for at, one in left if acts and at >= min(acts)[0]]
    if state and left and left[0][1] not in behind:
        return left[0][1]
    return behind[0] if behind else left[-1][1] if left else ""


def _joined(thing: str) -> Iterator[str]:
    at = 0
    for match in JOINT.finditer(thing):
        yield thing[at : match.start()]
        at = match.end()
    yield thing[at:]


def _names_nothing(part: str, clause: Clause, do: str) -> bool:
    """Tell whether words do not name a thing: a number, or only a word for things of the list."""
    if len(part) < 2 or not any(sign.isalpha() for sign in part):
        return True
    return do != "add" and words.cue("item_word", clause.language, FILE).fullmatch(fold(part)) is not None
