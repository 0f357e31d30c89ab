"""The trip as it is: what is planned, chosen, held and booked."""

from collections.abc import Iterator, Mapping
from typing import Any

from tripintent.tools.language.replies.answering.figures import day, moment, money, title
from tripintent.tools.language.replies.answering.phrasebook import Phrasebook


def overview(facts: Mapping[str, Any], book: Phrasebook, language: str) -> str:
    """Return the plan, the choice, the holds and the bookings, a line each."""
    plan = list(_plan(facts.get("plan") or {}, book, language))
    if not plan:
        return book.say("plan_empty")
    standing = [*_choice(facts, book, language), *held(facts, book, language), *booked(facts, book, language)]
    return "\n".join(
        [book.say("plan"), *(f"- {line}" for line in (*plan, *(standing or [book.say("nothing_chosen")])))]
    )


def held(facts: Mapping[str, Any], book: Phrasebook, language: str) -> Iterator[str]:
    """Yield a line for each hold that has an end."""
    for hold in facts.get("holds") or ():
        until = moment(hold.get("expires_at"), language)
        if until:
            yield book.say("held_until", title=title(hold.get("title"), language), until=until)


def booked(facts: Mapping[str, Any], book: Phrasebook, language: str) -> Iterator[str]:
    """Yield a line for each booking, with its state, confirmation number and price."""
    for booking in facts.get("bookings") or ():
        status = book.say(f"status_{booking['status']}") if booking.get("status") else ""
        known = [status, booking.get("locator"), money(booking.get("total"), language)]
        yield book.say(
            "booked", title=title(booking.get("title"), language), facts=", ".join(str(k) for k in known if k) or "–"
        )


def _choice(facts: Mapping[str, Any], book: Phrasebook, language: str) -> Iterator[str]:
    total = money((facts.get("selected") or {}).get("total"), language)
    if total:
        yield book.say("chosen", total=total)


def _plan(plan: Mapping[str, Any], book: Phrasebook, language: str) -> Iterator[str]:
    segments = plan.get("segments") or ()
    for segment in segments:
        ends = [segment.get(name) or "?" for name in ("from", "to")]
        mode = segment.get("mode")
        by = book.say(f"mode_{mode}") if mode and mode != "flight" else None
        yield ", ".join(part for part in (" – ".join(ends), day(segment.get("date"), language), by) if part)
    heads = {name: plan.get(name) or 0 for name in ("adults", "children", "infants")}
    if any(heads.values()):
        yield ", ".join(book.say(name, count=count) for name, count in heads.items() if count)
    yield from _lodging(plan.get("lodging") or {}, book, language)


def _lodging(lodging: Mapping[str, Any], book: Phrasebook, language: str) -> Iterator[str]:
    if lodging.get("needed") is False:
        yield book.say("no_hotel")
        return
    for stay in lodging.get("stays") or [lodging]:
        first, last = day(stay.get("check_in"), language), day(stay.get("check_out"), language)
        if first and last:
            place = stay.get("location_name") or stay.get("location_code")
            yield (
                book.say("stay_in", place=place, first=first, last=last)
                if place
                else book.say("stay", first=first, last=last)
            )
