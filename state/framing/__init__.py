"""From what was said to the plan, and back.

``merge_of`` turns the change of a frame into the merge of a patch; ``frame_of`` reads a frame off a trip that was edited
elsewhere, so that "change the return to Sunday" works on an imported document too. Nothing is invented here: a date that
follows from a length ("five nights from the 3rd") is computed, and named as an assumption.
"""

from tripintent.state.framing.dates import settled
from tripintent.state.framing.frame_to_trip import Framed, built, merge_of
from tripintent.state.framing.lodging import nights_elsewhere
from tripintent.state.framing.trip_to_frame import frame_of

__all__ = ["Framed", "built", "frame_of", "merge_of", "nights_elsewhere", "settled"]
