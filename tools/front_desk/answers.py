"""Answers from the house's own knowledge; where it says nothing, "I do not know", and the offer to ask a person."""

import re
from collections.abc import Sequence

from tripintent.state.concierge.memory import Memory
from tripintent.tools.front_desk.hearing import KEPT, heard
from tripintent.tools.front_desk.parts import House
from tripintent.tools.front_desk.speech import say, turn
from tripintent.tools.knowledge.index import Hit, terms
from tripintent.tools.knowledge.passages import fold, glossary
from tripintent.tools.ports.desk_service import Reply, Situation, Spoken

SURE, TOPIC, FAINT, CLEAR, NEARLY = 0.2, 0.4, 0.18, 0.6, 0.6
LONG = 650
"""Characters of a passage that is said whole; of a longer one the sentences that fit."""
FOR_WHOM = frozenset({"k_child", "k_stay"})
"""Concepts of whom something is for, and of the house itself; the thing that is asked about is another."""
ASKED_OF_IT = FOR_WHOM | {"k_hours", "k_price"}
"""The same, with what is asked of a thing: when it is open, and what it costs."""
THE_HOUSE = {"restaurant": {"k_restaurant"}, "attraction": {"k_museum"}}
"""Concepts that are the house itself, by its kind; a hotel is among the others."""
CANCELLING = "cancelling"
"""The answer that the desk waits for where a booking of elsewhere is to be cancelled: which one."""
_SHOPS = {"museum", "pharmacy", "supermarket", "shop", "sights", "park", "event", "boat", "weather"}
_FOOD, _WAYS = {"restaurant", "bar", "coffee", "meal", "lunch", "dinner"}, {"bus", "train", "taxi", "airport"}
TOWN = frozenset(_SHOPS | _FOOD | _WAYS)
"""Concepts of what is looked for in a town, where no one says that it must be in the house."""
_SENTENCE = re.compile(r"(?<=[.!?])\s+|\n")
SHORT_QUESTION = 10
NAME = 5
"""Letters of a word from which it may name something."""


def answer(desk: House, at: Situation) -> Reply:
    """Answer a question, or several parts of one, from the knowledge."""
    text, language = at.decision.text, at.language
    asked = [one for one in _SENTENCE.split(text) if "?" in one and not heard(("orders",), one)]
    if asked and heard(KEPT, text) == "orders":  # a question beside an order to the machine
        own = at.decision.model_copy(update={"text": "\n".join(asked)})
        found = answer(desk, at._replace(decision=own))
        return found._replace(text=f"{kept(desk, at)}\n{found.text}")
    if said_anyway := kept(desk, at):
        waits = CANCELLING if heard(KEPT, text) == "cancels" else at.memory.waiting
        return Reply(said_anyway, at.memory.model_copy(update={"waiting": waits}), at.decision)
    memory, said, asked_again, sources = at.memory, list[str](), list[str](), list[str]()
    open_ones = list[str]()
    for part in filter(str.strip, text.split("\n")):
        hits = _hits(desk, part, memory, at.history)
        if not hits:
            open_ones.append(part.strip()[:LONG])
            continue
        memory = memory.model_copy(update={"topic": hits[0].passage.source})
        new = [hit for hit in hits if not _was_told(hit, part, at.history)]
        said += [_worded(hit, part, language) for hit in new]
        sources += [hit.passage.source for hit in new]
        asked_again += [] if new else [part.strip()[:LONG]]
    said += [say("request_queued", language, what=part, to=desk.staff(language)) for part in asked_again]
    if not said:
        return unknown(desk, at)
    if open_ones:
        said += [*(say("unknown_of", language, what=one) for one in open_ones), desk.offer(at, reach=False)]
        memory = memory.offered_to_pass("\n".join(open_ones))
    told = at.decision.model_copy(update={"sources": tuple(dict.fromkeys(sources))})
    return Reply("\n".join(filter(None, dict.fromkeys(said))), memory, told, request="\n".join(asked_again))


def unknown(desk: House, at: Situation) -> Reply:
    """Say that the house does not say it, and offer to pass the question on to a person."""
    words = f"{say('unknown', at.language)} {desk.offer(at)}"
    return Reply(words, at.memory.offered_to_pass(at.decision.text), at.decision)


def clearly(desk: House, question: str, language: str) -> list[str]:
    """Return what the house plainly says of all that is named, to a guest who speaks its language; else nothing.

    Flights and hotels of elsewhere are no things of a travel desk: its texts tell its own fees.
    """
    own = language == desk.service.languages[0] and desk.service.kind != "travel-desk"
    hits, named = _hits(desk, question, Memory(), ()), terms(question) - _beside_thing(question, desk.service.kind)
    return [_worded(hit, question, language) for hit in hits if own and hit.score >= CLEAR and named <= _words(hit)]


def _was_told(hit: Hit, question: str, history: Sequence[Spoken]) -> bool:
    """Check whether a passage was just told and says nothing of what is asked now: staff see to it."""
    replies = [one.text for one in history if not one.by_guest]
    before = [one.text for one in history if one.by_guest and one.text.strip() != question.strip()]
    new = terms(question) - terms(before[-1] if before else "")
    return bool(replies) and hit.passage.text in replies[-1] and not new & _words(hit)


def kept(desk: House, at: Situation) -> str:
    """Return the reply to what no knowledge answers: orders to the machine, other guests, courtesies, the maker."""
    language, folded = at.language, fold(at.decision.text)
    kind = heard(KEPT, at.decision.text)
    service = desk.service
    if kind in ("orders", "privacy") or (kind == "creator" and service.creator):
        facts = {"name": service.name, "reach": desk.reach(language), "creator": service.creator}
        return say("refuse_orders" if kind == "orders" else kind, language, **facts)
    if kind == "cancels":
        return _cancels(desk, at)
    if kind == "exception":
        hits = desk.knowledge.search("who can stay adults children age rule", 1)
        return say("no_exception", language, text=hits[0].passage.text if hits else desk.reach(language))
    if turn("thanks").search(folded):
        return say("welcome", language)
    return say("hello", language, name=service.name) if turn("hello").search(folded) else ""


def _cancels(desk: House, at: Situation) -> str:
    """Return what the house says of cancelling, and that its staff do it; nothing is booked, and nothing cancelled, here."""
    said = [
        _worded(hit, at.decision.text, at.language) for hit in desk.knowledge.search("cancel", 1) if hit.score >= SURE
    ]
    return "\n".join([*said, say("cannot_cancel", at.language, reach=desk.reach(at.language))])


def courteous(text: str) -> bool:
    """Check whether words are a greeting or thanks, and nothing else."""
    folded = fold(text)
    return bool(turn("thanks").search(folded) or turn("hello").search(folded))


def _hits(desk: House, question: str, memory: Memory, history: Sequence[Spoken]) -> list[Hit]:
    """Return one or two passages; a question that goes on with the talk prefers what was talked of."""
    question = turn("in_the_house").sub(" ", fold(question))
    hits = desk.knowledge.search(question, 6)
    goes_on = bool(memory.topic) and _goes_on(question, hits)
    if not goes_on:
        hits = _literal_first(hits, question)
    if goes_on:
        before = next((one.text for one in reversed(history) if one.by_guest), "")
        topic = frozenset(i for i, p in enumerate(desk.knowledge.passages) if p.source == memory.topic)
        same = desk.knowledge.search(f"{before} {question}", 1, topic)
        hits = [hit._replace(score=hit.score + TOPIC + (hits[0].score if hits else 0) / 2) for hit in same] + hits
        hits = sorted({h.number: h for h in reversed(hits)}.values(), key=lambda h: -h.score)
    least, asked = FAINT if goes_on else SURE, {term for term in terms(question) if term.startswith("k_")}
    best = [h for h in hits if h.score >= least or (h.score >= FAINT and asked & terms(h.passage.title))]
    best = [h for h in best if not _misses_thing(h, question, desk.service.kind)]
    if not goes_on and asks_whether_there_is(question):
        things = {one for one in terms(question) - FOR_WHOM if not one.startswith("t_")}  # not only what it is like
        best = [h for h in best if things & _words(h)]
    near = [
        h
        for h in best[1:3]
        if (h.score > 0.85 * best[0].score and h.score > 0.45) or (goes_on and asked & _words(h) - _words(best[0]))
    ]
    return [*best[:1], *near[:1]]


def _misses_thing(hit: Hit, question: str, kind: str) -> bool:
    """Tell whether a passage says nothing of the thing that is asked for: only of whom it is for, when, at what price, or of the house.

    A passage on breakfast with a price for children says nothing of cots for babies, the reception's hours nothing of breakfast.
    """
    beside = _beside_thing(question, kind)
    things = {term for term in terms(question) - beside if term[1:2] == "_"}
    return bool(things) and not _words(hit) & (things | _own_words(question) - beside)


def _beside_thing(question: str, kind: str) -> set[str]:
    """Return the terms of a question that name no thing, with those of the same words."""
    beside = {*ASKED_OF_IT, *THE_HOUSE.get(kind, ())}
    return beside | {term for word in fold(question).split() if beside & terms(word) for term in terms(word)}


def asks_whether_there_is(question: str) -> bool:
    """Tell whether words ask whether the house has something."""
    folded = fold(question)
    return bool(turn("there_is").search(folded) or turn("house_has").search(folded))


def about_the_house(text: str) -> bool:
    """Tell whether words ask what the house itself has: no place nearby, and nothing that towns have rather than houses."""
    folded = fold(text)
    concepts = glossary().concepts(folded)
    own = bool(turn("house_has").search(folded) or turn("in_the_house").search(folded) or not concepts & TOWN)
    return asks_whether_there_is(text) and own and "near" not in concepts


def _literal_first(hits: list[Hit], question: str) -> list[Hit]:
    """Put first the passage that names what is asked about, where the first one does not: "corkage" says more than a price."""
    own = _own_words(question)
    if not hits or own & _words(hits[0]):
        return hits
    naming = next((h for h in hits if h.score >= max(SURE, NEARLY * hits[0].score) and own & _words(h)), None)
    if naming is None:
        return hits
    return [naming._replace(score=hits[0].score), *(h for h in hits if h.number != naming.number)]


def _own_words(question: str) -> set[str]:
    """Return the stems of a question that are long enough to be the name of something."""
    return {term for term in terms(question) if term[1:2] != "_" and len(term) >= NAME}


def _words(hit: Hit) -> set[str]:
    return terms(f"{hit.passage.title} {hit.passage.text}")


def _goes_on(question: str, hits: Sequence[Hit]) -> bool:
    """Check whether a question is a short one that means nothing alone: one word of its own, a pronoun, or nothing that fits it."""
    folded = fold(question)
    own = [term for term in terms(question) if not term.startswith("k_") and not term.isdecimal()]
    weak = not hits or hits[0].score < CLEAR
    open_ended = bool(turn("goes_on").search(folded))
    if not open_ended and turn("may_go_on").search(folded):
        open_ended = not any(_own_words(question) & _words(hit) for hit in hits)
    named = terms(question) - FOR_WHOM
    alone = bool(hits) and bool(named & terms(hits[0].passage.title))  # "and is there parking" is a question of its own
    return open_ended and len(folded.split()) <= SHORT_QUESTION and (weak or (len(own) <= 1 and not alone))


def _worded(hit: Hit, question: str, language: str) -> str:
    return say("faq", language, text=_shortened(hit.passage.text, question))


def _shortened(text: str, question: str) -> str:
    if len(text) <= LONG:
        return text
    asked = terms(question)
    pieces = [p for p in _SENTENCE.split(text) if p.strip()]
    ranked = sorted(range(len(pieces)), key=lambda i: -len(asked & terms(pieces[i])))
    kept, length = set[int](), 0
    for i in ranked:
        if kept and (length + len(pieces[i]) > LONG or not asked & terms(pieces[i])):
            break
        kept.add(i)
        length += len(pieces[i])
    return " ".join(pieces[i] for i in sorted(kept))
