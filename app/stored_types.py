"""The types that checkpoints hold, found by walking the channels of the graphs: none of them can be forgotten.

A value is stored under its module and class name: moving or renaming one breaks old files (``tests/golden``).
"""

from tripintent.nodes.assistant.state import AssistantState
from tripintent.nodes.booking.state import BookingState
from tripintent.nodes.designer.state import DesignerState
from tripintent.nodes.planning.state import PlanningState
from tripintent.state.context import TripContext
from tripintent.state.designer.itinerary import ItineraryDocument
from tripintent.state.document import stored_types
from tripintent.state.patch import Patch
from tripintent.state.planning.budget import Budget
from tripintent.state.planning.checklist import Checklist
from tripintent.state.turn import SearchTask

ROOTS: tuple[object, ...] = (
    BookingState,
    AssistantState,
    DesignerState,
    PlanningState,
    ItineraryDocument,
    Checklist,
    Budget,
    TripContext,
    SearchTask,
    Patch,
)
"""The channels of each graph, the context, the payloads of fan-outs, and the envelope of changes. A new graph adds its state."""

STORED_TYPES = stored_types(*ROOTS)
