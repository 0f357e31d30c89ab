"""What a reply looks like on a terminal: whole words, marked prices, warnings and questions."""

from io import StringIO

import pytest
from rich.console import Console

from tripintent.app.cli.rendering import PRICE, QUESTION, WARNING, Renderer, painted
from tripintent.app.results import ShownMessage
from tripintent.tools.cards.card import Card, Line, text

REPLY = """\
These are the best 2 of the trips I found:

1. £405.17 – best overall
   ✈ Sat 12 Dec 13:15–16:10 LHR–BCN, non-stop, 1 h 55 min, Pretend Air, Economy Flex
   £131.30 more than the cheapest · refundable
   ⚠ Separate tickets: you collect your bags and check them in again for 12.00 GBP or more.

But: nothing is held.
There are 7 more. Which one would you like? Say for example "the cheapest"."""


def shown(text, width, **options):
    """Return what is written on a terminal of this width."""
    out = StringIO()
    console = Console(file=out, force_terminal=True, width=width, highlight=False, **options)
    for line in painted(text, console):
        console.print(line, soft_wrap=True)
    return out.getvalue()


def marked(text, style):
    """Return the parts of a text that bear a style, and its lines that bear it whole."""
    found = []
    for line in painted(text, Console(width=10_000)):
        found += [line.plain[span.start : span.end] for span in line.spans if span.style == style]
    return found


@pytest.mark.parametrize("width", [20, 40, 80, 200])
def test_no_word_is_broken_and_none_is_lost(width):
    """The words are those of the reply in their order, and no line is longer than the console, but for a single word."""
    lines = shown(REPLY, width, no_color=True, color_system=None).splitlines()
    assert " ".join(lines).split() == REPLY.split()
    assert all(len(line) <= width for line in lines)


def test_a_line_goes_on_under_its_first_word():
    """A flight, a warning and a point go on where their words began."""
    lines = shown(REPLY, 80, color_system=None).splitlines()
    at = next(n for n, line in enumerate(lines) if "✈" in line)
    assert lines[at + 1] == "     Flex"
    assert shown("- one two three four five six", 20, color_system=None) == "- one two three four\n  five six\n"


def test_a_link_stays_whole():
    """What is longer than a line is written as it is: it can be clicked and copied."""
    link = "https://example.org/" + "a" * 100
    assert link in shown(f"Please look here: {link} and decide.", 40, color_system=None).splitlines()


@pytest.mark.parametrize(
    ("text", "prices"),
    [
        ("1. £1,317.68 – best", ["£1,317.68"]),
        ("US$1,200 and 446,74 € and 1 317,68 € and CHF 12.50", ["US$1,200", "446,74 €", "1 317,68 €", "CHF 12.50"]),
        ("at 13:15 to BCN 12 Dec 2026, 3 nights, Q2371", []),
        ("1.234,50 €, then 12.00 GBP.", ["1.234,50 €", "12.00 GBP"]),
    ],
)
def test_prices_are_marked(text, prices):
    """Prices in any of the six languages; days, times and flights are none."""
    assert marked(text, PRICE) == prices


@pytest.mark.parametrize("width", range(20, 40))
def test_a_price_and_a_time_stay_on_one_line(width):
    """The currency stays with its amount, and minutes with their hours."""
    out = shown("It costs 1 317,68 € in all, 1 h 55 min long, or 446,74 € elsewhere.", width, color_system=None)
    assert all(part in out for part in ("1 317,68 €", "1 h 55 min", "446,74 €"))


def test_warnings_and_the_question_are_marked():
    """A warning is one as a whole, and only the question of the last line is bold."""
    assert [one.split()[0] for one in marked(REPLY, WARNING)] == ["⚠", "Separate", "But:"]
    assert marked(REPLY, QUESTION) == ["Which one would you like?"]
    assert marked("Is it?\nIt is.", QUESTION) == []
    assert marked("Which?", QUESTION) == ["Which?"]


def test_without_colour_nothing_is_coloured(monkeypatch):
    """NO_COLOR takes the colours away; the words stay."""
    monkeypatch.setenv("NO_COLOR", "1")
    out = shown(REPLY, 80, color_system="standard")
    assert "\x1b[3" not in out
    assert "£405.17" in out


def test_a_card_has_a_frame_as_wide_as_the_window():
    """The words of a reply stand below it; what a supplier wrote is no markup."""
    card = Card(
        kind="chosen",
        title="You chose [b]Inn[/b]",
        lines=(Line(label="Total", money="€663.07"), Line(text="long " * 20)),
    )
    out, renderer = StringIO(), Renderer()
    renderer._console = Console(file=out, force_terminal=True, width=60, highlight=False, color_system=None)
    renderer.say(ShownMessage("assistant", f"{text(card)}\nWho travels?", "chosen", {"card": card.model_dump()}))
    *frame, words, _ = out.getvalue().splitlines()
    assert {len(line) for line in frame} == {60}
    assert (frame[0][0], frame[-1][0], words) == ("╭", "╰", "Who travels?")
    assert "You chose [b]Inn[/b]" in frame[1]
