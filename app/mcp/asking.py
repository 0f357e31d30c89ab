"""The approval as a form (MCP elicitation): the client shows it to its user, and the user decides.

The form is made from the very approval that waits. Its text names approval, cart, total and expiry; the SDK accepts an
answer only for the exact text that was shown, and the answer names that approval to the ledger.
"""

from typing import Any, ClassVar, Literal

from mcp.server.mcpserver import Context
from mcp.server.mcpserver.resolve import Elicit
from mcp.types import ClientCapabilities
from pydantic import BaseModel, Field, create_model

from tripintent.app.pending import Answer
from tripintent.app.results import Pending


class Decision(BaseModel):
    """A person's decision. The form of one approval adds its payment methods and its confirmations."""

    shown: ClassVar[Pending | None] = None
    """The approval that the form showed; None where no one was asked."""

    decision: Literal["approve", "reject"] = Field(default="reject", description="Buy it, or refuse it.")
    reason: str = Field(default="", description="Why not, for a reject.")

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
    """Return the form of what waits."""
    args = pending.args
    fields: dict[str, Any] = {}
    methods = [m["payment_method_id"] for m in args["payment_methods"]]
    if len(methods) > 1:
        names = "; ".join(f"{m['payment_method_id']}: {m['label']}" for m in args["payment_methods"])
        extra: dict[str, Any] = {"enum": methods}
        chosen = args["payment_method_id"] or methods[0]
        fields["payment_method_id"] = (str, Field(default=chosen, description=names, json_schema_extra=extra))
    for number, row in enumerate(args["confirmations"], 1):
        fields[f"confirm_{number}"] = (bool, Field(default=False, description=f"I confirm: {row['text']}"))
    form = create_model("Approval", __base__=Decision, **fields)
    form.shown = pending
    return Elicit(_words(pending), form)


def _words(pending: Pending) -> str:
    words: str = pending.value["action_requests"][0]["description"]
    return words
