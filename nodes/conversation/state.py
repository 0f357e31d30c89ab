"""The channels of a conversation that a chat model holds: the front door's, and how far the turn is."""

from typing import Annotated, Any

from langchain_core.messages import AIMessage, AnyMessage, ToolMessage
from langchain_core.messages.tool import ToolCall as AskedCall

from tripintent.nodes.assistant.state import AssistantState
from tripintent.state.conversation import Conversation, Summary, newest

SAID, PRESSED = "said", "pressed"
"""The kinds of a message that is the model's own words, and of a message that came from a button, not from typing."""


class ConversationState(AssistantState):
    """All channels."""

    conversation: Annotated[Conversation, newest]
    summary: Annotated[Summary, newest]


def of_turn(messages: list[AnyMessage]) -> list[AnyMessage]:
    """Return the messages after the traveller's last ones, and after the model's last words."""
    last = max((n for n, one in enumerate(messages) if one.type == "human" or is_said(one)), default=-1)
    return messages[last + 1 :]


def is_press(message: AnyMessage) -> bool:
    """Tell whether a traveller's line is that of a control, whose words are not read; an answer to a menu is read."""
    extra = message.additional_kwargs
    return message.type == "human" and extra.get("kind") == PRESSED and "said" not in extra


def is_said(message: AnyMessage) -> bool:
    """Tell whether a message is the model's own words to the traveller."""
    return message.type == "ai" and message.additional_kwargs.get("kind") == SAID


def unanswered(messages: list[AnyMessage]) -> list[AskedCall]:
    """Return the tool calls of the model that have no result yet, in their order."""
    turn = of_turn(messages)
    answered = {one.tool_call_id for one in turn if isinstance(one, ToolMessage)}
    asked = [call for one in turn if isinstance(one, AIMessage) for call in one.tool_calls]
    return [call for call in asked if call["id"] not in answered]


def called_lately(messages: list[AnyMessage], turns: int = 3) -> list[AskedCall]:
    """Return the calls of this turn and of those just before it, the newest first."""
    found: list[AskedCall] = []
    for one in reversed(messages):
        turns -= one.type == "human"
        if turns < 0:
            break
        found += reversed(one.tool_calls) if isinstance(one, AIMessage) else ()
    return found


def cards(messages: list[AnyMessage]) -> list[str]:
    """Return the texts of the cards that this turn put on the screen."""
    return [one.text for one in of_turn(messages) if one.type == "ai" and one.text and not is_said(one)]


def told_foreign(messages: list[AnyMessage]) -> bool:
    """Tell whether the guide said already that it does not read the traveller's language."""
    return any(one.additional_kwargs.get("foreign") for one in messages)


NOTICES = ("model_away", "model_no_tools", "limit")
"""Kinds of messages that the guide's answer begins with where a model gave nothing: no menu is taken away by them."""


def menu_of(messages: list[AnyMessage]) -> dict[str, Any]:
    """Return the menu of the last words to the traveller; empty where they had none, or where cards came after them."""
    words = (one for one in reversed(messages) if one.type == "ai" and one.text)
    last = next((one for one in words if one.additional_kwargs.get("kind") not in NOTICES), None)
    return dict(last.additional_kwargs.get("menu") or {}) if last is not None else {}
