"""A scripted model for a desk, over the wire."""

import json
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from tests.servers import openai_wire as wire

from tripintent.app.session import Session
from tripintent.app.settings import Settings
from tripintent.state.concierge.front import Request

NOW = datetime(2026, 11, 24, 9, tzinfo=UTC)
BEGINNINGS = {
    "intent": "You are the front desk of",
    "functions": "Find the functions",
    "answer": "You answer guests of",
}


class Model:
    """The scripted model: it answers each kind of prompt as it was told to, whichever comes first; functions of ``later`` in turn."""

    def __init__(self, server: Any) -> None:
        self.server = server
        self.says: dict[str, Any] = {}
        self.later: list[str] = []
        self.asked: list[tuple[str, dict[str, Any]]] = []
        self.meets: Callable[[], Any] = lambda: None
        server.next_reply = self._reply

    def _reply(self, request: dict[str, Any]) -> Any:
        system = request["messages"][0]["content"]
        kind = next((kind for kind, begins in BEGINNINGS.items() if system.startswith(begins)), "booking")
        self.asked.append((kind, request))
        if kind in ("intent", "functions"):
            self.meets()
        said = self.says.get(kind, "All right.")
        if isinstance(said, list):
            said = said.pop(0) if len(said) > 1 else said[0]
        if isinstance(said, tuple):
            return wire.completion(None, calls=[(said[0], json.dumps(said[1]))])
        if kind == "functions" and self.later:
            self.says[kind] = self.later.pop(0)
        return said if isinstance(said, wire.WireReply) else wire.completion(said)

    def intent(self, text: Any) -> "Model":
        self.says["intent"] = text
        return self

    def chooses(self, *entries: dict[str, Any]) -> "Model":
        self.says["functions"] = json.dumps({"functions": [entry(**one) for one in entries]})
        return self

    def answers(self, *steps: Any) -> "Model":
        """Say what the agent does: words, or calls (a tool's name with its arguments), one after the other; the last is repeated."""
        self.says["answer"] = [*steps]
        return self

    def books(self, *steps: Any) -> "Model":
        """Say what the model does that holds the conversation about a booking."""
        self.says["booking"] = [*steps]
        return self

    @property
    def kinds(self) -> list[str]:
        return sorted(kind for kind, _ in self.asked)

    def prompt(self, kind: str) -> str:
        request = next(request for what, request in reversed(self.asked) if what == kind)
        return "\n".join(str(one["content"]) for one in request["messages"])


def entry(func: str, **more: Any) -> dict[str, Any]:
    return {"func": func, "params": {}, "confidence": 0.95, "said": "", "query": "", "takes": None, **more}


def settings_of(folder: Path, model: Model, service: Path) -> Settings:
    """Return the settings of a desk that asks the scripted model."""
    return Settings(
        _env_file=None,
        db=folder / "t.db",
        now=NOW,
        service=service,
        language="openai",
        base_url=model.server.base_url,
        model_timeout=30.0,
    )


async def queue_of(desk: Session) -> list[str]:
    """Return what guests asked the staff for."""
    waiting = (await desk.ports.staff_queue.page(None)).entries
    return [
        await desk.opened(one.thread_id, one.waits_for.text) for one in waiting if isinstance(one.waits_for, Request)
    ]
