"""`python -m bench.appliance bookworm trixie`: install, update, failed updates, uninstall and purge, in bare roots.

Needs root, debootstrap and systemd-nspawn. What was typed and what was said is written to docs/transcripts, with a line
for each thing that was looked at; it exits with 1 if one was not as it should be.
"""

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from tempfile import mkdtemp

from bench.appliance.box import Box, built

ROOT = Path(__file__).parent.parent.parent
TRANSCRIPTS = ROOT / "docs/transcripts"
BREAKS = {  # what is wrong with a newer version, and what breaks it
    "does not start": ("web/server/main.py", "def _run() -> None:\n", "def _run() -> None:\n    raise SystemExit(3)\n"),
    "cannot read the journal": ("table/keeping/journal.py", "_APPLICATION_ID = 0x", "_APPLICATION_ID = 1 + 0x"),
}
_NOISE = re.compile(r"WARNING: Location .*|debconf: .*|perl: warning.*|\s+LANG.*|.*Falling back to.*|are supported.*")
_PIP = re.compile(r"\d{8}-\d{6}")


class Story:
    """What is done in one box, told as a transcript."""

    def __init__(self, box: Box) -> None:
        self.box = box
        self.lines: list[str] = []
        self.wrong = 0

    def types(self, *command: str, shown: str | None = None) -> str:
        """Run a command as root; return what it said."""
        done = self.box.runs(*command)
        said = [line.rstrip() for line in done.stdout.splitlines() if line.strip() and not _NOISE.fullmatch(line)]
        status = f"   [{done.returncode}]" if done.returncode else ""
        self.lines += ["", f"# {shown or ' '.join(command)}{status}", *(_PIP.sub("DATE", line) for line in said)]
        return "\n".join(said)

    def sees(self, what: str, *, so: bool) -> None:
        """Note something that has to be so."""
        self.wrong += not so
        self.lines.append(f"{'✓' if so else '✗ NOT SO:'} {what}")

    def quietly(self, command: str) -> str:
        """Return what a shell command says."""
        return self.box.runs("sh", "-c", command).stdout.strip()

    @property
    def is_served(self) -> bool:
        """Whether the pages are there."""
        script = "import urllib.request as u; print(u.urlopen('http://127.0.0.1/api/v1/table', timeout=5).status)"
        return self.quietly(f'/opt/cardtable/bin/python -c "{script}"').endswith("200")

    @property
    def journal(self) -> str:
        """What is on record, as one number."""
        return self.quietly(
            "cd /var/lib/cardtable && cat table.db table.db-wal 2>/dev/null | wc -c; stat -c %i table.db"
        )


def installs(story: Story) -> None:
    """Install it, and look at what the contract promises."""
    story.types("/src/install.sh", "--yes", shown="sudo ./install.sh --yes")
    story.sees("its pages are served on port 80", so=story.is_served)
    kept = story.quietly("stat -c '%a %U' /var/lib/cardtable")
    story.sees("its data are its own user's alone", so=kept == "700 cardtable")
    user = story.quietly("stat -c %U /proc/$(systemctl show -P MainPID cardtable)")
    story.sees(f"it runs as {user}", so=user == "cardtable")
    story.types("systemctl", "is-enabled", "cardtable")
    pin = story.types("cardtable", "pin")
    story.sees("root is told the PIN", so=bool(re.fullmatch(r"\d{6}", pin)))
    story.lines[-2] = "******"
    story.sees("it is in no log", so=pin not in story.quietly("journalctl --no-pager -o cat"))
    other = story.box.runs("cardtable", "pin", user="nobody")
    story.sees(f"somebody else is told: {other.stdout.strip()}", so=other.returncode == 2 and pin not in other.stdout)
    exposure = story.quietly("systemd-analyze security --no-pager cardtable | grep Overall")
    story.sees(exposure.lstrip("→ "), so=float((re.findall(r"\d+\.\d+", exposure) or ["10"])[0]) < 3)
    complaints = story.quietly("systemd-analyze verify cardtable.service 2>&1 | grep cardtable")
    story.sees("systemd-analyze verify has nothing to say", so=complaints == "")


def is_watched(story: Story) -> None:
    """Kill it, hang it, pull the plug."""
    for signal, why in (("KILL", "killed"), ("STOP", "hung")):
        before = story.quietly("systemctl show -P MainPID cardtable")
        story.quietly(f"kill -{signal} {before}")
        story.quietly(f"for i in $(seq 120); do sleep 1; [ $(systemctl show -P MainPID cardtable) != {before} ] && "
                      "systemctl -q is-active cardtable && break; done")  # fmt: skip
        story.sees(f"{why}, it is started again", so=story.is_served)
    story.box.loses_power()
    story.box.starts()
    story.quietly("systemctl start cardtable")
    story.sees("after a power cut it is there again", so=story.is_served)


def updates(story: Story) -> None:
    """Update it with the same version, then with broken ones."""
    before, pin = story.quietly("readlink /opt/cardtable"), story.quietly("cardtable pin")
    story.types("/src/install.sh", "--yes", shown="sudo ./install.sh --yes    # from a newer checkout")
    story.sees("another version is in use", so=story.quietly("readlink /opt/cardtable") != before and story.is_served)
    story.sees("the PIN is the same", so=story.quietly("cardtable pin") == pin)
    for what, (file, sound, broken) in BREAKS.items():
        with_it = story.box.root / "root/newer"
        shutil.rmtree(with_it, ignore_errors=True)
        shutil.copytree(ROOT, with_it, ignore=shutil.ignore_patterns(".git", ".venv*", "node_modules", "var"))
        (with_it / file).write_text((with_it / file).read_text().replace(sound, broken))
        _fails(story, f"sudo ./install.sh --yes    # a version that {what}", "/root/newer/install.sh")
        shutil.rmtree(with_it)
    story.quietly("mount -t tmpfs -o size=40k tmpfs /var/lib/cardtable/backups")
    _fails(story, "sudo ./install.sh --yes    # the disk is full when the data are put away", "/src/install.sh")
    story.quietly("umount /var/lib/cardtable/backups")


def _fails(story: Story, shown: str, program: str) -> None:
    before, journal = story.quietly("readlink /opt/cardtable; cardtable pin"), story.journal
    story.types(program, "--yes", shown=shown)
    after = story.quietly("readlink /opt/cardtable; cardtable pin")
    story.sees("the version from before serves its pages, with the same PIN", so=after == before and story.is_served)
    story.sees("the journal is as it was", so=story.journal == journal)


def goes(story: Story) -> None:
    """Take it away, come back, and take everything away."""
    pin = story.quietly("cardtable pin")
    story.types("/src/install.sh", "--yes", "--uninstall", shown="sudo ./install.sh --yes --uninstall")
    left = story.quietly(
        "ls -d /opt/cardtable* /usr/local/bin/cardtable /etc/systemd/system/cardtable.service 2>/dev/null"
    )
    story.sees("no program is left", so=left == "")
    story.types("/src/install.sh", "--yes", shown="sudo ./install.sh --yes")
    story.sees("what was kept is there again", so=story.quietly("cardtable pin") == pin and story.is_served)
    story.types("/src/install.sh", "--yes", "--purge", shown="sudo ./install.sh --yes --purge")
    left = story.quietly(
        "ls -d /opt/cardtable* /var/lib/cardtable /etc/cardtable 2>/dev/null; id cardtable 2>/dev/null"
    )
    story.sees("nothing is left", so=left == "")


CHAPTERS: dict[str, Callable[[Story], None]] = {
    "Install": installs, "Watched": is_watched, "Update": updates, "Uninstall and purge": goes,
}  # fmt: skip


def main() -> None:
    """Go through the story in each suite."""
    folder = Path(os.environ.get("ROOTS") or mkdtemp(prefix="roots-"))
    wrong = 0
    for suite in sys.argv[1:] or ["bookworm", "trixie"]:
        fresh = folder / f"{suite}-in-use"
        shutil.rmtree(fresh, ignore_errors=True)
        subprocess.run(["cp", "-a", built(suite, folder), fresh], check=True)  # noqa: S603, S607
        with Box(fresh, ROOT) as box:
            story = Story(box)
            for title, tell in CHAPTERS.items():
                story.lines += ["", f"== {title}"]
                tell(story)
        wrong += story.wrong
        TRANSCRIPTS.mkdir(exist_ok=True)
        release = (fresh / "etc/debian_version").read_text().strip()
        text = "\n".join([f"A bare Debian {release} ({suite}), as debootstrap makes it.", *story.lines, ""])
        (TRANSCRIPTS / f"appliance-{suite}.txt").write_text(text)
        print(text)
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
