"""What is done with a message that was read: it is acted on, offered for a yes, asked about, or answered."""

import re
from collections.abc import Callable, Sequence
from typing import Any

from langchain_core.messages import AIMessage

from tripintent.tools.guide import answers, menus, saying
from tripintent.tools.guide.courtesies import courtesy, not_understood
from tripintent.tools.guide.draft import Arguments, Call, Menu, MenuChoice, called, change, in_order, words_with
from tripintent.tools.guide.known import GuideSituation
from tripintent.tools.guide.reading import LOOKS, Clash, Reading, clauses, only_english, quoted, read, sentences
from tripintent.tools.guide.words import GuideWords, shape, words
from tripintent.tools.places.gazetteer import Gazetteer

DECLINES = (Call("decline_card", {}),)
"""What waits where it is asked if what is held goes: a no says that nothing is bought, only one that leaves says the rest."""


def heard_beside(text: str, known: GuideSituation, menu: Menu | None, places: Gazetteer) -> Reading:
    """Read a message beside an offer that waits; of a long one what is plain, where a part of it turns or asks something."""
    asks, pending, today = (menu.asks, menu.pending, known.today) if menu else ("", (), known.today)

    def alone(part: str) -> Reading:
        return read(part, known, today, places, asks=asks)

    def beside(part: str) -> Reading:
        found = alone(part)
        only_looks = found.looks and found.draft.calls  # words beside a look turn nothing that waits
        changes = (found.unread and not only_looks) or found.draft.update or found.draft.stops or found.draft.open
        beside = read(part, known, today, places, asks=asks, pending=pending) if pending and changes else found
        return beside._replace(repeats=found.draft.done())

    whole = beside(text)
    if whole.question and not whole.unread:  # "How are you?" asks nothing
        asks_nothing = [
            one
            for one in sentences(text)
            if (part := alone(one)).draft.social in ("talk", "greet", "remark") and not part.draft.done()
        ]
        rest = " ".join(one for one in sentences(text) if one not in asks_nothing)
        whole = beside(rest) if asks_nothing and rest else whole
    parts = sentences(text)
    if whole.question and 1 < len(parts) <= _MOST_SENTENCES and (apart := _apart(parts, alone)):
        doing, asked = apart
        return beside(" ".join(doing))._replace(aside=tuple(asked), question=False)
    for parts, least in ((sentences(text), 1), (clauses(text), _WORTH)):
        if len(parts) < 2 or not whole.unread or not (whole.denies or whole.question):
            continue
        turns = [one for one in parts if (part := alone(one)).denies or part.question]
        plain = beside(" ".join(one for one in parts if one not in turns))
        if turns and len(plain.draft.update) + len(plain.draft.stops) >= least and not plain.denies:
            return plain._replace(unread=(*plain.unread, *turns))
    return whole


def _apart(parts: Sequence[str], alone: Callable[[str], Reading]) -> tuple[list[str], list[str]] | None:
    """Return the sentences that are done, each read whole, looks among them, and the other questions, of which none turns the rest."""
    read_alone = [(one, alone(one)) for one in parts]
    looks = [one for one, part in read_alone if part.question and part.draft.done() and part.looks and not part.unread]
    acts = [one for one, part in read_alone if not part.question or one in looks]
    asks = [
        one
        for one, part in read_alone
        if one not in acts
        and len(re.findall(r"\w+", one)) > 1
        and not (words("saying") & set(part.draft.update) or part.draft.stops)
    ]
    whole = all(not part.unread and not part.denies for _, part in read_alone if not part.question)
    if any(part.unread and part.draft.done() for one, part in read_alone if one in asks):
        return None  # a question with an order in it
    turns = any(map(turned, asks)) or any(part.denies for one, part in read_alone if one in asks)
    made = {one.name for _, part in read_alone if not part.question for one in part.draft.done()}
    about_it = any(words("referring") & set(re.findall(r"\w+", one.casefold())) for one in (*asks, *looks))
    done = bool(made & words("free")) or ("update_trip" in made and not about_it)
    apart = len(acts) + len(asks) == len(parts) and (asks or looks)
    return (acts, asks) if apart and done and whole and not turns else None


def turned(question: str) -> bool:
    """Tell whether words of a question may turn what was said before it."""
    return bool(words("turning") & set(re.findall(r"\w+", question.casefold())))


_MOST_SENTENCES = 12
"""Of a longer message no sentence is done apart from its questions."""
_WORTH = 3
"""Things that a sentence has to say beside a clause that turns or asks something, to be offered without it."""


def decided(text: str, reading: Reading, known: GuideSituation, menu: Menu | None) -> AIMessage:
    """Act on what was read whole; show and ask where a word is left, a question was asked, or two readings differ."""
    draft, calls = reading.draft, () if shape("refuses").fullmatch(text) else reading.draft.done()
    pending = menu.pending if menu else ()
    if menu and (_only_asked(reading, pending) or (calls == pending and not reading.repeats)):
        calls = ()  # nothing of it was read, or wished
    if reading.unread and only_english(str(known.facts.get("writes") or "")):
        return not_understood(text, reading, known, menu)
    of_price = all(set(re.findall(r"\w+", one.casefold())) <= words("questioning") for one in reading.unread)
    fair = of_price or not (reading.denies or turned(text))
    quotes = answers.quotes(draft, menu, (reading.repeats or draft.done()) if fair and not draft.open else ())
    if reading.question and (stands := answers.as_it_is(text, draft, known) or quotes):
        return _told(stands, reading, known, menu)
    whole = not (reading.unread or reading.question or draft.open)
    if menu and menu.asks == "yes" and pending and reading.repeats == pending and whole:
        return _made(pending, reading, known, None)  # the offer in one's own words
    if pending and menu and calls and not reading.unread and not reading.looks:
        if answer := _beside(menu, calls, reading, known):
            return answer
        calls = _merged(pending, calls)
    if draft.open and not reading.denies and not (reading.question and reading.unread):
        return _asked(draft.open[0], calls or pending, reading, known.say, shown=bool(menu and menu.asks == "yes"))
    which = draft.social in ("which", "card")  # a hold of nothing that was chosen
    orders = bool(calls) and all(one.name == "create_documents" for one in calls)
    looks = bool(calls) and reading.looks and not reading.denies  # nothing changes by it, whatever is said beside it
    if looks and menu and menu.asks == "agreed":
        calls = in_order([*pending, *calls])
    if calls and (looks or (not reading.unread and (not reading.question or orders))) and not which:
        return _made(calls, reading, known, menu)
    if menu and menu.asks == "agreed" and draft.done() == pending and not reading.denies and not reading.question:
        return _made(pending, reading, known, None)
    asks = reading.question and of_price
    looks_up = calls and reading.question and fair
    if found := answers.looked(calls, draft, known, whole=of_price) if looks_up else None:
        return _told(found, reading, known, menu)
    acts = any(one.name in words("never_offered") for one in calls)
    first = known.empty and draft.stops and draft.start and not any(one.name in LOOKS for one in calls)
    told = not reading.question or of_price or first  # of a question with words that are not known nothing is offered
    if calls and told and not reading.denies and not which and not (acts and reading.unread):
        still = _still_open(menu, _merged(pending, calls)) if menu and menu.asks in ("open", "yes") else None
        return words_with(_offer(calls, reading, known.say), still) if still else offered(calls, reading, known.say)
    answer = None if calls and told else _closed(text, known, reading, menu, asks=asks)
    return answer or not_understood(text, reading, known, menu)


def _only_asked(reading: Reading, pending: Sequence[Call]) -> bool:
    """Tell whether a question beside an offer is what a flight or hotel has: it is answered, and not taken."""
    asked = _change_in(reading.repeats).keys() if pending and reading.question else set[str]()
    return bool(asked) and asked <= {"lodging", "flights"} and not reading.draft.words & words("supposing")


def _beside(menu: Menu, calls: tuple[Call, ...], reading: Reading, known: GuideSituation) -> AIMessage | None:
    """Ask on with what was said beside a question; what has nothing to do with an offer is done above it."""
    said, more = tuple(one for one in calls if one not in menu.pending), _merged(menu.pending, calls)
    if menu.asks.startswith("ages") and not _all_ages(menu, more, reading, known) and not reading.draft.open:
        return _asked(menu, more, reading, known.say)
    if reading.draft.open or (menu.asks == "open" and reading.question):
        return None
    new, before = ({one.name for one in calls} for calls in (said, menu.pending))
    apart = any(names <= words("apart") for names in (new, before)) and "set_travellers" not in new & before
    if said and apart and not reading.question:
        return called(said, waits=menu)
    still = _still_open(menu, more) if menu.asks in ("open", "yes") else None
    if menu.asks == "yes" and not still:
        return offered(more, reading, known.say)
    return words_with(_offer(said, reading, known.say), still) if still else None


def _made(calls: tuple[Call, ...], reading: Reading, known: GuideSituation, menu: Menu | None) -> AIMessage:
    """Make calls, and say what of the message, or of an offer that waited, is not done."""
    asked, note, no_hotel = " ".join(reading.aside), "", {"needed": False}
    if answers.of_an_option(asked) and known.can("option_details"):
        which_one = "chosen" if known.has("chosen") or any(one.name == "choose" for one in calls) else "1"
        return called((*calls, Call("option_details", {"option": which_one})))
    if asked:
        note = known.say("I can’t answer without a language model: {what}", what=asked)
    elif reading.draft.stay_alone:
        note = known.say("Only hotels so far. For flights, too, write where you start from.")
    elif reading.draft.flown and _change_in(calls).get("lodging") == no_hotel != reading.draft.update.get("lodging"):
        note = known.say("Only flights so far. For a hotel, too, write “with a hotel”.")
    rest = known.say("I couldn’t use this: {words}.", words=quoted(reading.unread, known.say)) if reading.unread else ""
    note = "\n".join(filter(None, (note, *reading.draft.notes, rest)))
    waits = menu and ((menu.pending and reading.looks and menu.asks != "agreed") or _unanswered(menu, calls, known))
    return called(calls, note, menu if waits else None)


def _unanswered(menu: Menu, calls: Sequence[Call], known: GuideSituation) -> bool:
    """Tell whether a question, or a list of towns, is still to be answered: something else was said. The trip’s own is asked anew."""
    named, said = [{*_change_in(one.calls)} for one in menu.choices], {*_change_in(calls)}
    towns = menu.asks != "answer" and not known.stops and all(one == {"stops"} for one in named)
    apart = {one.name for one in calls} <= LOOKS | words("apart") | {"update_trip"}
    return apart and any(named) and (menu.asks == "open" or towns) and not any(one & said for one in named)


def _closed(text: str, known: GuideSituation, reading: Reading, menu: Menu | None, *, asks: bool) -> AIMessage | None:
    """Answer a courtesy, and a yes or no to nothing that waits but the card."""
    refuses = shape("refuses").fullmatch(text)
    # of what was listed, not of the card
    if refuses and menu and menu.numbered and not menu.asks and known.has("card"):
        return words_with(known.say("I’ve changed nothing."), menus.stage(known))
    if refuses and not (menu and menu.asks) and known.can("decline_card"):
        if known.facts["card"].get("kind") != "purchase" or shape("plain_no").fullmatch(text):
            return called(DECLINES)  # what is booked stays as it is
        choices = (MenuChoice(known.say("let the hold go"), DECLINES), MenuChoice(known.say("keep it for now")))
        question = known.say("Shall I say no to it? What’s held is let go then, and nothing is paid.")
        return words_with("", Menu(question, choices, DECLINES, "yes"))
    if known.has("card") and (refuses or shape("agrees").fullmatch(text)):
        return words_with("", menus.stage(known))
    if known.options and not menu and shape("agrees").fullmatch(text):  # a yes to offers, of which none is named
        return courtesy("which", known)
    first = menu.numbered[1].calls if menu and menu.numbered else ()
    agrees = shape("agrees").fullmatch(text) and shape("sure").search(text)
    if agrees and known.booked and [one.name for one in first] == ["hold"]:  # the change that is chosen
        return called(first)
    asked = reading.question and reading.draft.words & words("questions")
    aside = asked and reading.draft.social in ("thank", "menu:hotel")  # "is the hotel good for …?"
    if reading.draft.social and not aside and (asks or not reading.unread):
        return courtesy(reading.draft.social, known, menu if menu and menu.asks in ("yes", "open") else None)
    if refuses and known.booked and known.options:
        back = MenuChoice(known.say("take back the last change"), (Call("undo", {}),))
        question = known.say("What you asked for is still open, and not bought.")
        return words_with("", Menu(question, (back, MenuChoice(known.say("leave it")))))
    if refuses and (known.has("chosen") or not known.has("missing")):
        return words_with(known.say("I’ve changed nothing."), menus.stage(known))
    return None


def _told(found: str | tuple[Call, ...], reading: Reading, known: GuideSituation, menu: Menu | None) -> AIMessage:
    """Answer a question by facts, or by calls that look, and say which of its words were not used; what waits for a yes goes on."""
    left = [one for one in reading.unread if not set(re.findall(r"\w+", one.casefold())) <= words("questioning")]
    rest = known.say("I couldn’t use this: {words}.", words=quoted(left, known.say)) if left else ""
    if isinstance(found, str):
        waits = menu._replace(asks="yes") if menu and menu.asks in ("yes", "agreed") else menus.stage(known)
        return words_with("\n".join(filter(None, (rest, found))), waits)
    return called(found, rest)


def _opened(menu: Menu, calls: tuple[Call, ...], reading: Reading) -> Menu:
    """Return a question with what was said beside it in each of its answers; after a question an answer is tried alone."""
    lines: list[MenuChoice] = []
    for one in menu.choices:
        merged = _merged(calls, one.calls) if one.calls or not (reading.unread or reading.question) else ()
        lines.append(MenuChoice(one.label, (answers.tried(merged),) if reading.question and merged else merged))
    return Menu(menu.question, tuple(lines), calls, menu.asks or ("yes" if reading.unread else "open"))


def _still_open(menu: Menu, calls: tuple[Call, ...]) -> Menu | None:
    """Return a question with what was said beside it in each of its answers; nothing where that answers it."""
    before, now = _change_in(menu.pending), _change_in(calls)
    own = [{n: v for n, v in _change_in(one.calls).items() if before.get(n) != v} for one in menu.choices]
    rerouted = "legs" in before and "legs" not in now  # nights are asked of its stops
    if rerouted or not any(own) or any(now.get(name) != before.get(name) for line in own for name in line):
        return None
    lines = [one._replace(calls=_merged(calls, change(**line))) for one, line in zip(menu.choices, own, strict=True)]
    return menu._replace(choices=tuple(lines), pending=calls)


def _change_in(calls: Sequence[Call]) -> Arguments:
    """Return what calls change of the trip."""
    return next((one.arguments for one in calls if one.name == "update_trip"), {})


def _all_ages(menu: Menu, calls: Sequence[Call], reading: Reading, known: GuideSituation) -> bool:
    """Tell whether calls have the ages of as many children as were asked about; or the adults, as many as all or as before, alone."""
    party, said, before = (_change_in(one).get("party") or {} for one in (calls, reading.repeats, menu.pending))
    young = int(menu.asks.partition(":")[2] or 1)
    adults = (before["adults"] + young if "adults" in before else None, known.party.get("adults"))
    none = said.get("child_ages") == [] or ("child_ages" not in said and said.get("adults", 0) in adults)
    return len(party.get("child_ages") or ()) + int(party.get("infants") or 0) == young or (none and not reading.unread)


def _asked(menu: Menu, calls: tuple[Call, ...], reading: Reading, say: GuideWords, *, shown: bool = False) -> AIMessage:
    """Ask what is open; an answer is a yes to all that is shown beside it."""
    opened = _opened(menu, calls, reading)
    offer = _offer(calls, reading, say) if reading.unread or shown else " ".join(reading.draft.notes)
    return words_with("", opened._replace(question=f"{offer}\n{opened.question}".strip()))


def _offer(calls: tuple[Call, ...], reading: Reading, say: GuideWords) -> str:
    words = quoted(reading.unread, say)
    rest = say("I couldn’t use this: {words}.", words=words) if words else ""
    would = say("I’d do this: {what}.", what=saying.told(calls, reading.draft.known)) if calls else ""
    return " ".join(filter(None, (would, *reading.draft.notes, rest)))


def offered(calls: tuple[Call, ...], reading: Reading, say: GuideWords) -> AIMessage:
    """Show what would be done, and what was not read; it is done at a yes."""
    waits = tuple(one for one in calls if one.name not in LOOKS)
    left = tuple(one for one in reading.unread if not isinstance(one, Clash))
    return words_with("", Menu(_offer(calls, reading, say), menus.yes_or_leave(calls, say), waits, "yes", unused=left))


def _merged(calls: Sequence[Call], more: Sequence[Call]) -> tuple[Call, ...]:
    """Return calls with the changes of the trip in one."""
    changes = [one.arguments for one in (*calls, *more) if one.name == "update_trip"]
    update: dict[str, Any] = {}
    for one in changes:
        legs = [leg for said in (update, one) for leg in said.get("legs") or () if "leg" not in leg]
        if legs and {"stops", "legs"} & one.keys():  # the whole way is said once
            update = {name: value for name, value in update.items() if name not in ("stops", "legs")}
        for name, value in one.items():
            over = update.get(name) != {"needed": False}  # that no hotel was spoken of gives way to a wish for it
            both = over and isinstance(value, dict) and isinstance(update.get(name), dict) and "day" not in value
            update[name] = {**update[name], **value} if both else value
    rest: list[Call] = []
    for call in (*calls, *more):
        rest += [call] if call.name != "update_trip" and call not in rest else []
    return in_order([*([Call("update_trip", update)] if update else []), *rest])
