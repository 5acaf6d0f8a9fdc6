"""`python -m cardtable_lab.image.tried`: an image on an emulated machine, from a blank card to a card that is laid.

The image is `build/cardtable-arm64.img.xz`, as `make image` builds it; QEMU and an SSH client are needed. What is done
and seen is written to docs/transcripts/image.txt; it ends with exit status 1 if something was not as it should be.
CUTS says how often the plug is pulled at a random moment of a start.
"""

import os
import re
import shutil
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

from cardtable_lab.image.debian import CannotBuild, run
from cardtable_lab.image.machine import Card, Machine, Phone

CHECKOUT = Path(__file__).parents[3]
IMAGE = CHECKOUT / "build/cardtable-arm64.img.xz"
TRANSCRIPT = CHECKOUT / "docs/transcripts/image.txt"
CARD_MB = 4096
STARTS_S = float(os.environ.get("STARTS_WITHIN_S", "3600"))  # on a computer that emulates it, and may be busy
CUTS = int(os.environ.get("CUTS", "30"))
_PIN = "246810"
_FILE = """\
name = Kitchen
language = de
country = DE
wifi = Home
wifi_password = short
pin = {pin}
key = {key}
volume = 11
"""
_SEED = 20260101


class Story:
    """What is done and seen, line by line."""

    def __init__(self, folder: Path) -> None:
        self.lines: list[str] = []
        self.wrong = 0
        self.folder = folder
        self.key = folder / "key"
        run(["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-C", "ana", "-f", str(self.key)])
        self.card = Card(IMAGE, folder, CARD_MB)
        self._starts = 0

    def says(self, text: str) -> None:
        self.lines.append(text)
        print(text, flush=True)

    def sees(self, what: str, *, so: object) -> None:
        """Note something that has to be so."""
        self.wrong += not so
        self.says(f"{'✓' if so else '✗ NOT SO:'} {what}")

    def machine(self) -> Machine:
        self._starts += 1
        return Machine(self.card, self.folder / f"console-{self._starts}.txt")

    def types(self, machine: Machine, command: str) -> str:
        """Run a command by SSH, with what it says in the transcript."""
        said = machine.runs(self.key, command)
        self.says(f"# {command}")
        for line in said.splitlines():
            self.says(f"  {line}")
        return said


def main() -> int:
    """Go through the story; return the exit status."""
    if not IMAGE.exists():
        print(f"there is no {IMAGE.relative_to(CHECKOUT)}: make image", file=sys.stderr)
        return 2
    folder = TemporaryDirectory(prefix="image-", dir=os.environ.get("IMAGE_WORK"))
    with folder as name:
        try:
            story = Story(Path(name))
            for title, tell in CHAPTERS.items():
                story.says(f"\n== {title}")
                tell(story)
        except CannotBuild as error:
            print(error, file=sys.stderr)
            return 2
        finally:
            for console in Path(name).glob("console-*.txt"):
                shutil.copy(console, IMAGE.parent)
    TRANSCRIPT.write_text("\n".join([_HEAD, *story.lines, ""]))
    return 1 if story.wrong else 0


_HEAD = "The image on QEMU's emulated ARM board (Cortex-A53, 1 GB), its card of 4 GB in a file."


def _first_start(story: Story) -> None:
    public = story.key.with_suffix(".pub").read_text().strip()
    story.card.write("cardtable.txt", _FILE.format(pin=_PIN, key=public))
    story.says("Somebody flashes the card and writes into cardtable.txt:")
    story.lines += [f"  {line}" for line in _FILE.format(pin=_PIN, key="ssh-ed25519 ...").splitlines()]
    with story.machine() as machine:
        _is_up(story, machine)
        _looks_inside(story, machine)
        _plays(story, machine)
        story.says("The plug is pulled in the middle of the game.")


def _is_up(story: Story, machine: Machine) -> Any:
    """Wait until the pages are served."""
    began = time.monotonic()
    health = machine.waits(machine.health, STARTS_S)
    story.sees(f"/health answers, {time.monotonic() - began:.0f} s after it was switched on: {health}", so=health)
    return health


def _looks_inside(story: Story, machine: Machine) -> None:
    story.sees("SSH lets the key in", so=machine.waits(lambda: machine.runs(story.key, "true") == "", STARTS_S))
    seconds = story.types(machine, "systemd-analyze time | head -1; cut -d' ' -f1 /proc/uptime")
    story.sees("its own clock tells how long it took", so=re.search(r"\d", seconds))
    size = int(story.types(machine, "df --output=size -m / | tail -1") or 0)
    story.sees("the root file system has grown to its card", so=size > CARD_MB * 0.85)
    story.sees("nothing has failed", so=not story.types(machine, "systemctl --failed --plain --no-legend"))
    story.sees("it has a machine id of its own", so=len(machine.runs(story.key, "cat /etc/machine-id")) == 32)
    keys = machine.runs(story.key, "ls /etc/ssh/ssh_host_*_key")
    story.sees("it has host keys of its own", so="ed25519" in keys)
    passwords = story.types(machine, "cut -d: -f1,2 /etc/shadow | grep -vE ':[!*]+$'")
    story.sees("no user has a password", so=not passwords)
    console = machine.runs(story.key, "cat /boot/firmware/cmdline.txt")
    story.sees("on a Pi no console is on the serial pins", so="console=tty0 " in console and "tty" not in console[15:])
    config = machine.runs(story.key, "cat /boot/firmware/config.txt")
    story.sees("on a Pi SPI is switched on by our overlay", so="dtoverlay=cardtable-spi\n" in config)
    log = story.types(machine, "cat /boot/firmware/cardtable.log").replace("\r", "")
    story.sees("cardtable.log names the wrong lines", so="line 5: " in log and "line 8: " in log and "line 4: " in log)
    story.sees("and has the PIN", so=_PIN in log)
    story.sees(
        "the boot partition is read-only", so="ro," in machine.runs(story.key, "findmnt -no OPTIONS /boot/firmware")
    )
    spare = story.types(machine, "findmnt -no OPTIONS /")
    story.sees("the root file system is kind to its card", so="noatime" in spare and "commit=60" in spare)
    wifi = machine.runs(story.key, "ls /etc/NetworkManager/system-connections")
    story.sees("the Wi-Fi whose password is wrong is not joined, its own is there", so=wifi == "cardtable.nmconnection")


def _plays(story: Story, machine: Machine) -> None:
    host = Phone(machine.url)
    host.asks("/api/v1/host", {"pin": _PIN})
    started = host.gets("/api/v1/setup")["started"]
    story.sees(f"/setup names {len(started)} lines of cardtable.txt", so=len(started) == 3)
    host.asks("/api/v1/quick", {"game": "nur_mut", "name": "Ana"})
    host.asks("/api/v1/hands", {"do": "turn_up"})
    card = machine.waits(lambda: _lays(host), STARTS_S)
    story.sees(f"Ana lays her first card by phone: {card}", so=card)
    answer = machine.waits(lambda: _answered(host), STARTS_S)
    story.sees(f"a robot answers: {answer}", so=answer)


def _lays(phone: Phone) -> str | None:
    """Lay Ana's top card if it fits, else put it away; return the card that was laid."""
    before = phone.gets("/api/v1/table")
    heard = phone.gets("/api/v1/seats/1/offers")
    top = re.search(r"(\d+|joker)", heard["hand"][0])
    if top is None or not before["prompt"].startswith("Ana") or phone.seen == before["last"]["seq"]:
        return None
    phone.seen = before["last"]["seq"]  # until the table has taken what she does, she does nothing else
    piles = [zone for zone, pile in before["piles"].items() if top[1] in map(str, pile["fits"])]
    if not piles:
        phone.asks("/api/v1/tabletop", {"do": "press", "seat": 1, "gesture": "double"})
        return None
    for offer in _leaves(heard["offers"]):
        body = offer["steps"][0]["body"]
        if body.get("do") == "lay" and body["zone"] == piles[0]:
            phone.asks("/api/v1/hands", body)
            return f"a {top[1]}, on the {before['piles'][piles[0]]['shows']}"
    return None


def _leaves(offers: list[Any]) -> Iterator[Any]:
    for offer in offers:
        if offer["steps"]:
            yield offer
        yield from _leaves(offer["then"])


def _answered(phone: Phone) -> str | None:
    """Return what was said last of the robot."""
    return next((news["said"] for news in phone.gets("/api/v1/table")["news"] if news["seat"] == 2), None)


def _after_the_cut(story: Story) -> None:
    story.card.write(
        "cardtable.txt", f"name = Kitchen\npin = 135791\nkey = {story.key.with_suffix('.pub').read_text()}"
    )
    story.says("Its owner writes another PIN into cardtable.txt, and takes the wrong lines out.")
    with story.machine() as machine:
        _is_up(story, machine)
        host = Phone(machine.url)
        story.sees("the game that was on goes on", so=host.gets("/api/v1/table")["game"] == "nur_mut")
        host.asks("/api/v1/host", {"pin": "135791"})
        story.sees("the new PIN counts, and no line is wrong", so=host.gets("/api/v1/setup")["started"] == [])
        story.sees("SSH lets the key in", so=machine.waits(lambda: machine.runs(story.key, "true") == "", STARTS_S))
        story.types(machine, "systemctl --failed --plain --no-legend; dmesg | grep -ciE 'EXT4-fs error|FAT-fs.*error'")
        machine.runs(story.key, "systemctl reboot")
        story.sees("it shuts down for a restart", so=machine.is_off(STARTS_S))
    with story.machine() as machine:
        _is_up(story, machine)


def _cut_anywhere(story: Story) -> None:
    chance = Random(_SEED)  # noqa: S311 - a repeatable one
    whole = STARTS_S
    with story.machine() as machine:
        began = time.monotonic()
        machine.waits(machine.health, STARTS_S)
        whole = time.monotonic() - began
    for _ in range(CUTS):
        with story.machine() as machine:
            machine.waits(lambda: None, chance.uniform(0.05, 1.1) * whole)
    story.says(f"The plug was pulled {CUTS} times, at random moments of a start that takes {whole:.0f} s here.")
    with story.machine() as machine:
        _is_up(story, machine)
    story.sees("e2fsck finds nothing wrong", so=story.card.is_whole())


CHAPTERS: dict[str, Callable[[Story], None]] = {
    "From a blank card to the first card laid": _first_start,
    "After a power cut": _after_the_cut,
    "The plug at any moment": _cut_anywhere,
}


if __name__ == "__main__":
    sys.exit(main())
