"""Counts the files of the product that a task runs through: ``python -m benches.paths``.

Four tasks of a conversation that a scripted chat model holds. A file counts when one of its functions is called between the first
message of the task and its answer, on any thread; what a file does when it is imported does not count.
"""

import asyncio
import sys
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from types import FrameType
from typing import Any

import tripintent
from benches.house import approval, house, run, words
from benches.react import Call
from benches.talking import SCRIPT, TalkingModel, talking_agent

AIMS = {"a sentence to options": 130, "names to a card": 110, "an approval to a receipt": 90, "an edit of a day": 30}
EDIT: tuple[tuple[str, list[Call]], ...] = (
    ("", [("edit_itinerary", {"edits": [{"op": "add", "kind": "activity", "name": "A walk", "day": "2027-06-15", "start": "10:00"}]})]),
    ("It is in your plan.", []),
)  # fmt: skip


def main() -> None:
    """Print how many files each task runs through, beside its aim."""
    for name, count in asyncio.run(_counts()).items():
        print(f"{name:25} {count:>7}   aim: at most {AIMS[name]} files")


async def _counts() -> dict[str, int]:
    async with house() as home:
        graph = talking_agent(home, _Talker())
        await _booking(graph, "warm")  # what is loaded and cached once is loaded
        return await _booking(graph, "counted")


class _Talker(TalkingModel):
    """Plays the booking and then the edit, over and over."""

    def next_reply(self, _: Any) -> tuple[str, Any]:
        """Return the next of the script."""
        script = (*SCRIPT, *EDIT)
        return script[self.calls % len(script)]


async def _booking(graph: Any, thread: str) -> dict[str, int]:
    asked = (
        ("a sentence to options", words("Boston to Lisbon June 14 to June 21, two adults")),
        ("", words("the cheapest")),
        ("names to a card", words("Ann Smith 4 March 1985 and Bob Smith 1983-07-09, ann@example.org")),
    )
    counts: dict[str, int] = {}
    result: Any = None
    for name, entry in asked:
        with _files() as found:
            result = await run(graph, thread, entry)
        counts[name] = len(found)
    with _files() as found:
        await run(graph, thread, approval(result))
    counts["an approval to a receipt"] = len(found)
    with _files() as found:
        await run(graph, thread, words("a walk on the 15th at ten"))
    counts["an edit of a day"] = len(found)
    return {name: count for name, count in counts.items() if name}


@contextmanager
def _files() -> Iterator[set[str]]:
    """Collect the product's files whose functions are called meanwhile."""
    home = str(Path(tripintent.__file__).parent.resolve())
    roots = tuple({home, *(str(part.resolve()) for part in Path(home).iterdir() if part.is_dir())})
    found: set[str] = set()
    asyncio.get_running_loop().set_default_executor(ThreadPoolExecutor())  # its threads begin now, and are heard

    def called(frame: FrameType, event: str, _: Any) -> None:
        if event == "call" and frame.f_code.co_name != "<module>":
            path = frame.f_code.co_filename
            if path not in found and path.startswith(roots):
                found.add(path)

    threading.setprofile(called)
    sys.setprofile(called)
    try:
        yield found
    finally:
        sys.setprofile(None)
        threading.setprofile(None)  # type: ignore[arg-type]


if __name__ == "__main__":
    main()
