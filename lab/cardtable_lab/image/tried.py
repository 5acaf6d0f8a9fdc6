"""`python -m cardtable_lab.image.tried`: tests an image on an emulated machine, from a blank card to a finished round.

The image is `build/cardtable-arm64.img.xz`, as `make image` builds it; what QEMU and SSH lack is installed. The
transcript is docs/transcripts/image.txt; with Debian's Chromium there are also screenshots. The exit status is 1 if a
check failed. CUTS is the number of power cuts at random moments.
"""

import base64
import json
import os
import re
import shutil
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

from cardtable_lab.image import pictures
from cardtable_lab.image.machine import TOOLS, Card, Machine, Phone
from cardtable_lab.sample_updates import BROKEN, MAKER, NEWER_VERSION, SOUND, made
from cardtable_lab.shell import CannotBuild, install, run
from table.network import home
from table.updating import archive

CHECKOUT = Path(__file__).parents[3]
IMAGE = CHECKOUT / "build/cardtable-arm64.img.xz"
BILL = CHECKOUT / "build/cardtable-arm64.cdx.json"
TRANSCRIPT = CHECKOUT / "docs/transcripts/image.txt"
PICTURES = CHECKOUT / "docs/screenshots"
CARD_MB = 4096
STARTS_S = float(os.environ.get("STARTS_WITHIN_S", "3600"))  # on the emulating computer, which may be busy
CUTS = int(os.environ.get("CUTS", "10"))
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
_OTHER_FILE = """\
name = Attic
langauge = fr
own_wifi_password = another one
pin = {pin}
key = {key}
"""
_OTHER_PIN = "135791"
# As written by Raspberry Pi Imager 2 from its settings: a Wi-Fi network, a country, a user with a password and a key.
_IMAGER_FILES = {
    "network-config": """\
network:
  version: 2
  wifis:
    wlan0:
      dhcp4: true
      regulatory-domain: "DE"
      access-points:
        "Zuhause: unten":
          password: "{hashed}"
      optional: true
""",
    "user-data": """\
#cloud-config
hostname: raspberrypi
users:
- name: ana
  groups: users,adm,sudo
  passwd: "$5$salt$hash"
  ssh_authorized_keys:
    - {key}
enable_ssh: true
""",
}
_SSID, _HASHED = "Zuhause: unten", "0123456789abcdef" * 4
_SMALL_MB = 512  # of memory, as on a Pi Zero 2 W
_PART_BYTES = 45_000  # how much of an update one request carries
_CARDS = 3  # cards that Ana lays before a robot takes over for her
_RUNS_ON_S = 60.0  # the longest time from a complete start to a power cut
_MACHINE_ID, _OWN_WIFI = "/etc/machine-id", "/etc/cardtable/hotspot.json"
_HOST_KEY, _PIN_FILE = "/etc/ssh/ssh_host_ed25519_key.pub", "/var/lib/cardtable/table.db.pin"
_IDENTITY = (_MACHINE_ID, _OWN_WIFI, _HOST_KEY, _PIN_FILE)
_SEED = 20260101


class Story:
    """The transcript of actions and checks, with the card and machine that they use."""

    def __init__(self, folder: Path) -> None:
        self.lines: list[str] = []
        self.wrong = 0
        self.folder = folder
        self.key = folder / "key"
        run(["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-C", "ana", "-f", str(self.key)])
        self.card = Card(IMAGE, folder, CARD_MB)
        self.host: Phone | None = None
        self.identity: Sequence[str] = ()
        self.start_s = 0.0  # of the last start, on this computer
        self._starts = 0

    @property
    def public(self) -> str:
        return self.key.with_suffix(".pub").read_text().strip()

    def says(self, text: str) -> None:
        self.lines.append(text)
        print(text, flush=True)

    def sees(self, what: str, *, so: object) -> None:
        """Add a check to the transcript; it fails if `so` is false."""
        self.wrong += not so
        self.says(f"{'✓' if so else '✗ FAILED:'} {what}")

    def writes(self, text: str, name: str = "cardtable.txt", **secrets: str) -> None:
        """Write a file to the card, and to the transcript, without the public key."""
        self.card.write(name, text.format(key=self.public, **secrets))
        shown = text.format(key="ssh-ed25519 ...", **secrets)
        for line in shown.splitlines():
            self.says(f"  {line}")

    def machine(self, memory_mb: int = 1024) -> Machine:
        self._starts += 1
        return Machine(self.card, self.folder / f"console-{self._starts}.txt", memory_mb)

    def types(self, machine: Machine, command: str) -> str:
        """Run a command by SSH; add the command and its output to the transcript."""
        said = machine.runs(self.key, command)
        self.says(f"# {command}")
        for line in said.splitlines():
            self.says(f"  {line}".rstrip())
        return said

    def pictures(self, phone: Phone, path: str, shows: str, name: str) -> None:
        """Take a screenshot of a page on a phone, if there is a browser."""
        if pictures.take(phone, path, shows, PICTURES / f"image-{name}-phone.jpg"):
            self.says(f"[a phone opens {path}: docs/screenshots/image-{name}-phone.jpg]")


def main() -> int:
    """Install missing tools, run all chapters, and return the exit status."""
    for file in (IMAGE, BILL):
        if not file.exists():
            print(f"{file.relative_to(CHECKOUT)} is missing: run make image", file=sys.stderr)
            return 2
    try:
        install(TOOLS)
        return 1 if _told() else 0
    except CannotBuild as error:
        print(error, file=sys.stderr)
        return 2


def _told() -> int:
    """Run all chapters, write the transcript as far as they came, and return how many checks failed."""
    with TemporaryDirectory(prefix="image-", dir=os.environ.get("IMAGE_WORK")) as name:
        story = Story(Path(name))
        try:
            for title, tell in CHAPTERS.items():
                story.says(f"\n== {title}")
                tell(story)
        finally:
            TRANSCRIPT.write_text("\n".join([head(), *story.lines, ""]))
            for console in Path(name).glob("console-*.txt"):
                shutil.copy(console, IMAGE.parent)
    return story.wrong


_HEAD = """\
The image of commit {commit} on QEMU's emulated ARM board (Cortex-A53, 1 GB of memory unless stated otherwise), with a
card of 4 GB in a file. Its clock advances two nanoseconds per instruction. Seconds "here" are those of the computer
that emulates it, which also had other work."""


def head(bill: Path = BILL) -> str:
    """Return the transcript's header, with the image's commit as recorded in its bill of materials."""
    return _HEAD.format(commit=json.loads(bill.read_text())["metadata"]["component"]["version"])


def _first_start(story: Story) -> None:
    story.says("Somebody flashes the card and writes into cardtable.txt:")
    story.writes(_FILE, pin=_PIN)
    with story.machine() as machine:
        _is_up(story, machine)
        _looks_inside(story, machine)
        _plays(story, machine)
        _keeps_itself(story, machine)


def _is_up(story: Story, machine: Machine) -> None:
    """Wait until /health reports that the table is healthy."""
    began = time.monotonic()
    health = machine.waits(machine.health, STARTS_S)
    story.start_s = time.monotonic() - began
    story.sees(f"/health reports that the table is well, {story.start_s:.0f} s here after power-on", so=health)


def _looks_inside(story: Story, machine: Machine) -> None:
    story.sees("SSH accepts the key", so=machine.waits(lambda: machine.runs(story.key, "true") == "", STARTS_S))
    seconds = story.types(machine, "systemd-analyze time | head -1")
    story.sees("its own clock says how long the start took", so=re.search(r"\d", seconds))
    story.types(machine, "systemd-analyze blame | head -6")
    size = int(story.types(machine, "df --output=size -m / | tail -1") or 0)
    story.sees("the root file system has grown to fill the card", so=size > CARD_MB * 0.85)
    story.sees("no systemd unit has failed", so=not story.types(machine, "systemctl --failed --plain --no-legend"))
    story.sees("it has its own machine ID", so=len(machine.runs(story.key, "cat /etc/machine-id")) == 32)
    keys = machine.runs(story.key, "ls /etc/ssh/ssh_host_*_key")
    story.sees("it has its own SSH host keys", so="ed25519" in keys)
    passwords = story.types(machine, "cut -d: -f1,2 /etc/shadow | grep -vE ':[!*]+$'")
    story.sees("no user has a password", so=not passwords)
    console = machine.runs(story.key, "cat /boot/firmware/cmdline.txt")
    story.sees("on a Pi, no console uses the serial pins", so="console=tty0 " in console and "tty" not in console[15:])
    config = machine.runs(story.key, "cat /boot/firmware/config.txt")
    story.sees("on a Pi, our overlay enables SPI", so="dtoverlay=cardtable-spi\n" in config)
    log = story.types(machine, "cat /boot/firmware/cardtable.log").replace("\r", "")
    story.sees("cardtable.log names the wrong lines", so="line 5: " in log and "line 8: " in log and "line 4: " in log)
    story.sees("cardtable.log has the PIN", so=_PIN in log)
    story.sees(
        "the boot partition is read-only", so="ro," in machine.runs(story.key, "findmnt -no OPTIONS /boot/firmware")
    )
    spare = story.types(machine, "findmnt -no OPTIONS /")
    story.sees("the root file system spares its card", so="noatime" in spare and "commit=60" in spare)
    wifi = machine.runs(story.key, "ls /etc/NetworkManager/system-connections")
    story.sees(
        "the Wi-Fi with the wrong password is not joined, but the table has its own",
        so=wifi == "cardtable.nmconnection",
    )


def _plays(story: Story, machine: Machine) -> None:
    """Play the table's own game: without a table.toml the service runs an emulated table."""
    story.host = host = Phone(machine.url)
    story.pictures(host, "/", "[data-game] img", "first")
    host.asks("/api/v1/host", {"pin": _PIN})
    started = host.gets("/api/v1/setup")["started"]
    story.sees(f"/setup reports {len(started)} wrong lines of cardtable.txt", so=len(started) == 3)
    story.pictures(host, "/setup", "main", "setup")
    host.asks("/api/v1/quick", {"game": "nur_mut", "name": "Ana"})
    card = machine.waits(lambda: _lays(host), STARTS_S)
    story.sees(f"Ana lays her first card by phone: {card}", so=card)
    answer = machine.waits(lambda: _answered(host), STARTS_S)
    story.sees(f"a robot answers: {answer}", so=answer)
    story.pictures(host, "/virtual", ".pick", "hand")
    for _ in range(_CARDS - 1):
        card = machine.waits(lambda: _lays(host), STARTS_S)
        story.sees(f"Ana lays {card}", so=card)
    host.asks("/api/v1/robots", {"seat": 1})
    story.says("Ana goes to the kitchen, and a robot plays on for her.")
    over = machine.waits(lambda: _kept(host), STARTS_S)
    story.sees(f"the round is over: {over}", so=over)
    story.pictures(host, "/", "main", "over")


def _lays(phone: Phone) -> str | None:
    """On Ana's turn, lay her top card, or put it under her pile if it fits nowhere. Return the card laid, if any."""
    before = phone.gets("/api/v1/table")
    heard = phone.gets("/api/v1/seats/1/offers")
    top = re.search(r"(\d+|joker)", heard["hand"][0])
    if top is None or before["turn"] != 1 or phone.seen == before["last"]["seq"]:
        return None
    phone.seen = before["last"]["seq"]  # she waits until the table has processed this action
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
    """Return the latest news about the robot. If there is none, let Ana play (if it is her turn) and return None."""
    said = next((news["said"] for news in phone.gets("/api/v1/table")["news"] if news["seat"] == 2), None)
    if said is None:
        _lays(phone)
    return said


def _kept(phone: Phone) -> str | None:
    """Return the latest game's scores and number of events, as text, or None if the history is empty."""
    games = phone.gets("/api/v1/history")
    if not games:
        return None
    events = phone.gets(f"/api/v1/history/{games[0]['id']}/events")
    scores = (f"{name} {games[0]['totals'][str(seat)]}" for seat, name in enumerate(games[0]["players"], 1) if name)
    return f"{', '.join(scores)}; {len(events)} events in the history"


def _keeps_itself(story: Story, machine: Machine) -> None:
    """Reboot the machine and check that its game, machine ID, Wi-Fi, host keys and PIN stay the same."""
    assert story.host is not None  # noqa: S101 - somebody has played
    before, scores = _identity(story, machine), _kept(story.host)
    machine.runs(story.key, "systemctl reboot")
    story.sees("it shuts down to reboot", so=machine.is_off(STARTS_S))
    with story.machine() as again:
        _is_up(story, again)
        host = Phone(again.url)
        host.asks("/api/v1/host", {"pin": _PIN})
        after = _kept(host)
        story.sees(f"the finished game is still there: {after}", so=after and after == scores)
        story.sees("SSH accepts the key", so=again.waits(lambda: again.runs(story.key, "true") == "", STARTS_S))
        story.identity = _identity(story, again)
        story.sees("machine ID, Wi-Fi, host keys and PIN are unchanged", so=story.identity == before and all(before))
        story.says("The plug is pulled.")


def _identity(story: Story, machine: Machine) -> Sequence[str]:
    return [machine.runs(story.key, f"cat {file}") for file in _IDENTITY]


def _another_file(story: Story) -> None:
    story.says("Its owner writes another cardtable.txt on the card:")
    story.writes(_OTHER_FILE, pin=_OTHER_PIN)
    with story.machine() as machine:
        _is_up(story, machine)
        host = Phone(machine.url)
        host.asks("/api/v1/host", {"pin": _OTHER_PIN})
        started = host.gets("/api/v1/setup")["started"]
        story.sees(f"the new PIN is valid, and /setup reports what is wrong: {started}", so="line 2" in str(started))
        story.sees("SSH accepts the key", so=machine.waits(lambda: machine.runs(story.key, "true") == "", STARTS_S))
        log = story.types(machine, "cat /boot/firmware/cardtable.log")
        story.sees(
            "cardtable.log reports it, too, and has the new password", so="line 2" in log and "another one" in log
        )
        now = _identity(story, machine)
        story.sees("machine ID and host keys are unchanged", so=now[::2] == story.identity[::2])
        story.types(machine, "systemctl --failed --plain --no-legend; dmesg | grep -ciE 'EXT4-fs error|FAT-fs.*error'")


def _is_updated(story: Story) -> None:
    with made("arm64") as folder, story.machine() as machine:
        _is_up(story, machine)
        host = Phone(machine.url)
        host.asks("/api/v1/host", {"pin": _OTHER_PIN})
        story.sees("SSH accepts the key", so=machine.waits(lambda: machine.runs(story.key, "true") == "", STARTS_S))
        machine.runs(story.key, f"echo '{(folder / MAKER).read_text().strip()}' >{archive.KEY}")
        before, scores = machine.runs(story.key, "cardtable --version"), _kept(host)
        story.says(f"Its owner trusts a maker's key. It runs {before}")
        sent = _sends(story, machine, host, folder / SOUND)
        story.sees(f"the host's page sends an update, and says: {sent}", so=sent.startswith("updated "))
        story.sees(
            "the program reports the new version", so=NEWER_VERSION in story.types(machine, "cardtable --version")
        )
        story.sees("the finished game is still there", so=machine.waits(lambda: _kept(host) == scores, STARTS_S))
        sent = _sends(story, machine, host, folder / BROKEN)
        story.sees(f"it sends an update that does not start, and says: {sent}", so=sent.startswith("back "))
        story.sees("the previous version is back", so=NEWER_VERSION in story.types(machine, "cardtable --version"))
        story.sees("the finished game is still there", so=machine.waits(lambda: _kept(host) == scores, STARTS_S))
        story.sees("/health reports that the table is well", so=machine.waits(machine.health, STARTS_S))


def _is_set_up_by_imager(story: Story) -> None:
    """Start from a card set up only with Imager, on a machine with as little memory as the smallest Pi."""
    story.card.flash()
    story.says("Somebody flashes the card again, and fills in Raspberry Pi Imager's own settings. Imager writes")
    for name, text in _IMAGER_FILES.items():
        story.says(f"{name}:")
        story.writes(text, name, hashed=_HASHED)
    with story.machine(_SMALL_MB) as machine:
        _is_up(story, machine)
        story.sees("SSH accepts the key", so=machine.waits(lambda: machine.runs(story.key, "true") == "", STARTS_S))
        story.types(machine, "systemd-analyze time | head -1")
        wifi = story.types(machine, f"nmcli -e no -g 802-11-wireless.ssid connection show uuid {home.UUID}")
        secret = machine.runs(story.key, f"grep psk= /{home.KEYFILE}")
        story.sees("NetworkManager has the Wi-Fi, with its password", so=(wifi, secret) == (_SSID, f"psk={_HASHED}"))
        country = story.types(machine, "cat /etc/modprobe.d/cardtable-country.conf")
        story.sees("the country is set", so=country.endswith("=DE"))
        users = machine.runs(story.key, "cut -d: -f1 /etc/passwd; hostname")
        story.sees("there is no user ana, and the host name is the table's own", so="ana" not in users.split())
        passwords = machine.runs(story.key, "cut -d: -f1,2 /etc/shadow | grep -vE ':[!*]+$'")
        story.sees("no user has a password", so=not passwords)
        log = story.types(machine, "cat /boot/firmware/cardtable.log")
        story.sees("cardtable.log names Imager's files, but none of their secrets", so=_read_imager(story, log))
        used = machine.runs(story.key, "free -m").splitlines()[1].split()
        story.sees(f"{used[2]} of {used[1]} MB of memory are used", so=int(used[2]) < int(used[1]) / 2)
        story.sees("no systemd unit has failed", so=not story.types(machine, "systemctl --failed --plain --no-legend"))


def _read_imager(story: Story, log: str) -> bool:
    secrets = (_HASHED, story.public.split()[1], "$5$")
    return all(name in log for name in _IMAGER_FILES) and not any(secret in log for secret in secrets)


def _sends(story: Story, machine: Machine, host: Phone, update: Path) -> str:
    """Send an update as the host's page does, and return its final state as text."""
    body, began = update.read_bytes(), time.monotonic()
    for at in range(0, len(body), _PART_BYTES):
        part = base64.b64encode(body[at : at + _PART_BYTES]).decode()
        host.asks("/api/v1/update", {"at": at, "part": part}, "PUT")
    story.says(f"{len(body) / 1e6:.0f} MB were sent in {time.monotonic() - began:.0f} s here.")
    host.asks("/api/v1/update", {"size": len(body), "anyway": True})
    shown = machine.waits(lambda: _became(host), STARTS_S)
    story.says(f"That took {time.monotonic() - began:.0f} s here.")
    return f"{shown['state']} {shown['said']} {shown['detail']}".strip() if shown else "nothing"


def _became(host: Phone) -> Any:
    shown = host.gets("/api/v1/update")
    return None if shown["state"] in ("waiting", "working") else shown


def _cut_anywhere(story: Story) -> None:
    """Cut the power during a first start, during operation, and during a later start; flash the card and repeat."""
    chance, done = Random(_SEED), 0  # noqa: S311 - repeatable
    while done < CUTS:
        story.card.flash()
        _cut(story, "its first start", chance.uniform(0.02, 1.0) * story.start_s)
        with story.machine() as machine:
            _is_up(story, machine)
            machine.waits(lambda: None, chance.uniform(0, _RUNS_ON_S))
        before = story.card.root(_IDENTITY)[1]
        story.says("The plug is pulled while it runs.")
        _cut(story, "a later start", chance.uniform(0.02, 1.0) * story.start_s)
        with story.machine() as machine:
            _is_up(story, machine)
        whole, after = story.card.root(_IDENTITY)
        story.sees("e2fsck finds nothing wrong", so=whole)
        same = [file for file in _IDENTITY if before[file] and before[file] == after[file]]
        story.sees(f"kept: {', '.join(same)}", so=same == [*_IDENTITY])
        done += 3
        story.says(f"-- {done} cuts")


def _cut(story: Story, when: str, after_s: float) -> None:
    with story.machine() as machine:
        machine.waits(lambda: None, after_s)
        story.says(f"The plug is pulled in {when}, {after_s:.0f} s here after power-on: {machine.does()!r}")


CHAPTERS: dict[str, Callable[[Story], None]] = {
    "From a blank card to a finished round and a reboot": _first_start,
    "Another cardtable.txt": _another_file,
    "Signed updates": _is_updated,
    "Raspberry Pi Imager's own settings, and 512 MB of memory": _is_set_up_by_imager,
    "Power cuts at any moment": _cut_anywhere,
}


if __name__ == "__main__":
    sys.exit(main())
