"""The MCP server over stdio: tools over the session, one conversation per thread, and the approval as a form (elicitation).

No tool lets a model approve: ``approve`` asks the client's user. A client without elicitation gets what waits, who decides it and
on which page (no ticket to that page), and nothing is decided. A form is made from the very approval that waits: it names approval,
cart, total and expiry, the SDK accepts an answer only for the exact text shown, and the answer names that approval to the ledger.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from importlib.metadata import version
from typing import Annotated, Any, ClassVar, Literal

from mcp.server.elicitation import AcceptedElicitation, ElicitationResult
from mcp.server.mcpserver import Context, MCPServer
from mcp.server.mcpserver.resolve import Elicit, Resolve
from mcp.types import ClientCapabilities, ToolAnnotations
from pydantic import BaseModel, Field, create_model

from tripintent.app.calls import Thread, Words, show
from tripintent.app.errors import settings_in_words
from tripintent.app.incoming import Answer
from tripintent.app.mcp.cards import Cards
from tripintent.app.mcp.documents import add_documents, add_itinerary, told, toolbox
from tripintent.app.opening import open_session
from tripintent.app.replies import ApiReply, CallReply, Door
from tripintent.app.results import Pending, TurnResult, card_of
from tripintent.app.session import Session
from tripintent.app.settings import Settings
from tripintent.app.user_session import UserSession
from tripintent.state.acts import Outcome
from tripintent.tools.formats import formats_of
from tripintent.tools.ids import new_id


async def serve(settings: Settings) -> None:
    """Serve until the client goes away. Conversations are kept where ``tripintent chat`` keeps them."""
    async with open_session(settings) as session:
        await build_server(session, approvals_page()).run_stdio_async()


def approvals_page() -> str | None:
    """Return where ``tripintent serve`` lets people decide who are signed in there; None without the server extra."""
    try:
        from tripintent.app.http.assets import PAGES  # noqa: PLC0415 - an optional extra
        from tripintent.app.http.web_settings import WebSettings  # noqa: PLC0415
    except ModuleNotFoundError:
        return None
    (path,) = [path for path, name in PAGES.items() if name == "approvals.html"]
    with settings_in_words():
        return f"{WebSettings().base_url}{path}"


UNDECIDED = "nothing was decided: the form was closed, this client shows none, or nothing waits; waiting says what does, and where"
_MONEY = formats_of("en").money
_PATH = re.compile(r"(?P<kind>flights|hotels)(?:\[(?P<index>\d+)\])?")


class ElicitedDecision(BaseModel):
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


def form_of(pending: Pending) -> Elicit[ElicitedDecision]:
    """Return the form of what waits. Each field is titled by what is confirmed in it."""
    args, words = pending.args, str(pending.value["action_requests"][0]["description"])
    asked, total = words.partition("\n")[0].strip("* "), _MONEY(args["total"])
    lines = "; ".join(_line(line) for line in args["cart"])
    fields: dict[str, Any] = {
        "decision": (Literal["approve", "reject"], Field(default="reject", title=asked, description=lines))
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
    form = create_model("Approval", __base__=ElicitedDecision, **fields)
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


INSTRUCTIONS = (
    "Books flights and hotels. Change the trip by its tools (or say the traveller's own words) until options come; then choose, "
    "request_purchase, approve. Each result says what was not taken and why, and the state of the trip. Name its thread in each "
    "further call. Nothing is bought without a person's approval, which you cannot give."
)


def build_server(session: Session, page: str | None = None) -> MCPServer:
    """Return the server over an open session, for whom it is. ``page`` is where people who are signed in decide approvals."""
    session = UserSession.of(session, session.context, session.subject)
    cards, door = Cards(session), Door("approve", page)
    server = MCPServer(
        "tripintent",
        version=version("tripintent"),
        instructions=INSTRUCTIONS,
        tools=toolbox(session, door),
        extensions=[cards],
        middleware=[cards.listed],
    )
    _add_words(server, session, door)
    _add_approval(server, session, door)
    add_itinerary(server, session)
    add_documents(server, session, door)
    return server


def _add_words(server: MCPServer, session: Session, door: Door) -> None:
    @server.tool()
    async def say(
        words: Words,
        thread: Annotated[
            str | None, Field(description="omit to start a new conversation", examples=["mcp-1f0c"])
        ] = None,
    ) -> ApiReply:
        """Say something to the travel agent in the traveller's words: what trip is wanted, answers to its questions, changes."""
        turn = await told(session.say(thread or f"mcp-{new_id()}", words))
        return await ApiReply.of_turn(session, turn, door)

    @server.tool(annotations=ToolAnnotations(read_only_hint=True))
    async def show_trip(thread: Thread) -> CallReply:
        """Show the state of a trip: what is known, options, holds, what waits, bookings. It changes nothing."""
        await told(session.trip(thread))
        return await show(session, thread, door=door)


def _add_approval(server: MCPServer, session: Session, door: Door) -> None:
    """Add what a person decides. A conversation that is not there is refused: nothing begins with an approval."""

    async def ask(thread: str, context: Context) -> Elicit[ElicitedDecision] | ElicitedDecision:
        pending = card_of(await told(session.waiting(thread)))
        return form_of(pending) if pending and can_ask(context) else ElicitedDecision()

    @server.tool(annotations=ToolAnnotations(destructive_hint=True, idempotent_hint=True))
    async def approve(
        thread: Thread, decision: Annotated[ElicitationResult[ElicitedDecision], Resolve(ask)]
    ) -> CallReply:
        """Ask the user to approve or reject what waits, and do what the user decides. You cannot decide it."""
        given = decision.data if isinstance(decision, AcceptedElicitation) else ElicitedDecision()
        await told(session.trip(thread))
        if not given.shown:
            return await CallReply.of(session, thread, Outcome.refused(UNDECIDED), door=door)
        return await CallReply.of_answer(session, await told(_decided(session, thread, given)), door)

    @server.tool(annotations=ToolAnnotations(destructive_hint=True))
    async def cancel(thread: Thread, item: Literal["flight", "hotel", "all"] = "all") -> CallReply:
        """Cancel bookings. It waits for an approval that says fee and refund: call approve then."""
        await told(session.trip(thread))
        done = await told(session.event(thread, {"type": "USER_CANCELS_BOOKING", "item": item}))
        return await CallReply.of(session, thread, turn=done, door=door)


async def _decided(session: Session, thread: str, given: ElicitedDecision) -> TurnResult:
    named = given.shown is not None and given.shown.args["approver"] == session.me
    answer = replace(given.answer, by=session.me) if named else given.answer
    if given.decision == "approve":
        return await session.approve(thread, answer)
    return await session.reject(thread, given.reason, answer)
