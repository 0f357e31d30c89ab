"""Cards are drawn from typed facts alone: in time order, with people, rooms, terms and what is paid there, in six languages."""

import re
from datetime import date
from typing import get_args

import pytest

from tripintent.state.languages import LANGUAGES
from tripintent.state.money import Money
from tripintent.state.offers import RefundTo
from tripintent.state.travellers import OF_AIRLINE, OF_HOTEL
from tripintent.tools.cards.approval import approval_card
from tripintent.tools.cards.card import Card, markdown, text
from tripintent.tools.cards.receipt import cancelled_card, receipt_card
from tripintent.tools.cards.words import CardWords
from tripintent.tools.language.languages import read_words
from tripintent.tools.ports.profiles import PaymentMethod
from tripintent.tools.toolbox.facts import (
    BookingFacts,
    CardFacts,
    LegFacts,
    LineFacts,
    LocalMoment,
    PersonFacts,
    RequestFacts,
    StayFacts,
    TermsFacts,
)
from tripintent.tools.toolbox.screen_facts import CancelledFacts, EndedFacts, ReceiptFacts

TOWNS = {"BOS": "Boston", "LIS": "Lisbon", "EWR": "Newark"}
NON_REFUNDABLE = TermsFacts(refundable=False)
FREE = TermsFacts(
    refundable=True, free_until=LocalMoment(local="2027-06-12 18:00", zone="UTC"), cancel_fee_after=Money(amount="300")
)


def leg(day: str, *route: str) -> LegFacts:
    leaves, lands = (LocalMoment(local=f"{day} {hour}", zone="UTC") for hour in ("15:50", "20:00"))
    return LegFacts(
        code="f1", route=route, departs=leaves, arrives=lands, stops=len(route) - 2, minutes=425, airlines=("TAP Air Portugal",),
        flight_numbers=("TP218",), cabin="economy", fare="Discount", carry_on=1, checked_bags=0, total=Money(amount="380.05"),
        terms=NON_REFUNDABLE,
    )  # fmt: skip


def stay(rooms: int = 2) -> StayFacts:
    return StayFacts(
        code="h1", name="Riva", check_in=date(2027, 6, 14), check_out=date(2027, 6, 21), nights=7, rooms=rooms, board="breakfast",
        room="Standard double room, sleeps 2", nightly=Money(amount="39"), total=Money(amount="272"), local_tax=Money(amount="28"),
        terms=FREE,
    )  # fmt: skip


OUT, HOME = leg("2027-06-14", "BOS", "EWR", "LIS"), leg("2027-06-21", "LIS", "BOS")
PEOPLE = tuple(PersonFacts(name=f"{one} Smith", born=date(1985, 3, 4)) for one in ("Ann", "Bob", "Carl", "Dora"))


def asked(**more: object) -> CardFacts:
    buys = (
        LineFacts(title="home", hold_id="c", total=HOME.total, flight=HOME, terms=HOME.terms),
        LineFacts(title="out", hold_id="a", total=OUT.total, flight=OUT, terms=OUT.terms, who=("Ann Smith",)),
        LineFacts(
            title="stay",
            hold_id="b",
            total=stay().total,
            hotel=stay(),
            terms=FREE,
            guests=4,
            dearer_by=Money(amount="12"),
        ),
    )
    facts = {"kind": "purchase", "total": Money(amount="1032.10"), "people": PEOPLE, "buys": buys}
    return CardFacts.model_validate({**facts, "until": LocalMoment(local="2027-03-01 09:30", zone="UTC"), **more})


def drawn(facts: CardFacts, language: str = "en", zone: str = "UTC") -> Card:
    return approval_card(facts, CardWords(language, zone, lambda code: TOWNS.get(code, code)))


def test_an_approval_says_who_travels_and_what_is_bought() -> None:
    """People with births, rooms and guests, fare, cabin, bags, board, deadline, tax beside the total, in the order of the trip."""
    assert text(drawn(asked())).splitlines() == [
        "Buy for $1,032.10? $28.00 local tax is paid on site.",
        "Travellers: Ann Smith, born 4 Mar 1985",
        "  Bob Smith, born 4 Mar 1985",
        "  Carl Smith, born 4 Mar 1985",
        "  Dora Smith, born 4 Mar 1985",
        "Flight: Mon 14 Jun 2027, 15:50 Boston (BOS) – 20:00 Lisbon (LIS): $380.05",
        "  TAP Air Portugal TP218 · 1 stop – Newark (EWR) · 7 h 05 min",
        "  Discount, economy, 1 cabin bag each, no checked bag",
        "  not refundable; no changes",
        "  for Ann Smith only",
        "Hotel: Riva, Mon 14 Jun – Mon 21 Jun 2027, 7 nights: $272.00",
        "  $12.00 more than it was offered for: its seller raised the price",
        "  2 × Standard double room, 2 guests each, breakfast included",
        "  free to cancel until 12 June, 18:00 UTC, after that you lose $300.00; no changes",
        "  $28.00 local tax to pay there",
        "Flight: Mon 21 Jun 2027, 15:50 Lisbon (LIS) – 20:00 Boston (BOS): $380.05",
        "  TAP Air Portugal TP218 · non-stop · 7 h 05 min",
        "  Discount, economy, 1 cabin bag each, no checked bag",
        "  not refundable; no changes",
        "Total: $1,060.10",
        "  $1,032.10 now, $28.00 local tax on site",
        "Approve by 1 March, 09:30 UTC. After that, I’ll ask for the price again.",
    ]


@pytest.mark.parametrize(
    ("rooms", "guests", "said"),
    [
        (1, 2, "1 × Standard double room, 2 guests"),
        (2, 3, "2 × Standard double room, 3 guests"),
        (2, 2, "1 guest each"),
    ],
)
def test_rooms_and_their_guests(rooms: int, guests: int, said: str) -> None:
    """How many rooms, and how many sleep in each where that is the same in all."""
    line = LineFacts(title="stay", total=stay().total, hotel=stay(rooms), guests=guests)
    assert said in text(drawn(asked(buys=(line,))))


def test_moments_are_said_by_the_readers_clock() -> None:
    """A deadline that is stored in one zone is told in the traveller's, which it names."""
    assert (
        drawn(asked(), zone="America/New_York").until
        == "Approve by 1 March, 04:30 New York time. After that, I’ll ask for the price again."
    )
    ahead = asked(until=LocalMoment(local="2027-03-01 10:30", zone="UTC+01:00"))
    assert (
        drawn(ahead, zone="America/New_York").until
        == "Approve by 1 March, 04:30 New York time. After that, I’ll ask for the price again."
    )


def test_what_is_given_up_is_said_with_its_money() -> None:
    """Each earlier booking has a line of its own: what is lost, what comes back, or why it stays; then the change in all."""
    old = {"title": "Old Inn", "total": Money(amount="500"), "fee": Money(amount="100"), "refund": Money(amount="400")}
    kept = LineFacts(title="Old flight", total=Money(amount="60"), problem="nothing_back")
    loses = ("checked_bag", "refundability")
    facts = asked(replaces=(LineFacts(booking_id="b1", **old), kept), difference=Money(amount="-20.00"), loses=loses)
    lines = text(drawn(facts)).splitlines()
    assert lines[-9:-1] == [
        "Replaces: Old Inn",
        "  you lose $100.00 of $500.00 and get $400.00 back",
        "No longer used after this: Old flight",
        "  nothing of the $60.00 comes back, so you pay for this on top",
        "Lost by the change: a checked bag and that it can be cancelled for money back",
        "Total: $1,060.10",
        "  $1,032.10 now, $28.00 local tax on site",
        "The change in all: Comes back: $20.00",
    ]
    assert (
        lines[0]
        == "Buy for $1,032.10? $28.00 local tax is paid on site. With what comes back, you get $20.00 back in all."
    )


def test_who_may_not_approve_is_told_who_is_waited_for() -> None:
    """Where a policy names an approver, the deadline is the approver's; guests tell how many sleep in what stays booked."""
    inn = LineFacts(title="Old Inn, double room", guests=4)
    said = text(drawn(asked(approver="boss", keeps=(inn,)))).splitlines()
    assert said[-1] == "Waiting for boss until 1 March, 09:30 UTC."
    assert "Kept: Old Inn, double room, 4 guests" in said


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_an_airline_changes_is_never_said_to_stay_booked(language: str) -> None:
    """What its airline does, and what comes back to where, in each language: credit is never said to be money."""
    still = read_words(language, "cards")["still"]
    told = set()
    for to in get_args(RefundTo):
        line = LineFacts(title="JFK-SFO", problem="changed", refund=Money(amount="180"), refund_to=to)
        shown = text(drawn(asked(replaces=(line,)), language))
        assert still not in shown
        told.add(shown)
    assert len(told) == len(get_args(RefundTo))
    unknown = asked(replaces=(LineFacts(title="Inn"),))
    assert {still, "Inn"} <= {word for line in drawn(unknown, language).lines for word in (line.label, line.text)}


def test_what_is_simulated_beside_what_is_real_is_named_and_a_converted_price_is_an_estimate() -> None:
    """On the card and on the receipt; where all is simulated, or in one currency, nothing more is said."""
    krone = Money(amount="4800", currency="NOK")
    real = LineFacts(title="Own Inn", total=krone, terms=FREE)
    card = drawn(asked(buys=(*(one.model_copy(update={"simulated": True}) for one in asked().buys[:2]), real)))
    assert card.note.endswith("nothing real is booked for them: home; out.)")
    converted = "other currencies are converted: an estimate, each seller charges in its own"
    assert converted in text(card)
    booked = {"status": "confirmed", "terms": FREE}
    bookings = (
        BookingFacts(booking_id="k1", title="out", total=OUT.total, simulated=True, **booked),
        BookingFacts(booking_id="k2", title="Own Inn", total=krone, **booked),
    )
    receipt = receipt_card(ReceiptFacts(total=Money(amount="852"), bookings=bookings), CardWords("en", "UTC"))
    assert receipt.note.endswith("nothing real is booked for them: out.)")
    assert converted in text(receipt)


def test_a_receipt_has_codes_people_and_tax() -> None:
    """What was paid, each booking with its code, tickets, room and terms, and for whom."""
    flight = BookingFacts(
        booking_id="k1", title="out", status="confirmed", pnr="ABC123", tickets=("000-1",), flight=OUT, terms=OUT.terms
    )
    hotel = BookingFacts(
        booking_id="k2", title="stay", status="confirmed", pnr="H1", hotel=stay(), terms=FREE, guests=4
    )
    gone = EndedFacts(title="Old Inn", state="cancelled", fee=Money(amount="1"), refund=Money(amount="9"))
    paid = PaymentMethod(payment_method_id="p", label="Visa", last4="4242")
    facts = ReceiptFacts(
        total=Money(amount="1032.10"), people=PEOPLE[:1], bookings=(hotel, flight), ended=(gone,), paid_with=(paid,),
        issued=LocalMoment(local="2027-03-01 09:00", zone="UTC"),
    )  # fmt: skip
    said = text(receipt_card(facts, CardWords("en", "UTC")))
    assert said.startswith(
        "Booked and paid. With the local tax on site it comes to $1,060.10.\nTravellers: Ann Smith, born 4 Mar 1985\nFlight: "
    )
    for line in (
        "  booking reference ABC123\n  ticket 000-1 for Ann Smith",
        "Date of issue: Mon 1 Mar 2027\nPaid with: Visa ending in 4242",
        "  confirmation H1",
        "Total: $1,060.10",
        "  $1,032.10 paid, $28.00 local tax still to pay on site",
    ):
        assert f"\n{line}\n" in said
    assert said.endswith("Cancelled: Old Inn\n  $9.00 comes back the way you paid, the fee is $1.00")


@pytest.mark.parametrize(
    ("title", "shown"),
    [
        ("Inn & Co", r"Inn \& Co"),
        ("~~~ Inn", r"\~\~\~ Inn"),
        ("- [x] paid", r"\- \[x\] paid"),
        ("+ one", r"\+ one"),
        ("1. Inn", r"1\. Inn"),
        ("# Approved\n**free**", r"\# Approved \*\*free\*\*"),
        ("[a](https://b) ![c](d) <i>`e`</i> |f|", r"\[a\](https://b) \!\[c\](d) \<i\>\`e\`\</i\> \|f\|"),
    ],
)
def test_a_title_draws_nothing(title: str, shown: str) -> None:
    """No heading, list, fence, link, image or HTML comes out of a title; its price stands beside it, on one line."""
    facts = asked(people=(), buys=(LineFacts(title=title, total=Money(amount="100")),))
    assert markdown(drawn(facts)).splitlines()[1] == f"- **Booking**: {shown}: **$100.00**"


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_has_all_words(language: str) -> None:
    """The same keys with the same facts; no trace of a template in a card, and no English one in a translation."""
    own, english = read_words(language, "cards"), read_words("en", "cards")
    assert own.keys() == english.keys()
    assert all(set(re.findall(r"{\w+}", own[key])) == set(re.findall(r"{\w+}", english[key])) for key in english)
    said = text(drawn(asked(), language))
    gone = CancelledFacts(
        items=(EndedFacts(title="Inn", state="kept"),), fee=Money(amount="0"), refund=Money(amount="0")
    )
    assert not re.search(r"[{}]", said + text(cancelled_card(gone, CardWords(language))))
    assert language == "en" or "free to cancel" not in said


@pytest.mark.parametrize("language", LANGUAGES)
def test_requests_are_named_in_the_language_of_the_card(language: str) -> None:
    """Each kind has its own words; words of a traveller beside it stay quoted, and none where they only name the kind."""
    words = CardWords(language)
    same = {"upgrade", "lounge"}
    for kind in sorted(OF_AIRLINE | OF_HOTEL | {"checked bag"}):
        (line,) = words.asked([RequestFacts(kind=kind, state="sent", said=kind)], "hotel")
        assert language == "en" or kind in same or kind not in line, (language, kind)
    (line,) = words.asked([RequestFacts(kind="allergy", state="sent", said="nuts")], "airline")
    assert "nuts" in line
    (line,) = words.asked([RequestFacts(kind="other", state="yourself")], "hotel")
    assert language == "en" or "other" not in line


def giving_back(back: str) -> Card:
    """Return the card of a cancellation that brings so much of $500 back."""
    sums = {"fee": Money(amount=str(500 - int(back))), "refund": Money(amount=back)}
    inn = LineFacts(title="Old Inn", total=Money(amount="500"), **sums)
    until = LocalMoment(local="2027-03-01 09:30", zone="UTC")
    return drawn(CardFacts(kind="cancel", total=sums["fee"], refund=sums["refund"], replaces=(inn,), until=until))


def test_a_yes_names_what_is_paid_now_and_what_a_cancellation_brings_back() -> None:
    """Beside the buttons: the tax on site is not paid now. A loss of nothing is not said, what comes back once."""
    assert drawn(asked()).now == "$1,032.10 now, $28.00 local tax on site"
    shown = giving_back("500")
    assert (shown.title, shown.now) == ("Cancel? You get $500.00 back", "Comes back: $500.00")
    assert text(shown).splitlines()[1:3] == ["Cancels: Old Inn", "  you get $500.00 back"]
    assert not any(one in text(shown) for one in ("$0.00", "Comes back"))


def test_a_cancellation_that_brings_nothing_back_is_no_booking_that_stays() -> None:
    """It is given up all the same: nothing is paid on top."""
    shown = giving_back("0")
    assert "stays booked" not in text(shown)
    assert shown.now == "Lost: $500.00"
