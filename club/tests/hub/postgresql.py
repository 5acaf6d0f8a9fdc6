"""A real PostgreSQL, Debian's, that tests start, kill and start again: in a folder of its own, on a socket in it.

Without PostgreSQL these tests are skipped by name; with CI=true they fail instead.
"""

import os
import shutil
import signal
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import mkdtemp

import psycopg

from tests import lacking
from tests.playing import PATIENCE_S

_QUICK = ("fsync=off", "synchronous_commit=off", "full_page_writes=off", "listen_addresses=", "shared_buffers=16MB")
_SAFE = ("fsync=on", "synchronous_commit=on", "listen_addresses=", "shared_buffers=16MB")


def program(name: str) -> str:
    """The path of one of its programs, which stand on nobody's path."""
    found = sorted(Path("/usr/lib/postgresql").glob(f"*/bin/{name}")) or [shutil.which(name)]
    if found[-1] is None:
        lacking.skip("no PostgreSQL to test with: on Debian, run tests/install.sh as root")
    return str(found[-1])


class PostgreSQL:
    """A server of our own. It refuses to be root, so as root it is nobody's."""

    def __init__(self, folder: Path, *, safe: bool = False) -> None:
        self.folder = folder
        self._as = ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"] if os.getuid() == 0 else []
        self._options = _SAFE if safe else _QUICK
        self._process: subprocess.Popen[bytes] | None = None
        if os.getuid() == 0:
            os.chown(folder, 65534, 65534)
        self._runs(
            "initdb",
            "-D",
            str(folder / "data"),
            "-U",
            "club",
            "-A",
            "trust",
            "--no-sync",
            "-E",
            "UTF8",
            "--locale=C.UTF-8",
        )

    def starts(self) -> None:
        more = [
            word for option in (*self._options, f"unix_socket_directories={self.folder}") for word in ("-c", option)
        ]
        line = [*self._as, program("postgres"), "-D", str(self.folder / "data"), *more]
        with (self.folder / "log").open("ab") as log:

            def begin() -> None:
                """Start it; again if it stops at memory that those who were killed have not yet given back."""
                if self._process is None or self._process.poll() is not None:
                    self._process = subprocess.Popen(line, stdout=log, stderr=log, cwd="/", start_new_session=True)

            self._runs("pg_isready", "-h", str(self.folder), "-U", "club", "-t", "20", before=begin)

    def dies(self) -> None:
        """Kill it, and all its processes, at once."""
        if self._process is not None:
            os.killpg(self._process.pid, signal.SIGKILL)
            self._process.wait()
            self._process = None

    def ends(self) -> None:
        if self._process is not None:
            self._process.send_signal(signal.SIGINT)
            self._process.wait()
            self._process = None

    def url(self, name: str) -> str:
        return f"postgresql://club@/{name}?host={self.folder}"

    def makes(self, name: str) -> str:
        """Make a database; return its URL."""
        with psycopg.connect(self.url("postgres"), autocommit=True) as db:
            db.execute(f'CREATE DATABASE "{name}"')
        return self.url(name)

    def _runs(self, name: str, *words: str, before: Callable[[], None] | None = None) -> None:
        """Run a program of PostgreSQL's; where there is something to do before, until it works."""
        until = time.monotonic() + (3 * PATIENCE_S if before else 0)
        while True:
            if before is not None:
                before()
            done = subprocess.run([*self._as, program(name), *words], capture_output=True, cwd="/", check=False)
            if done.returncode == 0:
                return
            if time.monotonic() > until:
                break
            time.sleep(0.05)
        said = (self.folder / "log").read_text()[-2000:] if before else ""
        raise AssertionError(done.stdout.decode() + done.stderr.decode() + said)


@contextmanager
def postgresql(*, safe: bool = False) -> Iterator[PostgreSQL]:
    """A server in a folder with a short name: that of a socket has 107 bytes at most."""
    folder = Path(mkdtemp(prefix="pg", dir="/tmp"))
    server = None
    try:
        server = PostgreSQL(folder, safe=safe)
        server.starts()
        yield server
    finally:
        if server is not None:
            server.ends()
        shutil.rmtree(folder, ignore_errors=True)
