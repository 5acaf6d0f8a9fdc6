"""From the box to the first card refereed, on a bare Debian that runs: the commands of docs/usb.md, as they stand.

Somebody who sits at the screen types them; only reader and cards are virtual. The reader is plugged in when the page
says so: its driver is installed then.
"""

import os
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from shutil import which
from time import monotonic

import pytest

from cardtable_lab.bench.appliance.box import Box
from cardtable_lab.roots import built, remove
from tests.from_the_box import PAGE, SEATS, commands, is_refereed
from tests.hardware import vpcd
from tests.playing import PATIENCE_S, Playing, running

USER = "ana"
FOLDER = f"/home/{USER}/cardtable"
TABLE = "table-on-usb"
_TEN_MINUTES_S = 600.0
_HAS = "sudo,libpam-systemd"  # Debian for people's computers has both
_SITS_DOWN = (
    f"useradd -m {USER} && echo '{USER} ALL=(ALL) NOPASSWD: ALL' >/etc/sudoers.d/{USER} && chown -R {USER}: {FOLDER}"
)
# A driver that comes later is found by the pcscd that somebody starts next.
_PLUGGED_IN = "apt-get install -y -qq --no-install-recommends vsmartcard-vpcd && systemctl stop pcscd.service"


@pytest.mark.proof
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("suite", ["bookworm", "trixie"])
def test_from_the_box_to_the_first_card_refereed(
    suite: str, tmp_path_factory: pytest.TempPathFactory, capsys: pytest.CaptureFixture[str]
) -> None:
    if os.geteuid() != 0 or which("apt-get") is None:
        pytest.skip("a bare Debian that runs needs Debian and root")
    root = fresh(suite, Path(os.environ.get("ROOTS") or tmp_path_factory.mktemp("roots")))
    *typed, starts = commands()
    took_s: dict[str, float] = {}
    with vpcd.alone(), Box(root, PAGE.parent.parent) as box:
        succeeds(box, "sh", "-c", _SITS_DOWN)
        for command in typed:
            began_s = monotonic()
            succeeds(box, *at_the_screen(command))
            took_s[command] = monotonic() - began_s
        succeeds(box, "sh", "-c", _PLUGGED_IN)
        began_s = monotonic()
        with on(box, starts) as table:
            took_s[starts] = monotonic() - began_s
            assert "waits for a reader" not in table.greeting
            began_s = monotonic()
            is_refereed(table)
            took_s[f"{SEATS} seats taken, two cards touched, named and refereed"] = monotonic() - began_s
    with capsys.disabled():
        print(f"\nFrom the box to the first card refereed, {suite}: {sum(took_s.values()):.0f} s")  # noqa: T201
        print(*(f"{seconds:6.1f} s  {what}" for what, seconds in took_s.items()), sep="\n")  # noqa: T201
    assert sum(took_s.values()) < _TEN_MINUTES_S


def test_the_page_has_the_seconds_of_each_command() -> None:
    rows = [line.split("|")[1].strip() for line in PAGE.read_text().splitlines() if line.startswith("| `")]

    assert [f"`{command}`" for command in commands()] == rows[: len(commands())]


def fresh(suite: str, folder: Path) -> Path:
    """Return a bare Debian, with the commit in the home of who is going to sit at its screen: no more than that."""
    root = folder / f"{suite}-from-the-box"
    remove(root)
    subprocess.run(["cp", "-a", built(suite, folder, besides=_HAS), root], check=True)  # noqa: S607
    (root / FOLDER[1:]).mkdir(parents=True)
    archive = subprocess.run(["git", "archive", "HEAD"], cwd=PAGE.parent.parent, check=True, stdout=subprocess.PIPE)  # noqa: S607
    subprocess.run(["tar", "-x", "-C", root / FOLDER[1:]], input=archive.stdout, check=True)  # noqa: S607
    return root


def at_the_screen(command: str) -> list[str]:
    """Return what types a command in the folder of the project, in a session at the screen: pcscd serves those."""
    session = ["-E", "XDG_SEAT=seat0", "-E", "XDG_SESSION_TYPE=tty", "-p", "PAMName=login"]
    options = ["--quiet", "--wait", "--collect", "--pipe", f"--unit={TABLE}", f"--working-directory={FOLDER}"]
    return ["systemd-run", *options, f"--uid={USER}", *session, "bash", "-c", f'{command} "$@"', "bash"]


def succeeds(box: Box, *command: str) -> None:
    done = box.runs(*command)
    assert done.returncode == 0, f"{command}: {done.stdout[-2000:]}"


@contextmanager
def on(box: Box, starts: str) -> Iterator[Playing]:
    """Start the table, at a port of its own, for it shares this machine's network; Ctrl-C stops it in the end."""
    with running(command=box.line(*at_the_screen(starts))) as table:
        try:
            yield table
        finally:
            box.runs("systemctl", "kill", "--signal=INT", TABLE)
            table.process.wait(PATIENCE_S)
