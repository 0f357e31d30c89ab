"""What is said beside an approval that waits comes from what it is for, and from what is booked by then."""

from datetime import UTC, datetime

import pytest
from tests.acts import cancel, cheapest, do, hold, plan

from tripintent.app.opening import open_session
from tripintent.app.settings import Settings
from tripintent.state.languages import LANGUAGES
from tripintent.tools.language.replies.texts import texts_of

from .test_session import confirming

ASKED = {
    "en": ("what did I book?", "move my return flight"),
    "de": ("Was habe ich gebucht?", "Verschieben Sie meinen Rückflug"),
    "es": ("¿qué he reservado?", "cambia mi vuelo de vuelta"),
    "fr": ("qu'est-ce que j'ai réservé ?", "déplace mon vol de retour"),
    "it": ("che cosa ho prenotato?", "sposta il mio volo di ritorno"),
    "pt": ("o que está reservado?", "mude o meu voo de volta"),
}
WISH = plan("Boston", "Lisbon", "2026-06-14", "2026-06-21", lodging={"needed": False})


@pytest.fixture
async def bought(tmp_path, people):
    """A session with a trip that is bought."""
    async with open_session(Settings(db=tmp_path / "trips.db", now=datetime(2026, 2, 1, 9, tzinfo=UTC))) as session:
        await do(session, "t", WISH)
        await do(session, "t", cheapest, hold())
        waiting = await do(session, "t", people)
        assert waiting.interrupt is not None, waiting.messages
        await session.approve("t", confirming(waiting))
        assert (await session.trip("t")).working_memory.bookings
        yield session


def of_kind(language, kind):
    words = texts_of(language).words
    return {words[f"{group}.{kind}"] for group in ("waits", "beside")}


@pytest.mark.parametrize(
    "language", [*LANGUAGES[:2], *(pytest.param(one, marks=pytest.mark.release) for one in LANGUAGES[2:])]
)
async def test_a_cancellation_that_waits_is_no_purchase(bought, language):
    """A question and a wish beside it say once what the cancellation waits for; nothing says that nothing is paid or bought."""
    waiting = await do(bought, "t", cancel())
    assert waiting.interrupt is not None, waiting.messages
    told = "\n".join(map(str, waiting.messages))
    for words in ASKED[language]:
        said = "\n".join(map(str, (await bought.say("t", words)).messages))
        told += said
        others = {text for kind in ("purchase", "more", "change") for text in of_kind(language, kind)}
        assert [text for text in others if text in said] == []
    assert any(text in told for text in of_kind(language, "cancel")), told
    assert await bought.waiting("t") is not None


async def test_what_comes_next_is_the_cancellation(bought):
    """Asked for the next step, the answer names the cancellation."""
    await do(bought, "t", cancel())
    said = "\n".join(map(str, (await bought.say("t", "what happens next?")).messages))
    assert "Approve the cancellation" in said
    assert "Approve the purchase" not in said


async def test_a_first_purchase_is_told_as_before(session, to_approval):
    """Where nothing is booked, nothing is paid yet: it is said when one begins to wait."""
    said = "\n".join(map(str, (await to_approval(session, "t")).messages))
    assert texts_of("en").words["waits.purchase"] in said
