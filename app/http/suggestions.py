"""Suggestions to press instead of typing: words that the traveller could have written, or an event.

``WORDS`` names them by what was asked; the words themselves stand in the language's file, and tests have the reader read them.
"""

import re
from collections.abc import Iterator, Sequence
from typing import Any

from pydantic import BaseModel, Field

from tripintent.app.words import catalogue
from tripintent.state.derived import current_ranking, current_risk, selected_bundle, unheld
from tripintent.state.reading import Choice
from tripintent.state.trip import TripIntent

WORDS: tuple[tuple[str, tuple[str, ...]], ...] = (
    (r"trip_type|return_|itinerary\.segments\[1\]\.depart_date", ("one_way",)),
    (r"party\.travelers|travelers|adults", ("one_adult", "two_adults", "family")),
    (r"itinerary\.lodging|lodging", ("no_hotel", "hotel")),
)


class Suggestion(BaseModel):
    """One suggestion: ``text`` is sent as a message, ``event`` as an event."""

    label: str = Field(examples=["2 adults"])
    text: str = Field(default="", examples=["2 adults"])
    event: dict[str, Any] | None = None


def suggestions_of(trip: TripIntent, *, waiting: bool, choices: Sequence[Choice] = ()) -> list[Suggestion]:
    """Return the suggestions that fit where the trip is, in its language; where words were in doubt, what they may mean."""
    if choices:
        return [Suggestion(label=one.label, text=one.label) for one in choices]
    if waiting:
        return []
    asked = [*_answers(trip), *_actions(trip)]
    return list({chip.label: chip for chip in asked}.values())


def _answers(trip: TripIntent) -> Iterator[Suggestion]:
    doubts = {doubt.slot: doubt.options for doubt in trip.status.doubts}
    for path in trip.status.asked:
        usual = next((names for pattern, names in WORDS if re.search(pattern, path)), ())
        options = doubts.get(path.split(":", 1)[-1]) or [
            catalogue(trip.request.language).say("chips", n) for n in usual
        ]
        yield from (Suggestion(label=option, text=option) for option in options)


def _actions(trip: TripIntent) -> Iterator[Suggestion]:
    words = catalogue(trip.request.language).sections["chips"]
    if trip.status.phase == "error":
        yield Suggestion(label=words["retry"], event={"type": "USER_RETRIES"})
    for change in trip.working_memory.open_changes:
        event = {"type": "USER_ACCEPTS_CHANGE", "change_id": change.change_id}
        yield Suggestion(label=words["accept_change"], event=event)
    if trip.status.asked or selected_bundle(trip) is None or current_ranking(trip) is None:
        return
    report = current_risk(trip)
    if report and not report.blocking_issues and unheld(trip):
        yield Suggestion(label=words["hold"], event={"type": "USER_REQUEST_HOLD"})
    if any(hold.status == "held" for hold in trip.working_memory.holds):
        yield Suggestion(label=words["approval"], event={"type": "USER_WANTS_PURCHASE"})
        yield Suggestion(label=words["release"], event={"type": "USER_RELEASES_HOLD"})
