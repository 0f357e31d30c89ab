"""A message as clauses: each a command or text, with the guards of its sentence applied."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from tripintent.state.events import PublicEvent, UserSelectedBundle, UserWantsOptions
from tripintent.tools.language.exact.all_languages import lexicons, match, names_a_number, occurs
from tripintent.tools.language.exact.tokens import Token
from tripintent.tools.language.reading.commands.commands import CommandReader, Situation


@dataclass(frozen=True)
class Clause:
    """A run of tokens. ``events`` is None for text, empty for words that change nothing ("ok", "please")."""

    tokens: Sequence[Token]
    events: tuple[PublicEvent, ...] | None = None
    polite: bool = False
    verb: bool = False
    turned: bool = True
    wavers: bool = False
    orders: bool = False

    @property
    def acts(self) -> bool:
        """Say whether it does something."""
        return bool(self.events)

    def as_text(self) -> "Clause":
        """Return the same words, taken as text."""
        return replace(self, events=None)


def clauses_of(tokens: Sequence[Token], situation: Situation) -> list[Clause]:
    """Return the clauses of a message in order, each command kept only where nothing forbids it."""
    whole = not any(token.kind in ("pause", "end") for token in tokens[:-1])
    clauses = _read(tokens, situation, whole=whole)
    return _read(tokens, situation, whole=True) if not whole and _opens_with_number(tokens, clauses) else clauses


def _opens_with_number(tokens: Sequence[Token], clauses: Sequence[Clause]) -> bool:
    """Say whether a message begins with the number of an option, and no other number stands alone ("ok fine 1. hold it")."""
    numbers = [clause for clause in _alone(tokens) if names_a_number(clause)]
    if len(numbers) != 1 or numbers[0][0] is not tokens[0]:
        return False
    plain = len(numbers[0]) == 1 and tokens[1].kind == "pause"  # "3, no hotel" may count nights
    return not plain or any(clause.acts for clause in clauses)


def _alone(tokens: Sequence[Token]) -> Iterator[Sequence[Token]]:
    """Yield the runs of tokens between marks and turning words."""
    start = 0
    for at in range(len(tokens) + 1):
        if at == len(tokens) or tokens[at].kind in ("pause", "end") or match("turn", tokens, at) is not None:
            if at > start:
                yield tokens[start:at]
            start = at + 1


def _read(tokens: Sequence[Token], situation: Situation, *, whole: bool) -> list[Clause]:
    """Return the clauses; ``whole`` lets a bare number choose."""
    clauses: list[Clause] = []
    for sentence in _sentences(tokens):
        found = _guarded(list(_parts(sentence, situation, whole=whole)), sentence)
        clauses = _retracted(clauses, found)
    return clauses


def _sentences(tokens: Sequence[Token]) -> Iterator[Sequence[Token]]:
    """Part the tokens after each sentence end."""
    start = 0
    for at, token in enumerate(tokens, 1):
        if token.kind == "end" or at == len(tokens):
            yield tokens[start:at]
            start = at


def _parts(sentence: Sequence[Token], situation: Situation, *, whole: bool) -> Iterator[Clause]:
    """Part a sentence into clauses, reading a command wherever one starts and fills its clause."""
    readers = [CommandReader(sentence, lexicon, situation, whole) for lexicon in lexicons()]
    at, turned = 0, True
    while at < len(sentence):
        # "mais barato" asks for a list in Portuguese, and begins with the French "but"
        whole_command = at == 0 and any(command.events for reader in readers if (command := reader.read(0)))
        at, parted, turned_here = (0, False, False) if whole_command else _gap(sentence, at)
        turned = turned_here if parted else turned
        if at >= len(sentence):
            return
        command = next((c for reader in readers if (c := reader.read(at)) is not None), None)
        if command is not None and not command.events and match("retract", sentence, at) is not None:
            command = None  # "actually no" is no mere filler: it takes back what was said before
        if command is not None:
            end = command.end
            yield Clause(sentence[at:end], command.events, command.polite, command.verb, turned, orders=command.orders)
        else:
            corrected = (after for reader in readers if (after := reader.corrects(at)) is not None)
            end = next(corrected, None) or _text_end(sentence, at)
            yield Clause(sentence[at:end], turned=turned, wavers=any(reader.wavers(at) for reader in readers))
        at, turned = end, True


def _gap(sentence: Sequence[Token], at: int) -> tuple[int, bool, bool]:
    """Skip marks and joining words; say whether there were any, and whether a negation before them ends there."""
    start, turned = at, False
    while at < len(sentence):
        turn = match("turn", sentence, at)
        if sentence[at].kind in ("pause", "end") or turn is not None:
            at, turned = turn or at + 1, True
            continue
        join = match("join", sentence, at)
        if (
            join is None or (match("question", sentence, at) or 0) > join
        ):  # "y a un parking" does not begin with Spanish "and"
            break
        at = join
    return at, at > start, turned


def _text_end(sentence: Sequence[Token], at: int) -> int:
    """Return where a text clause ends: at the next mark or joining word. "c'è?" ends in a verb that looks like one."""
    for end in range(at + 1, len(sentence)):
        last = end + 1 == len(sentence) or sentence[end + 1].kind == "end"
        joins = not last and (match("join", sentence, end) is not None or match("turn", sentence, end) is not None)
        if joins or sentence[end].kind in ("pause", "end"):
            return end
    return len(sentence)


def _guarded(clauses: list[Clause], sentence: Sequence[Token]) -> list[Clause]:
    """Take back the commands of a sentence that asks, supposes, negates or wavers; an order before a question stands."""
    asked = _question_behind(clauses, sentence)
    if asked:
        return [*_kept(clauses[:asked], asks=False), *(c.as_text() if c.acts else c for c in clauses[asked:])]
    return _kept(clauses, asks=_asks(sentence) and not any(c.acts and c.polite for c in clauses))


def _kept(clauses: list[Clause], *, asks: bool) -> list[Clause]:
    texts = [c for c in clauses if c.events is None]
    hypothetical = any(occurs("condition", c.tokens) or match("opener", c.tokens, 0) is not None for c in texts)
    if hypothetical or asks or _wavers(clauses):
        return [c.as_text() if c.acts and not _only_lists(c, asks=asks and not hypothetical) else c for c in clauses]
    return _not_negated(clauses)


def _question_behind(clauses: Sequence[Clause], sentence: Sequence[Token]) -> int | None:
    """Return the clause with which the question begins that follows an order ("1 please, and does it have a pool?").

    "Book it?" asks, "book it, unless it rains?" supposes, "the second, or is the first better?" wavers.
    """
    first = next((n for n, clause in enumerate(clauses) if clause.acts), None)
    if first is None or "?" not in sentence[-1].word or match("question", sentence, 0) is not None:
        return None
    behind = next((n for n, c in enumerate(clauses) if n > first and c.events is None), None)
    if behind is None or any(_supposes(clause) for clause in clauses[behind:] if clause.events is None):
        return None
    start, end = clauses[behind - 1].tokens[-1].end, clauses[behind].tokens[0].start
    between = [at for at, token in enumerate(sentence) if start <= token.start < end]
    orders = clauses[first].orders or any(match("turn", sentence, at) is not None for at in between)  # "1 but …"
    return behind if orders and all(match("waver", sentence, at) is None for at in between) else None


def _supposes(clause: Clause) -> bool:
    """Say whether a clause makes an order depend on something; a question with a condition of its own does not."""
    if match("question", clause.tokens, 0) is not None:
        return False
    return occurs("condition", clause.tokens) or match("opener", clause.tokens, 0) is not None


def _only_lists(clause: Clause, *, asks: bool) -> bool:
    """Say whether a command shows a list, which a question may ask for ("is there anything cheaper?")."""
    return asks and all(isinstance(event, UserWantsOptions) for event in clause.events or ())


def _asks(sentence: Sequence[Token]) -> bool:
    """Say whether a sentence is a question, by its mark or by its first word."""
    first = sentence[0]
    shortened = first.end - first.start > len(first.word)  # "we're" is written "were" here, and asks nothing
    return "?" in sentence[-1].word or (not shortened and match("question", sentence, 0) is not None)


def _wavers(clauses: Sequence[Clause]) -> bool:
    """Say whether one sentence names several options: "the second and the third"."""
    chosen = {e.bundle_id for c in clauses for e in c.events or () if isinstance(e, UserSelectedBundle)}
    taken_back = any(_retracts(c) for c in clauses)
    return len(chosen) > 1 and not taken_back


def _not_negated(clauses: list[Clause]) -> list[Clause]:
    """Let a negation reach over "and" and "or", and a bare choice count only where no other text stands before it."""
    kept: list[Clause] = []
    negated = False
    for clause in clauses:
        negated = negated and not clause.turned
        told = any(c.events is None and not _negates(c) and not _retracts(c) for c in kept)
        guarded = clause.acts and (negated or (told and not clause.verb))
        kept.append(clause.as_text() if guarded else clause)
        negated = negated or _negates(kept[-1])
    return kept


def _negates(clause: Clause) -> bool:
    return clause.events is None and occurs("negation", clause.tokens)


def _retracts(clause: Clause) -> bool:
    """Say whether a clause takes back what was said: "wait", "never mind", or nothing but a "don't"."""
    only_negates = len(clause.tokens) == 1 and _negates(clause)
    return clause.events is None and (clause.wavers or only_negates or match("retract", clause.tokens, 0) is not None)


def _retracted(before: list[Clause], found: list[Clause]) -> list[Clause]:
    """Take back every command that a later "no wait" or "never mind" follows; the two cancel each other out."""
    done = list(before)
    for clause in found:
        if not _retracts(clause):
            done.append(clause)
            continue
        took_back = any(c.acts for c in done)
        done = [replace(c, events=()) if c.acts else c for c in done]
        done.append(replace(clause, events=()) if took_back and _only_retracts(clause) else clause)
    return done


def _only_retracts(clause: Clause) -> bool:
    """Say whether a clause says nothing beside taking back."""
    end = match("retract", clause.tokens, 0)
    return len(clause.tokens) == 1 or end == len(clause.tokens)
