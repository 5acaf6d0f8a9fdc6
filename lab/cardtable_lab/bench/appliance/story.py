"""The chapters that run in a box and record a transcript: install, update, failed updates, uninstall, purge."""

import json
import re
import shutil
import subprocess
from pathlib import Path
from typing import Any

from cardtable_lab.bench.appliance.box import Box
from cardtable_lab.roots import Image
from cardtable_lab.sample_updates import DOES_NOT_START

ROOT = Path(__file__).parents[4]
BREAKS = {  # what is wrong with a newer version, and the edit that causes it
    "does not start": DOES_NOT_START,
    "cannot read the journal": ("table/keeping/schema.py", "APPLICATION_ID = 0x", "APPLICATION_ID = 1 + 0x"),
}
_SMALL_DISK = """size=$(($(du -sm /opt/cardtable.versions | cut -f1) + 15))M
cp -a /opt/cardtable.versions /root/v && mount -t tmpfs -o size=$size tmpfs /opt/cardtable.versions
cp -a /root/v/. /opt/cardtable.versions && rm -r /root/v"""
LEFT = "ls -d /opt/cardtable* /var/lib/cardtable /etc/cardtable 2>/dev/null; id cardtable 2>/dev/null"
_NOISE = re.compile(
    r"WARNING: Location .*|debconf: .*|perl: warning.*|\s+LANG.*|.*Falling back to.*|are supported.*|Looking in .*"
)
_MOST_LINES = 15
_DATE = re.compile(r"\d{8}-\d{6}")


class Transcript:
    """The commands typed in a box, their output, and the checks made in between. `wrong` counts the failed checks."""

    def __init__(self, box: Box | Image) -> None:
        self.box = box
        self.lines: list[str] = []
        self.wrong = 0
        self.status = 0

    def types(self, *command: str, shown: str | None = None) -> str:
        """Run a command as root; return its output."""
        return self.notes(shown or " ".join(command), self.box.runs(*command))

    def notes(self, shown: str, done: subprocess.CompletedProcess[str]) -> str:
        """Record a command that has been run, under the name `shown`; return its output."""
        said = [line.rstrip() for line in done.stdout.splitlines() if line.strip() and not _NOISE.fullmatch(line)]
        self.status = done.returncode
        status = f"   [{done.returncode}]" if done.returncode else ""
        shown_of_it = said if len(said) <= _MOST_LINES else [*said[:3], f"[... {len(said) - 6} lines]", *said[-3:]]
        self.lines += ["", f"# {shown}{status}", *(_DATE.sub("DATE", line) for line in shown_of_it)]
        return "\n".join(said)

    def sees(self, what: str, *, so: bool) -> None:
        """Record a check, described by `what`, and whether it passed (`so`)."""
        self.wrong += not so
        self.lines.append(f"{'✓' if so else '✗ FAILED:'} {what}")

    def quietly(self, command: str) -> str:
        """Return the output of a shell command without recording it."""
        return self.box.runs("sh", "-c", command).stdout.strip()


class Story(Transcript):
    """The transcript of a running box."""

    box: Box

    @property
    def is_served(self) -> bool:
        """Whether the table serves its pages."""
        return self.asks("GET", "table") is not None

    def asks(self, method: str, path: str, body: object = None) -> Any:
        """Send a request from inside the box; return the decoded response, or None."""
        return self._python(_ASKS.format(method=method, path=path, body=json.dumps(json.dumps(body))))

    @property
    def facts(self) -> list[str]:
        """All facts in the journal, in order."""
        return self._python(_FACTS) or []

    def still_has(self, facts: list[str]) -> bool:
        """Return whether the journal still begins with these facts, and a game is running."""
        return bool(facts) and self.facts[: len(facts)] == facts and bool(self.asks("GET", "table")["game"])

    def _python(self, script: str) -> Any:
        said = self.box.runs("/opt/cardtable/bin/python", "-c", script).stdout
        try:
            return json.loads(said)
        except ValueError:
            return None


_ASKS = """
import urllib.request as u
body, kind = {body}, {{"Content-Type": "application/json"}}
asked = u.Request("http://127.0.0.1/api/v1/{path}", method="{method}", headers=kind,
                  data=None if body == "null" else body.encode())
print(u.urlopen(asked, timeout=10).read().decode())
"""
_FACTS = """
import json
from pathlib import Path
from table.keeping.records import Records
with Records.read(Path("/var/lib/cardtable/table.db")) as journal:
    print(json.dumps([body for game_id in sorted(journal.known()) for body in journal.bodies(game_id)]))
"""


def installs(story: Story) -> None:
    """Install the table; check its pages, data, user, PIN and sandbox."""
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
    """Start a game, then kill the table, hang it, and cut the power; check that the game survives each time."""
    story.asks("POST", "quick", {"game": "mytho", "robots": 2, "kind": "easy"})
    facts = story.facts
    story.sees(f"a game with two robots is on, {len(facts)} facts so far", so=story.still_has(facts))
    for signal, why in (("KILL", "killed"), ("STOP", "hung")):
        before = story.quietly("systemctl show -P MainPID cardtable")
        story.quietly(f"kill -{signal} {before}")
        story.quietly(f"for i in $(seq 120); do sleep 1; [ $(systemctl show -P MainPID cardtable) != {before} ] && "
                      "systemctl -q is-active cardtable && break; done")  # fmt: skip
        story.sees(f"{why}, it is started again, and the game is on", so=story.still_has(facts))
    story.box.loses_power()
    story.box.starts()
    story.quietly("systemctl start cardtable")
    story.sees("after a power cut it is there again, and the game is on", so=story.still_has(facts))


def is_followed(story: Story) -> None:
    """Run the commands in docs/hardware.md in order, and check that each exists."""
    story.quietly("mkdir /root/project && tar -C /src --exclude=./.git --exclude='./.venv*' --exclude=./node_modules "
                  "--exclude=./build -cf - . | tar -C /root/project -xf -")  # fmt: skip
    for line in _typed((ROOT / "docs/hardware.md").read_text()):
        said = story.types("sh", "-c", f"cd /root/project && {_here(line)}", shown=line)
        story.sees(
            "there is such a command",
            so=story.status not in (126, 127) and "No such option" not in said and "No such command" not in said,
        )
    story.quietly("systemctl stop cardtable; rm -r /etc/cardtable/table.toml /root/project; systemctl start cardtable")


def _here(line: str) -> str:
    """Convert a command from docs/hardware.md to a form that root can run without prompts."""
    return line.removeprefix("sudo ").replace("apt install", "DEBIAN_FRONTEND=noninteractive apt-get install -qq -y")


def _typed(page: str) -> list[str]:
    """Return the commands in "From a fresh SD card to a game" that work on a bare Debian system."""
    chapter = page.split("\n## From a fresh SD card to a game\n")[1].split("\n## ")[0]
    fences = re.findall(r"^ *```\n(.*?)^ *```", chapter, re.DOTALL | re.MULTILINE)
    lines = [line.split("   #")[0].strip() for fence in fences for line in fence.splitlines() if "# Pi" not in line]
    return [line for line in lines if not line.startswith(("sudo ./install.sh", "sudo nano", "sudo usermod"))]


def has_a_read_only_root(story: Story) -> None:
    """Run the table on a root file system that is read-only except for the table's own data."""
    typed = (
        "systemctl stop cardtable",
        "journalctl --relinquish-var",
        "mount --bind /var/lib/cardtable /var/lib/cardtable",
        "mount -o remount,bind,ro /",
        "systemctl start cardtable",
        "touch /opt/x",
    )
    for line in typed:
        story.types(*line.split())
    facts = story.facts
    story.sees("nothing else can be written to", so=story.status != 0)
    story.sees("it serves its pages, and the game is on", so=story.is_served and story.still_has(facts))
    story.box.loses_power()
    story.box.starts()
    story.quietly("systemctl start cardtable")
    story.sees("what was played meanwhile is kept", so=story.still_has(facts))


def updates(story: Story) -> None:
    """Update the table with the same version, then with broken ones."""
    before, pin = story.quietly("readlink /opt/cardtable"), story.quietly("cardtable pin")
    story.types("/src/install.sh", "--yes", shown="sudo ./install.sh --yes    # from a newer checkout")
    story.sees("another version is in use", so=story.quietly("readlink /opt/cardtable") != before and story.is_served)
    story.sees("the PIN is the same", so=story.quietly("cardtable pin") == pin)
    for what, (file, sound, broken) in BREAKS.items():
        with_it = story.box.root / "root/newer"
        shutil.rmtree(with_it, ignore_errors=True)
        shutil.copytree(ROOT, with_it, ignore=shutil.ignore_patterns(".git", ".venv*", "node_modules", "var", "build"))
        (with_it / file).write_text((with_it / file).read_text().replace(sound, broken))
        _fails(story, f"sudo ./install.sh --yes    # a version that {what}", "/root/newer/install.sh")
        shutil.rmtree(with_it)
    story.quietly(_SMALL_DISK)
    _fails(story, "sudo ./install.sh --yes    # the disk fills while it is built", "/src/install.sh")
    story.quietly("umount /opt/cardtable.versions")
    story.quietly("mount -t tmpfs -o size=8k tmpfs /var/lib/cardtable/backups")
    _fails(story, "sudo ./install.sh --yes    # the disk is full when the data are put away", "/src/install.sh")
    story.quietly("umount /var/lib/cardtable/backups")


def _fails(story: Story, shown: str, program: str) -> None:
    before, facts = story.quietly("readlink /opt/cardtable; cardtable pin"), story.facts
    story.types(program, "--yes", shown=shown)
    after = story.quietly("readlink /opt/cardtable; cardtable pin")
    story.sees("the version from before serves its pages, with the same PIN", so=after == before and story.is_served)
    story.sees("the game goes on, and no fact is lost", so=story.still_has(facts))


def goes(story: Story) -> None:
    """Uninstall the table, install it again, and purge it."""
    pin = story.quietly("cardtable pin")
    story.types("/src/install.sh", "--yes", "--uninstall", shown="sudo ./install.sh --yes --uninstall")
    left = story.quietly(
        "ls -d /opt/cardtable* /usr/local/bin/cardtable /etc/systemd/system/cardtable.service 2>/dev/null"
    )
    story.sees("no program is left", so=left == "")
    story.types("/src/install.sh", "--yes", shown="sudo ./install.sh --yes")
    story.sees("what was kept is there again", so=story.quietly("cardtable pin") == pin and story.is_served)
    story.types("/src/install.sh", "--yes", "--purge", shown="sudo ./install.sh --yes --purge")
    left = story.quietly(LEFT)
    story.sees("nothing is left", so=left == "")
