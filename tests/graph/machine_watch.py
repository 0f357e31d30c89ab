"""What the ledger's rows may do between two looks: a booking ends by name, card and tick, a hold by clock, purchase or order."""

from collections.abc import Mapping
from typing import Any

from langgraph.types import Command

from tripintent.tools.ledger import schema

ENDS = ("USER_RELEASES_HOLD", "USER_REJECTS")
DONE = ("used", "expired", "failed")


class Watch:
    """Looks at the rows of one house. Each look is told what was ordered since the last one, by whom and of which trip."""

    def __init__(self, house: Any, words: Mapping[str, frozenset[str]]) -> None:
        self.house, self.words = house, words
        self.holds: dict[str, Any] = {}
        self.bookings: dict[str, Any] = {}
        self.listed: set[str] = set()
        self.named: set[str] = set()
        self.ticked: dict[str, set[str]] = {}

    def names(self, *booking_ids: str) -> None:
        """Note that an event, or words, named these bookings."""
        self.named |= set(booking_ids)

    def ticks(self, card: Mapping[str, Any], given: list[str]) -> None:
        """Note what was confirmed on a card."""
        self.ticked.setdefault(card["approval_id"], set()).update(given)

    def orders(self, entry: Any, thread: str) -> frozenset[str]:
        """Return the trips of which what comes in orders that holds go: that of the conversation, or none."""
        state = self.house.state(thread).values
        waits = bool("turn" in state and state["turn"].held_back)
        return frozenset({self.house.trip(thread).ledger_id} if self._lets_go(entry, waits=waits) else ())

    def _lets_go(self, entry: Any, *, waits: bool) -> bool:
        if isinstance(entry, Command):
            if isinstance(entry.resume, str):
                return self._says_so(entry.resume, waits=waits)
            answer = entry.resume if isinstance(entry.resume, dict) else {}
            return any(one.get("type") == "reject" for one in answer.get("decisions", ()))
        event = entry.get("event")
        if event is None:
            return self._says_so(str(entry["messages"][-1].content), waits=waits)
        if event["type"] == "TOOL_CALL":
            return event["name"] == "release_hold" or event["arguments"].get("let_hold_go") is True
        return event["type"] in ENDS or event.get("let_hold_go") is True

    def _says_so(self, text: str, *, waits: bool) -> bool:
        return text in self.words["releasing"] or (waits and text in self.words["agreeing"])

    def look(self, ordered: frozenset[str]) -> None:
        """Compare the rows with those of the last look; ``ordered`` are trips of which an order lets holds go."""
        holds = {row.hold_id: row for row in self.house.rows(schema.holds)}
        bookings = {row.booking_id: row for row in self.house.rows(schema.bookings)}
        for hold_id, before in self.holds.items():
            now = holds[hold_id]
            if before.status == "held" and now.status not in ("held", *DONE):
                assert now.status == "released", (before, now)
                assert now.trip_id in ordered or self._held_again(now, holds), (
                    f"let go without an order: {self._why(now)}"
                )
        self._cards()
        for booking_id, before in self.bookings.items():
            now = bookings[booking_id]
            if now.status != before.status:
                assert self._undone_by_its_purchase(now) or self._given_up(now), f"given up: {now}, was {before.status}"
        self.holds, self.bookings = holds, bookings

    def _held_again(self, gone: Any, holds: Mapping[str, Any]) -> bool:
        """Tell whether the very offer was held again, for the people who were put right."""
        same = [one for one in holds.values() if one.hold_id not in self.holds and one.option_id == gone.option_id]
        return any((one.trip_id, one.requirement_key) == (gone.trip_id, gone.requirement_key) for one in same)

    def _cards(self) -> None:
        """Check that each card that was made since lists no booking that nobody named."""
        for row in self.house.rows(schema.approvals):
            if row.approval_id not in self.listed:
                self.listed.add(row.approval_id)
                ended = {line["booking_id"] for line in row.cancels if line["refund"] is not None}
                assert ended <= self.named, f"a card lists bookings that nothing named: {ended - self.named}"

    def _given_up(self, booking: Any) -> bool:
        """Tell whether a used card listed it, and its own tick was given."""
        tick = f"gives_up:{booking.booking_id}"
        return any(
            row.state == "consumed" and tick in self.ticked.get(row.approval_id, ())
            for row in self.house.rows(schema.approvals)
            if any(line["booking_id"] == booking.booking_id and line["refund"] for line in row.cancels)
        )

    def _undone_by_its_purchase(self, booking: Any) -> bool:
        """Tell whether another leg of its own purchase failed, and giving it back cost nothing."""
        ops = [op for op in self.house.rows(schema.operations) if op.booking_id == booking.booking_id]
        own = any(op.action == "cancel" and op.purchase_id == booking.purchase_id for op in ops)
        return own and booking.status == "cancelled" and booking.refund == booking.total

    def _why(self, hold: Any) -> str:
        told = [row for row in self.house.rows(schema.audit) if row.type == "hold.released"]
        return f"{hold.title}: {[row.data for row in told if hold.hold_id in row.data]}"
