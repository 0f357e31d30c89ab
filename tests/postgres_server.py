"""A throw-away Postgres server for tests: real binaries (Debian's), a fresh data directory, a free port, no password.

Root may not run Postgres, so that as root everything runs as the user ``postgres``, which Debian's package makes.
"""

import os
import shutil
import socket
import subprocess
import tempfile
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import psycopg


def binaries() -> Path | None:
    """Return the folder with initdb and postgres, newest version first, or None."""
    packaged = sorted(Path("/usr/lib/postgresql").glob("*/bin"), key=lambda p: int(p.parent.name), reverse=True)
    on_path = shutil.which("initdb")
    folders = [*packaged, *([Path(on_path).resolve().parent] if on_path else [])]
    return next((folder for folder in folders if (folder / "initdb").exists() and (folder / "postgres").exists()), None)


@contextmanager
def running() -> Iterator[str]:
    """Run a server and yield its URL. Durable writes are off: SIGKILL of a client, not a power cut, is what is tested."""
    folder = binaries()
    assert folder is not None
    data = Path(tempfile.mkdtemp(prefix="tripintent-pg-"))
    user = "postgres" if os.geteuid() == 0 else None
    if user:
        shutil.chown(data, user)
    port = free_port()
    _run(user, folder / "initdb", "-D", data, "-U", "tripintent", "--auth=trust", "--no-sync", "--encoding=UTF8")
    options = f"-p {port} -c listen_addresses=127.0.0.1 -c unix_socket_directories='{data}' -c fsync=off -c max_connections=200"
    _run(user, folder / "pg_ctl", "-D", data, "-w", "-l", data / "log", "-o", options, "start")
    try:
        yield f"postgresql://tripintent@127.0.0.1:{port}/postgres"
    finally:
        _run(user, folder / "pg_ctl", "-D", data, "-m", "immediate", "stop")
        shutil.rmtree(data, ignore_errors=True)


@contextmanager
def database(server: str) -> Iterator[str]:
    """Make an empty database on a server, yield its URL, and drop it at the end."""
    name = f"t{uuid.uuid4().hex}"
    with psycopg.connect(server, autocommit=True) as admin:
        admin.execute(f"CREATE DATABASE {name}".encode())
        yield f"{server.rsplit('/', 1)[0]}/{name}"
        admin.execute(f"DROP DATABASE {name} WITH (FORCE)".encode())


def _run(user: str | None, *command: object) -> None:
    subprocess.run(
        [str(part) for part in command],
        check=True,
        user=user,
        cwd="/",
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )


def free_port() -> int:
    """Return a port that nobody listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])
