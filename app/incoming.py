"""Checks and masks for what clients send, and the matching of a yes or no to the question that waits now.

Graph input is stored as it comes, so it is made safe before: tokens hashed, card numbers masked.
"""

import hashlib
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from tripintent.app.errors import SessionError
from tripintent.app.results import Pending
from tripintent.nodes.booking.intake import MAX_CHARACTERS
from tripintent.state.bundles import Bundle
from tripintent.state.caps import excess_of
from tripintent.state.derived import current_ranking
from tripintent.state.offers import HotelOffer
from tripintent.state.trip import TripIntent
from tripintent.tools.desk.masking import mask_cards
from tripintent.tools.ports.documents import Offers
from tripintent.tools.ports.profiles import masked_within

_TOKEN = re.compile(r"(approval_token\s{0,3}[=:]\s{0,3}[\"']?)([^\s\"',;&]{1,512})", re.IGNORECASE)
_CONTROL = re.compile(r"[\x00-\x08\x0e-\x1f\x7f\ufffd]")
_THREAD = re.compile(r"[^\x00-\x1f\x7f\ud800-\udfff]{1,200}")
_HALVES = re.compile(r"[\ud800-\udfff]")
"""Halves of a character: JSON can carry them, and no database and no reply can."""
_DEEPEST, _LARGEST = 40, 2**63


def checked_thread(thread_id: str) -> str:
    """Return a thread id that can be stored, or raise SessionError."""
    if not thread_id.strip() or not _THREAD.fullmatch(thread_id):
        raise SessionError("a thread id is 1 to 200 printable characters", "bad_thread_id")
    if mask_cards(thread_id)[1]:
        raise SessionError("a thread id must not look like a card number: choose another one", "bad_thread_id")
    return thread_id


def safe_text(text: str) -> tuple[str, bool]:
    """Return the text as it may be stored, and whether a card number was masked in it. Raises SessionError."""
    if not text.strip():
        raise SessionError("the message is empty: write what trip you want", "empty")
    if len(text) > MAX_CHARACTERS:
        said = (
            f"the message has {len(text):,} characters, the limit is {MAX_CHARACTERS:,}: shorten it or send it in parts"
        )
        raise SessionError(said, "too_long")
    if _CONTROL.search(text) or _HALVES.search(text):
        raise SessionError("the message is not readable text: send words, not a file", "unreadable")
    return mask_cards(_TOKEN.sub(lambda m: m[1] + token_hash(m[2]), text))


def safe_event(event: Mapping[str, Any]) -> dict[str, Any]:
    """Return the event as it may be stored: tokens hashed, card numbers masked. Its shape is checked by the graph."""
    if not isinstance(event, Mapping) or not isinstance(event.get("type"), str):
        raise SessionError(
            'an event is an object with a "type", for example {"type": "USER_REQUEST_HOLD"}', "bad_event"
        )
    if not storable(event):
        said = "the event holds what cannot be stored: broken text, a number beyond 64 bits, or too deep a nesting"
        raise SessionError(said, "bad_event")
    document = event.get("trip_intent")
    over = excess_of(document) if isinstance(document, Mapping) else None
    if over is not None:
        said = f"the document has {over.count:,} {over.what}, the limit is {over.limit:,}: split it or shorten it"
        raise SessionError(said, "too_much")
    clean: dict[str, Any] = masked_within(event, mask_cards)
    if isinstance(clean.get("approval_token"), str):
        clean["approval_token"] = token_hash(str(event["approval_token"]))
    return clean


def token_hash(token: str) -> str:
    """Return the SHA-256 (hex) of a token. What looks like one is hashed too: who reads a stored hash has no token."""
    return hashlib.sha256(token.rstrip(".").encode()).hexdigest()


def storable(value: object, depth: int = 0) -> bool:
    """Tell whether a value from a client can be kept in a checkpoint and told again."""
    if isinstance(value, str):
        return not _HALVES.search(value)
    if isinstance(value, int):
        return -_LARGEST <= value < _LARGEST
    if isinstance(value, Mapping):
        return depth < _DEEPEST and all(storable(k) and storable(v, depth + 1) for k, v in value.items())
    if isinstance(value, list | tuple):
        return depth < _DEEPEST and all(storable(v, depth + 1) for v in value)
    return True


@dataclass(frozen=True)
class Answer:
    """What a person adds to a yes or no. An ``interrupt_id`` or ``approval_id`` that is given must be the waiting one."""

    payment_method_id: str | None = None
    confirmations: tuple[str, ...] = ()
    approval_id: str | None = None
    interrupt_id: str | None = None
    by: str | None = None
    organisation: str | None = None
    grant_id: str = ""
    said: str = ""
    """What the pressed control says: it becomes the traveller's line in the conversation."""


def matching(pending: Pending | None, answer: Answer) -> Pending:
    """Return the waiting question, or raise SessionError when nothing waits or the answer is to another one."""
    if pending is None:
        raise SessionError("nothing waits for an answer on this thread: nothing was done", "nothing_pending")
    if not pending.is_approval:
        raise SessionError("a guest waits for a person's words here: the desk writes them", "nothing_pending")
    if not storable(list(vars(answer).values())):
        raise SessionError("the answer holds broken text: nothing was done", "unreadable")
    stale = answer.interrupt_id not in (None, pending.id)
    if stale or answer.approval_id not in (None, pending.args.get("approval_id")):
        said = "this answer belongs to an earlier question: nothing was done; read what waits now and answer that"
        raise SessionError(said, "stale_answer")
    _check_method(pending, answer)
    return pending


def _check_method(pending: Pending, answer: Answer) -> None:
    """Refuse a payment method that the card does not offer and no seller's component gives."""
    offered = [str(m["payment_method_id"]) for m in pending.args.get("payment_methods", ())]
    tokens = tuple(pending.args.get("payment_tokens", ()))
    named = answer.payment_method_id
    if named is not None and named not in offered and not named.startswith(tokens):
        shown, _ = mask_cards(named)
        said = f"{shown!r} is not among the payment methods of this traveller ({', '.join(offered) or 'none'})"
        raise SessionError(f"{said}: nothing was done", "unknown_method")


def approval_answer(pending: Pending, answer: Answer) -> Mapping[str, object]:
    """Return the yes, naming the approval that was shown; it is stored as it is, so without card numbers."""
    args: dict[str, Any] = {"approval_id": pending.args["approval_id"], "confirmations": list(answer.confirmations)}
    if answer.payment_method_id:
        args["payment_method_id"] = answer.payment_method_id
    return {"decisions": [{"type": "approve", "args": masked_within({**args, **_by(answer)}, mask_cards)}]}


def rejection_answer(pending: Pending, answer: Answer, reason: str) -> Mapping[str, object]:
    """Return the no with its reason."""
    args = {"approval_id": pending.args["approval_id"], **_by(answer)}
    return {"decisions": [{"type": "reject", "message": reason, "args": args}]}


def _by(answer: Answer) -> dict[str, str]:
    """Return whose answer it is, of which organisation, and the grant by which it is given."""
    said = {"by": answer.by, "grant_id": answer.grant_id}
    named = {} if answer.organisation is None else {"organisation": answer.organisation}
    return {name: value for name, value in said.items() if value} | named


_LONGEST = 200
"""Of what was named, so many characters are said again."""


async def bundle_id_of(option: str | int, trip: TripIntent, offers: Offers) -> str:
    """Return the id of the option that is named. Raises SessionError, which lists the options, where none or several fit.

    An id of an earlier list is passed on: the trip's conversation says that it is gone, and shows the present list.
    """
    ranking = current_ranking(trip)
    bundles = ranking.bundles if ranking else ()
    said = str(option).strip()
    if not bundles:
        raise SessionError(f"there is no option {_short(said)}: no options are shown yet", "unknown_option")
    if said.casefold().startswith("bndl_") and said.isidentifier():
        return said
    hotels = await _hotels(bundles, trip, offers)
    if said.isdecimal():
        found = [bundles[int(said) - 1]] if len(said) < _LONGEST and 1 <= int(said) <= len(bundles) else []
    else:
        name = said.casefold()
        called = {b.bundle_id: [one.casefold() for one in hotels[b.bundle_id]] for b in bundles}
        found = [b for b in bundles if name in b.labels or (name and any(name in one for one in called[b.bundle_id]))]
    if len(found) == 1:
        return found[0].bundle_id
    if found:
        these = _listed(found, bundles, hotels)
        raise SessionError(
            f"{len(found)} options are {_short(said)}: choose one by its number: {these}", "several_options"
        )
    known = _listed(bundles, bundles, hotels)
    raise SessionError(f"there is no option {_short(said)}: choose 1 to {len(bundles)}: {known}", "unknown_option")


async def _hotels(bundles: Sequence[Bundle], trip: TripIntent, offers: Offers) -> dict[str, list[str]]:
    """Return the names of the hotels of each option."""
    ids = [one for bundle in bundles for one in bundle.hotel_option_ids]
    known = await offers.options(trip.ledger_id, ids) if ids else {}
    names = {one: offer.hotel_name for one, offer in known.items() if isinstance(offer, HotelOffer)}
    return {b.bundle_id: [names[one] for one in b.hotel_option_ids if one in names] for b in bundles}


def _listed(some: Sequence[Bundle], bundles: Sequence[Bundle], hotels: dict[str, list[str]]) -> str:
    """Return numbers, prices and hotels of options, for words."""
    numbers = {bundle.bundle_id: number for number, bundle in enumerate(bundles, 1)}
    lines = ((numbers[b.bundle_id], [str(b.whole), *hotels.get(b.bundle_id, ())]) for b in some)
    return "; ".join(f"{number}: {', '.join(parts)}" for number, parts in lines)


def _short(said: str) -> str:
    return said if said.isdecimal() and len(said) < _LONGEST else repr(said[:_LONGEST])
