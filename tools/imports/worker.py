"""The process in which imports are parsed: it takes one job after the other from its input and writes what it read.

The process has no setting and no key, at most ``MEMORY`` bytes, less right to the processor than the server, and an alarm that
ends it should the one that started it be gone.
"""

import json
import logging
import os
import signal
import sys
import traceback
from datetime import date
from pathlib import Path
from typing import IO

from tripintent.tools.errors import ImportRefused
from tripintent.tools.imports.jobs import FILE, ReadText, framed, received
from tripintent.tools.imports.reader import read_content

MEMORY = 700_000_000
GIVE_WAY = 10
"""How much lower than the server's the priority is."""
ALARM_SECONDS = 60
_WARM_UP = "Your flight LH 1234 on 8 April 2027, Munich (MUC) 11:25 - Lisbon (LIS) 13:40"


def main() -> None:
    """Work until the input ends."""
    jobs, answers = sys.stdin.buffer, os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # what a library prints is not an answer
    _be_modest()
    read_content(_WARM_UP, date(2027, 1, 1))  # what is loaded once costs no job's time
    _send(answers, b"")
    while (job := received(jobs)) is not None:
        _alarm(ALARM_SECONDS)
        answer = json.dumps(_worked(job)).encode()
        _alarm(0)
        _send(answers, answer)


def _worked(job: bytes) -> dict[str, object]:
    kind, today, body = job[:1], date.fromisoformat(job[1:11].decode()), job[11:]
    try:
        return told(read_content(body if kind == FILE else body.decode(), today))
    except ImportRefused as error:
        return {"refused": str(error), "code": error.code}
    except Exception as error:  # noqa: BLE001 - a fault of ours: the server logs where it is, never what stood in the text
        last = traceback.extract_tb(error.__traceback__)[-1]
        return {"fault": f"{type(error).__name__} in {Path(last.filename).name}:{last.lineno}"}


def told(read: ReadText) -> dict[str, object]:
    """Return what was read as JSON, with only the fields that were said."""
    segments = [s.model_dump(mode="json", by_alias=True, exclude_unset=True) | {"type": s.type} for s in read.segments]
    sent = read.sent.isoformat() if read.sent else None
    return {"segments": segments, "warnings": list(read.warnings), "free": read.free, "sent": sent}


def _send(answers: IO[bytes], body: bytes) -> None:
    answers.write(framed(body))
    answers.flush()


def _be_modest() -> None:
    logging.disable(logging.CRITICAL)  # libraries quote what they read
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the server ends this process when it ends itself
    if sys.platform == "win32":
        return
    import resource  # noqa: PLC0415 - not on Windows

    os.nice(GIVE_WAY)
    if sys.platform == "linux":
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def _alarm(seconds: int) -> None:
    if sys.platform != "win32":
        signal.alarm(seconds)


if __name__ == "__main__":
    main()
