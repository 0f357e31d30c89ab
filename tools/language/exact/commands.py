"""One language's command words, compiled for matching: role -> phrases, each a run of folded words."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from tripintent.tools.language.exact.tokens import Token, fold_words


@dataclass(frozen=True)
class Words:
    """Command words of one language as data. Each text holds alternatives parted by ``|``; accents do not matter.

    A phrase of ``hold`` may enclose its object: "put … on hold".
    """

    lead: str = field(metadata={"about": "said before a command, changes nothing"})
    polite: str = field(metadata={"about": "makes a question a request"})
    may: str = field(
        metadata={"about": "asks whether the speaker may: a request, but of nothing that gives up something"}
    )
    hold: str
    buy: str
    take: str
    pick: str = field(metadata={"about": "verbs of choosing that may take a bare number"})
    release: str
    drop: str = field(metadata={"about": "lets a hold go, only while one is held"})
    retry: str
    accept_change: str = field(metadata={"about": "accepts what an airline changed, only where something is booked"})
    list_more: str = field(metadata={"about": "asks for the next options"})
    list_cheaper: str
    list_again: str
    cancel: str = field(metadata={"about": "verbs; what is cancelled must follow"})
    booked_all: str
    booked_flight: str
    booked_hotel: str
    booked_return: str = field(metadata={"about": "the flight home, by itself"})
    booked_outbound: str
    booking_noun: str
    old: str = field(metadata={"about": "tells a booking made before from the present trip"})
    no: str
    reject: str
    tail: str
    article: str
    it: str = field(metadata={"about": "what 'it' is called: the present trip"})
    noun: str
    flight_noun: str
    hotel_noun: str
    number_noun: str
    ordinals: str = field(metadata={"about": "first to tenth, in order, alternatives parted by /"})
    numbers: str = field(metadata={"about": "one to ten, in order, alternatives parted by /"})
    last: str
    qualities: Mapping[str, str]
    attribute: str = field(
        metadata={"about": "begins what an option named by a quality shall have: with, without, that has"}
    )
    join: str = field(metadata={"about": "joins clauses and carries a negation over"})
    turn: str = field(metadata={"about": "joins clauses; what was negated before does not reach over it"})
    negation: str
    condition: str = field(metadata={"about": "makes its whole sentence hypothetical"})
    opener: str = field(metadata={"about": "at the start of a clause it makes the sentence conditional"})
    question: str = field(metadata={"about": "at the start of a sentence it makes it a question"})
    retract: str = field(metadata={"about": "takes back what was just said"})
    postponed: str = field(metadata={"about": "puts a decision off: beside it nothing is refused or let go"})
    until: str
    waver: str = field(metadata={"about": "before another choice it leaves the choice open"})


class Phrases:
    """A set of phrases, matched longest first."""

    def __init__(self, text: str) -> None:
        self._by_first: dict[str, list[tuple[str, ...]]] = {}
        for alternative in text.split("|"):
            words = fold_words(alternative)
            if words:
                self._by_first.setdefault(words[0], []).append(words)
        for phrases in self._by_first.values():
            phrases.sort(key=len, reverse=True)

    @property
    def firsts(self) -> frozenset[str]:
        """The words with which a phrase begins."""
        return frozenset(self._by_first)

    def match(self, tokens: Sequence[Token], at: int) -> int | None:
        """Return the index after the longest phrase that starts at ``at``, or None."""
        if at >= len(tokens) or (phrases := self._by_first.get(tokens[at].word)) is None:
            return None
        for phrase in phrases:
            end = at + len(phrase)
            if end <= len(tokens) and all(tokens[at + n].word == word for n, word in enumerate(phrase)):
                return end
        return None

    def skip(self, tokens: Sequence[Token], at: int) -> int:
        """Return the index after any number of phrases that start at ``at``."""
        while (end := self.match(tokens, at)) is not None:
            at = end
        return at

    def anywhere(self, tokens: Sequence[Token]) -> bool:
        """Say whether one of the phrases occurs."""
        return any(self.match(tokens, at) is not None for at in range(len(tokens)))


class Lexicon:
    """The compiled words of one language."""

    def __init__(self, words: Words) -> None:
        plain = {name: value for name, value in vars(words).items() if isinstance(value, str)}
        self._phrases = {name: Phrases(value) for name, value in plain.items()}
        self.around = _enclosing(words.hold)
        self.counts = {n: Phrases(alt.replace("/", "|")) for n, alt in enumerate(words.numbers.split("|"), 1)}
        self.ordinals = {n: Phrases(alt.replace("/", "|")) for n, alt in enumerate(words.ordinals.split("|"), 1)}
        self.qualities = {name: Phrases(text) for name, text in words.qualities.items()}
        whole = (*self._phrases.values(), *self.counts.values(), *self.ordinals.values(), *self.qualities.values())
        self._firsts = frozenset[str]().union(*(one.firsts for one in (*whole, *(before for before, _ in self.around))))

    def __getitem__(self, role: str) -> Phrases:
        """Return the phrases of a role, a field of :class:`Words`."""
        return self._phrases[role]

    def starts(self, token: Token) -> bool:
        """Say whether any phrase, number or id can start with a token: nothing is a command without one."""
        return token.word in self._firsts or token.ordinal or token.kind in ("number", "id")


def _enclosing(text: str) -> tuple[tuple[Phrases, Phrases], ...]:
    """Return the (before, after) pairs of phrases such as "put … on hold"."""
    pairs = [alternative.partition("…") for alternative in text.split("|") if "…" in alternative]
    return tuple((Phrases(before), Phrases(after)) for before, _, after in pairs)
