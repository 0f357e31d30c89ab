"""A server as its own process, on a fresh folder and a free port; it can be killed and started again on the same files."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from urllib.request import urlopen

from tests.postgres_server import free_port

SERVE = """
from tripintent.tools.garbage import kept_apart
with kept_apart():
    from tripintent.app.http.server import serve
serve()
"""


class Server:
    """A server process on a fresh folder and a free port; it can be killed and started again on the same files."""

    def __init__(self, folder: Path, program: str = SERVE, **settings: str) -> None:
        self.folder, self.program, self.settings = folder, program, settings
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self.process: subprocess.Popen[bytes] | None = None

    def start(self) -> "Server":
        log = (self.folder / "server.log").open("ab")
        command = [sys.executable, "-c", self.program]
        self.process = subprocess.Popen(command, cwd=self.folder, env=self._environment(), stdout=log, stderr=log)
        self._wait()
        return self

    def command(self, *arguments: str) -> str:
        """Run the command line on the server's files and return what it says."""
        command = [sys.executable, "-c", "from tripintent.app.cli import main; main()", *arguments]
        run = subprocess.run(
            command, cwd=self.folder, env=self._environment(), capture_output=True, text=True, check=True
        )
        return run.stdout.strip()

    def kill(self) -> None:
        assert self.process
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()

    def stop(self) -> None:
        if self.process and self.process.poll() is None:
            self.process.terminate()
            self.process.wait(90)  # the parent of several workers waits for one that is still starting

    def _environment(self) -> dict[str, str]:
        clean = {k: v for k, v in os.environ.items() if not k.startswith(("TRIPINTENT_", "OPENAI_"))}
        own = {"DB": str(self.folder / "trips.db"), "LANGUAGE": "offline", "HTTP_PORT": str(self.port), **self.settings}
        path = os.pathsep.join(p for p in sys.path if p)
        return {**clean, "PYTHONPATH": path, **{f"TRIPINTENT_{k}": v for k, v in own.items()}}

    def _wait(self) -> None:
        for _ in range(600):
            assert self.process
            if self.process.poll() is not None:
                raise RuntimeError(f"the server ended:\n{(self.folder / 'server.log').read_text()[-3000:]}")
            try:
                urlopen(f"{self.url}/readyz", timeout=5).close()  # noqa: S310 - our own address
            except OSError:
                time.sleep(0.1)
            else:
                return
        raise RuntimeError("the server does not get ready")
