"""Which of the options shown a clause names: by number, place, quality, the hotel's name, or as what was spoken of last."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Literal, NamedTuple

from tripintent.state.bundles import Bundle
from tripintent.state.derived import shown_ranking
from tripintent.state.events import SelectedPart, UserSelectedParts
from tripintent.tools.language.exact.option_words import OptionWords, option_words
from tripintent.tools.language.exact.options import Choice, Chooser
from tripintent.tools.language.exact.tables import chain
from tripintent.tools.language.exact.tokens import Token, tokens_of
from tripintent.tools.language.offline.clause import Clause
from tripintent.tools.language.offline.message import Kind
from tripintent.tools.language.offline.scope import first_denial, said
from tripintent.tools.ports.reader import View

_VERBS = ("pick", "take", "hold", "buy", "noun")
"""Cues that a number or quality naming an option may follow: a verb, or a noun ("Vorschlag drei")."""
_COUNTED: tuple[Kind, ...] = ("money", "length", "time", "place", "airline", "people", "day")
_MIDDLE_OF = 3
_BEFORE = 30
"""Characters before an option in which all others may be named: "anything but"."""
PartKind = Literal["flight", "hotel"]
_KINDS: tuple[PartKind, ...] = ("flight", "hotel")
_POSSESSIVE = re.compile(r"['’]?s?\s+")
_PARTS = re.compile(r"[,;:–]")


class Named(NamedTuple):
    """An option that a clause names, and where in the clause; ``plain``: by number or id, not by a quality."""

    bundle_id: str
    start: int
    end: int
    qualities: tuple[str, ...] = ()
    plain: bool = True


def options_of(view: View) -> Sequence[Bundle]:
    """Return the options that the traveller has in view, number 1 first."""
    ranking = shown_ranking(view.trip)
    return ranking.bundles if ranking else ()


def number_of(bundle_id: str, view: View) -> int | None:
    """Return the number of an option, also of one beyond the list ("#12")."""
    if bundle_id.startswith("#") and bundle_id[1:].isdigit():
        return int(bundle_id[1:])
    return next((n for n, one in enumerate(options_of(view), 1) if one.bundle_id == bundle_id), None)


def named_options(clause: Clause, view: View, *, asking: bool = False) -> list[Named]:
    """Return the options that a clause names and does not deny, left to right, each once."""
    if not options_of(view):
        return []
    scans = (_Scan(clause, view, option_words(code), asking) for code in reversed(chain(clause.language)))
    found = next((some for scan in scans if (some := list(scan.found()))), [])
    kept = found if asking else [one for one in found if not _denied(one, clause)]
    return list({one.bundle_id: one for one in sorted(kept, key=lambda one: one.start)}.values())


def declined_options(clause: Clause, view: View) -> tuple[int, ...]:
    """Return the numbers of the options that a clause names to say that they are not wanted: "not the second", "anything but 2"."""
    named = [one for one in named_options(clause, view, asking=True) if one.plain and _denied(one, clause)]
    return tuple(n for one in named if (n := number_of(one.bundle_id, view)) is not None)


def chosen_option(clause: Clause, view: View) -> Named | None:
    """Return the one option that a clause names; None where it names none, or leaves open which."""
    found = named_options(clause, view)
    plain = [one for one in found if one.plain]
    if found:
        unsure = len(plain or found) > 1 or (not plain and clause.of("time", "hotel"))  # "the direct one at 9:40"
        return None if unsure else (plain or found)[0]
    return _other(clause, view) or _middle(clause, view) or _spoken_of(clause, view)


def the_one_meant(view: View) -> str | None:
    """Return the option that is alone on the list, or was spoken of last."""
    options = options_of(view)
    one = options[0].bundle_id if len(options) == 1 else view.trip.working_memory.described
    return one if any(option.bundle_id == one for option in options) else None


@dataclass(frozen=True)
class _Scan:
    """Looks for choices at each word of a clause, in the words of one language."""

    clause: Clause
    view: View
    lexicon: OptionWords
    asking: bool

    @cached_property
    def tokens(self) -> list[Token]:
        ids = {one.bundle_id.casefold() for one in options_of(self.view)}
        return tokens_of(self.clause.message.text[self.clause.start : self.clause.end], ids)

    def found(self) -> Iterator[Named]:
        """Yield the choices, left to right."""
        chooser = Chooser(self.tokens, self.lexicon, options_of(self.view), self.view.trip.working_memory.shown)
        at = 0
        while at < len(self.tokens):
            choice = None if self._counts(at) else self._at(chooser, at)
            if choice is None:
                at += 1
                continue
            start, end = self.tokens[at].start, self.tokens[choice.end - 1].end
            number = self._is_number(chooser, at, choice)
            yield Named(choice.bundle_id, start, end, choice.qualities, plain=number)
            at = choice.end

    def _at(self, chooser: Chooser, at: int) -> Choice | None:
        """Return a choice that is here as a thing named: with an article, a noun, a verb before it, or alone."""
        choice = chooser.at(at, bare_number=self._may_be_bare(at))
        if choice is None or self._is_one(at, choice.end):
            return None
        if choice.qualities == ("best",) and not self._ends(choice.end):
            return None  # "the one with the best reviews"
        whole = self.lexicon["lead"].skip(self.tokens, 0) >= at and self._ends(choice.end)
        return choice if choice.end - at > 1 or whole or self._behind_verb(at) or self.asking else None

    def _may_be_bare(self, at: int) -> bool:
        """Tell whether a number counts nothing: no noun follows it."""
        after = self.lexicon["article"].match(self.tokens, at)
        end = (at if after is None else after) + 1
        acts = any(self.lexicon[role].match(self.tokens, end) for role in ("hold", "buy", "noun"))
        return self.asking or acts or self._ends(end)

    def _is_one(self, at: int, end: int) -> bool:
        """Tell whether only "one" or "a" is here: not the number of an option."""
        return end - at == 1 and self.lexicon.counts[1].match(self.tokens, at) == end

    def _ends(self, at: int) -> bool:
        """Tell whether only small words are from here to the next mark or joining word."""
        at = self.lexicon["tail"].skip(self.tokens, at)
        if at >= len(self.tokens) or self.tokens[at].kind in ("pause", "end"):
            return True
        joins = (self.lexicon[role].match(self.tokens, at) for role in ("join", "turn", "condition", "lead"))
        return any(end is not None for end in joins)

    def _behind_verb(self, at: int) -> bool:
        """Tell whether a verb of choosing, holding or buying ends here."""
        return any(self.lexicon[role].match(self.tokens, n) == at for role in _VERBS for n in range(max(at - 4, 0), at))

    def _counts(self, at: int) -> bool:
        """Tell whether a word belongs to a value: "the 2nd of May" is not an option. An ordinal alone may be both."""
        if [one.kind for one in self.tokens[at : at + 2]] == ["number", "number"]:
            return True  # "1 180"
        start, end = (self.clause.start + place for place in (self.tokens[at].start, self.tokens[at].end))
        inside = next((one for one in self.clause.of(*_COUNTED) if one.start < end and start < one.end), None)
        if inside is None:
            return False
        words = self.clause.message.folded[inside.start : inside.end].split()
        if inside.kind == "time" and words[0].isdigit() and len(words) == 1:
            return False  # "from 1" of "the flights from 1"
        return inside.kind != "day" or len(words) > 2 or any(word.isdigit() for word in words)

    def _is_number(self, chooser: Chooser, at: int, choice: Choice) -> bool:
        best = chooser.named(at)
        return not choice.qualities and (best is None or not best.qualities)


def _denied(named: Named, clause: Clause) -> bool:
    """Tell whether the words around an option, up to the next comma or contrast, say no to it, or to it alone of all."""
    folded = clause.folded
    if said("all_but", clause.language).search(clause.message.folded[: clause.start + named.start][-_BEFORE:]):
        return True
    turns = [0, len(folded)]
    for match in (*_PARTS.finditer(folded), *said("contrast", clause.language).finditer(folded)):
        turns += [match.start()] if not named.start <= match.start() < named.end else []
    start = max(turn for turn in turns if turn <= named.start)
    end = min(turn for turn in turns if turn >= named.end)
    part = folded[start : named.start] + " " * (named.end - named.start) + folded[named.end : end]
    lead = folded[start:end] if start == 0 else ""
    if lead and first_denial(folded[: named.end], clause.language) is None and first_denial(part, clause.language):
        return first_denial(" " * named.end + folded[named.end : end], clause.language) is not None
    return first_denial(part, clause.language) is not None


def _other(clause: Clause, view: View) -> Named | None:
    """Return "the other one" of two, where one was chosen or spoken of."""
    match = said("other", clause.language).search(clause.folded)
    memory, options = view.trip.working_memory, options_of(view)
    known = memory.selected.bundle_id or memory.described
    left = [one.bundle_id for one in options if one.bundle_id != known]
    return Named(left[0], *match.span()) if match and len(options) == 2 and len(left) == 1 else None


def _middle(clause: Clause, view: View) -> Named | None:
    """Return the middle one of three on the screen."""
    match = said("middle", clause.language).search(clause.folded)
    options, shown = options_of(view), view.trip.working_memory.shown
    seen = [options[n] for n in shown if n < len(options)] or list(options)
    return Named(seen[1].bundle_id, *match.span()) if match and len(seen) == _MIDDLE_OF else None


def _spoken_of(clause: Clause, view: View) -> Named | None:
    """Return what "that one" or "take it" means: the option that is alone, or was spoken of last."""
    one = the_one_meant(view)
    match = said("that_one", clause.language).search(clause.folded)
    takes = said("take", clause.language).search(clause.folded)
    named = match and (" " in match.group() or "-" in match.group() or takes is not None)
    return Named(one, *match.span()) if one and match and named else None


def mixed_parts(clause: Clause, view: View) -> UserSelectedParts | None:
    """Return the flights of one option with the hotel of another: each option belongs to the part named next to it."""
    named = named_options(clause, view, asking=True)
    parts = [*_ordinal_parts(clause, view), *(part for one in named if (part := _part_of(one, clause)) is not None)]
    kinds, ids = {part.part for part in parts}, {part.bundle_id for part in parts}
    known = all(number_of(part.bundle_id, view) for part in parts)
    fits = len(parts) == len(kinds) == len(ids) == 2 and known
    return UserSelectedParts(parts=tuple(parts)) if fits else None


def _ordinal_parts(clause: Clause, view: View) -> Iterator[SelectedPart]:
    """Yield "the second hotel": a part of the option in that place."""
    for code in reversed(chain(clause.language)):
        scan, options = _Scan(clause, view, option_words(code), asking=True), options_of(view)
        for rank, phrases in scan.lexicon.ordinals.items():
            for at in range(len(scan.tokens)):
                end = phrases.match(scan.tokens, at)
                kind = None if end is None else _kind_at(scan, end)
                if kind and rank <= len(options):
                    yield SelectedPart(part=kind, bundle_id=options[rank - 1].bundle_id)


def _kind_at(scan: _Scan, at: int) -> PartKind | None:
    return next((kind for kind in _KINDS if scan.lexicon[f"{kind}_noun"].match(scan.tokens, at) is not None), None)


def _part_of(named: Named, clause: Clause) -> SelectedPart | None:
    """Return which part of an option is meant: "2's hotel" right behind it, else the noun before it ("the flights of 1")."""
    found: list[tuple[PartKind, re.Match[str]]] = [
        (kind, m) for kind in _KINDS for m in said(kind, clause.language).finditer(clause.folded)
    ]
    behind: list[PartKind] = [
        kind for kind, m in found if _POSSESSIVE.fullmatch(clause.folded, named.end, max(m.start(), named.end))
    ]
    before: list[tuple[int, PartKind]] = [(named.start - m.end(), kind) for kind, m in found if m.end() <= named.start]
    nearest: list[PartKind] = [*behind, *(kind for _, kind in sorted(before))]
    kind = nearest[0] if nearest else None
    return SelectedPart(part=kind, bundle_id=named.bundle_id) if kind else None
