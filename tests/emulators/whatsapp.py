"""WhatsApp's Cloud API, as far as a desk uses it: takes messages on loopback, and signs webhooks as Meta does."""

import hmac
import json
from hashlib import sha256
from typing import Any

from fastapi import FastAPI, Request
from fastapi.responses import JSONResponse

NUMBER, TOKEN, APP_SECRET, VERIFY = "1066", "EAAG-secret-token", "app-secret", "agreed-word"


class Emulator:
    """``sent`` are (to, text) of what was taken; ``faults`` are the statuses with which the next ones are refused."""

    def __init__(self) -> None:
        self.sent: list[tuple[str, str]] = []
        self.faults: list[int] = []
        self.app = FastAPI()
        self.app.post(f"/{NUMBER}/messages")(self.take)

    async def take(self, request: Request) -> JSONResponse:
        body = await request.json()
        if request.headers.get("authorization") != f"Bearer {TOKEN}":
            return JSONResponse({"error": {"code": 190, "message": "Invalid OAuth access token"}}, 401)
        if self.faults:
            return JSONResponse({"error": {"code": 131000, "message": "Something went wrong"}}, self.faults.pop(0))
        if body["messaging_product"] != "whatsapp" or not 0 < len(body["text"]["body"]) <= 4096:
            return JSONResponse({"error": {"code": 100, "message": "Invalid parameter"}}, 400)
        number, user = body.get("to"), body.get("recipient")
        if number is None and user is None:
            return JSONResponse({"error": {"code": 100, "message": "Invalid parameter"}}, 400)
        if number is None or number.isdigit():  # what is no number is taken for one, and arrives nowhere
            self.sent.append((number or user, body["text"]["body"]))
        return JSONResponse({"messaging_product": "whatsapp", "messages": [{"id": f"wamid.out{len(self.sent)}"}]})


def message(number: int, text: str, sender: str = "447700900001", **more: Any) -> dict[str, Any]:
    facts = {"id": f"wamid.{number}", "from": sender, "timestamp": str(1_790_000_000 + number)}
    return {**facts, "type": "text", "text": {"body": text}, **more}


def webhook(*messages: dict[str, Any], number: str = NUMBER, **more: Any) -> bytes:
    value = {
        "messaging_product": "whatsapp",
        "metadata": {"phone_number_id": number},
        "messages": list(messages),
        **more,
    }
    entry = {"id": "waba", "changes": [{"field": "messages", "value": value}]}
    return json.dumps({"object": "whatsapp_business_account", "entry": [entry]}).encode()


def signed(body: bytes, secret: str = APP_SECRET) -> dict[str, str]:
    return {"X-Hub-Signature-256": "sha256=" + hmac.new(secret.encode(), body, sha256).hexdigest()}
