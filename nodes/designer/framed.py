"""What a patch writes where the designer puts another frame into the trip."""

from tripintent.state.frame import Frame
from tripintent.state.framing import merge_of, plan_hash
from tripintent.state.patch import Patch, apply_patch
from tripintent.state.trip import TripIntent


def framed(trip: TripIntent, before: Frame, after: Frame) -> dict[str, object]:
    """Return the merge that puts a frame into the trip, with the fields that follow from it and the hash of its plan."""
    merge: dict[str, object] = dict(merge_of(before, after, {}).merge)
    changed = apply_patch(trip, Patch(merge=merge))
    return merge | {"frame": after, "frame_plan_hash": plan_hash(changed)}
