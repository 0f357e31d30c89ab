"""A model's structured reply as a value, or the reason why it is none."""

from typing import TypeVar

from langchain_core.messages import AIMessage
from pydantic import BaseModel, ValidationError

from tripintent.tools.errors import LanguageUnavailable

ReplyT = TypeVar("ReplyT", bound=BaseModel)


def parsed(message: AIMessage, shape: type[ReplyT]) -> ReplyT:
    """Return the reply as its shape, from a tool call or from the text. Raises LanguageUnavailable ``malformed``."""
    try:
        if message.tool_calls:
            return shape.model_validate(message.tool_calls[0]["args"])
        return shape.model_validate_json(_bare(str(message.text)))
    except ValidationError as error:
        raise LanguageUnavailable("malformed") from error


def _bare(text: str) -> str:
    """Return the JSON of a reply that some services wrap in a code fence."""
    text = text.strip()
    if not text.startswith("```"):
        return text
    return text.partition("\n")[2].removesuffix("```")
