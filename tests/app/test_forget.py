"""``forget``: afterwards no file of ours names the person, the accounts still add up, and the audit is whole."""

import asyncio
import json
from importlib.resources import files
from pathlib import Path

import pytest
from click.testing import CliRunner
from tests.stored import bytes_in

from tripintent.app.cli import main
from tripintent.app.forgetting import forget_traveller
from tripintent.app.http.owners import Owners
from tripintent.app.http.users import User
from tripintent.app.settings import Settings
from tripintent.app.storage import storage_of
from tripintent.app.sync import SyncSession
from tripintent.state.context import TripContext
from tripintent.tools.ledger.database import Database
from tripintent.tools.ledger.locks import ThreadLocks

HOUSE = Path(str(files("tripintent.tools.services.demonstration"))) / "accommodations-guest-journey.yaml"
STOPPED = ("--now", "2026-03-01T09:00:00+00:00")
WHO = ("--organisation", "acme", "--traveller", "ann-7")
NAMES = (b"Zebediah", b"Quillfeather", b"1985-03-04", b"zeb@example.org", b"ann-7", b"conversation-of-ann")
SAID = "Zebediah Quillfeather 4 March 1985, zeb@example.org"
WISH = "Boston to Lisbon June 14-21, one adult"


@pytest.fixture
def run(tmp_path):
    def call(*args):
        result = CliRunner().invoke(main, [*args, "--db", str(tmp_path / "cli.db"), *STOPPED])
        assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
        return result.exit_code, result.stdout

    return call


def lines(out):
    return [json.loads(line) for line in out.splitlines()]


def ask(run):
    """Talk until an approval waits; return what has to be confirmed and a means of payment."""
    said = [word for one in (WISH, "/choose 1", "/hold", SAID) for word in ("--say", one)]
    run("chat", "--thread", "conversation-of-ann", *said, *WHO)
    (card,) = lines(run("pending", "--json", *WHO)[1])
    return [word for one in card["confirmations"] for word in ("--confirm", one)]


def served(folder):
    """A server ran here as well, and noted whose the conversation is."""
    owners = Owners.open(Settings(db=folder / "cli.db"))
    asyncio.run(
        owners.claim(
            "conversation-of-ann", User(user_id="ann-7", context=TripContext(organisation="acme", traveller="ann-7"))
        )
    )
    owners.close()


def found(folder):
    """Names that stand in any file of ours; the supplier's book is the supplier's."""
    files = [path for path in folder.iterdir() if "supplier" not in path.name]
    assert len(files) >= 2
    return sorted({name.decode() for path in files for name in NAMES if name in bytes_in([path])})


def test_a_traveller_is_erased_and_the_books_stay(run, tmp_path):
    """Not a name is left in the bytes of the files; what was paid is, and nothing was tampered with."""
    confirmed = ask(run)
    assert run("approve", "--thread", "conversation-of-ann", *confirmed, *WHO)[0] == 0
    served(tmp_path)
    assert set(found(tmp_path)) == {name.decode() for name in NAMES}
    code, out = run("forget", "--yes", *WHO)
    assert (code, found(tmp_path)) == (0, []), out
    assert "kept: bookings 3" in out
    (purchase,) = lines(run("purchases", "--json")[1])
    assert (purchase["state"], purchase["thread_id"].startswith("forgotten-")) == ("PURCHASED", True)
    assert run("audit", "verify")[1] == "the audit is intact\n"
    assert run("trips")[1] == ""
    again = lines(run("forget", "--yes", "--json", *WHO)[1])[0]
    assert (again["trips"], again["in_the_way"]) == ([], [])


def test_nobody_is_erased_in_the_middle(run, tmp_path):
    """A card waits and a hold lives: it says so, and everything is as it was."""
    ask(run)
    code, out = run("forget", "--yes", *WHO)
    assert code != 0
    assert ("an approval that waits" in out, "a hold that lives" in out) == (True, True)
    assert "Quillfeather" in found(tmp_path)
    assert len(lines(run("pending", "--json", *WHO)[1])) == 1


def test_it_asks_first_and_wants_a_name(run):
    """Nothing is erased by a slip."""
    assert run("forget", "--yes")[0] == 2
    assert run("forget", *WHO)[0] == 1


def test_a_conversation_without_a_trip_goes_with_the_person(run, tmp_path):
    """A guest of a desk, at the command line: their words, their line in the queue and the note whose it was."""
    house = ("--service", str(HOUSE))
    wish = "I feel very ill and need a doctor, Zebediah Quillfeather"
    run("chat", "--thread", "conversation-of-ann", "--say", wish, *house, *WHO)
    other = ("--organisation", "acme", "--traveller", "bob")
    towels = ("--say", "Could you bring two towels to room 12, please")
    run("chat", "--thread", "conversation-of-bob", *towels, *house, *other)
    assert "Quillfeather" in run("desk", "queue")[1]
    (done,) = lines(run("forget", "--yes", "--json", *WHO)[1])
    assert (done["threads"], done["left"]) == (["conversation-of-ann"], {})
    assert (done["erased"]["staff_queue"], done["erased"]["conversations"]) == (1, 1)
    assert found(tmp_path) == []
    assert "towels" in run("desk", "queue")[1]
    assert lines(run("forget", "--yes", "--json", *WHO)[1])[0]["threads"] == []


def test_a_conversation_of_two_people_stays_with_the_other(run, tmp_path):
    """Both wrote in it: erasing one takes nothing from the other."""
    run("chat", "--thread", "both", "--say", "hello", *WHO)
    run("chat", "--thread", "both", "--say", "hello, it is Bob", "--organisation", "acme", "--traveller", "bob")
    (done,) = lines(run("forget", "--yes", "--json", *WHO)[1])
    assert (done["threads"], done["left"]) == ([], {})
    with SyncSession(Settings(db=tmp_path / "cli.db", organisation="acme", traveller="bob")) as session:
        assert [one.text for one in session.history("both") if one.role == "user"] == ["hello", "hello, it is Bob"]


def test_what_is_in_the_way_leaves_the_row_that_says_whose_it_is(run, tmp_path):
    """Nothing was erased, so that a later try finds the conversation again."""
    ask(run)
    served(tmp_path)
    assert run("forget", "--yes", *WHO)[0] != 0
    owners = Owners.open(Settings(db=tmp_path / "cli.db"))
    assert asyncio.run(owners.threads_of("acme", "ann-7")) == ["conversation-of-ann"]
    owners.close()


def test_a_message_that_is_being_worked_on_is_in_the_way(run, tmp_path):
    """Its turn would write the conversation again after it was erased."""
    run("chat", "--thread", "conversation-of-ann", "--say", WISH, *WHO)
    settings = Settings(db=tmp_path / "cli.db", organisation="acme")

    async def meanwhile():
        ledger = Database.open(storage_of(settings).ledger)
        async with ThreadLocks(ledger).hold("conversation-of-ann"):
            busy = await forget_traveller(settings, "ann-7")
        ledger.close()
        return busy, await forget_traveller(settings, "ann-7")

    busy, done = asyncio.run(meanwhile())
    assert busy.in_the_way == ("a message that is being worked on (conversation conversation-of-ann)",)
    assert (busy.threads, done.threads, done.left) == ((), ("conversation-of-ann",), {})
