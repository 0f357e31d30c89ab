"""Documents are offered once, and never beside a question or in place of an answer."""

from datetime import UTC, datetime

from tripintent.app.opening import open_session
from tripintent.app.settings import Settings


async def test_no_document_is_offered_while_a_question_is_open(tmp_path):
    """The question stands alone, and so does the list of options."""
    now = datetime(2027, 1, 10, 9, tzinfo=UTC)
    async with open_session(Settings(db=tmp_path / "t.db", language="offline", now=now, _env_file=None)) as session:
        for text in ("I want to go from Boston to Rome from 3 May 2027 to 10 May 2027, no hotel", "2 adults"):
            said = await session.say("t", text)
            assert "checklist" not in " ".join(one.text for one in said.said)
            assert said.said[-1].text.count("?") == 1
