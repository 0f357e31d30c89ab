"""The desk's model: the same words get the same functions, as far as the service allows."""

from typing import TYPE_CHECKING

from tripintent.tools.language.model.client import ChatModel

if TYPE_CHECKING:
    from langchain_openai import ChatOpenAI

SEED = 1234


class SeededModel(ChatModel):
    """A chat model that is asked for repeatable replies: a seed beside the temperature of the settings."""

    def _made(self) -> "ChatOpenAI":
        return super()._made().model_copy(update={"seed": SEED})
