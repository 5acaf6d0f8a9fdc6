"""`python -m cardtable_lab.bench.stranger bookworm trixie`: from nothing to the first page, as a newcomer types it.

It starts from a bare Debian system, as debootstrap makes it, and tries four ways, each in its own root: a checkout with
`make play`, and the built wheel with pip, pipx and uv. It needs root and debootstrap. Every typed line and its duration
in s are written to docs/transcripts/stranger-SUITE.txt. The exit status is 1 if a way does not end at a page.
"""

import json
import os
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from tempfile import mkdtemp
from time import monotonic, sleep
from typing import IO, cast
from urllib.error import URLError
from urllib.request import urlopen

from cardtable_lab.roots import PATH, Image, built, remove
from table.values import Value
from table.version import version

ROOT = Path(__file__).parents[3]
SUITES = ("bookworm", "trixie", "testing")
GIVES_UP_S = 900.0
_ENDS = "ended-with"
_ADDRESS = "file:///srv/cardtable"  # stands for the address where the project will be published
_WHEEL = "./cardtable-*.whl"  # without ./, Debian 12's pipx looks it up in an index
# Each way ends with the line that starts the table at {port}.
WAYS: Mapping[str, tuple[str, ...]] = {
    "a checkout": (
        "apt-get update -q",
        "apt-get install -y -q --no-install-recommends git make python3-venv",
        f"git clone {_ADDRESS} cardtable",
        "cd cardtable",
        "make play PORT={port}",
    ),
    "the wheel, with pip": (
        "apt-get update -q",
        "apt-get install -y -q --no-install-recommends python3-venv",
        "python3 -m venv cards",
        f"cards/bin/pip install {_WHEEL}",
        "cards/bin/cardtable play --auto --port {port}",
    ),
    "the wheel, with pipx": (
        "apt-get update -q",
        "apt-get install -y -q pipx",
        f"pipx install {_WHEEL}",
        "~/.local/bin/cardtable play --auto --port {port}",
    ),
    "the wheel, with uv": (
        "apt-get update -q",
        "apt-get install -y -q --no-install-recommends python3-venv",
        "python3 -m venv tools",
        "tools/bin/pip install uv",
        f"tools/bin/uv tool install {_WHEEL}",
        "~/.local/bin/cardtable play --auto --port {port}",
    ),
}


class Typed(Value):
    """A typed line, the seconds until it was done or the first page was up, and the output if the line failed."""

    line: str
    seconds: float
    failed: str = ""


def main() -> None:
    """Try all ways in each suite. Exit with 1 if one does not end at a page."""
    folder = Path(os.environ.get("ROOTS") or mkdtemp(prefix="roots-"))
    wheel, wrong = _wheel(folder), False
    for suite in sys.argv[1:] or SUITES:
        ways, root = {}, folder / f"{suite}-stranger"
        for way, lines in WAYS.items():
            remove(root)
            subprocess.run(["cp", "-a", built(suite, folder), root], check=True)  # noqa: S603, S607
            release = (root / "etc/debian_version").read_text().strip()
            ways[way] = [*_typed(root, wheel, lines)]
            wrong = wrong or any(typed.failed for typed in ways[way])
        remove(root)
        text = told(release, ways)
        (ROOT / f"docs/transcripts/stranger-{suite}.txt").write_text(text)
        print(text)
    sys.exit(1 if wrong else 0)


def told(release: str, ways: Mapping[str, list[Typed]]) -> str:
    """Return the transcript: for each way its duration, every typed line, and how it ended."""
    machine = f"{os.cpu_count()} cores, which others used, too. Packages came from near by."
    paragraphs = [f"A bare Debian {release}, as debootstrap makes it; cardtable {version()}.\n{machine}\n"]
    for way, lines in ways.items():
        sound = not any(typed.failed for typed in lines)
        end = f"the first page is up after {sum(typed.seconds for typed in lines):.0f} s" if sound else "NO PAGE"
        paragraphs.append(
            f"# {way}: {end}\n" + "".join(f"{typed.seconds:6.1f} s  $ {typed.line}\n{typed.failed}" for typed in lines)
        )
    return "\n".join(paragraphs)


def _wheel(folder: Path) -> Path:
    """Return the table's wheel, built from this checkout."""
    pip = [sys.executable, "-m", "pip", "wheel", "-q", "--no-deps", "-w", str(folder / "wheel")]
    subprocess.run([*pip, str(ROOT)], check=True)  # noqa: S603
    return max((folder / "wheel").glob("cardtable-*.whl"), key=lambda path: path.stat().st_mtime)


def _typed(root: Path, wheel: Path, lines: tuple[str, ...]) -> Iterator[Typed]:
    """Type the lines into one shell in a root until one fails. The last line must serve a page."""
    (root / "srv").mkdir(exist_ok=True)
    clone = ["git", "clone", "-q", "--bare", str(ROOT), str(root / "srv/cardtable")]
    subprocess.run(clone, check=True)  # noqa: S603
    (root / "root" / wheel.name).write_bytes(wheel.read_bytes())
    port = _free_port()
    *before, starts = [line.format(port=port) for line in lines]
    with Image(root), _shell(root) as shell:
        _takes_old_lists(root)
        _names_packages_to_uv(root)
        for line in before:
            if (typed := _done(shell, line)).failed:
                yield typed
                return
            yield typed
        yield _served(shell, starts, port)


@contextmanager
def _shell(root: Path) -> Iterator[subprocess.Popen[str]]:
    """Start a shell in a root, in /root; kill the shell and its child processes at the end."""
    command = ["chroot", str(root), "env", "-i", PATH, "HOME=/root", "LANG=C.UTF-8", "DEBIAN_FRONTEND=noninteractive"]
    shell = subprocess.Popen(  # noqa: S603
        [*command, "bash"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
        start_new_session=True,
    )  # fmt: skip
    try:
        _writes(shell, "cd")
        yield shell
    finally:
        os.killpg(shell.pid, signal.SIGKILL)
        shell.communicate()


def _writes(shell: subprocess.Popen[str], line: str) -> None:
    into = cast("IO[str]", shell.stdin)
    into.write(f"{line}\n")
    into.flush()


def _done(shell: subprocess.Popen[str], line: str) -> Typed:
    """Type a line and wait until it is done."""
    began, said = monotonic(), list[str]()
    _writes(shell, f"{{ {line}\n}} </dev/null; echo {_ENDS} $?")
    for printed in cast("IO[str]", shell.stdout):
        if printed.startswith(_ENDS):
            failed = "" if printed.split()[1] == "0" else "".join(said[-20:])
            return Typed(line, monotonic() - began, failed)
        said.append(printed)
    return Typed(line, monotonic() - began, "".join(said[-20:]) or "The shell ended.\n")


def _served(shell: subprocess.Popen[str], line: str, port: int) -> Typed:
    """Type the line that starts the table and wait for its first page."""
    began = monotonic()
    _writes(shell, f"{{ {line}\n}} </dev/null >typed.log 2>&1 &")
    while (took_s := monotonic() - began) < GIVES_UP_S:
        if _has_page(port):
            return Typed(line, took_s)
        sleep(0.1)
    return Typed(line, took_s, _done(shell, "tail -20 typed.log; false").failed)


def _has_page(port: int) -> bool:
    """Return whether the table on a port reports that it is well, and serves its first page."""
    try:
        with urlopen(f"http://127.0.0.1:{port}/health", timeout=5) as health:
            well = json.load(health)["ok"]
        with urlopen(f"http://127.0.0.1:{port}/", timeout=5) as page:
            return bool(well) and b"</html>" in page.read()
    except (URLError, OSError):
        return False


def _free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as tried:
        return int(tried.getsockname()[1])


def _takes_old_lists(root: Path) -> None:
    """Make apt in a root accept expired package lists, because a mirror of testing may lag behind this clock."""
    (root / "etc/apt/apt.conf.d/99-old-lists").write_text('Acquire::Check-Valid-Until "false";\n')


def _names_packages_to_uv(root: Path) -> None:
    """Configure uv in a root to use the same package sources as pip."""
    named = (root / "etc/pip.conf").read_text().splitlines()[1:]
    by_name = dict(line.split(" = ", 1) for line in named)
    indexes = by_name.get("extra-index-url", "").split() + by_name.get("index-url", "").split()
    links = json.dumps(by_name.get("find-links", "").split())
    lines = ["system-certs = true", 'index-strategy = "unsafe-best-match"', f"find-links = {links}"]
    lines += [f"[[index]]\nurl = {json.dumps(one)}" for one in indexes]
    (root / "etc/uv").mkdir(exist_ok=True)
    (root / "etc/uv/uv.toml").write_text("\n".join([*lines, ""]))


if __name__ == "__main__":
    main()
