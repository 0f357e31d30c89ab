"""What the guide says beside its work: greetings, help, papers, and what it could not read."""

from langchain_core.messages import AIMessage

from tripintent.tools.guide import answers, menus, saying
from tripintent.tools.guide.draft import Menu, words_with
from tripintent.tools.guide.known import GuideSituation
from tripintent.tools.guide.reading import Reading, only_english, quoted
from tripintent.tools.guide.words import table


def _terms(which: str, known: GuideSituation) -> list[str]:
    standing = [*answers.held_lines(known), *answers.booking_lines(known)]
    asked = {"hotel": ("lodging",), "flight": ("flights",)}.get(which, ("flights", "lodging"))
    told = answers.about(known, {name: {"refundable": True} for name in asked})
    return [*(standing or [known.say("Nothing is booked or held yet.")]), *told]


def _holding(known: GuideSituation) -> list[str]:
    standing = [*answers.held_lines(known), *answers.booking_lines(known)]
    return standing or [known.say("Nothing is held, and nothing is paid.")]


def courtesy(name: str, known: GuideSituation) -> AIMessage:
    """Return the words for a courtesy, or what is asked of the conversation itself."""
    kind, _, which = name.partition(":")
    if kind in ("menu", "change_booking"):
        offered = menus.submenu(which, known) if which else menus.stage(known)
        return words_with("", menus.changes(known) if known.booked else offered)
    if kind == "who_goes":
        people = [f"- {str(one).partition(': ')[2]}" for one in known.facts.get("travellers") or ()]
        return words_with("\n".join(people) or known.say("I don’t have any names yet."), menus.stage(known))
    if kind in ("terms", "holding"):
        lines = _terms(which, known) if kind == "terms" else _holding(known)
        return words_with("\n".join(lines), menus.stage(known))
    if kind == "distances":
        told = answers.about(known, {"lodging": {"area": True}})
        return words_with("\n".join(told), menus.stage(known)) if told else courtesy("show_trip", known)
    if kind == "bags":
        told = answers.about(known, {"flights": {"checked_bags": 1}})
        no = known.say("I can’t add bags to a ticket that’s bought. The airline can: give them your PNR.")
        return words_with("\n".join([no, *told]), menus.stage(known))
    if kind == "papers":
        return words_with(
            "\n".join(answers.booking_lines(known)) or known.say("Nothing is booked yet."), menus.stage(known)
        )
    if kind == "show_trip":
        options = [known.facts["chosen"]] if known.has("chosen") else known.options
        shown = [f"{one.get('number')}. {saying.option_line(one, known.say)}" for one in options]
        return words_with("\n".join([*shown, *answers.booking_lines(known)]), menus.stage(known))
    if kind == "travel":
        return words_with("", menus.stage(known)._replace(question=known.say(table("courtesies")[kind])))
    if kind == "which" and not known.options:
        kind = "nothing"
    kind = "hello" if kind == "greet" and not known.empty else kind
    said = known.say(table("courtesies")[kind], **({"example": menus.EXAMPLE} if kind == "help" else {}))
    return words_with(said, None if kind == "leave" else menus.stage(known))


def not_understood(text: str, reading: Reading, known: GuideSituation, menu: Menu | None) -> AIMessage:
    """Say what was not read, and lead on; an offer that waits is kept. A question that no fact answers is said to be one."""
    goes_on = menu or menus.stage(known)  # a list stays: its numbers keep their meaning
    what = quoted(reading.unread) or f"“{text[:80]}”"
    foreign = only_english(str(known.facts.get("writes") or ""))
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
    if reading.denies:
        return words_with(
            known.say(
                "I’ve changed nothing, because I didn’t understand {what}. Please say it as a plain wish, or use the menu.",
                what=what,
            ),
            goes_on,
        )
    return words_with(known.say("I didn’t understand {what}.", what=what), goes_on)
