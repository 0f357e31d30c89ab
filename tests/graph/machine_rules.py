"""Rules of what is booked and held: calls of the toolbox and typed events that change, add, cancel, let go, and decide."""

import runpy
from pathlib import Path
from typing import Any

from hypothesis import strategies as st
from hypothesis.stateful import precondition, rule
from langgraph.types import Command

WORDS = runpy.run_path(str(Path(__file__).parent / "machine_words.py"))
THREADS = WORDS["THREADS"]


class OfWhatIsBooked:
    """Rules that a machine with a house, a watch, ``turn`` and ``event`` has beside its own."""

    house: Any
    watch: Any
    turn: Any
    event: Any
    yes: Any
    waiting: Any

    @precondition(lambda self: not self.booked())
    @rule(thread=THREADS, more=st.sampled_from(({}, {}, {"lodging": {"needed": False}})))
    def buys_by_tools(self, thread: str, more: dict[str, Any]) -> None:
        """Take the short way to a booking: it is what most of these rules are about."""
        self.calls_tool(thread, "update_trip", WORDS["TRIP"] | more)
        self.calls_tool(thread, "choose", {"option": "1"})
        self.calls_tool(thread, "set_travellers", {"people": [*WORDS["PARTY"]]})
        self.calls_tool(thread, "request_purchase", {})
        if thread in self.waiting():
            self.turn(thread, self.yes(self.house.card(thread)))

    @rule(thread=THREADS, wish=WORDS["WISHES"])
    def goes_for_it(self, thread: str, wish: dict[str, Any]) -> None:
        """Go from a wish to a hold, and to the card where all is known."""
        self.calls_tool(thread, "update_trip", wish)
        self.calls_tool(thread, "choose", {"option": "1"})
        self.calls_tool(thread, "hold", {})
        self.calls_tool(thread, "set_travellers", {"people": [*WORDS["PARTY"]]})

    @rule(thread=THREADS, call=WORDS["CALLS"])
    def calls(self, thread: str, call: tuple[str, dict[str, Any]]) -> None:
        self.calls_tool(thread, *call)

    @rule(thread=THREADS, changes=WORDS["UPDATES"], let_hold_go=st.booleans())
    def updates(self, thread: str, changes: dict[str, Any], let_hold_go: bool) -> None:
        self.calls_tool(thread, "update_trip", {**changes, "let_hold_go": let_hold_go})

    @rule(thread=THREADS, call=WORDS["BACK"], let_hold_go=st.booleans())
    def takes_back(self, thread: str, call: tuple[str, dict[str, Any]], let_hold_go: bool) -> None:
        self.calls_tool(thread, call[0], {**call[1], "let_hold_go": let_hold_go})

    @rule(thread=THREADS)
    def chooses_another_and_asks_to_buy(self, thread: str) -> None:
        for name, arguments in (("choose", {"option": "2"}), ("request_purchase", {})):
            self.calls_tool(thread, name, arguments)

    @rule(thread=THREADS, let_hold_go=st.booleans())
    def decides_what_was_kept_back(self, thread: str, let_hold_go: bool) -> None:
        self.event(thread, type="USER_DECIDES_CHANGE", let_hold_go=let_hold_go)

    @rule(thread=THREADS, travellers=WORDS["JOINING"])
    def joins(self, thread: str, travellers: tuple[dict[str, Any], ...]) -> None:
        self.event(thread, type="USER_ADDS_TRAVELLERS", travellers=[*travellers])

    @precondition(lambda self: self.booked())
    @rule(data=st.data(), day=WORDS["DAYS"], which=st.sampled_from(("date", "until")))
    def changes_a_booking(self, data: st.DataObject, day: str, which: str) -> None:
        thread, booking_id = data.draw(st.sampled_from(self.booked()))
        self.watch.names(booking_id)
        self.event(thread, type="USER_CHANGES_BOOKING", booking_ids=[booking_id], **{which: day})

    @precondition(lambda self: self.booked())
    @rule(data=st.data())
    def cancels_by_name(self, data: st.DataObject) -> None:
        thread, booking_id = data.draw(st.sampled_from(self.booked()))
        self.watch.names(booking_id)
        self.event(thread, type="USER_CANCELS_BOOKING", booking_ids=[booking_id])

    @precondition(lambda self: any(self.house.card(t)["confirmations"] for t in self.waiting()))
    @rule(data=st.data())
    def approves_with_some_ticks(self, data: st.DataObject) -> None:
        """One tick is left out: nothing is bought or given up."""
        thread = next(t for t in self.waiting() if self.house.card(t)["confirmations"])
        asked = [one["id"] for one in self.house.card(thread)["confirmations"]]
        left_out = data.draw(st.sampled_from(asked))
        given = {"confirmations": [one for one in asked if one != left_out]}
        self.turn(thread, Command(resume={"decisions": [{"type": "approve", "args": given}]}))

    def calls_tool(self, thread: str, name: str, arguments: dict[str, Any]) -> None:
        self.event(thread, type="TOOL_CALL", name=name, arguments=arguments)

    def booked(self) -> list[tuple[str, str]]:
        """Return what is booked: conversation and booking."""
        return [(t, b.booking_id) for t in ("t1", "t2") for b in self.bookings(t) if b.status == "confirmed"]

    def bookings(self, thread: str) -> Any:
        return self.house.trip(thread).working_memory.bookings
