"""What a page's button says in place of words: ``{"app_action": X}`` or ``{"app_actions": […]}`` asks for documents."""

import json

from tripintent.state.planning.gate import ACTIONS, Action
from tripintent.state.planning.operations import Documents

_NAMES = ("app_action", "app_actions")


def pressed(text: str) -> Documents | None:
    """Return the documents that a JSON body asks for, those we do not make by their names; None when the text is no such body."""
    if not text.lstrip().startswith("{"):
        return None
    try:
        body = json.loads(text)
    except (ValueError, RecursionError):
        return None
    if not isinstance(body, dict) or not body.keys() & set(_NAMES):
        return None
    raw = body.get("app_actions", body.get("app_action"))
    names = [str(name).strip().lower() for name in (raw if isinstance(raw, list) else [raw])]
    known: tuple[Action, ...] = tuple(action for action in ACTIONS if action in names)
    unknown = tuple(name for name in names if name not in ACTIONS)
    return Documents(
        text=text,
        trigger=bool(known),
        actions=known or None,
        mentioned=known,
        format="json",
        unknown_actions=unknown,
    )
