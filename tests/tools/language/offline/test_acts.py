"""Words about offers and bookings become acts in six languages, and only where nothing holds them back."""

from datetime import UTC, date, datetime

import pytest

from tripintent.state.booking import Approval, Booking, Hold
from tripintent.state.bundles import Bundle, Ranking, Selected
from tripintent.state.derived import ranking_key
from tripintent.state.money import Money
from tripintent.state.patch import Patch, apply_patch
from tripintent.state.trip import TripIntent
from tripintent.tools.language.offline.acts import ACTS
from tripintent.tools.language.offline.clause import Clause
from tripintent.tools.language.offline.message import Message
from tripintent.tools.language.offline.scope import scoped
from tripintent.tools.places.gazetteer import Gazetteer
from tripintent.tools.ports.reader import View

TODAY = date(2026, 11, 20)


def _with(trip: TripIntent, **memory: object) -> TripIntent:
    return apply_patch(trip, Patch(by="test", merge={"working_memory": memory}))


def _options() -> TripIntent:
    boston, lisbon = ({"code": code, "said": code} for code in ("BOS", "LIS"))
    plan = {
        "trip_type": "round_trip",
        "segments": [
            {"origin": boston, "destination": lisbon, "depart_date": "2027-06-14"},
            {"origin": lisbon, "destination": boston, "depart_date": "2027-06-21"},
        ],
        "lodging": {"check_in": "2027-06-14", "check_out": "2027-06-21"},
    }
    merge = {
        "request": {"now_date": TODAY.isoformat()},
        "party": {"travelers": {"adults": 1}},
        "itinerary": plan,
    }
    trip = apply_patch(TripIntent(), Patch(by="test", merge=merge))
    bundles = tuple(
        Bundle(
            bundle_id=f"bndl_{number}",
            flight_option_ids=(f"f{number}",),
            hotel_option_ids=(f"h{number}",),
            estimated_total=Money(amount=price),
            minutes=minutes,
            stops=stops,
            refundable=refundable,
        )
        for number, price, minutes, stops, refundable in (
            (1, "900", 600, 1, False),
            (2, "700", 800, 0, True),
            (3, "1200", 500, 1, False),
        )
    )
    return _with(trip, ranking=Ranking(key=ranking_key(trip), bundles=bundles))


OPTIONS = _options()
CHOSEN = _with(OPTIONS, selected=Selected(bundle_id="bndl_2", flight_option_ids=("f2",), hotel_option_ids=("h2",)))
HELD = _with(CHOSEN, holds=(Hold(hold_id="h", item_type="flight", option_id="f2"),), hold_requested=True)
_WAITS = Approval(
    approval_id="a",
    trip_id="t",
    cart_hash="c",
    total=Money(amount="700"),
    expires_at=datetime(2027, 1, 1, tzinfo=UTC),
    created_at=datetime(2026, 11, 20, tzinfo=UTC),
)
APPROVAL = _with(HELD, approval=_WAITS)
CANCELLING = _with(CHOSEN, approval=_WAITS.model_copy(update={"kind": "cancel"}))
BOOKED = _with(CHOSEN, bookings=(Booking(booking_id="b", item_type="flight", status="confirmed"),))
STAGES = {
    "start": TripIntent(),
    "options": OPTIONS,
    "held": HELD,
    "approval": APPROVAL,
    "cancelling": CANCELLING,
    "booked": BOOKED,
}
STAGE_OF = {
    "release": "held",
    "reject": "approval",
    "buy": "held",
    "cancel.booked": "booked",
    "change.booked": "booked",
}


@pytest.fixture(scope="module")
def gazetteer() -> Gazetteer:
    return Gazetteer()


def _said(operation: object) -> str:
    event = getattr(operation, "event", None)
    if event is None:
        kind = type(operation).__name__
        return f"{kind}:{getattr(operation, 'stance', '') or getattr(operation, 'what', '') or _asked(operation)}"
    facts = event.model_dump(exclude_defaults=True, mode="json")
    name = event.type.removeprefix("USER_").lower()
    if name == "selected_bundle":
        return f"take {facts['bundle_id'].removeprefix('bndl_')}"
    if name == "selected_parts":
        return "mix " + " ".join(f"{one['part']}={one['bundle_id'].removeprefix('bndl_')}" for one in facts["parts"])
    if name == "cancels_booking":
        parts = [" ".join(map(str, part.values())) or "everything" for part in facts.get("parts", [])]
        return f"cancel {facts.get('item', 'all')} {parts or ''}".strip()
    if name == "changes_booking":
        part = " ".join(facts["part"].values())
        return f"move {part} {facts.get('date', '')}..{facts.get('until', '')}"
    return f"{name} {facts.get('order', '')}".strip()


def _asked(operation: object) -> str:
    number = getattr(operation, "number", None)
    return f"{getattr(operation, 'about', '')}{number or ''}"


def _acts(text: str, language: str, intent: str, stage: str, gazetteer: Gazetteer) -> str | None:
    message = Message(text, language, TODAY, gazetteer)
    denied, supposed, asks = scoped(message, 0, len(text))
    clause = Clause(message, 0, len(text), {}, denied=denied, supposed=supposed, asks=asks)
    found = ACTS[intent](clause, View(trip=STAGES[stage], today=TODAY))
    return None if found is None else ", ".join(_said(one) for one in found)


@pytest.mark.parametrize(
    ("language", "intent", "text", "expected"),
    [
        ("en", "choose", "the second one please", "take 2"),
        ("en", "choose", "I'll take the cheapest", "take 2"),
        ("en", "choose", "not the first, the third", "take 3"),
        ("en", "choose", "take 2 and hold it", "take 2, request_hold"),
        ("en", "choose", "option 12", "take #12"),
        ("en", "choose", "can we have the third one?", "take 3"),
        ("en", "choose", "the first or the second", None),
        ("en", "choose", "two people", None),
        ("en", "choose", "the one with the best reviews", None),
        ("en", "choose", "the second one if it has a pool", None),
        ("en", "choose", "is the second one refundable?", None),
        ("de", "choose", "nicht die 1, die 2", "take 2"),
        ("de", "choose", "die günstigste nehmen wir", "take 2"),
        ("fr", "choose", "on prend la 2", "take 2"),
        ("es", "choose", "no pues mejor la segunda", "take 2"),
        ("it", "choose", "prendo quella più economica", "take 2"),
        ("pt", "choose", "fico com a terceira", "take 3"),
        ("en", "mix", "the flights of 1 with the hotel of 3", "mix flight=1 hotel=3"),
        ("de", "mix", "Flüge vom ersten, Hotel vom letzten Angebot", "mix flight=1 hotel=3"),
        ("fr", "mix", "les vols de la 1 avec l'hôtel de la 3", "mix flight=1 hotel=3"),
        ("pt", "mix", "quero o hotel da segunda mas o voo da primeira", "mix hotel=2 flight=1"),
        ("en", "show", "show me more", "wants_options"),
        ("en", "show", "is there nothing cheaper?", "wants_options cheapest"),
        ("de", "show", "geht es günstiger?", "wants_options cheapest"),
        ("es", "show", "enséñame las otras", "wants_options"),
        ("en", "hold", "hold it", "request_hold"),
        ("en", "hold", "could you hold it please?", "request_hold"),
        ("en", "hold", "hold the second one", "take 2, request_hold"),
        ("en", "hold", "can I hold it?", None),
        ("en", "hold", "how long can you hold it", None),
        ("en", "hold", "hold on a second", None),
        ("en", "hold", "don't hold anything yet", None),
        ("en", "hold", "if it is refundable hold it", None),
        ("en", "hold", "hold only the hotel", None),
        ("en", "hold", "hold the flight at 14:05", None),
        ("de", "hold", "reservieren Sie bitte Vorschlag drei", "take 3, request_hold"),
        ("de", "hold", "nicht reservieren", None),
        ("fr", "hold", "gardez-la-nous", "request_hold"),
        ("fr", "hold", "ne la gardez pas", None),
        ("es", "hold", "resérvalo por favor", "request_hold"),
        ("es", "hold", "mi reserva", None),
        ("it", "hold", "bloccami la 1", "take 1, request_hold"),
        ("pt", "hold", "segura a 1", "take 1, request_hold"),
        ("en", "buy", "go ahead and book it", "wants_purchase"),
        ("en", "buy", "book a flight to Paris", None),
        ("en", "buy", "don't buy it", None),
        ("en", "buy", "before you buy it, ask me", None),
        ("de", "buy", "kaufen Sie es", "wants_purchase"),
        ("fr", "buy", "achetez-le", "wants_purchase"),
        ("es", "buy", "cómpralo", "wants_purchase"),
        ("it", "buy", "compralo", "wants_purchase"),
        ("pt", "buy", "pode comprar", "wants_purchase"),
        ("en", "release", "let it go", "releases_hold"),
        ("en", "release", "don't keep it any longer", "releases_hold"),
        ("en", "release", "don't let the hold go", None),
        ("de", "release", "gib die Reservierung frei", "releases_hold"),
        ("fr", "release", "libérez l'option", "releases_hold"),
        ("es", "release", "suéltalo", "releases_hold"),
        ("es", "release", "no reserves todavía", None),
        ("en", "reject", "no, too expensive", "rejects"),
        ("en", "reject", "don't buy it", "rejects"),
        ("en", "reject", "don't reject it", None),
        ("en", "reject", "we met at the bus stop", None),
        ("de", "reject", "ich lehne das ab", "rejects"),
        ("fr", "reject", "je refuse", "rejects"),
        ("it", "reject", "non approvo", "rejects"),
        ("en", "retry", "try again", "retries"),
        ("de", "retry", "bitte noch einmal versuchen", "retries"),
        ("en", "cancel.booked", "cancel everything", "cancel all ['everything']"),
        ("en", "cancel.booked", "cancel my return flight", "cancel flight ['flight return']"),
        ("en", "cancel.booked", "cancel the hotel but keep the flights", "cancel hotel"),
        ("en", "cancel.booked", "cancel everything except the hotel", "cancel flight"),
        ("en", "cancel.booked", "cancel the hotel in Porto", "cancel hotel ['hotel porto']"),
        ("en", "cancel.booked", "we can't go any more", "cancel all ['everything']"),
        ("en", "cancel.booked", "cancel my reservation at the Kimpton", None),
        ("en", "cancel.booked", "cancel just his ticket", None),
        ("en", "cancel.booked", "cancel breakfast", None),
        ("en", "cancel.booked", "don't cancel it", None),
        ("en", "cancel.booked", "can I cancel the hotel?", None),
        ("en", "cancel.booked", "if I cancel, what do I lose", None),
        ("en", "cancel.booked", "we had to cancel last year", None),
        ("de", "cancel.booked", "den Rückflug stornieren bitte", "cancel flight ['flight return']"),
        ("de", "cancel.booked", "alles stornieren", "cancel all ['everything']"),
        ("de", "cancel.booked", "storniere das Hotel, die Flüge bleiben", "cancel hotel"),
        ("fr", "cancel.booked", "annulez le vol retour", "cancel flight ['flight return']"),
        ("fr", "cancel.booked", "annule le billet de Sarah", None),
        ("es", "cancel.booked", "cancélalo todo", "cancel all ['everything']"),
        ("it", "cancel.booked", "annulla l'hotel", "cancel hotel"),
        ("pt", "cancel.booked", "cancele o voo de volta", "cancel flight ['flight return']"),
        ("en", "change.booked", "move the flight home to June 23", "move flight return 2027-06-23.."),
        ("en", "change.booked", "can I come back on June 16 instead?", "move flight return 2027-06-16.."),
        ("en", "change.booked", "extend the hotel until June 23", "move hotel ..2027-06-23"),
        ("en", "change.booked", "I need to change my flight", "Question:booked"),
        ("de", "change.booked", "den Rückflug auf den 23. Juni verschieben", "move flight return 2027-06-23.."),
        ("en", "yes", "yes, no problem", "Answer:yes"),
        ("en", "yes", "yes if it is refundable", "Answer:hedge"),
        ("en", "no", "no thanks", "Answer:no"),
        ("en", "hedge", "not yet", "Answer:hedge"),
        ("en", "undo", "undo that", "Restore:last"),
        ("en", "undo", "go back to the first dates", "Restore:first_dates"),
        ("en", "undo", "don't undo it", None),
        ("en", "undo", "we fly back on Friday", None),
        ("fr", "undo", "reviens en arrière", "Restore:last"),
        ("en", "redo", "redo that", "Restore:next"),
        ("en", "restart", "can we start over?", "Restore:nothing"),
        ("de", "restart", "nochmal von vorn bitte", "Restore:nothing"),
        ("es", "restart", "empecemos de cero", "Restore:nothing"),
        ("en", "restart", "when does it start?", None),
        ("en", "ask.offer", "is 2 refundable?", "Question:option2"),
        ("en", "ask.offer", "what's the difference between 1 and 2", "Question:options"),
        ("en", "ask.trip", "what's the total so far", "Question:trip"),
        ("en", "social", "thanks a lot", "Social:thank"),
        ("en", "complaint", "that's not what I asked for", "Social:complain"),
    ],
)
def test_words_become_acts(language: str, intent: str, text: str, expected: str | None, gazetteer: Gazetteer) -> None:
    assert _acts(text, language, intent, STAGE_OF.get(intent, "options"), gazetteer) == expected


@pytest.mark.parametrize(
    ("stage", "intent", "text", "expected"),
    [
        ("start", "hold", "hold it", None),
        ("start", "choose", "the second one", None),
        ("options", "reject", "no", None),
        ("options", "release", "let it go", None),
        ("held", "cancel.booked", "cancel it", "releases_hold"),
        ("approval", "cancel.booked", "cancel it", "rejects"),
        ("approval", "release", "drop it", "releases_hold"),
        ("approval", "no", "no", "rejects"),
        ("approval", "no", "no, don't cancel it", "Answer:no"),
        ("cancelling", "reject", "no wait, don't cancel", "rejects"),
        ("cancelling", "reject", "cancel it", None),
        ("held", "ask.offer", "how long is it held?", "Question:held"),
        ("booked", "ask.offer", "can I get a refund?", "Question:booked"),
    ],
)
def test_the_stage_decides(stage: str, intent: str, text: str, expected: str | None, gazetteer: Gazetteer) -> None:
    assert _acts(text, "en", intent, stage, gazetteer) == expected


@pytest.mark.parametrize(
    ("language", "text", "expected"),
    [
        ("en", "don't cancel it", "denied"),
        ("en", "not yet", "denied"),
        ("en", "no, the second one", ""),
        ("en", "no problem", ""),
        ("en", "why not", ""),
        ("en", "we can't wait", ""),
        ("en", "don't forget to hold it", ""),
        ("en", "hold it if possible", ""),
        ("en", "hold it until Friday", ""),
        ("en", "before I approve", "supposed"),
        ("en", "unless it rains", "supposed"),
        ("en", "could you hold it please?", ""),
        ("en", "could you tell me if it has a pool", "asks"),
        ("en", "can I hold it?", "asks"),
        ("en", "hold it, ok?", ""),
        ("de", "könnten Sie es reservieren?", ""),
        ("de", "wie lange können Sie das halten", "asks"),
        ("de", "wenn es erstattbar ist", "supposed"),
        ("de", "kein Problem", ""),
        ("fr", "s'il vous plaît", ""),
        ("fr", "si c'est remboursable", "supposed"),
        ("fr", "ne l'annulez pas", "denied"),
        ("es", "¿puedes guardarlo?", ""),
        ("es", "sí, por favor", ""),
        ("es", "no lo canceles", "denied"),
        ("it", "se è rimborsabile", "supposed"),
        ("it", "non cancellare", "denied"),
        ("pt", "no hotel do Porto", ""),
        ("pt", "não cancele", "denied"),
        ("pt", "quanto custa", "asks"),
    ],
)
def test_scope(language: str, text: str, expected: str, gazetteer: Gazetteer) -> None:
    found = scoped(Message(text, language, TODAY, gazetteer), 0, len(text))
    assert (
        " ".join(name for name, is_so in zip(("denied", "supposed", "asks"), found, strict=True) if is_so) == expected
    )


def test_a_clause_is_held_back_by_its_sentence(gazetteer: Gazetteer) -> None:
    text = "hold it if it is refundable. If it has a pool, take it"
    message = Message(text, "en", TODAY, gazetteer)
    first = Clause(message, 0, 7)
    assert ACTS["hold"](first, View(trip=HELD, today=TODAY)) is None
    at = text.index("take")
    assert scoped(message, at, len(text)) == (False, True, False)
