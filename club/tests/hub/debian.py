"""A Debian of its own, in which an administrator types: this machine's programs, but other files, ports and processes.

Broker and database are those of Debian's packages, as they are once these are installed. Without them its tests are
skipped by name, and with CI=true they fail instead; whoever is not root skips them.
"""

import json
import os
import shlex
import shutil
import subprocess
import sys
from pathlib import Path
from types import TracebackType
from typing import Any, Self

import pytest

from club.tests.hub.postgresql import program
from tests import lacking
from tests.forking import ROOT
from tests.playing import PATIENCE_S

STARTS_S = 2 * PATIENCE_S  # several programs start from nothing at once

APART = ("unshare", "--mount", "--net", "--pid", "--fork", "--kill-child", "--mount-proc")
NEEDED = ("unshare", "mosquitto_passwd", "pg_createcluster", "openssl", "sqlite3")
# What becomes of the machine's folders: other ones lie over them, of which nobody outside sees anything.
SETUP = """
set -e
python() { {python} "$@"; }
python -c 'import fcntl, socket, struct; fcntl.ioctl(socket.socket(), 0x8914, struct.pack("16sh14x", b"lo", 1))'
cp -a /etc/mosquitto {folder}/mosquitto
mount --bind {folder}/mosquitto /etc/mosquitto
printf '127.0.0.1 localhost broker.example.org\\n' >{folder}/hosts
mount --bind {folder}/hosts /etc/hosts
mkdir -p /run /var/log
for over in /run /var/log /etc/postgresql /var/lib/postgresql /var/lib/mosquitto; do mount -t tmpfs tmpfs $over; done
mkdir -p /run/lock /run/postgresql /var/log/postgresql
chown mosquitto: /var/lib/mosquitto
chown postgres: /run/postgresql /var/log/postgresql /var/lib/postgresql /etc/postgresql
export HOME={folder}/home PATH={folder}/bin:{venv}:/usr/sbin:/usr/bin:/sbin:/bin
unset PYTHONPATH
cd {folder}/checkout
set +e
"""
# Nobody asks for a password here, and no system starts services: each does what these commands lead to on a Debian.
COMMANDS = {
    "sudo": """
if [ "$1" = -u ]; then user=$2; shift 2; exec runuser -u "$user" -- "$@"; fi
exec "$@"
""",
    "apt": """
case $2 in
    mosquitto) pgrep -x mosquitto >/dev/null || systemctl restart mosquitto ;;
    postgresql) pg_createcluster --start {version} main -- --no-sync ;;
    *) echo "no package $2" >&2; exit 1 ;;
esac
""",
    "systemctl": """
[ "$2" = mosquitto ] || exit 1
case $1 in
    restart)
        pkill -x mosquitto && while pgrep -x mosquitto >/dev/null; do :; done
        mkdir -m 740 -p /var/log/mosquitto /run/mosquitto
        chown mosquitto /var/log/mosquitto /run/mosquitto
        mosquitto -d -c /etc/mosquitto/mosquitto.conf ;;
    reload) pkill -HUP -x mosquitto ;;
    *) exit 1 ;;
esac
""",
}


class Debian:
    """A shell in it, in a checkout of the project. A context manager; with it all ends that was started there."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        _check_there()
        for name in ("home", "bin", "checkout"):
            (folder / name).mkdir()
        (folder / "checkout/docs").symlink_to(ROOT / "docs")
        version = Path(program("initdb")).parent.parent.name
        for name, body in COMMANDS.items():
            command = folder / "bin" / name
            command.write_text(f"#!/bin/sh\n{body.replace('{version}', version)}")
            command.chmod(0o755)

    def __enter__(self) -> Self:
        self._shell = subprocess.Popen(
            [*APART, "bash"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            bufsize=1,
        )
        places = {"{folder}": str(self.folder), "{python}": sys.executable, "{venv}": str(Path(sys.executable).parent)}
        setup = SETUP
        for name, place in places.items():
            setup = setup.replace(name, shlex.quote(place))
        self._status(setup)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._shell.kill()  # and with it whatever runs in there
        self._shell.communicate()

    @property
    def log(self) -> Path:
        """Return the file with all that was printed."""
        return self.folder / "printed"

    def types(self, line: str) -> None:
        """Type a line, and wait until it is done, unless it shows a table or a hub: these go on."""
        shows = line.startswith(("cardtable hub --", "cardtable play", "cardtable run")) and "--retire" not in line
        status = self._status(line if line.endswith("&") or not shows else f"{line} &")
        if status != 0:
            self._status("tail -n 40 /var/log/mosquitto/mosquitto.log")
        assert status == 0, f"{line}\n{self.log.read_text()}"

    def stops_all(self) -> None:
        """End what was started there by this shell."""
        self._status("kill $(jobs -p); wait")

    def asks(self, code: str) -> Any:
        """Return what a Python expression gives in there, once that is something. `get(URL)` asks for JSON."""
        script = self.folder / "asked.py"
        answer = self.folder / "answer"
        script.write_text(ASKING.format(code=code, answer=str(answer), patience=STARTS_S))
        status = self._status(f"{shlex.quote(sys.executable)} {shlex.quote(str(script))}")
        assert status == 0, f"{code}\n{self.log.read_text()}"
        return json.loads(answer.read_text())

    def _status(self, line: str) -> int:
        assert self._shell.stdin is not None
        assert self._shell.stdout is not None
        self._shell.stdin.write(f'{{\n{line}\n}} </dev/null >>{shlex.quote(str(self.log))} 2>&1\necho "$?"\n')
        said = self._shell.stdout.readline()
        assert said.strip().isdecimal(), f"{line}: {said}{self.log.read_text()}"
        return int(said)


ASKING = """
import json, socket, ssl, subprocess, time, urllib.request
def get(url):
    with urllib.request.urlopen(url, timeout=5) as answer:
        return json.load(answer)
def sql(wanted):
    line = ["psql", "--host=localhost", "--username=club", "--tuples-only", "--command", wanted]
    return subprocess.run(line, check=True, stdout=subprocess.PIPE, text=True).stdout.strip()
def strictly(authority):
    trusts = ssl.create_default_context(cafile=authority)
    trusts.verify_flags |= ssl.VERIFY_X509_STRICT
    with socket.create_connection(("broker.example.org", 8883), 5) as raw:
        with trusts.wrap_socket(raw, server_hostname="broker.example.org") as secured:
            return secured.version()
ends, found = time.monotonic() + {patience}, None
while not found and time.monotonic() < ends:
    try:
        found = {code}
    except (OSError, ValueError) as error:
        found = None
        why = error
    else:
        why = found
    if not found:
        time.sleep(0.1)
if not found:
    raise SystemExit(f"at last: {{why}}")
with open({answer!r}, "w") as file:
    json.dump(found, file)
"""


def _check_there() -> None:
    missing = [name for name in NEEDED if shutil.which(name) is None]
    if missing:
        lacking.skip(f"no {', '.join(missing)} to type: on Debian, run tests/install.sh as root")
    if os.getuid() != 0 or subprocess.run([*APART, "true"], capture_output=True, check=False).returncode != 0:
        pytest.skip("only root gets a Debian apart, and not in every container")
