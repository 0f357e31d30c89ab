"""Measures how ``tripintent --help`` and ``booking_graph()`` start: ``python -m benches.startup [--quick]``.

Modules loaded and time taken, in fresh processes, against a Python that does nothing; heavy libraries must stay out.
"""

import argparse
import json
import os
import subprocess
import sys
from statistics import median
from time import perf_counter

KEPT_OUT = ("langchain_openai", "openai", "langgraph", "langchain_core", "sqlalchemy", "dateparser")
HELP = "import sys; sys.argv = ['tripintent', '--help']\nfrom tripintent.app.cli import main\n"
RUN = HELP + "main()"
COUNT = (
    HELP
    + """
import contextlib, io, json
with contextlib.redirect_stdout(io.StringIO()) as said, contextlib.suppress(SystemExit):
    main()
assert 'Usage' in said.getvalue()
print(json.dumps(sorted(sys.modules)))
"""
)

GRAPH = """
from time import perf_counter, process_time
began = perf_counter()
from tripintent import booking_graph
booking_graph()
print(perf_counter() - began, process_time())
"""
AIM = 1.2
"""Seconds for the first booking graph of a process."""


def main() -> None:
    """Print modules, milliseconds, and which heavy libraries were loaded."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true", help="two runs")
    rounds = 2 if parser.parse_args().quick else 15
    modules = json.loads(_python(COUNT))
    ours, bare = [], []
    for _ in range(rounds):
        ours.append(_timed(RUN))
        bare.append(_timed("pass"))
    print("tripintent --help, in a fresh process")
    print(f"  {len(modules)} modules   {median(ours):.0f} ms   (an empty Python: {median(bare):.0f} ms)")
    print(f"  against an empty Python {median(ours) / median(bare):5.1f} x")
    loaded = [name for name in KEPT_OUT if name in modules]
    print(
        f"  loaded of {', '.join(KEPT_OUT)}: {', '.join(loaded) or 'none'}   (aim: no langgraph, no langchain_openai)"
    )
    cold(2 if rounds == 2 else 5)


def cold(rounds: int) -> None:
    """Print how long the first booking graph of a process takes, imports included: median and best of fresh processes."""
    _python(GRAPH)  # compiles what is not yet compiled
    runs = [tuple(map(float, _python(GRAPH).split())) for _ in range(rounds)]
    taken = [wall for wall, _ in runs]
    print(
        f"booking_graph(), cold       {median(taken):>5.2f} s   best {min(taken):.2f}, processor {median(cpu for _, cpu in runs):.2f};"
        f" aim: at most {AIM}"
    )


def _timed(code: str) -> float:
    start = perf_counter()
    _python(code)
    return 1000 * (perf_counter() - start)


def _python(code: str) -> str:
    """Run code in a fresh process that keeps its compiled modules, as an installed package does."""
    env = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    return subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True, env=env).stdout  # noqa: S603


if __name__ == "__main__":
    main()
