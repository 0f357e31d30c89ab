"""Suggestions to press instead of typing: a call of the toolbox or another event.

``CHANGES`` has the changes of the trip by what was asked; the language's file has their words.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from pydantic import BaseModel, Field

from tripintent.app.words import catalogue
from tripintent.state.derived import current_ranking, current_risk, selected_bundle, unheld
from tripintent.state.trip import TripIntent
from tripintent.tools.shipped import table

ASKED: Sequence[tuple[str, Sequence[str]]] = table("app/http/suggestions.yaml")["asked"]
CHANGES: Mapping[str, dict[str, Any]] = table("app/http/suggestions.yaml")["changes"]


class Suggestion(BaseModel):
    """One suggestion: ``text`` is sent as a message, ``event`` as an event."""

    label: str = Field(examples=["2 adults"])
    text: str = Field(default="", examples=["2 adults"])
    event: dict[str, Any] | None = None


def suggestions_of(
    trip: TripIntent, *, waiting: bool, decides: Mapping[str, str] | None = None, menu: bool = False
) -> list[Suggestion]:
    """Return the suggestions that fit where the trip is, in its language.

    ``decides``: what was asked of a change that would let a hold go, as labels by answer. With a ``menu`` on the screen only
    what no menu has: to try again, and to accept an airline's change.
    """
    if decides:
        events = {way: {"type": "USER_DECIDES_CHANGE", "let_hold_go": way == "let_go"} for way in decides}
        return [Suggestion(label=label, event=events[way]) for way, label in decides.items()]
    if waiting:
        return []
    asked = [*_news(trip), *(() if menu else (*_answers(trip), *_actions(trip)))]
    return list({chip.label: chip for chip in asked}.values())


def _answers(trip: TripIntent) -> Iterator[Suggestion]:
    for path in trip.status.asked:
        usual = next((names for pattern, names in ASKED if re.search(pattern, path)), ())
        alone = trip.constraints.flights_needed is False
        for name in (one for one in usual if not (alone and "lodging" in CHANGES[one])):
            event = {"type": "TOOL_CALL", "name": "update_trip", "arguments": CHANGES[name]}
            yield Suggestion(label=catalogue(trip.request.language).say("chips", name), event=event)


def _news(trip: TripIntent) -> Iterator[Suggestion]:
    words = catalogue(trip.request.language).sections["chips"]
    if trip.status.phase == "error":
        yield Suggestion(label=words["retry"], event={"type": "USER_RETRIES"})
    for change in trip.working_memory.open_changes:
        event = {"type": "USER_ACCEPTS_CHANGE", "change_id": change.change_id}
        yield Suggestion(label=words["accept_change"], event=event)


def _actions(trip: TripIntent) -> Iterator[Suggestion]:
    words = catalogue(trip.request.language).sections["chips"]
    if trip.status.asked or selected_bundle(trip) is None or current_ranking(trip) is None:
        return
    report = current_risk(trip)
    if report and not report.blocking_issues and unheld(trip):
        yield Suggestion(label=words["hold"], event={"type": "USER_REQUEST_HOLD"})
    if any(hold.status == "held" for hold in trip.working_memory.holds):
        yield Suggestion(label=words["approval"], event={"type": "USER_WANTS_PURCHASE"})
        yield Suggestion(label=words["release"], event={"type": "USER_RELEASES_HOLD"})
