"""Messages in JSON: a button's, that names documents to make; any other is data, and no words."""

import json
from typing import Any

from tripintent.state.planning.gate import ACTIONS, Action
from tripintent.state.planning.operations import Documents

_NAMES = ("app_actions", "app_action")


def pressed(text: str) -> Documents | None:
    """Return the documents of a body ``{"app_action": X}`` or ``{"app_actions": […]}``; None when the text is something else."""
    body = _body(text)
    if not isinstance(body, dict) or not body.keys() & set(_NAMES):
        return None
    raw = next(body[name] for name in _NAMES if name in body)
    names = [str(name).strip().lower() for name in (raw if isinstance(raw, list) else [raw])]
    known: tuple[Action, ...] = tuple(action for action in ACTIONS if action in names)
    return Documents(
        text=text,
        trigger=bool(known),
        actions=known or None,
        mentioned=known,
        format="json",
        unknown_actions=tuple(name for name in names if name not in ACTIONS),
    )


def is_data(text: str) -> bool:
    """Tell a message that is a JSON object or list as a whole: a yes or a no does not look like that."""
    return _body(text) is not None


def _body(text: str) -> Any:
    """Return the object or list that a text is; None when it is something else."""
    if not text.lstrip().startswith(("{", "[")):
        return None
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return None
