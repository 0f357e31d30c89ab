"""Which words of a message belong to a check-in before the arrival: they are sealed before anything is stored."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache
from itertools import dropwhile, pairwise
from types import MappingProxyType
from typing import Literal, NamedTuple

from babel import Locale

from tripintent.state.concierge.memory import SEALED, discreet, private_words
from tripintent.state.languages import LANGUAGES
from tripintent.tools.front_desk.hearing import DAY, MOST_NAMES, heard, parts, reachable, refuses_or_asks
from tripintent.tools.front_desk.speech import turn
from tripintent.tools.knowledge.passages import fold, glossary, phrases
from tripintent.tools.model.grounding import months
from tripintent.tools.model.privacy import Marks
from tripintent.tools.ports.desk_service import Message

CHECK_IN = "PRE_CHECKIN_AGENT"
ENDS = re.compile(r"(?<=[.!?;\n])\s+")
LOCATOR = re.compile(r"\b(?=[A-Z]*\d)(?=\d*[A-Z])[A-Z\d]{5,8}\b")
"""A booking's code of letters and figures."""
PHONE = r"\d(?:(?:[ ()/-]{0,2}|\.)(?!\d{1,2}(?:[:h]\d\d|\s?(?:am|pm|h|uhr)\b))\d){6,}(?:[a-z]\b)?"
"""Seven figures and more, with the letter after some papers' numbers; an hour after them is not one of them."""
_SPACED = r"(?-i:\b[A-Z]{2,4}[ -]?\d{1,4}[ -]\d{1,5}\b|\b\d{4,6}[ -][A-Z]{2}\b)"
_NUMBER = re.compile(
    rf"\S@\S|{_SPACED}|(?-i:" + LOCATOR.pattern + r")|"
    rf"{PHONE}|"
    r"\b(?=[a-z0-9-]{0,3}[a-z-]{0,12}\d)(?=(?:[a-z-]{0,12}\d){3})[a-z0-9-]{5,}\b",
    re.IGNORECASE,
)
_CAPITAL = r"[A-ZÀ-ÖØ-Þ](?:[^\W\d_]|['’-][^\W\d_])+(?![\w-])"
_PARTICLE = r"(?:de|da|di|do|dos|del|della|von|van|der|den|la|le|el)"
_RUN = re.compile(rf"(?<![\w-]){_CAPITAL}(?:\s+(?:{_PARTICLE}\s+)*{_CAPITAL})*")
_NAME = re.compile(r"\b[^\W\d_a-z][\w'’-]+(?:\s+(?:de|da|di|von|van|der|la|le|el))*\s+(?=([^\W\d_a-z][\w'’-]+))")
_CODE = re.compile(
    rf"[\w.+-]+@[\w.-]+\w|{_SPACED}|\+?{PHONE}|{DAY.pattern}"
    rf"|{_NUMBER.pattern.rsplit('|', 1)[1]}",
    re.IGNORECASE,
)
"""Addresses, telephones, days and numbers of papers and bookings, whole."""
_HOUR = re.compile(r"\d{1,2}[h:.]\d{2}", re.IGNORECASE)
MARK = re.compile(r"<(?:person|number|words) \d+>")
TOLD = 4
"""Words beside a number from which an answer is a sentence, and no list of names."""
FEW = 2
"""Words beside names and numbers of an answer that is nothing else."""
Piece = tuple[str, Literal["", "sealed", "told"]]
"""Words of a message, and how they are sealed: of a check-in, or names and numbers told beside one."""


def pieces_of(
    message: Message, before: Sequence[str], command: str, function_of: Callable[[str], str], house: str = ""
) -> Sequence[Piece]:
    """Return a message in pieces, which together are the message. Names and numbers are sealed wherever they are told.

    Where the desk asked for a check-in everything is sealed but questions, refusals and courtesies without a name or number;
    where one is, or was, spoken of, or papers are, only what names somebody or a number, or may be a name.
    ``command`` is the check-in's own, ``before`` what the guest wrote so far; words of the ``house``'s own texts name no one.
    """
    text, memory = message.text, message.memory
    cuts = sorted({0, len(text), *(m.end() for pattern in (ENDS, turn("cut")) for m in pattern.finditer(text))})
    pieces = [text[a:b] for a, b in pairwise(cuts)]
    words = text.split(maxsplit=1)
    if command and words and words[0] == command:
        start = text.index(command) + len(command)
        return [(text[:start], ""), (text[start:], "sealed" if text[start:].strip() else "")]
    asked = memory.waiting == "booking"
    likely = asked or any(function_of(part) == CHECK_IN for part in {*parts(text), *pieces})
    spoken_of = likely or CHECK_IN in memory.functions or any("[sealed:" in one for one in before)
    spoken_of = spoken_of or any(heard(("check_in",), one) for one in (text, *before))
    if not spoken_of and not (turn("papers").search(fold(text)) and _NUMBER.search(text)):
        return [*_told(text, house)]
    told = [likely and _says(piece) and (asked or _may_name(piece)) for piece in pieces]
    private = (
        says or names_somebody(piece) or named_in(f"- {piece}", message.language)
        for piece, says in zip(pieces, told, strict=True)
    )
    return [(piece, "sealed" if kept else "") for piece, kept in zip(pieces, private, strict=True)]


def _told(text: str, house: str) -> Iterator[Piece]:
    """Yield a message in pieces, the names and numbers in it each on its own. Days stay as they are."""
    plain = DAY.sub(lambda day: " " * len(day[0]), SEALED.sub(lambda one: " " * len(one[0]), text))
    codes = (one for one in _CODE.finditer(plain) if not _HOUR.fullmatch(one[0]))
    spans = [one.span() for one in codes if any(map(str.isalpha, one[0])) or reachable(one[0])]  # "12-14" is two days
    introduces = bool(turn("introduced").search(fold(plain)))
    for run in _RUN.finditer(plain):
        name = " ".join(_name_of(run[0]))
        if name and (introduces or " " in name) and fold(name) not in house:
            spans.append((run.end() - len(name), run.end()))
    done = 0
    for start, end in sorted(spans):
        if start >= done:
            yield text[done:start], ""
            yield text[start:end], "told"
            done = end
    yield text[done:], ""


def _may_name(piece: str) -> bool:
    """Check whether words are so few, and so unknown, that they may be a name in small letters."""
    said = SEALED.sub(" ", piece).strip(" .,;!\n")
    return len(said.split()) <= MOST_NAMES and said.replace(" ", "").isalpha() and not glossary().concepts(fold(said))


def _says(piece: str) -> bool:
    """Check whether words tell something: no question, no refusal, and more than a courtesy."""
    return bool(
        set(_words(piece)) - {"thanks", "thank", "danke", "merci", "gracias", "grazie", "obrigado", "obrigada"}
    ) and not (refuses_or_asks(piece))


def _words(text: str) -> list[str]:
    empty = set(phrases("empty"))
    return [word for word in re.findall(r"[^\W_]+", fold(SEALED.sub(" ", text))) if word not in empty]


def sentences_beside_names(text: str) -> str:
    """Return the sentences of a text without a name or number; empty where none has a word."""
    rest = " ".join(one.strip() for one in ENDS.split(text) if one.strip() and not names_somebody(one))
    return rest if any(map(str.isalpha, rest)) else ""


def names_somebody(text: str) -> bool:
    """Check whether words name somebody, a number of papers or of a booking, a telephone or an address."""
    said = SEALED.sub(" ", text)
    if turn("introduced").search(fold(said)) or _NUMBER.search(DAY.sub(" ", said)):
        return True
    return bool(names_in(said))


def names_in(text: str) -> tuple[str, ...]:
    """Return the words of a text that are somebody's names."""
    pairs = ((m[0].split()[0], m[1]) for m in _NAME.finditer(text))
    named = (one for one in pairs if all(map(_is_name, one)) and not (_is_before(one[0]) and _is_before(one[1])))
    return tuple(dict.fromkeys(word for pair in named for word in pair))


def people_in(text: str, *, listed: bool) -> tuple[str, ...]:
    """Return the people that a text names. One word alone is a name beside another ("Jana und Tim Vogel"), or in a list."""
    found = list[str]()
    for run in _RUN.finditer(text):
        capital = [one for one in _name_of(run[0]) if one[0].isupper()]
        before, behind = text[: run.start()].rstrip(), text[run.end() :]
        beside = re.match(rf"\s*(?:&|and|und|et|y|e)\s+(?={_CAPITAL}\s+{_CAPITAL})", behind)
        alone = listed and before[-1:] in ("", ",", ";") and re.match(r"\s*(?:[,;.!]|$)", behind)
        if len(capital) > 1 or (capital and (beside or alone)):
            found.append(" ".join(capital))
    return tuple(dict.fromkeys(found))


def given_in(text: str) -> list[str]:
    """Return the names of a text, those of one word with them."""
    return [" ".join(name) for run in _RUN.finditer(text) if (name := _name_of(run[0]))]


def named_in(text: str, language: str) -> bool:
    """Tell whether a yes says a name beside it: "it's under Brennick"; in German every noun has a capital."""
    inside = (run for run in _RUN.finditer(text) if run.start() and language != "de" and _name_of(run[0]))
    return bool(people_in(text, listed=True)) or any(inside)


class Marked(NamedTuple):
    """A message as a model may read it, its marks for names and numbers, and sealed words of which it is shown nothing."""

    text: str
    marks: Marks
    whole: str
    sealed: Mapping[str, str] = MappingProxyType({})
    """The words behind each reference."""

    def hidden(self, text: str) -> str:
        """Return a text of the talk with marks in the place of what is sealed in it."""
        for reference, said in self.sealed.items():
            text = text.replace(reference, said)
        return self.marks.hidden(text)

    def stored(self, text: str) -> str:
        """Return a model's text for staff, with the guest's words in the place of marks; what was sealed is to be sealed again."""
        kept = " ".join(self.sealed.values())
        for mark in MARK.findall(text):
            word = str(self.marks.put_back(mark))
            text = text.replace(mark, private_words(word) if word in kept else word)
        return text

    def said(self, text: str) -> str:
        """Return a model's text for the guest: of sealed words initials and the ends of numbers alone."""
        kept = " ".join(self.sealed.values())
        for mark in MARK.findall(text):
            word = str(self.marks.put_back(mark))
            if word in kept:
                text = text.replace(mark, discreet(word))
        return str(self.marks.put_back(text))

    @property
    def bare(self) -> bool:
        """Tell whether it is hardly more than names and numbers."""
        return len(_words(MARK.sub(" ", self.text))) <= FEW


def marked(text: str, sealed: Mapping[str, str], numbers: Iterable[str] = (), people: Iterable[str] = ()) -> Marked:
    """Return a message with marks in its sealed words; for the whole of a short answer in which no name begins with a capital.

    So small letters that may be a name are shown neither alone nor beside a number. ``numbers`` and ``people``
    are told in the open.
    """
    named = {said: given_in(_CODE.sub(" ", said)) for said in sealed.values()}
    marks, whole = Marks(loose=True), list[str]()
    people = [*people, *(one for names in named.values() for one in names if fold(one) not in months())]
    full = [one for one in people if " " in one]
    marks.keep("person", full)
    for name in full:  # a first name alone is who was named with it
        first = name.split()[0]
        if len({one for one in full if first in one.split()}) == 1:
            marks.called(first, name)
    marks.keep("person", people)
    for said, names in named.items():
        codes = [one[0] for one in _CODE.finditer(said) if not _HOUR.fullmatch(one[0])]
        told = bool(names) or (bool(codes) and len(_words(_CODE.sub(" ", said))) >= TOLD)
        whole += [] if told else [said]
        marks.keep("number" if told else "words", codes if told else [said])
    for reference, said in sealed.items():
        text = text.replace(reference, said)
    marks.keep("number", numbers)
    return Marked(marks.hidden(text), marks, " ".join(whole), sealed)


def _name_of(run: str) -> list[str]:
    """Return the words of somebody's name in a run of words with capitals, without those that stand before names."""
    return [*dropwhile(lambda one: not _is_name(one), (one for one in run.split() if not _is_before(one)))]


def guests_named(text: str) -> str:
    """Return the words behind a yes that name people; empty where they are no yes, ask something, or name no one."""
    match = turn("agrees").search(fold(text))
    rest = text[match.end() :].lstrip(" ,;.!") if match else ""
    return rest if rest and not refuses_or_asks(text) and people_in(rest, listed=True) else ""


def _is_before(word: str) -> bool:
    """Tell whether a word with a capital comes before names, or is not a name."""
    return bool(turn("no_names").fullmatch(fold(word))) and not turn("also_names").fullmatch(fold(word))


def _is_name(word: str) -> bool:
    folded = fold(word)
    known = any(glossary().concepts(folded)) or heard(("check_in",), word) or folded in weekdays()
    short = re.fullmatch("[A-Z]{2,3}", word) or _SHORT_FOR.search(folded) or turn("papers").fullmatch(folded)
    return bool(turn("also_names").fullmatch(folded) or (_words(word) and not (known or short)))


_SHORT_FOR = re.compile(r"['’](?:re|m|ll|ve|d)$")
"""The end of "we're" and "I'd"."""


@cache
def weekdays() -> frozenset[str]:
    """Return folded names of the days of the week in every language, and the German "montags"."""
    names = (Locale(one).days["format"]["wide"].values() for one in LANGUAGES)
    return frozenset(fold(f"{name}{end}") for row in names for name in row for end in ("", "s"))
