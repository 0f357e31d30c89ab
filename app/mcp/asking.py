"""The approval as a form (MCP elicitation): the client shows it to its user, and the user decides.

The form is made from the very approval that waits. Its text names approval, cart, total and expiry; the SDK accepts an
answer only for the exact text that was shown, and the answer names that approval to the ledger.
"""

import re
from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, Literal

from mcp.server.mcpserver import Context
from mcp.server.mcpserver.resolve import Elicit
from mcp.types import ClientCapabilities
from pydantic import BaseModel, Field, create_model

from tripintent.app.incoming import Answer
from tripintent.app.results import Pending
from tripintent.tools.formats import formats_of

_MONEY = formats_of("en").money
_PATH = re.compile(r"(?P<kind>flights|hotels)(?:\[(?P<index>\d+)\])?")


class Decision(BaseModel):
    """A person's decision. The form of one approval adds its payment methods and its confirmations."""

    shown: ClassVar[Pending | None] = None
    """The approval that the form showed; None where no one was asked."""

    decision: Literal["approve", "reject"] = Field(default="reject", description="Buy it, or refuse it.")
    reason: str = Field(default="", title="Reason", description="Why not, for a reject.")

    @property
    def answer(self) -> Answer:
        """The answer, bound to what was shown."""
        assert self.shown is not None, "only a form that was shown has an answer"  # noqa: S101
        rows = self.shown.args["confirmations"]
        return Answer(
            payment_method_id=getattr(self, "payment_method_id", None) or None,
            confirmations=tuple(row["id"] for n, row in enumerate(rows, 1) if getattr(self, f"confirm_{n}", False)),
            approval_id=self.shown.args["approval_id"],
            interrupt_id=self.shown.id,
        )


def can_ask(context: Context[Any, Any]) -> bool:
    """Tell whether the client can show a form to its user."""
    capabilities: ClientCapabilities | None = context.client_capabilities
    offered = capabilities.elicitation if capabilities else None
    return offered is not None and (offered.form is not None or offered.url is None)


def form_of(pending: Pending) -> Elicit[Decision]:
    """Return the form of what waits. Each field is titled by what is confirmed in it."""
    args, words = pending.args, _words(pending)
    asked, total = words.partition("\n")[0].strip("* "), _MONEY(args["total"])
    lines = "; ".join(_line(line) for line in args["cart"])
    fields: dict[str, Any] = {
        "decision": (Literal["approve", "reject"], Field(default="reject", title=asked, description=lines)),
    }
    methods = [m["payment_method_id"] for m in args["payment_methods"]]
    if len(methods) > 1:
        names = "; ".join(f"{m['payment_method_id']}: {m['label']}" for m in args["payment_methods"])
        extra: dict[str, Any] = {"enum": methods}
        chosen = args["payment_method_id"] or methods[0]
        paid = Field(default=chosen, title=f"Pay {total} with", description=names, json_schema_extra=extra)
        fields["payment_method_id"] = (str, paid)
    for number, row in enumerate(args["confirmations"], 1):
        fields[f"confirm_{number}"] = (bool, _confirmation(row, args["cart"]))
    form = create_model("Approval", __base__=Decision, **fields)
    form.shown = pending
    return Elicit(words, form)


def _confirmation(row: Mapping[str, Any], cart: Sequence[Mapping[str, Any]]) -> Any:
    """Return the field of one thing to be confirmed: its words, and the flight or hotel that it is about, with its amount."""
    about, text = _about((row.get("risk") or {}).get("path") or "", cart), row["text"]
    name = about[0]["title"].partition(",")[0] if len(about) == 1 else ""
    title = text if not name or name in text else f"{name}: {text}"
    lines = "; ".join(_line(line) for line in about)
    return Field(default=False, title=title, description=f"I confirm this of {lines}" if lines else "I confirm this.")


def _about(path: str, cart: Sequence[Mapping[str, Any]]) -> list[Mapping[str, Any]]:
    """Return the lines of the cart that a path names: ``flights[0]`` and what is in it, or all ``hotels``."""
    match = _PATH.match(path)
    if match is None:
        return []
    lines = [line for line in cart if f"{line['item_type']}s" == match["kind"]]
    return lines if match["index"] is None else lines[int(match["index"]) :][:1]


def _line(line: Mapping[str, Any]) -> str:
    return f"{line['title']}: {_MONEY(line['total'])}"


def _words(pending: Pending) -> str:
    words: str = pending.value["action_requests"][0]["description"]
    return words
