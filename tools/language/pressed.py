"""A button's message: a JSON body that names documents to make."""

import json

from tripintent.state.planning.gate import ACTIONS, Action
from tripintent.state.planning.operations import Documents

_NAMES = ("app_actions", "app_action")


def pressed(text: str) -> Documents | None:
    """Return the documents of a body ``{"app_action": X}`` or ``{"app_actions": […]}``; None when the text is none."""
    if not text.lstrip().startswith("{"):
        return None
    try:
        body = json.loads(text)
    except (ValueError, RecursionError):
        return None
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
