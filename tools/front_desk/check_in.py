"""Check-in before the arrival: what a guest told so far, what is still missing, and what staff read of it."""

import re
from collections.abc import Mapping, Sequence
from typing import Any

from tripintent.state.concierge.hours import MIDNIGHT, Hours, clock_of
from tripintent.state.concierge.memory import PRIVATE, discreet, private_words, references, shortened
from tripintent.tools.front_desk.hearing import MOST_NAMES, clauses_of, heard, refuses_or_asks
from tripintent.tools.front_desk.parts import House
from tripintent.tools.front_desk.private import ENDS, LOCATOR, Marked, given_in, people_in
from tripintent.tools.front_desk.speech import hours, say, turn, words
from tripintent.tools.knowledge.passages import fold
from tripintent.tools.ports.desk_service import Reply, Situation

SUMMARY = 600
_WORDS = words("sentences")
_OTHER_NUMBERS = re.compile(turn("papers").pattern + _WORDS["other_numbers"])
_REFERENCES = tuple(map(re.compile, _WORDS["references"].values()))
_DASHED = re.compile(_WORDS["dashed"])
FACTS = ("reference", "names", "arrival")


def check_in(desk: House, at: Situation) -> Reply:
    """Take what a guest tells before the arrival, say what is known, and ask for what is missing alone.

    What is kept are references to the guest's words, of the booking's number its end, and initials of names: nothing of another
    guest is looked up or said.
    """
    whole, language = at.opened or at.decision.text, at.language
    own = " ".join(one for one in ENDS.split(whole) if not heard(("privacy",), one))
    refused = [] if own == " ".join(ENDS.split(whole)) else [say("privacy", language, reach=desk.reach(language))]
    if refused and not own and not heard(("check_in",), whole):
        return Reply(refused[0], at.memory, at.decision)
    if refused and heard(("check_in",), whole):
        own = whole
    said = at.decision.text if references(at.decision.text) else shortened(at.decision.text, SUMMARY)
    found = noted(desk, at, told_in(desk, at, own), said, own)
    return found._replace(text="\n".join((*refused, found.text)))


def noted(desk: House, at: Situation, new: Mapping[str, str], said: str, own: str = "") -> Reply:
    """Return the form with what is new in it, and what staff read: ``said``, once the booking's number is known."""
    language, before = at.language, {name: at.memory.guest[name] for name in FACTS if name in at.memory.guest}
    gone = new.get("gone", "").split(", ")
    fresh = {name: new[name] for name in FACTS if name in new}
    known = before | fresh | _everybody(before.get("names", ""), new.get("names", ""), own, gone)
    private = bool(references(said) or PRIVATE.search(said))
    tells = known != before or (bool(said) and (private or not own) and not refuses_or_asks(own))
    passed, told = "reference" in before, " ".join(filter(None, (at.memory.guest.get("said"), said)))
    papers = bool(turn("papers").search(fold(own))) or ("reference" in known and not passed)
    lines = [*_words(known, language, papers=papers), *_closed(desk, new.get("arrival", ""), language)]
    waiting = "" if "reference" in known else "booking"
    kept = known | ({"said": told} if references(told) or PRIVATE.search(told) else {})
    memory = at.memory.model_copy(update={"waiting": waiting, "guest": kept})
    decision = at.decision.model_copy(update={"params": dict(known)})
    number, old = known.get("reference"), before.get("reference")
    tag = number if old in (None, number) else f"{old} → {number}"
    queued = f"[{tag}] {said}" if passed and tells else told if not passed else ""
    return Reply("\n".join(lines), memory, decision, request=queued if "reference" in known else "")


def filled_in(desk: House, at: Situation, form: Mapping[str, Any], marks: Marked) -> dict[str, str]:
    """Return the form's fields as a model filled them: the end of the number, initials of names, the hour, who does not come.

    Of sealed words of which it was shown nothing code reads what is not known yet.
    """
    back = marks.marks.put_back
    names = {name: [back(one) for one in form[name]] for name in ("guests", "not_coming")}
    said = {
        "reference": short(form["reference"], marks),
        "names": ", ".join(discreet(one) for one in names["guests"] if one.strip() and one not in marks.whole),
        "arrival": form["arrival"] or "",
        "gone": ", ".join(discreet(one) for one in names["not_coming"] if one.strip()),
    }
    read = {name: value for name, value in told_in(desk, at, marks.whole).items() if name not in at.memory.guest}
    return read | {name: value for name, value in said.items() if value}


def short(reference: str | None, marks: Marked) -> str:
    """Return the end of a booking's number; nothing of words that are no number."""
    said = str(marks.marks.put_back(reference or ""))
    number = "".join(filter(str.isalnum, said))
    is_code = any(map(str.isdecimal, number)) or re.fullmatch("[A-Z]{5,8}", said)
    return f"…{number[-2:].upper()}" if is_code and said not in marks.whole else ""


def for_staff(desk: House, form: Mapping[str, Any], marks: Marked) -> str:
    """Return what is told now as staff read it, in the house's language: whole names and numbers, which are sealed."""
    language = (*desk.service.languages, "en")[0]
    rows = {
        "precheckin_reference": [form["reference"] if short(form["reference"], marks) else ""],
        "precheckin_guests": form["guests"],
        "precheckin_arrival": [form["arrival"] or ""],
        "precheckin_gone": form["not_coming"],
    }
    told = {what: ", ".join(marks.stored(one) for one in of if one) for what, of in rows.items()}
    lines = [f"{say(what, language)} {said}" for what, said in told.items() if said]
    return "; ".join([*lines, *([private_words(marks.whole)] if marks.whole else [])])


def _everybody(before: str, new: str, text: str, gone: Sequence[str]) -> dict[str, str]:
    """Return the guests told so far with the new ones, without those of whom words, or a model, say that they do not come."""
    denied = " ".join(clause.text for clause in clauses_of(text) if clause.denied)
    left = {*gone, *map(discreet, given_in(denied))}
    told = [one for one in dict.fromkeys((*before.split(", "), *new.split(", "))) if one]
    # part of one guest's name
    fits = ([one for one in told if f"{one} ".startswith(f"{name} ")] for name in left if name)
    out = {one for found in fits for one in found if len(found) == 1}
    part = {one for one in told for whole in told if whole.startswith(f"{one} ") or whole.endswith(f" {one}")}
    names = [one for one in told if one not in left | out | part]
    return {"names": ", ".join(names)} if names else {}


def told_in(desk: House, at: Situation, text: str) -> dict[str, str]:
    """Return what words tell: the end of the booking's number, the initials of people, and the time of arrival."""
    plain = _OTHER_NUMBERS.sub(" ", fold(text))
    found = next((match[1] for rule in _REFERENCES if (match := rule.search(plain))), "")
    if not found and not turn("papers").search(fold(text)):
        alone, code = _DASHED.search(fold(text)), LOCATOR.search(text)
        found = alone[1] if alone else code[0].lower() if code else ""
    minute = desk.stays.minute(plain.replace(found, " ") if found else plain, at.language, at.now.date())
    people = people_in(text, listed=bool(found))
    asked = bool(at.memory.guest) and "names" not in at.memory.guest and not refuses_or_asks(text)
    if asked and not people and text.replace(" ", "").isalpha() and 1 < len(text.split()) <= MOST_NAMES:
        people = (text,)
    told = {
        "reference": f"…{re.sub('[ -]', '', found)[-2:].upper()}" if found else "",
        "names": ", ".join(map(discreet, people)),
        "arrival": clock_of(minute) if minute is not None else "",
    }
    return {name: value for name, value in told.items() if value}


def _closed(desk: House, arrival: str, language: str) -> list[str]:
    """Return that the reception is closed at the hour of arrival, with its hours; nothing where it is open or no hour is told."""
    text = desk.service.opening_hours.get("reception", "")
    minute = int(arrival[:2] or 0) * 60 + int(arrival[3:] or 0)
    spans = Hours.read(text).spans if text and arrival else ()
    is_open = any(one.start <= minute + day < one.end for one in spans for day in (0, MIDNIGHT))
    return (
        [say("precheckin_closed", language, time=arrival, hours=hours(text, language))] if spans and not is_open else []
    )


def _words(known: dict[str, str], language: str, *, papers: bool) -> list[str]:
    """Return what is noted, whether it was passed on, and the question for what is missing."""
    if not known and not papers:
        return [say("precheckin_ask", language)]
    named = {name: say(f"precheckin_{name}", language) for name in FACTS}
    told = named | {"names": say("precheckin_guests", language)}
    what = "; ".join(f"{told[name]} {known[name]}" for name in FACTS if name in known)
    lines = (
        [say("precheckin_done" if "reference" in known else "precheckin_noted", language, what=what)] if known else []
    )
    lines += [say("precheckin_papers", language)] if papers else []
    missing = ", ".join(named[name] for name in FACTS if name not in known)
    return [*lines, *([say("precheckin_missing", language, missing=missing)] if missing else [])]
