"""One message read whole: each word that carries meaning is claimed by a phrase or listed as not read. Nothing is acted on here."""

import inspect
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from functools import cache
from typing import Any, NamedTuple

from tripintent.tools import shipped
from tripintent.tools.guide import acts_of_booking, acts_of_days, acts_of_people, acts_of_towns, acts_of_wishes
from tripintent.tools.guide.acts import ACTS, AT_LAST, LATER, Act, with_values
from tripintent.tools.guide.draft import Call, GuideDraft, change
from tripintent.tools.guide.known import GuideSituation
from tripintent.tools.guide.pattern import Match, TokenizedMessage, first_words, longest, pattern
from tripintent.tools.guide.saying import told
from tripintent.tools.guide.values import ReadingContext, heard
from tripintent.tools.guide.words import GuideWords, shape, table, words
from tripintent.tools.language.exact.tokens import fold
from tripintent.tools.places.gazetteer import Gazetteer

_LOADED = acts_of_booking, acts_of_wishes  # they, and those that they import, register their acts themselves


@dataclass(frozen=True)
class Phrase:
    """A row of the table: what it does, and how it is said."""

    group: str
    do: str
    arguments: dict[str, Any]
    nodes: tuple[Any, ...]
    words: frozenset[str]
    by_value: bool


class Reading(NamedTuple):
    """What a message asks for, the words that nothing was made of, and whether it is a question or denies something.

    ``repeats``: what it says alone, where it is read beside what waits.
    """

    draft: GuideDraft
    unread: tuple[str, ...] = ()
    question: bool = False
    denies: bool = False
    aside: tuple[str, ...] = ()
    repeats: tuple[Call, ...] = ()

    @property
    def looks(self) -> bool:
        """Whether it only looks: a price, a list, a rule."""
        return not self.draft.update and not self.draft.stops and all(one.name in LOOKS for one in self.draft.calls)


LOOKS = words("looking")


@cache
def phrases() -> tuple[Phrase, ...]:
    """Return the table."""
    found: list[Phrase] = []
    for group, rows in _data().items():
        if group == "polite":
            continue
        for row in rows:
            if row["do"] not in ACTS:
                raise ValueError(f"phrases.yaml: nothing does {row['do']!r}")
            for source in row["say"]:
                nodes = pattern(source)
                found.append(Phrase(group, row["do"], row.get("with") or {}, nodes, *first_words(nodes)))
    return tuple(found)


def _data() -> dict[str, Any]:
    return shipped.table("tools/guide/phrases.yaml")


@cache
def topics() -> dict[str, frozenset[str]]:
    """Return the words by which a question is of the flights, the hotels or the money."""
    return {name: frozenset(said.split()) for name, said in table("topics").items()}


@cache
def _polite() -> tuple[tuple[Any, ...], ...]:
    return tuple(pattern(source) for source in _data()["polite"])


@cache
def _beginning() -> tuple[dict[str, list[Phrase]], list[Phrase]]:
    by_word: dict[str, list[Phrase]] = {}
    by_value: list[Phrase] = []
    for one in phrases():
        if one.by_value:
            by_value.append(one)
        for word in one.words:
            by_word.setdefault(word, []).append(one)
    return by_word, by_value


@cache
def _by_text() -> list[Phrase]:
    """Return the phrases of people, and of entries of a plan, that begin with a name."""
    names = ("text", "who", "whos", "names")
    return [
        one for one in _beginning()[1] if one.group in ("people", "days_and_documents") and one.nodes[0].slot in names
    ]


def only_english(language: str) -> str:
    """Return what is said to a person who writes another language; empty for English, and for one that we have no words of."""
    return str(table("only_english").get(language, ""))


def read(
    text: str,
    known: GuideSituation,
    today: date,
    places: Gazetteer,
    *,
    asks: str = "",
    pending: Sequence[Call] = (),
    no_towns: frozenset[str] = frozenset(),
) -> Reading:
    """Return what a message asks for; ``asks`` is what the last words asked, ``pending`` what they would do at a yes.

    ``no_towns`` are towns that are a part of a name that is not read: of a known trip nothing changes by them.

    Linear in its length but for short look-aheads; never raises for any text.
    """
    for said, instead in table("rewritings").items():
        text = re.sub(said, instead.replace("{year}", str(today.year + 1)), text, flags=re.IGNORECASE)
    small = {one for one in known.names if one.isalpha()} - words("idle")
    text = re.sub(r"(?<!\S)\S+@\S+|\b[a-zà-þ]{2,}\b", lambda one: one[0].title() if one[0] in small else one[0], text)
    missing = " ".join(known.facts.get("missing") or ())
    draft = GuideDraft(known, today)
    draft.resume(pending)
    ages = asks.startswith("ages") or "child" in missing
    around = ReadingContext(
        today,
        draft.depart,
        draft.back,
        "guests" in missing,
        ages,
        known.towns,
        known.names | no_towns,
        known.hotels,
        known.entries,
        known.window,
        frozenset(map(str.casefold, (*(known.facts.get("listed") or ()), *known.towns))),
    )
    message = heard(text, around, places, words("idle"))
    draft.words = frozenset(one.word for one in message.tokens)
    draft.town_names = frozenset(
        one.said.casefold() for all_ in message.values.values() for one in all_ if one.kind == "place"
    )
    draft.misspelt = {one.said: one.value for all_ in message.values.values() for one in all_ if one.kind == "misspelt"}
    unread, polite = _worked(message, draft)
    if within := frozenset(_within_names(message, unread)) if not known.empty else None:
        return read(text, known, today, places, asks=asks, pending=pending, no_towns=no_towns | within)
    if draft.known != known:  # the plan is emptied: the whole message is of a new trip
        return read(text, draft.known, today, places, asks=asks, pending=pending)
    if draft.social == "another_trip":  # nothing of it is of this one
        draft, unread = GuideDraft(known, today, social=draft.social), ()
    at = next((n for n, one in enumerate(message.tokens) if one.kind == "word"), None)
    first = message.tokens[at].word if at is not None and at not in message.values else ""  # "May 3" asks nothing
    question = "?" in text or first in words("questions")
    polite = polite and (first not in words("questions") or _begins_politely(message))
    left = frozenset(word for said in unread for word in re.findall(r"\w+", fold(said).replace("'", "")))
    draft.question = question and not polite
    return Reading(draft, unread, draft.question, bool(left & words("denials")))


def sentences(text: str) -> list[str]:
    """Return the sentences of a message; the dot of a day ("3. May") and of an hour ("a.m. ") ends none."""
    return [one for one in shape("end_of_a_sentence").split(text) if one.strip()]


def clauses(text: str) -> list[str]:
    """Return the parts of a message between pauses."""
    return [one for one in re.split(r"(?<=[!?,;])\s+|(?<=\w\w\.)\s+|\n+|\s+(?=but\b)", text) if one.strip()]


def _begins_politely(message: TokenizedMessage) -> bool:
    """Tell whether a message that begins like a question is a wish in a question's words."""
    at = next((n for n, one in enumerate(message.tokens) if one.kind == "word" and one.word in words("questions")), 0)
    return any(longest(one, message, at) for one in _polite())


def _worked(message: TokenizedMessage, draft: GuideDraft) -> tuple[tuple[str, ...], bool]:
    """Work the message from left to right; what could not be done yet is tried once more after the rest."""
    claimed, later, polite, at = [False] * len(message.tokens), list[tuple[Phrase, Match, int]](), False, 0
    while at < len(message.tokens):
        courtesy = max((m.end for one in _polite() if (m := longest(one, message, at))), default=at)
        tried = ((one, _do(*one, message, at, draft)) for one in _matches(message, at) if one[1].end >= courtesy)
        taken = next(((one, done) for one, done in tried if done), None)
        if taken:
            (phrase, match), done = taken
            quality = phrase.group == "flights" and bool(draft.stops)  # "…, direct flights only": a hotel is not denied
            draft.flown |= not quality and any(one.word in words("flights") for one in message.tokens[at : match.end])
            if done is True:
                claimed[at : match.end] = [True] * (match.end - at)
            else:
                later.append((phrase, match, at))
            at = match.end
        elif courtesy > at:
            verb = courtesy - 1  # "can we fly on Sunday": its verb may begin a phrase
            ends = verb if verb > at and any(one.end > courtesy for _, one in _matches(message, verb)) else courtesy
            claimed[at:ends] = [True] * (ends - at)
            polite, at = True, ends
        else:
            draft.flown |= message.tokens[at].word in words("flights")
            at += 1
    draft.again = True
    for phrase, match, start in later:
        if not any(claimed[start : match.end]) and _do(phrase, match, message, start, draft) is True:
            claimed[start : match.end] = [True] * (match.end - start)
    if len(draft.starts) > 1:
        acts_of_people.ask_start(draft)
    elif draft.starts:
        draft.set(origin=next(iter(draft.starts)))
    acts_of_towns.ask_misspelt(draft)
    if (draft.home or draft.shared) and (draft.update.get("lodging") or {}).get("needed") is not False:
        acts_of_days.ask_nights(draft)
    return (*_days_there_are(message, _unread(message, claimed), draft), *_contradictions(draft)), polite


def _days_there_are(message: TokenizedMessage, unread: Sequence[str], draft: GuideDraft) -> Iterator[str]:
    """Yield what was not read; of a day that no calendar has it is said that there is none."""
    said = [one.said for values in message.values.values() for one in values if one.kind == "no_such_day"]
    draft.notes += [draft.known.say("There’s no such day: {day}.", day=one) for one in said]
    plain = words("idle") | words("outward") | words("homeward") | {"until", "till"}
    for run in unread:
        rest = run.replace(next((one for one in said if one in run), ""), "")
        if rest == run or not set(re.findall(r"\w+", fold(rest))) <= plain:
            yield run


def _within_names(message: TokenizedMessage, unread: Sequence[str]) -> Iterator[str]:
    """Yield the towns that stand beside a word with a capital that was not read: "Tokyo Tower" is no town."""
    left = "|".join(re.escape(word) for said in unread for word in said.split() if word[0].isupper())
    for one in (value for values in message.values.values() for value in values if value.kind == "place" and left):
        if re.search(
            rf"\b{re.escape(one.said)} (?:{left})\b|(?<!^)(?<![.!?] )\b(?:{left}) {re.escape(one.said)}\b", message.text
        ):
            yield fold(one.said)


class Clash(str):
    """What does not go together, in our words."""

    __slots__ = ()


def quoted(unread: Sequence[str], say: GuideWords) -> str:
    """Return what was not read in the traveller's quotes, and what does not go together without."""
    return ", ".join(one if isinstance(one, Clash) else say.formats.quoted(one) for one in unread)


def _contradictions(draft: GuideDraft) -> list[Clash]:
    """Return what was said both ways ("no hotel with a bar"): nothing of it is done or offered."""
    update, lodging = draft.update, draft.update.get("lodging") or {}
    found: list[str] = [f"two values for {name}" for name in draft.twice]
    for name in draft.twice:
        update.pop(name.replace(" ", "_"), None)  # neither is offered
    changed = [one for one in draft.calls if one.name == "request_change"]
    if len(changed) > 1 or (changed and update):
        found.append("two changes of what is booked")
    gives_up = [one for one in draft.calls if one.name == "request_cancellation"]
    if gives_up and (changed or {"depart", "return_day"} & update.keys()):  # never more than was said
        found.append("two changes of what is booked")
        draft.calls = [one for one in draft.calls if one not in gives_up]
    if len([one for one in draft.calls if one.name == "choose"]) > 1:
        found.append("two options")
        draft.calls = [one for one in draft.calls if one.name != "choose"]
    if draft.home and not (draft.start and draft.towns):
        found.append("another way back")
    if lodging.get("needed") is False and len(lodging) > 1:  # both are named
        found.append(told(change(lodging=lodging), draft.known).replace("; ", ", "))
    if lodging.get("needed") is False and draft.joined:
        found.append("no hotel for one of you alone")
        update.pop("lodging")
    if draft.jaw and draft.jaw_nights and not draft.jaw_stays:
        found.append("nights that do not add up")
    if update.get("one_way") and update.get("return_day"):
        found.append("one way, and a day of return")
        draft.update = {k: v for k, v in update.items() if k not in ("one_way", "return_day")}
    if update.get("flights_needed") is False and (flights := update.get("flights")):
        found.append(told(change(flights_needed=False, flights=flights), draft.known).replace("; ", ", "))
    return [*map(Clash, found)]


def _matches(message: TokenizedMessage, at: int) -> list[tuple[Phrase, Match]]:
    """Return the longest phrases that begin at a token; after one of free words the next ones, for what it cannot do."""
    by_word, by_value = _beginning()
    candidates = [*by_word.get(message.tokens[at].word, ()), *(by_value if message.values.get(at) else _by_text())]
    found = [(one, match) for one in candidates if (match := longest(one.nodes, message, at)) and match.end > at]
    found.sort(key=lambda one: -one[1].end)
    first = next((n for n, (_, match) in enumerate(found) if all(one.kind != "text" for one in match.got)), len(found))
    return [one for n, one in enumerate(found) if n <= first or one[1].end == found[first][1].end]


@cache
def _takes_words(act: Act) -> bool:
    return "said" in inspect.signature(act).parameters


def _do(phrase: Phrase, match: Match, message: TokenizedMessage, at: int, draft: GuideDraft) -> bool | str:
    act = ACTS[phrase.do]
    if any(one.kind == "text" and words("turned") & set(re.findall(r"\w+", fold(one.said))) for one in match.got):
        return False
    if act in AT_LAST and not draft.again:
        return LATER
    more = with_values(phrase.arguments, match.got)
    if _takes_words(act):
        more["said"] = " ".join(one.word for one in message.tokens[at : match.end])
    draft.next_word = message.tokens[match.end].word if match.end < len(message.tokens) else ""
    done = act(draft, match.got, **more)
    return True if done is None else done


def _unread(message: TokenizedMessage, claimed: Sequence[bool]) -> list[str]:
    """Return the runs of words that nothing was made of; idle words between two of them stand with them."""
    carries = [not c and _carries(message, n) for n, c in enumerate(claimed)]
    runs: list[tuple[int, int]] = []
    for n, one in enumerate(carries):
        if not one:
            continue
        if runs and not any(claimed[runs[-1][1] : n]) and not _parted(message, runs[-1][1], n):
            runs[-1] = (runs[-1][0], n + 1)
        else:
            runs.append((n, n + 1))
    return [message.text[message.tokens[a].start : message.tokens[b - 1].end] for a, b in runs]


def _parted(message: TokenizedMessage, start: int, end: int) -> bool:
    return any(one.kind in ("pause", "end") for one in message.tokens[start:end])


def _carries(message: TokenizedMessage, at: int) -> bool:
    """Tell whether a token carries meaning: a word that is not idle, or any value."""
    token = message.tokens[at]
    if token.kind in ("pause", "end", "other"):
        return False
    inside = any(value.start <= at < value.end for values in message.values.values() for value in values)
    return inside or token.word not in words("idle")
