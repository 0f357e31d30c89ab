"""Measures a whole booking, turn by turn: ``python -m benches.graph [--quick] [--rounds N]``.

Four contestants on the same checkpointer in the same process, one after the other in every round: the booking graph without a
model; a bare LangGraph graph with the same super-steps and the same state, which does nothing; the conversation that a model
holds; and a ReAct agent (``langchain.agents.create_agent``) with the described tools. Models are scripted and answer at once.
"""

import argparse
import asyncio
import gc
from collections.abc import Awaitable, Callable, Mapping, Sequence
from statistics import median
from time import perf_counter, process_time
from typing import Any, NamedTuple

from langchain_core.runnables import RunnableConfig

from benches.bare import Step, bare_graph, recorded
from benches.house import TURNS, House, approval, guided, house, run, words
from benches.meter import Meter, metered
from benches.react import ScriptedModel, react_agent
from benches.statements import statements_of
from benches.talking import TalkingModel, talking_agent


class Took(NamedTuple):
    """One turn: milliseconds by the clock, and of the processor in all threads; how much of them tools took."""

    wall: float
    cpu: float
    tools_wall: float = 0.0
    tools_cpu: float = 0.0


Contestant = Callable[[str], Awaitable[list[Took]]]
AIM_BARE, AIM_REACT = 1.3, 3.0
WITH_A_MODEL = "with a model"
CALL = 0.5
"""Seconds of a model's call."""


def main() -> None:
    """Print milliseconds for each turn, the ratios, and what the models were sent."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true", help="two rounds: a smoke test, no measurement")
    parser.add_argument(
        "--rounds", type=int, default=10, help="each sells seats of the same flights: after some 15 they are sold out"
    )
    asked = parser.parse_args()
    asyncio.run(_measure(2 if asked.quick else asked.rounds))


async def _measure(rounds: int) -> None:
    async with house() as home:
        model, talking, meter = ScriptedModel(), TalkingModel(), Meter()
        graph = guided(metered(home.ports, meter), home.saver)
        with statements_of(home.ledger) as asked:
            bare = await _bare(home)
        contestants: dict[str, Contestant] = {
            "tripintent": _talk(graph, meter),
            "bare graph": _talk(bare),
            WITH_A_MODEL: _talk(talking_agent(home, talking)),
            "ReAct agent": _talk(react_agent(home, model)),
        }
        times = await _rounds(contestants, rounds)
        _print(times)
        print(
            f"  the ledger for one booking: {asked.statements} statements in {asked.transactions} transactions,"
            f" {asked.durable} of which wait for the disk   (aim: at most 180 in 40)"
        )
        _print_models(model, talking, rounds + 1)
        _print_waits(times, talking.calls // (rounds + 1), model.calls // (rounds + 1))


async def _rounds(contestants: Mapping[str, Contestant], rounds: int) -> dict[str, list[list[Took]]]:
    """Return the milliseconds of each turn of each round; the first round, which loads everything, is not counted."""
    times: dict[str, list[list[Took]]] = {name: [] for name in contestants}
    for number in range(rounds + 1):
        for name, contestant in contestants.items():
            gc.collect()
            turns = await contestant(f"{name} {number}")
            if number:
                times[name].append(turns)
        if not number:
            gc.freeze()  # the gazetteer's half a million objects: a full collection in the middle of a turn hits anybody
    return times


def _talk(graph: Any, meter: Meter | None = None) -> Contestant:
    """Return a contestant that books on a fresh thread."""
    tools = meter or Meter()

    async def book(thread: str) -> list[Took]:
        took: list[Took] = []
        result: Any = None
        for text in (*TURNS, None):
            entry = approval(result) if text is None else words(text)
            tools.wall = tools.cpu = 0.0
            start, used = perf_counter(), process_time()
            result = await run(graph, thread, entry)
            wall, cpu = 1000 * (perf_counter() - start), 1000 * (process_time() - used)
            took.append(Took(wall, cpu, tools.wall, tools.cpu))
        return took

    return book


async def _bare(home: House) -> Any:
    """Return the bare graph that replays one recorded booking."""
    graph, thread = guided(home.ports, home.saver), "recorded"
    config: RunnableConfig = {"configurable": {"thread_id": thread}}
    turns: list[list[Step]] = []
    result: Any = None
    card: Any = None
    for text in (*TURNS, None):
        if text is None:
            card = result["__interrupt__"][0].value
        known = len([h async for h in graph.aget_state_history(config)])
        entry = approval(result) if text is None else words(text)
        result = await run(graph, thread, entry, every_step=True)
        turns.append(await recorded(graph, config, known))
    if not result["trip_intent"].working_memory.bookings:
        raise RuntimeError("the recorded booking bought nothing")
    return bare_graph(turns, card, home.saver)


def _print(times: Mapping[str, list[list[Took]]]) -> None:
    print(
        f"A booking in {len(TURNS)} messages and an approval, on SQLite; medians of {len(times['tripintent'])} rounds, ms"
    )
    print(f"  {'':12} {'per turn':>9} {'processor':>10}    wish  choose  people  approve")
    ours = times["tripintent"]
    for name, turns in times.items():
        each = [median(took.wall for took in column) for column in zip(*turns, strict=True)]
        row = " ".join(f"{t:7.1f}" for t in each)
        print(f"  {name:12} {_per_turn(turns, 'wall'):9.1f} {_per_turn(turns, 'cpu'):10.1f} {row}")
    own = {kind: _per_turn(ours, kind) - _per_turn(ours, f"tools_{kind}") for kind in ("wall", "cpu")}
    print(
        f"  {'its own part':12} {own['wall']:9.1f} {own['cpu']:10.1f}   (without ledger, suppliers, language, ranking)"
    )
    for kind, label in (("wall", "by the clock"), ("cpu", "processor time")):
        whole, bare, react = (_per_turn(times[name], kind) for name in ("tripintent", "bare graph", "ReAct agent"))
        print(f"  against the bare graph, {label:14}  {whole / bare:5.2f} x          (aim: at most {AIM_BARE} x)")
        print(f"  its own part alone, {label:14}      {own[kind] / bare:5.2f} x")
        print(
            f"  against the ReAct agent, {label:14} {react / whole:5.2f} x faster   (aim: at least {AIM_REACT:.0f} x)"
        )


def _print_models(model: ScriptedModel, talking: TalkingModel, bookings: int) -> None:
    print("  model calls and approximate tokens of one booking")
    print("    tripintent, offline       0 calls, 0 tokens: no model chooses a step")
    for name, one in ((WITH_A_MODEL, talking), ("ReAct agent", model)):
        sent, said = one.tokens_in // bookings, one.tokens_out // bookings
        print(f"    {name:24} {one.calls // bookings:2} calls, {sent:,} in, {said:,} out")
    calls, tokens = talking.calls / model.calls, talking.tokens_in / model.tokens_in
    print(
        f"    the first of both to the other: {calls:.2f} of the calls, {tokens:.2f} of the tokens (aim: 0.60 and 0.35)"
    )


def _print_waits(times: Mapping[str, list[list[Took]]], ours: int, react: int) -> None:
    """Print how long a booking takes where each call of a model takes half a second."""
    took = {name: median(sum(one.wall for one in turns) for turns in times[name]) / 1000 for name in times}
    a, b = took[WITH_A_MODEL] + ours * CALL, took["ReAct agent"] + react * CALL
    print(f"  a booking at {CALL} s a call: {a:.1f} s, ReAct agent {b:.1f} s: {b / a:.2f} x faster")


def _per_turn(rows: Sequence[Sequence[Took]], kind: str) -> float:
    """Return the median of the rounds' mean per turn."""
    return median(sum(float(getattr(took, kind)) for took in turns) / len(turns) for turns in rows)


if __name__ == "__main__":
    main()
