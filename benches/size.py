"""Measures what a conversation costs on disk: ``python -m benches.size [--quick]``.

Bytes that the session's checkpointer stores for each turn, over 100 and 200 turns of changes, choices, questions and small
talk on one thread. Flat means that the last turns cost what the first ones did.
"""

import argparse
import asyncio
import sqlite3
from collections.abc import Sequence
from contextlib import closing
from itertools import cycle, islice
from pathlib import Path
from statistics import mean

from benches.house import TURNS, guided, house, run, words

ROUND = (
    "what is the total?",
    "change the return to June 23",
    "the second one",
    "hello there",
    "change the return to June 21",
    "is breakfast included?",
    "nonstop only",
    "the number of stops does not matter",
    "take the cheapest",
    "make it June 15 to June 22",
)
AIM = 1.1


def main() -> None:
    """Print bytes for each turn over 100 and 200 turns, and the growth."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true", help="20 and 40 turns")
    short = 20 if parser.parse_args().quick else 100
    turns = asyncio.run(_sizes(2 * short))
    print("Bytes that the checkpointer stores, on SQLite")
    for count in (short, 2 * short):
        print(
            f"  {count:4} turns: {sum(turns[:count]):11,} in all   {mean(turns[:count]):9,.0f} a turn   (aim: at most 45,000)"
        )
    print("  a turn, by rounds of ten: " + " ".join(f"{mean(part):,.0f}" for part in _rounds(turns)))
    late, early = mean(turns[short:]), mean(turns[:short])
    print(
        f"  turns {short + 1} to {2 * short} against turns 1 to {short} {late / early:5.2f} x   (aim: flat, at most {AIM} x)"
    )


async def _sizes(count: int) -> list[int]:
    """Return the bytes that each turn added."""
    sizes: list[int] = []
    async with house() as home:
        graph, before = guided(home.ports, home.saver), 0
        for text in (TURNS[0], *islice(cycle(ROUND), count)):
            await run(graph, "one", words(text))
            stored = _stored(home.threads)
            sizes.append(stored - before)
            before = stored
    return sizes[1:]


def _stored(path: Path) -> int:
    """Return the bytes in all rows of all tables: what is stored, without the free space in the file's pages."""
    with closing(sqlite3.connect(path)) as connection:
        names = [row[0] for row in connection.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")]
        return sum(_table(connection, name) for name in names)


def _table(connection: sqlite3.Connection, name: str) -> int:
    columns = [row[1] for row in connection.execute(f'PRAGMA table_info("{name}")')]
    bytes_of = " + ".join(f'coalesce(length(CAST("{column}" AS BLOB)), 0)' for column in columns)
    return int(connection.execute(f'SELECT coalesce(sum({bytes_of}), 0) FROM "{name}"').fetchone()[0])  # noqa: S608


def _rounds(turns: Sequence[int]) -> list[Sequence[int]]:
    size = len(ROUND)
    return [turns[i : i + size] for i in range(0, len(turns), size)]


if __name__ == "__main__":
    main()
