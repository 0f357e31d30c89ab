"""A supplier's key is in the requests to it and nowhere else: no log, error, audit, database or recording of a booking has it."""

import logging
from datetime import UTC, datetime

import pytest
from tests.acts import ANN_IN_FULL, again, agree, cancel, cheapest, do, hold, people, plan
from tests.emulators import duffel as duffel_emulator
from tests.emulators import liteapi as liteapi_emulator

from tripintent.app.opening import open_session
from tripintent.app.settings import Settings

NOW = datetime(2027, 1, 10, 9, tzinfo=UTC)
WISH = plan("JFK", "SFO", "2027-03-11", "2027-03-14", requests=[{"kind": "window seat"}])
KEYS = {
    "duffel_token": "duffel_test_k3yOfDuffel",
    "liteapi_key": "sand_k3yOfLiteApi",
    "duffel_webhook_secret": "k3yOfWebhooks",
}


@pytest.fixture
async def traces(tmp_path, caplog):
    """Everything that a booking leaves behind: with every kind of failure on its way, cancelled in the end."""
    caplog.set_level(logging.DEBUG)
    duffel, liteapi = duffel_emulator.Emulator(lambda: NOW, discount=10), liteapi_emulator.Emulator(lambda: NOW)
    seen, said = [], []
    for emulator in (duffel, liteapi):
        emulator.app.middleware("http")(_noting(seen))
    with duffel_emulator.running(duffel.app) as duffel_url, liteapi_emulator.running(liteapi.app) as liteapi_url:
        settings = Settings(
            db=tmp_path / "t.db", language="offline", now=NOW, suppliers="duffel, liteapi", duffel_url=duffel_url,
            liteapi_url=liteapi_url, supplier_record=tmp_path / "recorded", _env_file=None, **KEYS,
        )  # fmt: skip
        async with open_session(settings) as session:
            duffel.fault("/air/offer_requests", "429")
            liteapi.fault("/hotels/rates", "500_before")
            for act in (WISH, cheapest, hold()):
                said += (await do(session, "t", act)).messages
            duffel.fault("/air/orders", "junk")
            duffel.fault("/air/orders", "lost_after")
            held = await do(session, "t", people(ANN_IN_FULL))
            said += held.messages
            for _ in range(3):
                held = held if held.interrupt else await do(session, "t", again())
                said += held.messages
            said += (await agree(session, "t")).messages
            cancelled = await do(session, "t", cancel())
            said += cancelled.messages
            audit = [event.model_dump_json() for event in await session.ports.desk.audit()]
    files = {str(path): path.read_bytes().decode("utf-8", "replace") for path in tmp_path.rglob("*") if path.is_file()}
    return {
        **files,
        "logs": caplog.text,
        "said": "\n".join(map(str, said)),
        "audit": "\n".join(audit),
        "repr": repr(settings),
    }, seen


def _noting(seen):
    async def note(request, call_next):
        seen.append(f"{request.headers.get('authorization', '')} {request.headers.get('x-api-key', '')}")
        return await call_next(request)

    return note


async def test_no_key_is_kept_anywhere(traces):
    """Both suppliers got theirs; everything else is free of all of them."""
    left, seen = traces
    assert any(KEYS["duffel_token"] in one for one in seen)
    assert any(KEYS["liteapi_key"] in one for one in seen)
    assert [path for path in left if path.endswith(("duffel.jsonl", "liteapi.jsonl"))]
    assert "hold.unknown" in left["audit"]
    assert left["logs"]
    assert {(where, name) for where, text in left.items() for name, key in KEYS.items() if key in text} == set()
