"""The guide's replies: words with a menu along, or calls."""

from collections.abc import Sequence

from langchain_core.messages import AIMessage

from tripintent.tools.guide.draft import Call, Menu


def words_with(text: str, menu: Menu | None = None) -> AIMessage:
    """Return words, with a menu as lines and as data."""
    said = "\n".join(part for part in (text.strip(), *(menu.lines() if menu else ())) if part)
    kept = {"menu": menu.data()} if menu and (menu.choices or menu.asks or menu.form) else {}
    return AIMessage(content=said, additional_kwargs=kept)


def called(calls: Sequence[Call], words: str = "") -> AIMessage:
    """Return calls of tools, and words beside them."""
    made = [{"name": one.name, "args": one.arguments, "id": f"guide_{n}"} for n, one in enumerate(calls)]
    return AIMessage(content=words, tool_calls=made)
