"""A view of prompts and results for whoever sets a desk up, in the log, with personal details masked."""

import logging
from collections.abc import Sequence

from langchain_core.messages import AIMessage, BaseMessage

from tripintent.tools.language.model_desk.prompts import masked

_LOG = logging.getLogger(__name__)


class DebugView:
    """Writes what went to the model and what came back; nothing unless it is switched on."""

    def __init__(self, *, on: bool = False) -> None:
        self.on = on

    def show(self, what: str, messages: Sequence[BaseMessage], reply: AIMessage, words: Sequence[str]) -> None:
        """Write one call; ``words`` are the guest's own in it: who is named in them is named nowhere in the log."""
        if not self.on:
            return
        prompt = "\n\n".join(str(one.text) for one in messages)
        said = str(reply.text) or str([call["args"] for call in reply.tool_calls])
        _LOG.warning("%s prompt:\n%s\n%s result:\n%s", what, masked(prompt, words), what, masked(said, words))
