"""Tables at which something goes wrong: once by chance, and once more from nothing but the report of the first time.

Drivers fail (deaf chips, antennas that go off), links (Picos that are pulled out), rules (exceptions on some fact),
storage (disks that are full or read-only), and pages on phones.
"""

import random
import sqlite3
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from table import facts, games
from table.facts import CardArrived, Fact, ReaderBack, ReaderLost, TagArrived
from table.keeping import kept_log
from table.keeping.journal import Journal
from table.reporting import reproducing
from table.reporting.configuration import true_of
from table.reporting.report import Aside, write
from table.reporting.reproducing import Report
from table.testing.tables import EmulatedTable
from table.wiring.emulated import emulated_settings
from table.wiring.hardware import STRANGER
from tests.own import OWN_GAMES
from tests.web.conftest import Phone, Shown, served

KINDS = ("driver", "link", "rules", "storage", "page")
PLAYERS = ("Jürgen O'Neill", "Zoë-Marie", "card")  # what must not be in a report; the last one is a word of ours, too
PIN = "482913"
CHIP = {"deaf": "the chip is deaf", "antenna": "the antenna does not stay on"}  # a fault, and how it is told
RAISED = (ZeroDivisionError, IndexError, AssertionError, RuntimeError)
DISKS = {"PRAGMA query_only = ON": "readonly", "full": "full"}
PAGES = ("/", "/seat/2", "/host", "/people/Zo%C3%AB-Marie", "/virtual", "/history")
_STORED = "the journal cannot be written"


@dataclass
class Kitchen:
    """A table, its journal and its log, in a folder of its own."""

    folder: Path
    game: str
    seats: int
    hardware: str = "pi"
    table: EmulatedTable = field(init=False)
    journal: Journal = field(init=False)

    @property
    def database(self) -> Path:
        return self.folder / "table.db"

    @contextmanager
    def opens(self, players: Sequence[str]) -> Iterator["Kitchen"]:
        zones = [[zone] for zone in games.find(self.game).zones(self.seats)]
        built = emulated_settings(pads=zones, seats=self.seats, hardware=self.hardware)
        with (
            kept_log.kept(self.database, true_of(built) | {"built": self.hardware}),
            Journal(self.database) as self.journal,
            EmulatedTable(self.journal, game=self.game, seats=self.seats, hardware=self.hardware) as self.table,
        ):
            self.table.runs(1000 if self.hardware == "pico" else 0)
            self.table.starts(self.game, *players)
            yield self

    def reports(self) -> Path:
        write(self.database, self.folder / "report.zip")
        return self.folder / "report.zip"

    # -- what goes wrong

    def chip(self, reader: str, fault: str | None) -> None:
        self.table.hardware.room.chips[reader].faults = set() if fault is None else {fault}
        self.table.runs(2500)

    def plug(self, pico: str, *, into: bool) -> None:
        emulated = self.table.hardware.room.picos[pico]
        emulated.plug() if into else emulated.unplug()
        self.table.runs(3000)

    @contextmanager
    def breaks(self, on: Mapping[str, Any], error: Exception) -> Iterator[None]:
        """Let the rules fail on a fact like this one."""
        game: Any = games.find(self.game)
        sound = game.readings

        def readings(state: Any, fact: Fact, *more: Any) -> Any:
            said = facts.dump(fact) if isinstance(fact, CardArrived) else {}
            if said and said.items() >= on.items():
                raise error
            return sound(state, fact, *more)

        game.readings = readings
        try:
            yield
        finally:
            del game.readings

    def disk(self, how: str, cards: Iterator[tuple[str, str]]) -> None:
        """Let the disk fail, and touch with cards until that is noticed."""
        db: sqlite3.Connection = self.journal._connection
        pages = db.execute("PRAGMA page_count").fetchone()[0]
        db.execute(f"PRAGMA max_page_count = {pages}" if how == "full" else how)
        while not [one for one in kept_log.read(self.database) if one["event"] == _STORED]:
            self.touches(*next(cards))

    def complains(self, complaint: Mapping[str, Any]) -> None:
        app = served(Shown(self.table))  # type: ignore[arg-type]
        phone = app.test_client()
        assert isinstance(phone, Phone)
        assert phone.post("/api/v1/errors", json=complaint).status_code == 200

    def touches(self, card: str, zone: str) -> None:
        self.table.card(card).touches(zone)


def goes_wrong(kind: str, seed: int, folder: Path) -> Report:
    """Let something go wrong at a table by chance; return the report."""
    chance = random.Random(f"{kind} {seed}")  # noqa: S311 - chance, no secret
    game = chance.choice(OWN_GAMES)
    kitchen = Kitchen(folder, game, 3, "pico" if kind == "link" else "pi")
    deck = [str(card["code"]) for card in games.find(game).deck(games.find(game).options())]
    touches = iter([(card, chance.choice(games.find(game).zones(3))) for card in chance.sample(deck, len(deck))])
    with kitchen.opens(PLAYERS):
        for _ in range(chance.randint(1, 3)):
            kitchen.touches(*next(touches))
        _GOES_WRONG[kind](kitchen, chance, touches)
        path = kitchen.reports()
    return reproducing.read(path)


def _driver(kitchen: Kitchen, chance: random.Random, touches: Iterator[tuple[str, str]]) -> None:
    reader, fault = chance.choice([*kitchen.table.hardware.room.chips]), chance.choice([*CHIP])
    kitchen.chip(reader, fault)
    if chance.random() < 0.7:
        kitchen.chip(reader, None)
        kitchen.touches(*next(touches))


def _link(kitchen: Kitchen, chance: random.Random, touches: Iterator[tuple[str, str]]) -> None:
    pico = chance.choice([*kitchen.table.hardware.room.picos])
    kitchen.plug(pico, into=False)
    if chance.random() < 0.7:
        kitchen.plug(pico, into=True)
        kitchen.touches(*next(touches))


def _rules(kitchen: Kitchen, chance: random.Random, touches: Iterator[tuple[str, str]]) -> None:
    card, zone = next(touches)
    error = chance.choice(RAISED)(f"nobody thought of {card}, which {chance.choice(PLAYERS[:2])} has")
    with kitchen.breaks({"card": card, "zone": zone}, error):
        kitchen.touches(card, zone)
        kitchen.touches(*next(touches))


def _storage(kitchen: Kitchen, chance: random.Random, touches: Iterator[tuple[str, str]]) -> None:
    kitchen.disk(chance.choice([*DISKS]), touches)


def _page(kitchen: Kitchen, chance: random.Random, touches: Iterator[tuple[str, str]]) -> None:
    kitchen.complains({
        "page": chance.choice(PAGES),
        "error": chance.choice([f"TypeError: {PLAYERS[1]} is undefined", f"RangeError: not {PIN}", "x is null"]),
        "where": f"http://localhost/static/hand.mjs:{chance.randint(1, 400)}:{chance.randint(1, 90)}",
        "stack": f"drawn@http://localhost/static/{chance.choice(('felt', 'seat', 'page'))}.mjs:7:3\n{PLAYERS[0]}",
        "seq": len(kitchen.table.event_names()),
    })  # fmt: skip


_GOES_WRONG: Mapping[str, Callable[[Kitchen, random.Random, Iterator[tuple[str, str]]], None]] = {
    "driver": _driver, "link": _link, "rules": _rules, "storage": _storage, "page": _page,
}  # fmt: skip


# -- once more


def happens_again(report: Report, folder: Path) -> Report:
    """Build a table as a report says, let happen what it tells, and return the report of that."""
    started = report.facts[0]
    assert isinstance(started, facts.GameStarted)
    built = next(entry["built"] for entry in report.log if "built" in entry)
    kitchen = Kitchen(folder, started.game, len(started.players), built)
    with kitchen.opens([name for name in started.players if name is not None]):
        for number, fact in enumerate(report.facts):
            _sees(kitchen, report, fact)
            for aside in report.aside:
                if aside.after_fact == number or (number == 0 and aside.after_fact < 0):
                    _fails(kitchen, aside)
        for entry in report.log:
            if entry["event"] == _STORED:
                how = next(how for how, said in DISKS.items() if said in entry["error"])
                zone = games.find(started.game).zones(len(started.players))[0]
                kitchen.disk(how, ((str(card["code"]), zone) for card in games.find(started.game).deck(None)))
            elif entry["event"] == "a page has failed":
                said = {key: entry[key] for key in ("error", "where", "stack", "seq")}
                kitchen.complains(
                    {"page": entry["page"].replace("<int:seat>", "2").replace("<path:name>", "x"), **said}
                )
        path = kitchen.reports()
    return reproducing.read(path)


def _sees(kitchen: Kitchen, report: Report, fact: Fact) -> None:
    """Let the table see a fact; of a Pico's readers, the first one stands for all."""
    match fact:
        case CardArrived():
            kitchen.touches(fact.card, fact.zone)
        case TagArrived():
            kitchen.touches(STRANGER, fact.zone)
        case ReaderLost() | ReaderBack():
            configuration: Any = report.about.configuration
            readers = configuration["readers"]
            place = next(number for number, one in enumerate(readers) if fact.zone in one["zones"])
            pico = readers[place].get("pico")
            name = [*kitchen.table.hardware.antennas][place]
            lost = isinstance(fact, ReaderLost)
            if pico is None:
                why = next(one["why"] for one in report.log if one["event"] == "a reader is lost")
                fault = next(fault for fault, said in CHIP.items() if why.startswith(said))
                kitchen.chip(name, fault if lost else None)
            elif place == next(number for number, one in enumerate(readers) if one.get("pico") == pico):
                kitchen.plug(pico.replace(" ", "-"), into=not lost)


def _fails(kitchen: Kitchen, aside: Aside) -> None:
    kind, _, said = aside.error.partition(": ")
    error = next(error for error in RAISED if error.__name__ == kind)
    on = {key: (aside.fact or {})[key] for key in ("card", "zone")}
    with kitchen.breaks(on, error(said)):
        kitchen.touches(on["card"], on["zone"])


def essence(report: Report, *, but: Sequence[str] = ()) -> dict[str, Any]:
    """Return of a report what has to be the same when all happens once more: not when, and not by whose clock."""
    seen = [facts.dump(fact) for fact in report.facts]
    seen = [{key: one[key] for key in one if key not in ("t", "seed")} for one in seen if one["fact"] != "time_passed"]
    events = [{key: one for key, one in event.items() if key not in ("t", "seq")} for _, event in report.events]
    log = [
        {
            key: entry[key]
            for key in ("event", "reader", "why", "fact", "error", "page", "where", "stack")
            if key in entry
        }
        for entry in report.log
    ]
    aside = [(one.error, {**(one.fact or {}), "t": 0}) for one in report.aside]
    whole = {"facts": seen, "told": events, "log": log, "aside": aside}
    return {key: one for key, one in whole.items() if key not in but}
