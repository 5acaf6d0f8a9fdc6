"""A whole game played by simulated people at a table that uses real ioctls: readers on spidev, buttons on gpiochip0.

The kernel's time stops while a process computes, and skips ahead while all are idle (`time-travel=inf-cpu`). A game
therefore takes as long as its computation, and nothing is late even if this machine is busy.
"""

import os
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from cardtable_lab import simulated
from cardtable_lab.kernel.inside.board import Bench, place
from cardtable_lab.kernel.inside.console import measured, sees
from cardtable_lab.kernel.inside.devices import Header
from cardtable_lab.simulated import Seated
from cardtable_lab.simulated.comparing import KINDS, Finding
from cardtable_lab.simulation.leaks import Leaks
from hardware.clock import SystemClock
from hardware.emulator.tag import Tag
from table import games
from table.emulated.tabletop import Tabletop
from table.games.game import PUBLIC
from table.keeping.journal import Journal
from table.running.live import LiveTable
from table.running.messages import StartGame
from table.settings.model import Settings
from table.values import replace
from table.wiring.hardware import Hardware, open_hardware
from table.wiring.live import live_table

NAMES = ("Ana", "Ben", "Cleo")
PINS, LIGHTS, RESETS = (17, 27, 5), (22, 23, 13), (25, 24, 26, 19, 16, 20)
SEED = 1
_LONGEST_S = 3600.0
_MOST_WAIT_S = 0.25
_SETTLES_NS = 2_000_000_000


class _Finger:
    """A finger on a button of the header, with the interface of `table.emulated.tabletop.Button`."""

    def __init__(self, header: Header, pin: int) -> None:
        self._header = header
        self._pin = pin

    def press(self, *, for_ns: int | None = None, after_ns: int = 0) -> int | None:
        """Press the button until it is released."""
        self._header.press(self._pin)
        return None

    def release(self) -> None:
        """Release the button."""
        self._header.release(self._pin)


def run() -> None:
    """Play the game named in the environment."""
    game = os.environ["GAME"]
    found = games.find(game)
    players = max(2, found.fewest_seats)
    zones, deck = found.zones(players), found.deck(found.options())
    settings = Settings.model_validate(_table(zones, players))
    header = Header()
    boards = (place(header, device=number, reset_pin=RESETS[number]) for number in range(len(zones)))
    with Bench(*boards) as bench, Journal(Path("/run/table.db")) as journal:
        hardware = open_hardware(settings)
        tags = {str(card["code"]): _tag(number) for number, card in enumerate(deck)}
        hands = Tabletop(
            pads={zone: bench.pad(number) for number, zone in enumerate(zones)},
            buttons={seat: _Finger(header, PINS[seat - 1]) for seat in range(1, players + 1)},
            tags=tags,
            now_ns=hardware.clock.now_ns,
        )
        known = {tag.uid: card for card, tag in tags.items()}
        findings, people = _Evening(game, players, journal, replace(hardware, emulated_tags=known), hands, deck).plays()
        events = journal.events(1, PUBLIC)
        deeds = people.environment.deeds
        seen = bench.seen()
    findings += people.people.compare(deeds, events)
    counts = Counter(finding.kind for finding in findings)
    lies = sum(deed["deed"] == "lies" for deed in deeds)
    sees(f"a whole game of {found.title} is played", people.environment.over and lies, f"{lies} cards laid")
    sees(f"{found.title}: every count is 0", not findings, {kind: counts[kind] for kind in KINDS if counts[kind]})
    for finding in findings[:5]:
        print(finding)
    measured(
        f"{found.title}",
        f"{lies} cards laid by {players} people in {people.environment.now_s:.0f} s of game time,"
        f" {seen.messages} ioctls",
    )


def _tag(number: int) -> Tag:
    return Tag(b"\x04" + number.to_bytes(6, "big"))


def _table(zones: Sequence[str], players: int) -> dict[str, Any]:
    readers = [
        {"zone": zone, "backend": "spidev", "device": number, "reset_pin": RESETS[number]}
        for number, zone in enumerate(zones)
    ]
    buttons = [
        {"seat": seat, "backend": "gpiod", "pin": PINS[seat - 1], "light_pin": LIGHTS[seat - 1]}
        for seat in range(1, players + 1)
    ]
    return {"table": {"seats": players, "database": "unused.db"}, "reader": readers, "button": buttons}


class _Evening:
    """A running table and its people."""

    def __init__(
        self, game: str, players: int, journal: Journal, hardware: Hardware, hands: Tabletop, deck: Sequence[Any]
    ) -> None:
        self._game = game
        self._players = players
        self._clock = SystemClock()
        self._live: LiveTable = live_table(journal=journal, hardware=hardware, seats=players, tags={})
        self._people: Seated = simulated.gather(
            game, hands, self._live.says, seed=SEED, seats=range(1, players + 1), deck=deck, now_ns=self._clock.now_ns()
        )
        self._leaks = Leaks(self._people)
        self._shown = 0

    def plays(self) -> tuple[list[Finding], Seated]:
        """Play until the game is over, and return the findings and the people."""
        environment = self._people.environment
        with self._live as live:
            self._clock.sleep_ns(_SETTLES_NS)
            live.controller.post(StartGame(self._game, NAMES[: self._players], {}, SEED)).result()
            ends_ns = self._clock.now_ns() + _LONGEST_S * 1e9
            while not environment.over and self._clock.now_ns() < ends_ns:
                self._sees(live)
                while environment.env.peek() <= self._clock.now_ns():
                    environment.env.step()
                due_s = (environment.env.peek() - self._clock.now_ns()) / 1e9
                live.board.wait(self._shown, max(0.0, min(due_s, _MOST_WAIT_S)))
        unfinished = [] if environment.over else [Finding("unfinished", environment.now_s)]
        return [*self._leaks.found, *unfinished], self._people

    def _sees(self, live: LiveTable) -> None:
        """Search a new snapshot for leaked secrets, then show it to the people."""
        snapshot, environment = live.board.snapshot, self._people.environment
        if snapshot.number == self._shown:
            return
        if (origin_us := live.controller.origin_us) is not None:
            environment.begin(origin_us * 1000)
        self._shown = snapshot.number
        self._leaks.poll(snapshot.game, environment.now_s)
        environment.see(snapshot.game, self._clock.now_ns())
