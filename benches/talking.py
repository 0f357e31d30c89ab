"""The booking of the house in a conversation that a chat model holds: a scripted model that answers at once, and is counted."""

import json
from collections.abc import Sequence
from typing import Any

from langchain_core.messages import BaseMessage

from benches.house import House
from benches.react import CHARACTERS_PER_TOKEN, Call, ScriptedModel
from tripintent.app.front_door import front_door_ports
from tripintent.app.settings import Settings
from tripintent.graph.conversation import build_conversation_graph

ANN = {"given_name": "Ann", "family_name": "Smith", "date_of_birth": "1985-03-04", "email": "ann@example.org"}
BOB = {"given_name": "Bob", "family_name": "Smith", "date_of_birth": "1983-07-09"}
TRIP = {
    "origin": "Boston",
    "stops": [{"place": "Lisbon"}],
    "depart": "2027-06-14",
    "return_day": "2027-06-21",
    "party": {"adults": 2},
}
SCRIPT: tuple[tuple[str, list[Call]], ...] = (
    ("", [("update_trip", TRIP)]),
    ("Option 2 is the cheapest.", []),
    ("Who travels? Names as in the passports, birth dates, an e-mail.", [("choose", {"option": "2"})]),
    ("Please look at the card.", [("set_travellers", {"people": [ANN, BOB]}), ("request_purchase", {})]),
    ("Have a good trip!", []),
)
"""Words beside calls are said behind the cards that come of them: the rules say so to every model."""


class TalkingModel(ScriptedModel):
    """Plays the script, one reply a request, from its start with each booking."""

    def bind_tools(self, tools: Sequence[Any], **_: Any) -> "TalkingModel":
        """Count what the tools' definitions cost in this call."""
        self.schemas = sum(len(json.dumps(one)) for one in tools) // CHARACTERS_PER_TOKEN
        return self

    def next_reply(self, _: Sequence[BaseMessage]) -> tuple[str, Sequence[Call]]:
        """Return the next of the script."""
        return SCRIPT[self.calls % len(SCRIPT)]


def talking_agent(house: House, model: TalkingModel) -> Any:
    """Return the graph whose conversation the model holds."""
    settings = Settings(language="offline")
    return build_conversation_graph(front_door_ports(settings, house.ports, model=model), checkpointer=house.saver)
