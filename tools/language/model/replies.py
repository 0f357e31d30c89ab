"""A model's structured reply as values, or the reason why it cannot be read."""

import json

from langchain_core.messages import AIMessage

from tripintent.tools.errors import LanguageUnavailable


def json_in(message: AIMessage) -> dict[str, object]:
    """Return the object of a reply, from a tool call or from the text. Raises LanguageUnavailable ``malformed``."""
    try:
        value = message.tool_calls[0]["args"] if message.tool_calls else json.loads(_bare(str(message.text)))
    except ValueError as error:
        raise LanguageUnavailable("malformed") from error
    if not isinstance(value, dict) or message.invalid_tool_calls:
        raise LanguageUnavailable("malformed")
    return value


def _bare(text: str) -> str:
    """Return the JSON of a reply that some services wrap in a code fence."""
    text = text.strip()
    if not text.startswith("```"):
        return text
    return text.partition("\n")[2].removesuffix("```")
