"""What was begun and is called off: a cancellation that waits, or a change of what is bought."""

from tripintent.state.applying import changed_fields
from tripintent.state.derived import stale_bookings
from tripintent.state.framing import merge_of, plan_hash, present_frame
from tripintent.state.operations import SetSlot
from tripintent.state.patch import Patch, apply_patch
from tripintent.state.trip import TripIntent
from tripintent.tools.language.exact.all_languages import match, occurs
from tripintent.tools.language.exact.tokens import Token, tokens_of

_SHORT = 14
"""Words; a longer message is more than calling something off."""


def calls_off_cancelling(text: str, trip: TripIntent) -> bool:
    """Tell whether words deny the cancellation that waits for approval, by its own verb ("no wait, don't cancel")."""
    approval = trip.working_memory.approval
    if approval is None or approval.kind != "cancel" or "?" in text or len(text.split()) > _SHORT:
        return False
    words = tokens_of(text)
    return occurs("cancel", words) and occurs("negation", words)


def as_booked(text: str, trip: TripIntent) -> tuple[SetSlot, ...]:
    """Return what makes the trip again what was bought, where words call its change off ("forget it, we keep it as booked").

    Nothing where no booking is left behind by a change, or where the words do not begin with calling something off.
    """
    if "?" in text or len(text.split()) > _SHORT or not stale_bookings(trip) or not _begins_so(tokens_of(text)):
        return ()
    now = present_frame(trip)
    for before in reversed(trip.earlier):
        merge = dict(merge_of(now, before, {}).merge)
        changed = apply_patch(trip, Patch(merge=merge))
        bought = apply_patch(changed, Patch(merge={"frame": before, "frame_plan_hash": plan_hash(changed)}))
        if not stale_bookings(bought):
            slots = changed_fields(now, before)
            return tuple(
                SetSlot(text=text, start=0, end=len(text), slot=slot, value=getattr(before, slot)) for slot in slots
            )
    return ()


def _begins_so(words: list[Token]) -> bool:
    """Tell whether a clause of the message begins with words that refuse, after small ones ("ok", "no")."""
    starts = [0, *(n + 1 for n, token in enumerate(words) if token.kind in ("pause", "end"))]
    for start in starts:
        at = start
        while (after := match("lead", words, at)) is not None and after > at:
            at = after
        if at < len(words) and match("reject", words, at) is not None:
            return True
    return False
