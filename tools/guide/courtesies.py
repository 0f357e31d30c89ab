"""What the guide says beside its work: greetings, help, papers, and what it could not read."""

from collections.abc import Callable, Mapping, Sequence
from decimal import Decimal
from typing import Any

from langchain_core.messages import AIMessage

from tripintent.tools.guide import answers, menus, saying
from tripintent.tools.guide.draft import Menu, MenuChoice, change, words_with
from tripintent.tools.guide.known import GuideSituation
from tripintent.tools.guide.reading import Clash, Reading, only_english, quoted
from tripintent.tools.guide.words import GuideWords, table


def _standing(known: GuideSituation) -> list[str]:
    return [*answers.held_lines(known), *answers.booking_lines(known)]


def _terms(known: GuideSituation, which: str) -> list[str]:
    asked = {"hotel": ("lodging",), "flight": ("flights",)}.get(which, ("flights", "lodging"))
    told = answers.about(known, {name: {"refundable": True} for name in asked})
    return [*(_standing(known) or [known.say("Nothing is booked or held yet.")]), *told]


def _bags(known: GuideSituation, _: str) -> list[str]:
    bought = "I can’t add bags to a ticket that’s bought. The airline can: give them your PNR."
    no = known.say(bought if known.booked else "It’s like that already, so I’ve changed nothing.")
    return [no, *answers.about(known, {"flights": {"checked_bags": 1}})]


def _seen(known: GuideSituation) -> Sequence[Mapping[str, Any]]:
    return [known.facts["chosen"]] if known.has("chosen") else known.options


def _trip(known: GuideSituation, _: str) -> list[str]:
    shown = [f"{one.get('number')}. {saying.option_line(one, known.say)}" for one in _seen(known)]
    return [*shown, *answers.booking_lines(known)] or [*_dates(known, ""), known.say("Nothing is chosen yet.")]


def _price_each(known: GuideSituation, _: str) -> list[str]:
    """Return of what is chosen, else of each option on the screen, what all and each of them pay."""
    say, told = known.say, list[str]()
    for one in _seen(known):
        each = one.get("per_person")
        share = f", {say('{amount} per person', amount=saying.money(each, say))}" if each else ""
        told.append(f"{one.get('number')}. {say('{amount} for all who travel', amount=saying.price(one, say))}{share}")
    return told or [*answers.booking_lines(known)] or [say("Nothing is chosen yet.")]


def _people(known: GuideSituation, _: str) -> list[str]:
    people = [f"- {str(one).partition(': ')[2]}" for one in known.facts.get("travellers") or ()]
    return people or [known.say("I don’t have any names yet.")]


def _stays(known: GuideSituation, _: str) -> list[str]:
    stays, say = [stay for *_, part in known.parts() for stay in part], known.say
    if stays or not (known.depart and known.back):
        told = [f"- {stay['name']}{say.formats.colon}{saying.nights(stay['nights'], say)}" for stay in stays]
        return told or [say("Nothing is chosen yet.")]
    return [saying.nights((known.back - known.depart).days, say)]


def _dates(known: GuideSituation, _: str) -> list[str]:
    ends = {"depart": known.depart, "return_day": known.back}
    days = change(**{name: {"day": str(day)} for name, day in ends.items() if day})
    return [f"- {one}" for one in saying.told(days, known).split("; ") if one] or [known.say("Nothing is chosen yet.")]


def _lands(known: GuideSituation, place: str) -> list[str]:
    flights = [leg for _, legs, _ in known.parts() for leg in legs]
    there = [leg for leg in flights if saying.lands_in(leg, place, known.say)]
    return [f"- {saying.arrival(leg, known.say)}" for leg in there or flights] or [known.say("Nothing is chosen yet.")]


def _difference(known: GuideSituation, number: str) -> list[str]:
    """Return what a change loses and comes to, by its card or by each option; where none is shown, what is booked and was given back."""
    say, card = known.say, known.facts.get("card") or {}
    gone = card.get("replaces") or known.facts.get("replaces") or ()
    if not gone:
        shown = [f"- {saying.option_line(one, say)}" for one in _seen(known)]
        return shown or [*answers.booking_lines(known)] or [say("Nothing is chosen yet.")]
    stays = (one["hotel"] for one in known.booked_stays if one["booking_id"] in [each["booking_id"] for each in gone])
    sums = ([one.get("refund") for one in gone], [one.get("local_tax") for one in stays])
    back, tax = (sum(Decimal(one["amount"]) for one in part if one) for part in sums)
    told = [f"- {line}" for one in gone if (line := _lost(one, say))]
    options = [one for one in _seen(known) if not number or str(one.get("number")) == number]
    for one in options if len({one["currency"] for part in sums for one in part if one}) < 2 else ():
        whole = one["total_with_local_tax"]
        left = Decimal(whole["amount"]) - back - tax
        parts = [("{amount} for what is new", Decimal(whole["amount"])), ("{amount} back for what it replaces", back)]
        parts += [("{amount} local tax less", tax)] if tax else []
        comes = "you pay {amount} in all" if left >= 0 else "you get {amount} back in all"
        said = [say(word, amount=saying.money({**whole, "amount": abs(n)}, say)) for word, n in (*parts, (comes, left))]
        title = (
            f"{say('Option {number}', number=one['number'])}{say.formats.colon}" if len(options) > 1 or number else ""
        )
        told.append(f"- {title}{', '.join(said)}")
    return told


def _lost(gone: Mapping[str, Any], say: GuideWords) -> str:
    """Return what is lost of a booking that a change replaces."""
    paid, back = gone.get("total"), gone.get("refund")
    if not paid or (back and back["currency"] != paid["currency"]):
        return ""
    lost = Decimal(paid["amount"]) - Decimal(back["amount"] if back else 0)
    amount = saying.money({**paid, "amount": lost}, say) if lost else say("nothing")
    title = say.titled(str(gone["title"]))
    return say("{title}: {amount} of {paid} is lost", title=title, amount=amount, paid=saying.money(paid, say))


_FACTS: Mapping[str, Callable[[GuideSituation, str], list[str]]] = {
    "who_goes": _people,
    "terms": _terms,
    "price_each": _price_each,
    "holding": lambda known, _: _standing(known) or [known.say("Nothing is held, and nothing is paid.")],
    "distances": lambda known, _: answers.about(known, {"lodging": {"area": True}}) or _trip(known, ""),
    "unknown_way": lambda known, _: [known.say("I don’t know how far away that is."), *_FACTS["distances"](known, "")],
    "bags": _bags,
    "papers": lambda known, _: (
        (_standing(known) if known.facts.get("in_doubt") else [*answers.booking_lines(known)])
        or [known.say("Nothing is booked yet."), *answers.held_lines(known)]
    ),
    "stays": _stays,
    "dates": _dates,
    "lands": _lands,
    "difference": _difference,
    "show_trip": _trip,
    "watched": lambda known, _: [known.watch],
    "spent": lambda known, _: answers.spent_lines(known),
}
"""What is told of the conversation's own facts; the part follows a colon."""


def courtesy(name: str, known: GuideSituation, waits: Menu | None = None) -> AIMessage:
    """Return the words for a courtesy, or what is asked of the conversation itself, above an offer that ``waits``."""
    kind, _, which = name.partition(":")
    if kind in ("menu", "change_booking"):
        offered = menus.submenu(which, known) if which else menus.stage(known)
        offered = menus.changes(known) if known.booked else offered
        back = (MenuChoice(known.say("leave it as it is")),) if which or known.booked else ()
        offered = offered._replace(choices=(*offered.choices, *back))
        return words_with(offered.question if waits else "", waits or offered)
    if kind in _FACTS:
        menu = waits or menus.stage(known)
        drawn = kind == "papers" and known.facts.get("bookings") and not known.facts.get("in_doubt")
        return words_with("\n".join(_FACTS[kind](known, which)), menu._replace(form="bookings") if drawn else menu)
    if kind == "travel":
        asked = known.say(table("courtesies")[kind])
        return words_with(asked if waits else "", waits or menus.stage(known)._replace(question=asked))
    if kind == "which" and not known.options:
        kind = "nothing"
    kind = "hello" if kind == "greet" and not known.empty else kind
    who = (known.facts.get("card") or known.facts).get("approver")
    kind = "only_approver" if kind == "approver" and who else kind
    # without a plan of days there is no place for it
    kind = "others_noted" if kind == "others" and known.has("entries") else kind
    said = known.say(table("courtesies")[kind], who=who, **menus.examples(known))
    said = "\n".join((said, *answers.booking_lines(known))) if kind == "human" else said
    return words_with(said, None if kind == "leave" else waits or menus.stage(known))


def not_understood(text: str, reading: Reading, known: GuideSituation, menu: Menu | None) -> AIMessage:
    """Say what was not read, and lead on; an offer that waits is kept. A question that no fact answers is said to be one."""
    foreign = only_english(str(known.facts.get("writes") or ""))
    staged = menus.numbered if foreign or only_english(known.say.language) else menus.stage
    goes_on = menu if menu and menu.numbered else staged(known)  # a list stays: its numbers keep their meaning
    what = quoted(reading.unread or (text[:80],), known.say)
    if foreign and not known.has("told_foreign"):
        told = words_with(foreign, goes_on)
        return told.model_copy(update={"additional_kwargs": {**told.additional_kwargs, "foreign": True}})
    if not text.strip():
        return words_with("", goes_on)
    if reading.question:
        facts = answers.on_topic(known, reading.draft.words)
        cannot = known.say("I can’t answer that without a language model.")
        lines = [cannot, known.say("What I know of it:"), *facts] if facts else [cannot]
        return words_with("\n".join(lines), goes_on)
    if reading.draft.notes and not reading.unread:
        return words_with("\n".join(reading.draft.notes), goes_on)
    if reading.unread and all(isinstance(one, Clash) for one in reading.unread):
        apart = known.say("That doesn’t go together: {what}. Please say which of the two you’d like.", what=what)
        return words_with(apart, goes_on)
    if reading.denies:
        kept = (
            "I’ve changed nothing, because I didn’t understand {what}. Please say it as a plain wish, or use the menu."
        )
        return words_with(known.say(kept, what=what), goes_on)
    return words_with(known.say("I didn’t understand {what}.", what=what), goes_on)
