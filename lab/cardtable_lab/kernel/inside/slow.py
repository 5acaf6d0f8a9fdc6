"""A table on a tenth of a core: the time from a card to a phone, from a slap to its verdict, and to the first page.

The kernel's bandwidth control lets the table run 1 ms of every 10. The bus, hands and the phone are not limited, as on
a Pi. The same times are measured on a whole core. The chapter checks only that every event arrives, not how soon.
"""

import json
import os
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from statistics import median
from threading import Condition
from typing import Any

from cardtable_lab.kernel.inside.board import Bench, place
from cardtable_lab.kernel.inside.console import measured, sees, stepped
from cardtable_lab.kernel.inside.devices import Header, loopback
from cardtable_lab.kernel.inside.evening import HEARD, Follower
from table.tagging import tags
from tests.playing import COMMAND, Phone, running

PERCENTS = (100, 10)
TOUCHES = 10
PINS, LIGHTS, RESETS = (17, 27, 5), (22, 23, 13), (25, 24)
HOME = Path("/run/slow")
BASE, MISFIT = "number2.1", "number4.1"
MOSQUITOES = ("mosquito1.1", "mosquito2.1", "mosquito3.1", "mosquito4.1", "mosquito5.1")
REFUSED, TAKEN_BACK, VERDICT = "a refused card (with the rule's 0.25 s)", "its removal", "the last slap"
_PLAYERS = "Ana,Ben,Cleo"
_TRIES, _HOLDS_S, _LIFTED_S, _AFTER_RACE_S = 3, 60.0, 1.0, 1.3
_APART_S, _DOWN_S, _REACTS_S = 0.12, 0.06, 0.3
_PATIENCE_S = 120.0
_MS = 1e6
_CGROUPS, _PERIOD_US = Path("/sys/fs/cgroup"), 10_000


class Ear:
    """A phone that records when each event arrives."""

    def __init__(self, phone: Phone) -> None:
        self.heard: list[tuple[int, dict[str, Any]]] = []
        self._more = Condition()
        self._follower = Follower(phone, self._hears)

    def _hears(self, text: str) -> None:
        now_ns = time.monotonic_ns()
        with self._more:
            self.heard.append((now_ns, json.loads(text.removeprefix(HEARD))))
            self._more.notify_all()

    @property
    def latest(self) -> str:
        """The last events, as text for an error message."""
        return f"{[one['event'] for _, one in self.heard[-3:]]}{'' if self._follower.is_alive() else ', and no more'}"

    def when(self, event: str, *, after: int, patience_s: float = _PATIENCE_S) -> int | None:
        """Wait for an event after the first `after` events. Return its arrival time in ns, or None on a timeout."""

        def found() -> int | None:
            return next((at_ns for at_ns, one in self.heard[after:] if one["event"] == event), None)

        with self._more:
            self._more.wait_for(lambda: found() is not None, patience_s)
            return found()


class Table:
    """A table with two readers, hands, and a phone that receives its events."""

    def __init__(self, phone: Phone, bench: Bench, header: Header, uids: Mapping[str, str]) -> None:
        self.ear = Ear(phone)
        self.took_ns: dict[str, list[int]] = {REFUSED: [], TAKEN_BACK: [], VERDICT: []}
        self.races = self.right = self.again = 0
        self._bench = bench
        self._header = header
        self._uids = uids

    def touch(self, card: str, event: str) -> int:
        """Hold a card to the pad until its event arrives on the phone. Return how long that took, in ns.

        If no event arrives, lift the card and try again, as people do. Raise TimeoutError after several attempts.
        """
        for _ in range(_TRIES):
            after, now_ns = len(self.ear.heard), time.monotonic_ns()
            self._bench.put(self._uids[card], 0)
            heard_ns = self.ear.when(event, after=after, patience_s=_HOLDS_S)
            self._bench.lift(self._uids[card], 0)
            time.sleep(_LIFTED_S)
            if heard_ns is not None:
                return heard_ns - now_ns
            self.again += 1
        raise TimeoutError(f"no {event} after {self.ear.latest}")

    def plays(self) -> None:
        """Lay the same illegal card several times; then lay all mosquitoes and run their races."""
        self.touch(BASE, "pile_started")
        for _ in range(TOUCHES):
            self.took_ns[REFUSED].append(self.touch(MISFIT, "play_refused"))
            self.took_ns[TAKEN_BACK].append(self.touch(MISFIT, "correction_closed"))
        for number, mosquito in enumerate(MOSQUITOES):
            after = len(self.ear.heard)
            self.touch(mosquito, "race_opened")
            self._slaps([(number + seat) % len(PINS) + 1 for seat in range(len(PINS))], after)

    def _slaps(self, seats: Sequence[int], after: int) -> None:
        """Let these seats slap in order, and record how long the verdict takes after the last slap."""
        time.sleep(_REACTS_S)
        slapped_ns = 0
        for seat in seats:
            slapped_ns = time.monotonic_ns()
            self._header.press(PINS[seat - 1])
            time.sleep(_DOWN_S)
            self._header.release(PINS[seat - 1])
            time.sleep(_APART_S - _DOWN_S)
        self.races += 1
        closed_ns = self.ear.when("race_closed", after=after)
        if closed_ns is None:
            raise TimeoutError(f"no verdict after {self.ear.latest}")
        (order,) = (one["order"] for _, one in self.ear.heard[after:] if one["event"] == "race_closed")
        self.right += [one["seat"] for one in order] == list(seats)
        self.took_ns[VERDICT].append(closed_ns - slapped_ns)
        time.sleep(_AFTER_RACE_S)


def run() -> None:
    """Measure on a whole core, then on a tenth of one."""
    loopback()
    (_CGROUPS / "cgroup.subtree_control").write_text("+cpu")
    header = Header()
    with Bench(*(place(header, device=device, reset_pin=reset) for device, reset in enumerate(RESETS))) as bench:
        for percent in PERCENTS:
            with stepped(f"on {percent} % of a core"):
                _measured(percent, header, bench)


def _measured(percent: int, header: Header, bench: Bench) -> None:
    folder, what = HOME / str(percent), f"{percent} % of a core"
    uids = _laid_out(folder)
    line = ("run", "mito", "--config", str(folder / "table.toml"), "--players", _PLAYERS)
    began_s = time.monotonic()
    with running(*line, environment=os.environ, command=_on_a_share(percent)) as process:
        phone = Phone(process.url, _PATIENCE_S)
        with phone.opens(process.url) as page:
            page.read()
        measured(f"{what}: `cardtable run` to its first page", f"{time.monotonic() - began_s:.1f} s")
        table = Table(phone, bench, header, uids)
        table.plays()
    for name, took_ns in table.took_ns.items():
        ms = sorted(ns / _MS for ns in took_ns)
        latency = f"{median(ms):.0f} ms median, {ms[-1]:.0f} ms at worst ({len(ms)} times)"
        measured(f"{what}: from {name} to the event at a phone", latency)
    touches = len(table.took_ns[REFUSED]) + len(table.took_ns[TAKEN_BACK])
    sees(f"{what}: each card is reported to a phone", touches == 2 * TOUCHES, f"{table.again} had to be held again")
    found = f"{table.right} of {table.races}"
    sees(f"{what}: each race is judged correctly", table.right == table.races == len(MOSQUITOES), found)


def _on_a_share(percent: int) -> Sequence[str]:
    """Return the command that starts a table with `percent` % of a core."""
    group = _CGROUPS / f"table-{percent}"
    group.mkdir()
    (group / "cpu.max").write_text(f"{_PERIOD_US * percent // 100} {_PERIOD_US}")
    return ["/bin/sh", "-c", f'echo $$ > {group}/cgroup.procs; exec "$0" "$@"', COMMAND]


def _laid_out(folder: Path) -> dict[str, str]:
    """Write a table's configuration and the tags of the required cards, and return the UIDs."""
    folder.mkdir(parents=True)
    readers = [
        f'[[reader]]\nzone = "{zone}"\nbackend = "spidev"\ndevice = {device}\nreset_pin = {RESETS[device]}\n'
        for device, zone in enumerate(("discard", "seat.1"))
    ]
    buttons = [
        f'[[button]]\nseat = {seat}\nbackend = "gpiod"\npin = {pin}\nlight_pin = {light}\n'
        for seat, pin, light in zip(range(1, len(PINS) + 1), PINS, LIGHTS, strict=True)
    ]
    (folder / "table.toml").write_text("".join([f"[table]\nseats = {len(PINS)}\n", *readers, *buttons]))
    uids = {card: f"04{number:012x}" for number, card in enumerate((BASE, MISFIT, *MOSQUITOES), 1)}
    tagged = {bytes.fromhex(uid): card for card, uid in uids.items()}
    tags.change(tags.path_of(folder / "table.db", "mito"), add=tagged)
    return uids
