"""Reads one message for the planning: documents to make, list edits, expenses, questions of fact, interests, passports."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache

from babel.dates import get_month_names
from rapidfuzz import fuzz

from tripintent.state.languages import LANGUAGES
from tripintent.state.planning.command import (
    AmountSaid,
    BudgetQuestion,
    ChecklistEdit,
    Command,
    ExpenseSaid,
    FactTopic,
)
from tripintent.state.readable import readable
from tripintent.tools.language.exact.passports import read_passports
from tripintent.tools.places.folding import fold
from tripintent.tools.planning.amounts_said import amounts_said
from tripintent.tools.planning.documents_said import from_json, from_words
from tripintent.tools.planning.lexicon import Words, heard_in
from tripintent.tools.planning.money_said import (
    amount_at,
    budget_question,
    expense_named,
    expenses_said,
    said_again,
    strikes_said,
)
from tripintent.tools.planning.repaid_said import Without, repaid_said, without_said
from tripintent.tools.planning.split_said import payer_of, split_said
from tripintent.tools.planning.validity_said import passport_until
from tripintent.tools.planning.wording import phrases
from tripintent.tools.ports.planning import Beside

_SPLIT = re.compile(r"\s*(?:,\s*(?:and|und|y|et|e)\s+|,\s+|\s+(?:and|und|y|et|e)\s+)")
_ARTICLE = re.compile(
    r"^(?:the|a|an|some|noch|auch|meine?n?|die|den|das|eine?n?|mis?|el|la|los|las|unos?|unas?|mes|mon|ma|le|les|une?|des|du"
    r"|o|os|as|uma?|meus?|minhas?|il|lo|gli|i|un[ao']?|i miei|le mie)\s+"
)
_VERBS = (
    "take remove delete drop tick untick add put nimm streich losch hak fug setz quita tacha marca anade agrega enleve retire coche"
    " ajoute tira risca adiciona acrescenta togli spunta aggiungi"
)
_NEXT = re.compile(rf"(?<=[.!?;])\s+|(?<=,)\s+(?:(?:and|then|und|y|et|e)\s+)?(?=(?:{'|'.join(_VERBS.split())})\w*\b)")
"""The next wish about the list: after a sentence, or after a comma before another verb of the list."""
_NOT_A_THING = re.compile(
    r"\b(?:flights?|hotels?|nights?|days?|people|adults?|children|travell?ers?|legs?|stops?|activity|activities|segments?"
    r"|dinner|lunch|tour|flug\w*|nacht|nachte|vuelos?|noches?|vols?|nuits?|voos?|noites?|voli|notti)\b"
)
"""Words of the trip itself: "add a night in Rome" is no item of a list."""
_OWNER = re.compile(
    r"^(?:my|our|meine?n?|unsere?n?|mis?|nuestr[oa]s?|mon|ma|mes|notre|meus?|minhas?|noss[oa]s?|mi[oa]|miei|mie)\s+"
)
_DENIED = re.compile(r"\b(?:no|not|without|hate|kein\w*|sin|sans|sem|senza)\s+(?:\w+\s+)?$")
_PRONOUN = re.compile(r"^(?:it|that|this|them|those|es|das|sie|ihn|lo|la|le|ca|cela|isso|questo)$")
_FIT = 82
_SEVERAL = 2


class WordsReader:
    """Reads by the word lists of the six languages."""

    def read(self, text: str, language: str, beside: Beside) -> Command:
        """Read one message. Never raises for any text."""
        said = from_json(text)
        if said is not None:
            pressed = {"trigger": said.trigger, "actions": said.actions, "mentioned": said.mentioned}
            return Command(**pressed, format="json", unknown_actions=said.unknown)
        text = readable(text).read
        folded = fold(text)
        languages = heard_in(language)
        amounts = amounts_said(folded, text, language, languages, every=beside.has_budget)
        spoken = from_words(_apart(folded, amounts), languages)
        question, category = _first_question(folded, languages) if beside.has_budget else (None, None)
        repaid = (
            next((r for w in languages if (r := repaid_said(folded, text, w, beside.people))), None)
            if beside.has_expenses
            else None
        )
        expenses = () if repaid else _expenses(folded, text, languages, beside)
        split = next(
            (s for w in languages if (s := split_said(folded, text, w)) and (s.count or beside.has_budget)), None
        )
        strikes = (
            next((out for w in languages if (out := strikes_said(folded, text, w))), ()) if beside.has_expenses else ()
        )
        edits = _edits(text, folded, languages) if beside.has_checklist and not spoken.trigger and not strikes else ()
        return Command(
            trigger=spoken.trigger,
            actions=spoken.actions,
            mentioned=spoken.mentioned,
            refused=spoken.refused,
            both=spoken.both,
            loose=spoken.loose,
            edits=edits,
            expenses=expenses,
            split=split,
            repaid=repaid,
            strikes=strikes,
            amounts=() if expenses or repaid else amounts,
            budget_question=None if split else question,
            category=category,
            topics=_topics(folded, languages, listed=bool(edits)),
            month=_month(folded),
            interests=_all(folded, languages, "interests"),
            likes=any(re.match(rf"\W*(?:{words.source('likes')})\b", folded) for words in languages),
            passports=tuple(one.country for one in read_passports(folded, language)),
            passport_until=passport_until(folded, language, languages, beside.today) if beside.today else None,
            diet=_all(folded, languages, "diet"),
            needs=_all(folded, languages, "needs"),
            pace=next(iter(_all(folded, languages, "pace")), None),
        )

    def match(self, what: str, items: Mapping[str, str]) -> tuple[str, ...]:
        """Return the ids of the items that the words mean: those that are them, begin with them or hold them, else the nearest."""
        wanted = _bare(fold(what))
        if not wanted:
            return ()
        held = [key for key, text in items.items() if re.search(rf"\b{re.escape(wanted)}", fold(text))]
        held = held or [key for key, text in items.items() if _same_words(wanted, fold(text))]
        exact = [key for key in held if _OWNER.sub("", _bare(fold(items[key]))) == wanted]
        first = [key for key in held if fold(items[key]).startswith(wanted)]
        if held:
            return tuple(exact or first or held)
        scored = [(fuzz.token_set_ratio(wanted, fold(text)), key) for key, text in items.items()]
        best = max(scored, default=(0, ""))
        return (best[1],) if best[0] >= _FIT else ()

    def category(self, what: str, language: str, keys: Mapping[str, str]) -> tuple[str, ...]:
        """Return the ids of the budget's categories (id → key) that the words mean; empty when none does."""
        folded = fold(what)
        names = {
            key
            for code in {language, "en"}
            for section in ("budget_words", "expense_words")
            for key, words in phrases(code).section(section).items()
            if re.search(rf"(?<!\w)(?:{words})(?!\w)", folded)
        }
        return tuple(one for one, key in keys.items() if key in names)


_SHORTEST_STEM = 4


def _same_words(wanted: str, text: str) -> bool:
    """Say whether every word that is wanted stands in the text, with another ending: "passports" is the passport."""
    there = re.findall(r"\w+", text)
    stems = [word[: max(_SHORTEST_STEM, len(word) - 2)] for word in re.findall(r"\w+", wanted)]
    return bool(stems) and all(
        len(stem) >= _SHORTEST_STEM
        and any(word.endswith(stem) or (word.startswith(stem) and len(word) <= len(stem) + 3) for word in there)
        for stem in stems
    )


def _apart(folded: str, amounts: Iterable[AmountSaid]) -> str:
    """Return the words without those for own amounts: "make the food budget 450" makes no budget."""
    for one in amounts:
        folded = folded.replace(fold(one.words), " ")
    return folded


def _expenses(folded: str, text: str, languages: tuple[Words, ...], beside: Beside) -> tuple[ExpenseSaid, ...]:
    """Return money that was spent, with its people; what is said again with a word of putting right corrects its entry."""
    but = next((w for words in languages if (w := without_said(folded, text, words))), None)
    if but:
        folded, text = (f"{one[: but.start]}{' ' * (but.end - but.start)}{one[but.end :]}" for one in (folded, text))
    found = next((e for w in languages if (e := expenses_said(folded, text, w, more=beside.has_expenses))), ())
    again = next((a for w in languages if (a := said_again(folded, w, beside.spent_on))), None)
    if again and not found:
        return (again,)
    if len(found) == 1 and any(words.compiled("sorry").search(folded) for words in languages):
        found = (found[0].model_copy(update={"corrects_what": expense_named(fold(found[0].what), beside.spent_on)}),)
    if len(found) < _SEVERAL:
        return tuple(_with_people(one, but, folded, text, languages) for one in found)
    several = list[ExpenseSaid]()
    for one, (start, end) in zip(found, _stretches(found, folded), strict=True):
        told = _with_people(one, but, folded[start:end], text[start:end], languages)
        verb = any(re.search(rf"\b{words.source('paid')}\b", folded[start:end]) for words in languages)
        same = several and not (told.payer or verb)  # "Kim paid 12 for coffee and 30 for a taxi"
        several.append(told.model_copy(update={"payer": several[-1].payer}) if same else told)
    return tuple(several)


def _stretches(found: Sequence[ExpenseSaid], folded: str) -> Iterator[tuple[int, int]]:
    """Yield where each of several expenses is said: up to its amount, from that of the one before ("I paid 20, Kim paid 30")."""
    ends = {one.amount: (amount_at(one.amount, folded) or len(folded)) for one in found}
    for one in found:
        end = ends[one.amount]
        yield max((other for other in ends.values() if other < end), default=0), end


def _with_people(
    one: ExpenseSaid, but: Without | None, folded: str, original: str, languages: tuple[Words, ...]
) -> ExpenseSaid:
    split = next((s for words in languages if (s := split_said(folded, original, words))), None)
    payer = next((name for words in languages if (name := payer_of(folded, original, words))), "")
    shared = {"shared_by": split.between if split else (), "without": but.people if but else ()}
    return one.model_copy(update={"payer": payer, **shared})


def _first_question(folded: str, languages: tuple[Words, ...]) -> tuple[BudgetQuestion | None, str | None]:
    return next((found for words in languages if (found := budget_question(folded, words))[0]), (None, None))


def _edits(text: str, folded: str, languages: tuple[Words, ...]) -> tuple[ChecklistEdit, ...]:
    """Return wishes about the list, in the order of the clauses; the words for a thing keep their spelling."""
    found: list[ChecklistEdit] = []
    at = 0
    for clause in re.split(_NEXT, folded):
        start = folded.index(clause, at)
        at = start + len(clause)
        body = clause.strip(" .!?;,")
        offset = start + clause.index(body) if body else start
        for words in languages:
            edit = _edit(body, text[offset : offset + len(body)], words)
            if edit:
                found += edit
                break
    return tuple(found)


def _edit(clause: str, original: str, words: Words) -> list[ChecklistEdit]:
    for op in ("untick", "tick", "remove", "add"):
        said = clause.split(",", maxsplit=1)[0].strip() if op == "remove" else clause.strip()
        match = re.fullmatch(words.source(op), said)
        if match is None:
            continue
        name = next((n for n in ("what", "what2", "what3") if match.groupdict().get(n)), None)
        if name is None or (op == "remove" and not re.search(rf"\b(?:{words.source('remove_needs')})", clause)):
            continue
        what = original[match.start(name) : match.end(name)]
        things = _things(what, op)
        if things and not any(_NOT_A_THING.search(fold(thing)) for thing in things):
            return [ChecklistEdit(op=op, what=thing) for thing in things]
    return []


def _things(what: str, op: str) -> list[str]:
    parts = [part for part in _SPLIT.split(what) if part.strip()]
    first_of = re.split(r"\s+(?:is|are|because|since|posted|weil)\b|,", what)[0] if op != "add" else what
    things = parts if op == "add" else [first_of]
    bare = [_ARTICLE.sub("", thing.strip(" .,!"), count=1) if op != "add" else thing.strip(" .,!") for thing in things]
    return [thing for thing in bare if thing and not _PRONOUN.match(fold(thing))]


def _bare(text: str) -> str:
    return _ARTICLE.sub("", text.strip(" .,!?"), count=1)


def _topics(folded: str, languages: tuple[Words, ...], *, listed: bool) -> tuple[FactTopic, ...]:
    """Return the facts that are asked for; a word in a wish ("add my adapter") asks nothing."""
    asks = "?" in folded or re.match(
        r"\W*(?:do|does|is|are|what'?s?|which|how|when|will|can|why|brauch\w*|was|wie|welche\w*|gibt|necesit\w*|que|cual|hay|ai-je|quel\w*"
        r"|est-ce|faut|preciso|qual|ha|serve|che|ho bisogno|tell me|i need to know)\b",
        folded,
    )
    if listed:
        return ()
    if not asks:
        return _named_first(folded, languages)
    found: list[FactTopic] = [
        topic for words in languages for topic, pattern in words.topics.items() if pattern.search(folded)
    ]
    return tuple(dict.fromkeys(found))


@cache
def _months() -> tuple[re.Pattern[str], Mapping[str, int]]:
    """Return the months' names in the six languages, behind a word that leads to one: "it may rain" names none."""
    names = {
        fold(name): number
        for code in LANGUAGES
        for form in ("format", "stand-alone")
        for number, name in get_month_names("wide", form, locale=code).items()
    }
    leads = r"in|im|en|em|a|ad|au mois de|en el mes de|during|durante|for|fur|pour|para|per|early|late|mid"
    return re.compile(rf"\b(?:{leads})[ -]({'|'.join(names)})\b"), names


def _month(folded: str) -> int | None:
    pattern, names = _months()
    found = pattern.search(folded)
    return names[found[1]] if found else None


def _all(folded: str, languages: tuple[Words, ...], table: str) -> tuple[str, ...]:
    hits = [
        (match.start(), name)
        for words in languages
        for name, pattern in getattr(words, table).items()
        if (match := pattern.search(folded)) and not _DENIED.search(folded[: match.start()])
    ]
    return tuple(dict.fromkeys(name for _, name in sorted(hits)))


def _named_first(folded: str, languages: tuple[Words, ...]) -> tuple[FactTopic, ...]:
    """Return the fact that a short message begins with, before the place it is about: "visa for an Indian passport"."""
    found: list[tuple[FactTopic, re.Match[str]]] = [
        (topic, begins)
        for words in languages
        for topic, pattern in words.topics.items()
        if (begins := pattern.match(folded.lstrip()))
    ]
    behind = r"\s+(?:for|in|to|between|from|fur|nach|zwischen|para|en|entre|pour|au|aux|em|per|tra|fra|a)\s+[^\W\d]"
    return tuple(dict.fromkeys(topic for topic, begins in found if re.match(behind, folded.lstrip()[begins.end() :])))
