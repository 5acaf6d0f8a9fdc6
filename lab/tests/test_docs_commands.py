"""Every command on a page is typed by a test, or a reason says why none types it.

Those of `HERE` are typed in one folder, one after the other, with fewer games; for each other one a rule names the test
that types it, or gives the reason. Pages that programs write (proof, performance) hold the commands that wrote them.
"""

import re
import shutil
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path

import click
import pytest

from table import cli
from tests.playing import run

ROOT = Path(__file__).parents[2]
PAGES = (
    "README.md", "CONTRIBUTING.md", "club/README.md", "lab/README.md", "games/*/README.md", "docs/*.md",
    "docs/for/*.md", "docs/rules/*.md", "docs/examples/*/README.md", "docs/translating/*.md",
)  # fmt: skip
WRITTEN = ("proof.md", "performance.md")
SHELL = ("", "sh", "console")
_FENCE = re.compile(r"^ *```(\w*)\n(.*?)^ *```", re.MULTILINE | re.DOTALL)
_PLACES = r"(?:sudo |\.venv/bin/|cards/bin/|tools/bin/|~/\.local/bin/)*"
_PROGRAMS = (
    r"(?:cardtable|make|pip|pipx|uv|python3?|pytest|podman|apt|git|curl|systemctl|systemd-analyze|journalctl|minisign|"
    r"\./install\.sh|reboot|nano|cp|rm|raspi-config|usermod|export(?= [A-Z])|openssl|install|umask|for|"
    r"printf|echo|"
    r"sqlite3|pg_dump|pg_restore|sed|tar|dd|xz|ssh|scp|rsync|cat|mkdir|ln|chmod)"
)
_COMMAND = re.compile(rf"{_PLACES}{_PROGRAMS} ")

# Typed here, in this order, where a table has played a game.
HERE = (
    "cardtable import SCRIPT...", "cardtable games", "cardtable languages", "cardtable options mito",
    "cardtable options mytho", "cardtable options nur_mut", "cardtable options mythology_go", "cardtable options cheat",
    "cardtable options egyptian_ratscrew", "cardtable options slapjack", "cardtable history", "cardtable export 1",
    "cardtable history --rebuild", "cardtable replay SCRIPT", "cardtable backup FILE", "cardtable restore FILE",
    "cardtable forget NAME", "cardtable report FILE", "cardtable salvage var/table.db -o new.db",
    "cardtable plan --seats 4 --readers 2 -o DIR", "cardtable plan --seats 4 --readers 2 --on pico -o DIR",
    "cardtable plan --seats 4 --readers 2 --lights -o DIR",
    "cardtable plan --seats 4 --readers 2 --lights --buzzer -o my-table",
    "cardtable wiring --config table.toml --format svg -o FILE", "cardtable check mito",
    "cardtable duel mytho --seats keen,easy --games 100", "cardtable simulate --help",
    "cardtable simulate mito --games 30 --noise typical",
    "cardtable simulate mito --games 30 --players 4 --noise typical",
    "cardtable simulate mito --games 100 --noise typical --seed 1 --hardware pcsc",
    "cardtable study mito --html study.html",
    "cardtable study mito --vary options.rounds=1 --games 300 --players 4",
    "cardtable study mytho --games 300 --players 4", "cardtable study nur_mut --games 300 --players 4",
    "cardtable study mythology_go --vary options.rounds=1 --games 300 --players 4",
    "cardtable study mythology_go --vary cards.harpy.effects.0.points=2..6 --games 300",
)  # fmt: skip
GIVEN = {
    "SCRIPT...": str(ROOT / "tests/scripts/mito/a-game.jsonl"), "SCRIPT": str(ROOT / "tests/scripts/mito/a-game.jsonl"),
    "NAME": "Ana", "DIR": "planned",
}  # fmt: skip
FILES = {"backup": "b.cardtable", "restore": "b.cardtable", "report": "a.report", "wiring": "wiring.svg"}
FEWER = {r"--games \d+": "--games 2", r"check mito": "check mito --seconds 1", r"study.html": "study.html --games 2"}

_HUB, _USB, _ON_PI = "club/tests/hub/test_club_page.py", "lab/tests/test_from_the_box.py", "needs a Pi"
_SHOWS_WHAT = "names a command; the page says elsewhere how it is typed"
_APPLIANCE = "lab/cardtable_lab/bench/appliance/story.py"
_EVENING = "tests/test_first_game.py"
_STAND_INS = "tests/test_on_stand_ins.py"
_STRANGER = "lab/tests/bench/test_stranger.py"
_PUBLISHED = "needs an index that has the package"
# By what a line is: the test that types it, or why none does. The first that fits counts.
RULES: Mapping[str, str] = {
    # docs/club.md, whole; docs/first-game.md; the first steps of docs/usb.md
    r"(sudo )?(openssl|pg_dump|pg_restore|sqlite3|umask|printf|install -[om]|for user).*": _HUB,
    r"rm -f club.*|cp club-backup.*|sudo apt install (mosquitto|postgresql)|sudo systemctl restart mosquitto": _HUB,
    r"echo \"(ALTER|localhost).*|cardtable hub --broker mqtt.*|cardtable play .*--club mqtt.*": _HUB,
    r"cardtable hub.*": "club/tests/hub/test_hub_command.py",
    r"cardtable play --club URL": "club/tests/hub/test_kills.py",
    r"cardtable (replay scripts/two-cards|check snatch|duel snatch|play snatch).*": _EVENING,
    r"pip install -e \.": _EVENING,
    r"sudo apt (update|install -y pcscd python3-pyscard python3-venv)": _USB,
    r"python3 -m venv --system-site-packages .venv": _USB,
    r"\.venv/bin/(pip install \.|cardtable run --usb .*)|cardtable run --usb.*": _USB,
    # a stranger’s machine
    r"apt install (git make )?python3-venv|apt install pipx|git clone ADDRESS cardtable": _STRANGER,
    r"python3 -m venv (cards|tools)|cards/bin/.*|tools/bin/.*|~/\.local/bin/.*": _STRANGER,
    r"pipx install \./cardtable-\*\.whl": _STRANGER,
    r"pipx install \./cardtable|uv tool install \./cardtable": "as with the wheel in lab/tests/bench/test_stranger.py",
    r"pipx inject .*|uv tool install .*--with .*": "the game is somebody’s own",
    # an installed table
    r"sudo \./install\.sh.*": "tests/test_install.py",
    r"sudo cardtable pin": "tests/test_service.py",
    r"(sudo )?cardtable hotspot.*": "tests/test_commands.py",
    r"sudo cardtable boot": "runs where a Pi starts: lab/cardtable_lab/image/tried.py starts one",
    r"sudo cardtable (setup|update|doctor).*": _APPLIANCE,
    r"(sudo )?(systemctl (start|stop|restart|edit) cardtable|systemd-analyze .*|journalctl .*)": _APPLIANCE,
    r"sudo (cp docs/examples/kitchen.toml|nano|apt install git.*|usermod).*": _APPLIANCE,
    r"sudo (reboot|raspi-config).*|sudo apt install python3-dev swig .*": _ON_PI,
    r"\.venv/bin/pip install (spidev rpi-lgpio|-e '\.\[(pi|pico|usb).*|-e '\.\[hardware-tests.*).*": _ON_PI,
    r"python3 -m venv .venv && .*pi.*": _ON_PI,
    r"sudo apt install pcscd libpcsclite-dev .*": "tests/install.sh",
    r"ssh .*": _ON_PI,
    # on stand-ins of a Pi
    r"cp docs/examples/kitchen.toml .*|export PYTHONPATH=.*": _STAND_INS,
    r"\.venv/bin/cardtable watch .*|echo '\{\"do\".*": _STAND_INS,
    r"cardtable (doctor|setup|watch).*": _STAND_INS,
    r"cardtable enrol.*": "tests/test_enrolling.py",
    r"cardtable flash.*": "tests/firmware_bridge/test_flash.py",
    r"(\.venv/bin/)?pytest (tests/hardware/test_on_readers.py )?--table.*": "tests/plugin/test_plugin.py",
    # games, robots, tables that play
    r"cardtable play.*": "tests/test_auto.py",
    r"cardtable (run|serve).*": "tests/test_service.py",
    r"cardtable score.*": "tests/test_commands.py",
    r"cardtable simulate .*--(sabotage|workers) .*": "lab/tests/simulation/test_batches.py",
    r"cardtable policy .*": "needs a policy that somebody has trained",
    r"cardtable (check|duel) GAME.*|cardtable plan --on pico": _SHOWS_WHAT,
    r"cardtable (check|export|forget|import|plan|replay|salvage|simulate|study|wiring|COMMAND --help)": _SHOWS_WHAT,
    # keys and updates
    r"apt install minisign": "tests/install.sh",
    r"minisign .*|make (image UPDATE_KEY|update KEY).*": "lab/tests/test_update.py",
    # work on the code: that targets and modules are there, a test below says
    r"make .*|python -m .*|python docs/.*|\.venv/bin/python -m .*|git (grep|clone).*": "below",
    r"(\.venv/bin/)?pytest.*": "runs tests",
    r"python3 -m venv (\.venv|cards && .*)|\.venv/bin/pip install -e '\.\[test\]'.*": "Makefile",
    r"pip install \./(games|docs/examples)/.*": "tests/test_packages.py",
    r"pip install .*": _PUBLISHED,
    r"podman .*": "needs podman and an index: docs/containers.md says what was tried",
}


@cache
def commands() -> frozenset[tuple[str, str]]:
    """Return every command of every page: the page, the line."""
    return frozenset(_commands())


def _commands() -> Iterator[tuple[str, str]]:
    for page in (page for pattern in PAGES for page in ROOT.glob(pattern) if page.name not in WRITTEN):
        text = page.read_text()
        for line in (*_in_blocks(text), *re.findall(r"`([^`\n]+)`", _FENCE.sub("", text))):
            if _COMMAND.match(f"{line} ") and (" " in line):
                yield page.name, re.sub(r"\s+", " ", line).strip()


def _in_blocks(text: str) -> Iterator[str]:
    for kind, block in _FENCE.findall(text):
        for line in block.replace("\\\n", " ").splitlines() if kind in SHELL else ():
            yield re.sub(r"\s+#.*$", "", line.strip().removeprefix("$ "))


def rule_of(line: str) -> str | None:
    """Return the rule that a command falls under."""
    return next((rule for rule in RULES if re.fullmatch(rule, line)), None)


def test_every_command_is_typed_or_has_a_reason() -> None:
    rest = {line for _, line in commands()} - {*HERE}

    assert {line for line in rest if rule_of(line) is None} == set()
    assert {*RULES} - {rule_of(line) for line in rest} == set(), "rules for what no page says"
    assert {*HERE} <= {line for _, line in commands()}, "typed here, and on no page"


@pytest.mark.parametrize("named", sorted({one for one in RULES.values() if "/" in one and " " not in one}))
def test_what_is_said_to_type_them_is_there(named: str) -> None:
    assert (ROOT / named).is_file()


def test_what_developers_type_is_there() -> None:
    made = set(re.findall(r"^([\w-]+):", (ROOT / "Makefile").read_text(), re.MULTILINE))
    for page, line in commands():
        if target := re.match(r"make ([\w-]+)", line):
            assert target[1] in made, (page, line)
        if module := re.match(r"(?:\.venv/bin/)?python -m ([\w.]+)", line):
            at = [ROOT / folder / module[1].replace(".", "/") for folder in ("", "lab", "club")]
            assert any(path.with_suffix(".py").exists() or (path / "__main__.py").exists() for path in at), (page, line)
        if script := re.match(r"python (docs/\S+)|pytest (tests/\S+)", line):
            assert (ROOT / (script[1] or script[2])).exists(), (page, line)


def test_every_option_that_a_page_names_is_one() -> None:
    known = cli.Commands()
    context = click.Context(known)
    for page, line in commands():
        if (typed := re.match(rf"{_PLACES}cardtable ([a-z]+)(.*)", line)) is None:
            continue
        command = known.get_command(context, typed[1])
        assert command is not None, (page, line)
        if isinstance(command, click.Group) and (below := re.match(r" ([a-z]+)", typed[2])):
            command = command.commands[below[1]]
        options = {option for param in command.params for option in (*param.opts, *param.secondary_opts)}
        for option in re.findall(r"(?<=[ \[])(--[\w-]+|-[a-z])\b", typed[2]):
            assert option in options | {"--help"}, (page, line)


@pytest.mark.long
@pytest.mark.timeout(1800)
def test_what_pages_say_is_typed(tmp_path: Path) -> None:
    shutil.copy(ROOT / "docs/examples/kitchen.toml", tmp_path / "table.toml")
    for line in HERE:
        words = line.split()[1:]
        typed = " ".join(GIVEN.get(word, FILES[words[0]] if word == "FILE" else word) for word in words)
        for before, after in FEWER.items():
            typed = re.sub(before, after, typed)
        shutil.rmtree(tmp_path / "planned", ignore_errors=True)

        done = run(*typed.split(), folder=tmp_path)

        assert done.returncode == 0, f"cardtable {typed}: {done.stdout[-500:]}{done.stderr[-1000:]}"
