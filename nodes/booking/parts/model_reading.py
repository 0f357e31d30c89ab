"""What a model needs beside the words to read them, and whether it may be asked."""

from collections.abc import Sequence
from itertools import takewhile

from langchain_core.messages import AnyMessage

from tripintent.nodes.booking.facts.screen import screen_lines
from tripintent.nodes.booking.parts.parse_input import routed
from tripintent.nodes.runtime import Run
from tripintent.state.derived import shown_ranking
from tripintent.state.events import UserMessage
from tripintent.state.trip import TripIntent
from tripintent.state.turn import Turn
from tripintent.tools.ports.language import ReadRequest
from tripintent.tools.ports.ports import Ports


async def for_model(  # noqa: PLR0917 - one message with all that is around it
    hearing: ReadRequest, messages: Sequence[AnyMessage], trip: TripIntent, turn: Turn, ports: Ports, run: Run
) -> ReadRequest:
    """Return the hearing with the screen and the rules' commands, where a model reads; ``plain`` where it may not."""
    if ports.meter is None:
        return hearing
    if turn.plain:
        return hearing.model_copy(update={"plain": True})
    if not await ports.meter.allows(run.principal, trip.model_use):
        return hearing.model_copy(update={"plain": True, "commands": _commands(hearing.text, trip, ports)})
    ranking = shown_ranking(trip)
    update = {
        "options": tuple(bundle.bundle_id for bundle in ranking.bundles) if ranking else (),
        "last_reply": _last_reply(messages),
        "screen": await screen_lines(trip, ports),
        "commands": _commands(hearing.text, trip, ports),
    }
    return hearing.model_copy(update=update)


def _last_reply(messages: Sequence[AnyMessage]) -> str:
    """Return all that was said since the traveller's message before the newest one."""
    said = takewhile(lambda one: one.type == "ai", reversed(messages[:-1]))
    return "\n\n".join(reversed([one.text for one in said]))


def _commands(text: str, trip: TripIntent, ports: Ports) -> tuple[str, ...]:
    events = routed(text, trip, ports, plain=True)
    return tuple(e.type.removeprefix("USER_").casefold() for e in events if not isinstance(e, UserMessage))
