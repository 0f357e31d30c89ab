"""The model that drives the designer's tools: it is asked once a round, and says words or names tools to call."""

from collections.abc import Sequence
from typing import Protocol

from tripintent.state.designer.rounds import Briefing, Round
from tripintent.state.usage import ModelUse
from tripintent.tools.ports.registry import ToolDefinition


class DesignerModel(Protocol):
    """A language model that can call tools."""

    @property
    def window(self) -> int:
        """The tokens that the model takes: a conversation is told shortened before it fills them."""
        ...

    async def next(
        self, heard: Briefing, tools: Sequence[ToolDefinition], before: Sequence[Round]
    ) -> tuple[Round, ModelUse]:
        """Return the next round; ``before`` are those of this turn with their results. Raises LanguageUnavailable.

        Without tools the model can only answer. Arguments come as the model wrote them, also where they are not JSON.
        """
        ...
