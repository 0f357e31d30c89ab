"""Documents are offered once, and never beside the answer to a first message."""

from datetime import UTC, datetime

from tripintent.app.opening import open_session
from tripintent.app.settings import Settings


async def test_a_document_is_offered_once(tmp_path):
    """When an answer made it possible, and not again."""
    now = datetime(2027, 1, 10, 9, tzinfo=UTC)
    async with open_session(Settings(db=tmp_path / "t.db", language="offline", now=now, _env_file=None)) as session:
        asked = await session.say("t", "I want to go to Rome from 3 May 2027 to 10 May 2027 for 2 adults, no hotel")
        shown = await session.say("t", "from Boston")
        again = await session.say("t", "non-stop only")
    offers = [sum("checklist" in one.text for one in said.said) for said in (asked, shown, again)]
    assert offers == [0, 1, 0]


async def test_options_that_answer_a_first_message_are_not_talked_over(tmp_path):
    """A traveller who said everything at once reads options and one question."""
    now = datetime(2027, 1, 10, 9, tzinfo=UTC)
    async with open_session(Settings(db=tmp_path / "t.db", language="offline", now=now, _env_file=None)) as session:
        said = await session.say("t", "Boston to Rome from 3 May 2027 to 10 May 2027 for 2 adults, no hotel")
    assert "checklist" not in " ".join(one.text for one in said.said)
