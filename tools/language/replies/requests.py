"""What becomes of requests, in words: a line each, below the item that they are for."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from tripintent.tools.language.replies.formats import Formats
from tripintent.tools.language.replies.texts import Texts


def asked(requests: Sequence[Mapping[str, Any]], texts: Texts, formats: Formats) -> str:
    """Return the lines, each on a line of its own; empty without requests."""
    return "".join(f"\n  · {line}" for line in asked_lines(requests, texts, formats))


def asked_lines(requests: Sequence[Mapping[str, Any]], texts: Texts, formats: Formats) -> Iterator[str]:
    """Yield what becomes of each request: it goes along, is in the price, can be had for more, or is the traveller's to tell."""
    for one in requests:
        known = texts.words.get(f"asked.{one['kind']}")
        beside = "; ".join(filter(None, [one["detail"], formats.listed(one.get("who") or [])]))
        name = " ".join(
            filter(None, [known or formats.quoted(str(one["said"] or one["kind"])), beside and f"({beside})"])
        )
        if one["price"]:
            yield texts.word("asked.priced" if one["state"] == "sent" else "asked.offered").format(
                name, formats.money(one["price"])
            )
        else:
            yield texts.word(f"asked.{one['state']}_{one['to']}").format(name)
