"""A file that is uploaded is read by the session's chat model where no format knows it."""

import json

from langchain_core.language_models.fake_chat_models import GenericFakeChatModel
from langchain_core.messages import AIMessage
from tests.tools.imports.test_by_model import SAID

from tripintent.app.itineraries import Itineraries
from tripintent.app.opening import open_session
from tripintent.app.settings import Settings

LETTER = b"Dear Liv, on 15 June 2027 at 7:25 AM you sail from Rafina to Tinos. Your code is FER991."
QUOTES = {name: said for name, said in SAID.items() if name != "name"}


class Model(GenericFakeChatModel):
    """Knows tool calls, as a model of a conversation must."""

    def bind_tools(self, tools, **more):
        if len(tools) > 1:  # one alone is tried when a session opens
            raise AssertionError("a mail is read without tools")
        return self


async def test_an_upload_is_read_by_the_model_and_stands_in_the_plan(tmp_path):
    fields = {name: {"value": value, "quote": quote} for name, (value, quote) in QUOTES.items()}
    answer = json.dumps({"bookings": [{"kind": "ferry", "fields": fields}]})
    settings = Settings(data_dir=tmp_path, now="2027-03-01T09:00:00+00:00")
    async with open_session(settings, model=Model(messages=iter([AIMessage(answer)]))) as session:
        await session.event("t", {"type": "INTENT_READY", "trip_intent": {}})
        done = await Itineraries(session).take_in("t", LETTER, anyway=True)
        (ferry,) = (await Itineraries(session).read("t")).segments
    assert (len(done["added"]), ferry.start_datetime, ferry.confirmation_number) == (1, "2027-06-15T07:25", "FER991")
