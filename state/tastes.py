"""What the travellers like and would rather not, said once: the trip keeps it for plans of days and for documents."""

from collections.abc import Iterable
from typing import get_args

from tripintent.state.applying import applied
from tripintent.state.designer.itinerary import ItineraryDocument
from tripintent.state.designer.operations import SetWishes
from tripintent.state.designer.setting import with_wishes
from tripintent.state.frame import Frame, StayKind
from tripintent.state.framing import plan_hash
from tripintent.state.operations import Want
from tripintent.state.patch import Patch, apply_patch
from tripintent.state.trip import TripIntent


def tastes_said(trip: TripIntent, likes: Iterable[str], dislikes: Iterable[str] = ()) -> Patch | None:
    """Return the patch that keeps what was said to one system for all of them; None where the trip knows it already."""
    wants = [(likes, "require"), (dislikes, "avoid")]
    said = [
        Want.model_validate({"slot": "interests", "value": value, "polarity": polarity})
        for names, polarity in wants
        if (value := tuple(names))
    ]
    frame = applied(trip.frame, said)
    if (frame.interests, frame.dislikes) == (trip.frame.interests, trip.frame.dislikes):
        return None
    return Patch(source="user_message", by="tastes", event="USER_MESSAGE", merge={"frame": frame})


def stay_said(trip: TripIntent, said: str | None) -> Patch | None:
    """Return the patch that lets a kind of stay that the plan of days names rank the hotels too; None where it does."""
    kind = "rental" if said == "airbnb" else said
    if kind not in get_args(StayKind) or kind in trip.frame.stay_kinds:
        return None
    kinds = (kind,)
    frame = trip.frame.model_copy(update={"stay_kinds": kinds})
    merge: dict[str, object] = {"frame": frame, "preferences": {"hotel": {"kinds": kinds}}}
    merge |= {"frame_plan_hash": plan_hash(apply_patch(trip, Patch(merge=merge)))}
    return Patch(source="user_message", by="tastes", event="USER_MESSAGE", merge=merge)


def with_tastes(document: ItineraryDocument, frame: Frame) -> ItineraryDocument:
    """Return the plan of days with what the trip knows of the travellers' tastes."""
    return with_wishes(document, SetWishes(interests=frame.interests, avoid=frame.dislikes))[0]
