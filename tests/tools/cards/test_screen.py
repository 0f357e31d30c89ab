"""The cards of what is on the screen: options with their reason, the chosen trip, holds; the same facts in six languages."""

import re
from datetime import date
from typing import Any

import pytest
from tests.tools.cards.test_cards import HOME, OUT, TOWNS, stay

from tripintent.state.bundles import DayPrice
from tripintent.state.languages import LANGUAGES
from tripintent.state.money import Money
from tripintent.tools.cards.card import Card, text
from tripintent.tools.cards.drawing import CARDS
from tripintent.tools.cards.words import CardWords
from tripintent.tools.ports.ports import Drawable
from tripintent.tools.toolbox.facts import AskedFacts, HeldFacts, LineFacts, LocalMoment, OptionFacts, PersonFacts
from tripintent.tools.toolbox.screen_facts import (
    CancellationQuote,
    ChangeOption,
    ChangeQuote,
    ChosenFacts,
    ComparedDays,
    FailedFacts,
    HoldsFacts,
    KnownFacts,
    LacksFacts,
    MisfitFacts,
    OptionsFacts,
    ReasonFacts,
    SleepFacts,
    WayFacts,
)


def drawn(facts: Drawable, language: str = "en", zone: str = "America/New_York") -> Card:
    return CARDS[type(facts)](facts, CardWords(language, zone, lambda code: TOWNS.get(code, code)))


def dollars(amount: str) -> Money:
    return Money(amount=amount)


def option(number: int = 1, **more: Any) -> OptionFacts:
    facts = {
        "option": f"b{number}",
        "number": number,
        "total": dollars("1032.10"),
        "total_with_local_tax": dollars("1060.10"),
        "per_person": dollars("530.05"),
        "difference_to_cheapest": dollars("40"),
        "best_at": ("best_overall",),
        "flights": (HOME, OUT),
        "hotels": (stay(),),
    }
    return OptionFacts.model_validate({**facts, **more})


def listed(**more: Any) -> OptionsFacts:
    reason = ReasonFacts(more=dollars("40"), minutes_less=125, stops_less=1)
    facts = {"options": (option(),), "in_all": 4, "more": 3, "reason": reason, "simulated": True}
    return OptionsFacts.model_validate({**facts, **more})


def test_what_a_policy_leaves_out_is_one_line() -> None:
    card = text(drawn(listed(left_out={"policy.max_stops": 12, "policy.max_budget_total": 3})))
    assert (
        "\nLeft out: more stops than the travel policy allows (12); more expensive than the travel policy allows (3)\n"
        in card
    )


def test_a_list_says_what_it_is_sorted_by() -> None:
    assert text(drawn(listed(cheapest_first=True))).startswith("The cheapest 1 of 4 options")


def test_an_option_says_all_that_it_is_chosen_by() -> None:
    """Sums, reason, each leg with hours and airports, fare and bags, hotel with nights and board, deadlines in the reader's zone."""
    far = stay().model_copy(update={"km_to_centre": 1.2, "stars": 4.0, "area": "Alfama"})
    assert text(drawn(listed(options=(option(hotels=(far,)),)))).splitlines() == [
        "The best 1 of 4 options",
        "Option 1: best overall: $1,060.10",
        "  $1,032.10 now, $28.00 local tax on site · $530.05 per person",
        "  for $40.00 more than the cheapest: 2 h 05 min less on the way and 1 fewer stop",
        "  Flight: Mon 14 Jun 2027, 15:50 Boston (BOS) – 20:00 Lisbon (LIS)",
        "  TAP Air Portugal TP218 · 1 stop – Newark (EWR) · 7 h 05 min",
        "  Discount, economy, 1 cabin bag each, no checked bag; not refundable; no changes",
        "  Hotel: Riva ★★★★, Alfama, Mon 14 Jun – Mon 21 Jun 2027, 7 nights",
        "  2 × Standard double room, sleeps 2, breakfast included",
        "  1.2 km to the centre; free to cancel until 12 June, 18:00 UTC, after that you lose $300.00; no changes",
        "  Flight: Mon 21 Jun 2027, 15:50 Lisbon (LIS) – 20:00 Boston (BOS)",
        "  TAP Air Portugal TP218 · non-stop · 7 h 05 min",
        "  Discount, economy, 1 cabin bag each, no checked bag; not refundable; no changes",
        "More: 3 options",
        "(Simulated offers: their airlines, hotels and prices are invented; nothing real is booked for them.)",
    ]


def test_a_night_without_a_hotel_and_two_airports_of_a_town_are_told_before_a_choice() -> None:
    """By the reader's words for the day; one airport for both ways says nothing."""
    away = HOME.model_copy(update={"route": ("OPO", *HOME.route[1:])})
    facts = option(flights=(OUT, away), nights_without_hotel=(date(2027, 6, 14),))
    words = CardWords("en", "UTC", lambda code: "Lisbon" if code in ("LIS", "OPO") else code)
    told = text(CARDS[OptionsFacts](listed(options=(facts,)), words))
    assert f"You land at {OUT.route[-1]} and leave from OPO" in told
    assert "No hotel for the night of Mon 14 Jun 2027" in told
    assert "You land at" not in text(drawn(listed()))


@pytest.mark.parametrize(
    ("reason", "said"),
    [
        (ReasonFacts(cheapest=True), "nothing costs less"),
        (ReasonFacts(more=dollars("40")), "$40.00 more than the cheapest, weighed with hours, fares, terms and hotels"),
        (
            ReasonFacts(more=dollars("9"), refundable=True, stars=4, rival=4, rival_less=dollars("5"), rival_stars=1),
            "money back if cancelled and ★★★★ hotels; option 4 has the same flights and a cheaper stay for $5.00 less (★)",
        ),
    ],
)
def test_the_reason_is_a_comparison_with_the_cheapest(reason: ReasonFacts, said: str) -> None:
    """What is gained for the difference in price; no gain is invented."""
    assert said in text(drawn(listed(reason=reason)))


def test_another_option_is_compared_by_its_price() -> None:
    """One that is not the best overall gives no reason, and says what it costs beside the cheapest and the budget."""
    other = option(2, best_at=("fastest",), over_budget=dollars("32.10"))
    shown = text(drawn(listed(options=(other,))))
    assert "$530.05 per person · $40.00 more than the cheapest · $32.10 over your budget" in shown
    assert "for $40.00" not in shown


def test_options_that_are_no_whole_trips_say_so() -> None:
    """The title does not call them trips, and what was not found is named."""
    lacks = (LacksFacts(origin="Lisbon", town="Porto", day="2027-06-16"), LacksFacts(town="Porto", day="2027-06-16"))
    lacks += (LacksFacts(town="Faro", day="2027-06-18", failed=True),)
    lines = text(drawn(listed(missing=lacks, reason=None))).splitlines()
    assert lines[0] == "I couldn’t find a whole trip; these parts can be booked on their own"
    assert "Not found: flight Lisbon – Porto, Wed 16 Jun 2027; hotel in Porto, Wed 16 Jun 2027" in lines
    assert "Not searched, no answer: hotel in Faro, Fri 18 Jun 2027" in lines


def test_days_that_were_compared_are_told_with_their_prices() -> None:
    """The cheapest first, of how many days, and of what the price is; a stay of other nights than were asked for says so."""
    best = (DayPrice(day="2027-08-25", back="2027-09-01", total=dollars("727.23")),)
    days = ComparedDays(earliest="2027-08-01", latest="2027-08-31", best=best)
    long = stay().model_copy(update={"nights_asked": 6})
    shown = text(drawn(listed(days=days, options=(option(hotels=(long,)),))))
    assert "Days compared: Sun 1 Aug 2027 – Tue 31 Aug 2027; flights of the trip, for all: Wed 25 Aug 2027 – " in shown
    assert "Wed 1 Sep 2027: $727.23" in shown
    assert "7 nights (you asked for 6)" in shown


def test_a_wish_that_is_missed_and_what_comes_back_are_told() -> None:
    """A hotel in another part of town says so, and a flight that is replaced what it brings back."""
    away = stay().model_copy(update={"away_from": "river"})
    old = MisfitFacts(title=FLIGHT, why="replaced", back=dollars("485.40"))
    told = text(drawn(listed(options=(option(hotels=(away,), as_fast=True),), booked=(old,))))
    assert "Option 1: best overall, fastest: " in told
    assert "not in the wished place: river" in told
    assert f"Replaces: {FLIGHT}: you get $485.40 back" in told


def test_options_of_a_later_page_say_their_numbers() -> None:
    """What is shown further down is not called the best."""
    assert drawn(listed(options=(option(4), option(5)), in_all=9)).title == "Options 4 to 5 of 9"


def test_the_chosen_trip_has_its_risks_and_what_it_replaces() -> None:
    """What must be confirmed, what is to be known, and the money of earlier bookings."""
    old = LineFacts(title="Old Inn", total=dollars("500"), fee=dollars("100"), refund=dollars("400"))
    points = {"asked": (AskedFacts(id="a", text="Not refundable."),), "known": (AskedFacts(id="k", text="Late."),)}
    change = {"replaces": (old,), "keeps": (LineFacts(title=FLIGHT),), "loses": ("board",)}
    card = drawn(ChosenFacts(option=option(), difference=dollars("660.10"), **change, **points))
    title = "You chose the trip for $1,060.10. With what comes back, the change costs $660.10 in all."
    assert (card.title, card.actions) == (title, ("hold",))
    assert text(card).splitlines()[-8:] == [
        "Replaces: Old Inn",
        "  you lose $100.00 of $500.00 and get $400.00 back",
        "Lost by the change: meals in the price",
        f"Kept: {FLIGHT}",
        "The change in all: $660.10",
        "To confirm when you approve: Not refundable.",
        "Good to know first: Late.",
        "Nothing is changed yet.",
    ]


def test_a_trip_that_cannot_be_booked_offers_no_hold() -> None:
    """The reason stands in the place of the trip."""
    card = drawn(ChosenFacts(option=option(), blocks=(AskedFacts(id="x", text="Too dear."),)))
    assert text(card) == "The trip for $1,060.10 can’t be booked as it is\n  Too dear."
    assert card.actions == ()


FLIGHT = "Flight Boston – Lisbon, Mon 14 Jun 2027 15:50, TAP Air Portugal TP218"


def holds(**more: Any) -> HoldsFacts:
    until = [LocalMoment(local=f"2027-03-0{day} 10:30", zone="UTC") for day in (1, 2)]
    held = (
        HeldFacts(title="Riva", item="hotel", total=dollars("272"), until=until[0], guaranteed=False),
        HeldFacts(title=FLIGHT, item="flight", total=dollars("380.05"), until=until[1]),
        HeldFacts(title="Inn", item="hotel", reserved=False, guaranteed=False),
    )
    return HoldsFacts.model_validate(
        {"held": held, "failed": (FailedFacts(title="Gone Inn", why="It is full."),), **more}
    )


def test_holds_say_until_when_each_is_kept_and_which_ends_first() -> None:
    """By the clock of the reader's zone; a price that is not guaranteed, or a room that nobody keeps, is not called held until."""
    assert text(drawn(holds())).splitlines() == [
        "Only part of it is held, nothing is paid",
        "Held: Riva: $272.00",
        "  held until 1 March, 05:30 New York time; price not guaranteed, free to cancel",
        f"Held: {FLIGHT}: $380.05",
        "  held until 2 March, 05:30 New York time",
        "Held: Inn",
        "  the seller doesn’t hold it: I’ll check the price again before buying",
        "Couldn’t be held: Gone Inn (It is full.)",
        "Ends first: Riva, 1 March, 05:30 New York time.",
    ]


def test_what_is_held_stands_in_order_of_time_with_people_rooms_board_and_local_tax() -> None:
    """However the holds end; the total is the one that the approval will name."""
    until, one = LocalMoment(local="2027-03-01 10:30", zone="UTC"), option()
    parts: list[dict[str, Any]] = [{"flight": one.flights[0]}, {"hotel": one.hotels[0]}, {"flight": one.flights[1]}]
    held = tuple(
        HeldFacts(title="x", total=dollars("100"), until=until, hold_id=f"h{n}", **part) for n, part in enumerate(parts)
    )
    card = drawn(HoldsFacts(held=held, people=(PersonFacts(name="Ann Smith"),)))
    assert [line.of for line in card.lines if line.label and line.of] == ["h2", "h1", "h0"]
    told = text(card)
    room = one.hotels[0]
    assert room.local_tax is not None
    whole = dollars("300") + room.local_tax
    assert all(
        part in told for part in ("Travellers: Ann Smith", f"{room.rooms} × ", "breakfast", "held until 1 March")
    )
    assert f"Total: ${whole.amount:,.2f}" in told
    assert f"$300.00 now, ${room.local_tax.amount:,.2f} local tax on site" in told


def test_a_quote_of_a_change_says_what_is_new_replaced_and_kept() -> None:
    """What it comes to in all, what comes back of the old, and what stays; the sums of a cancellation likewise."""
    gone = LineFacts(
        title=FLIGHT, booking_id="b1", total=dollars("380.05"), fee=dollars("10"), refund=dollars("370.05")
    )
    kept = LineFacts(title="Riva", booking_id="b2", total=dollars("272"))
    lost = gone.model_copy(update={"fee": gone.total, "refund": dollars("0")})
    assert drawn(ChangeQuote(replaces=(lost,))).lines[0].label == "No longer used after this"
    new = ChangeOption(option=option(), comes_back=dollars("370.05"), in_all=dollars("20"))
    told = text(drawn(ChangeQuote(options=(new,), replaces=(gone,), keeps=(kept,)))).splitlines()
    assert (told[0], told[1], told[-1]) == (
        "What the change would cost",
        "The change in all: $20.00",
        "Nothing is changed yet.",
    )
    two = text(drawn(ChangeQuote(options=(new, new)))).splitlines()
    assert [one for one in two if "in all" in one] == [f"Option {n} · The change in all: $20.00" for n in (1, 2)]
    assert told[-4:-1] == [
        f"Replaces: {FLIGHT}",
        "  you lose $10.00 of $380.05 and get $370.05 back",
        "Kept: Riva",
    ]
    ends = CancellationQuote(lines=(gone,), lost=dollars("10"), comes_back=dollars("370.05"), keeps=(kept,))
    assert text(drawn(ends)).splitlines()[3:6] == ["Lost: $10.00", "Comes back: $370.05", "Kept: Riva"]


def test_a_room_that_nobody_keeps_is_not_called_held() -> None:
    """Where it is all there is, the card has neither the title nor the end of a hold."""
    loose = HeldFacts(
        title="Inn",
        item="hotel",
        reserved=False,
        guaranteed=False,
        until=LocalMoment(local="2027-03-01 09:30", zone="UTC"),
    )
    card = drawn(holds(held=(loose,), failed=()))
    assert (card.title, card.until) == ("Ready to buy: nothing is held or paid", "")


def test_a_hold_in_doubt_is_not_called_held() -> None:
    """The card says that it is not certain, what happens next, and no end of a hold that may not be."""
    ends = LocalMoment(local="2027-03-01 09:30", zone="UTC")
    card = drawn(holds(held=(HeldFacts(title="Inn", item="hotel", in_doubt=True, until=ends),), failed=()))
    assert (card.title, card.until) == ("Not certain yet whether it is held; nothing is paid", "")
    assert "try again" in card.note


def test_nothing_held_is_not_called_held() -> None:
    """Where all failed there is no word of a hold, and nothing to buy or to let go."""
    card = drawn(holds(held=()))
    assert (card.title, card.actions, card.until) == ("I couldn’t hold anything", (), "")


def test_what_is_known_is_told_line_by_line_with_a_star_at_what_is_new() -> None:
    """Whole each time; what is missing is one line, nights that are not known are not counted."""
    known = KnownFacts(
        origin="Boston", stops=("Lisbon", "Porto"), adults=2, children=2, infants=1, ages=(8, 4, 1), stars=3, changed=("people",),
        out=WayFacts(day="2027-06-14", leave_from="08:00", leave_to="12:00"),
        sleeps=(SleepFacts(town="Lisbon", check_out=date(2027, 6, 21), from_landing=True, rooms=2),),
    )  # fmt: skip
    assert text(drawn(known)).splitlines() == [
        "Your trip so far",
        "From / to: Boston – Lisbon – Porto",
        "Out: Mon 14 Jun 2027, leaving 08:00 to 12:00",
        "People: 2 adults, 2 children (8 and 4), 1 infant",
        "Hotel: Lisbon, Mon 14 Jun (landing) – Mon 21 Jun, 2 rooms, ★★★ or more",
        "Still open: Back · Money",
    ]
    assert [one.of for one in drawn(known).lines if one.changed] == ["people"]


def test_what_nobody_wants_is_not_asked_for() -> None:
    """One way and no hotel are known; a range of days and money for each are said as they were said."""
    known = KnownFacts(
        out=WayFacts(earliest="2027-06-01", latest="2027-06-09"), one_way=True, hotel=False, each=dollars("500")
    )
    assert [one.text for one in drawn(known).lines] == [
        "Tue 1 Jun 2027 to Wed 9 Jun 2027",
        "one way",
        "none",
        "$500.00 per person",
        "From / to · People",
    ]


SHOWN: tuple[Drawable, ...] = (listed(), ChosenFacts(option=option()), holds(next="purchase"), KnownFacts())


@pytest.mark.parametrize("facts", SHOWN, ids=lambda one: type(one).__name__)
@pytest.mark.parametrize("language", LANGUAGES)
def test_each_language_draws_them(facts: Drawable, language: str) -> None:
    """No trace of a template, and no English title in a translation."""
    card = drawn(facts, language)
    assert not re.search(r"[{}]", text(card))
    assert language == "en" or card.title != drawn(facts).title
