"""`cardtable enrol`: tags a deck at a real table, one card at a time, and saves each tag immediately."""

import os
import select
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

import click

from hardware.observations import Observation, ReaderHealth, TagEvent
from table import games
from table.cli import terminal
from table.complaints import BadInput
from table.saying import joined, say
from table.sensing.pumps import Sensing
from table.settings.model import load_settings
from table.tagging.desk import enrolment_of, save
from table.tagging.enrolment import Enrolment
from table.tagging.owned import take_over
from table.tagging.tagged_decks import TaggedDecks
from table.wiring.hardware import Hardware, open_hardware
from table.wiring.sensors import sensing

SCAN = "deck.scan"
_HOW = say("Type s to skip a card, b to go one back; Ctrl-C stops, and no tag is lost.")
_WAIT_S = 0.1  # how often the keyboard is read
_AT_FIRST_US = 300_000  # a card read later was laid down after startup


@click.command
@click.argument("named", metavar="GAME|DECK", help="A deck, or the game that it is for.")
@terminal.config
def enrol(named: str, config: Path) -> None:
    """Tag a deck: the table asks for one card at a time."""
    name, setup = games.deck_named(named), load_settings(config)
    terminal.works_as_owner(setup.table.database)
    take_over(setup.table.database, click.echo)
    decks = TaggedDecks.read(setup.table.database)
    deck = decks.deck(name)
    if deck.problem is not None:
        raise BadInput(deck.problem)
    if name != named:
        terminal.tell(
            say(
                "{games} is usually played with the deck {title} ({name}), which is tagged now.",
                games=deck.games[named],
                title=deck.title,
                name=name,
            )
        )
    asking = _Asking(decks, name, enrolment_of(decks, deck))
    hardware = open_hardware(setup)
    try:
        asking.run(hardware)
    finally:
        hardware.close()


class _Asking:
    """An enrolment at a terminal."""

    def __init__(self, decks: TaggedDecks, deck: str, enrolment: Enrolment) -> None:
        self._decks = decks
        self._deck = deck
        self._enrolment = enrolment

    def run(self, hardware: Hardware) -> None:
        """Ask until every card is tagged or skipped."""
        readers = _readers(hardware)
        terminal.tell(joined([say("Readers: {readers}.", readers=", ".join(readers)), _HOW]))
        keys = _Keys()
        with sensing(hardware) as sensors:
            for item in _at_first(sensors):
                self._see(item, readers)
            terminal.tell(self._enrolment.prompt)
            while self._enrolment.asked is not None:
                for item in sensors.take(_WAIT_S):
                    self._see(item, readers)
                for line in keys.lines():
                    self._obey(line)

    def _see(self, item: Observation, readers: Sequence[str]) -> None:
        match item:
            case TagEvent(present=True, lay_there=True) if item.reader in readers:
                terminal.tell(say("A card lies there already: take it away, and lay the card that is asked for."))
            case TagEvent(present=True) if item.reader in readers:
                step = self._enrolment.take(item.uid, smart=item.smart)
                save(self._decks, self._deck, step)
                self._say(step.text)
            case ReaderHealth() if item.why or not item.alive:
                what = say("restarted") if item.alive else say("it does not work")
                terminal.tell(say("{reader}: {what}: {why}.", reader=item.reader, what=what, why=item.why))

    def _obey(self, line: str) -> None:
        match line.strip().lower():
            case "s":
                self._say(self._enrolment.skip().text)
            case "b":
                step = self._enrolment.back()
                save(self._decks, self._deck, step)
                self._say(step.text)
            case "":
                pass
            case other:
                terminal.tell(say("{other}: type s to skip a card, b to go one back.", other=repr(other)))

    def _say(self, text: str) -> None:
        terminal.tell(joined([text, self._enrolment.prompt], "\n"))


def _readers(hardware: Hardware) -> list[str]:
    """Return the readers for enrolment: those with the zone `deck.scan`, or all if none has it."""
    made_for_it = [name for name, antenna in hardware.antennas.items() if SCAN in antenna.zones]
    return made_for_it or list(hardware.antennas)


def _at_first(sensors: Sensing[Observation]) -> Iterator[Observation]:
    """Yield the observations from the first 0.3 s, which show the cards that were already on a reader."""
    until_us: int | None = None
    while until_us is None or (sensors.watermark_us or 0) < until_us:
        yield from sensors.take(_WAIT_S)
        if until_us is None and sensors.watermark_us is not None:
            until_us = sensors.watermark_us + _AT_FIRST_US


class _Keys:
    """Reads typed lines without blocking."""

    def __init__(self) -> None:
        self._open = True
        self._begun = ""

    def lines(self) -> Iterator[str]:
        """Yield the lines finished since the last call."""
        while self._open and select.select([sys.stdin], [], [], 0)[0]:
            typed = os.read(sys.stdin.fileno(), 1024)
            self._open = bool(typed)
            *finished, self._begun = (self._begun + typed.decode(errors="replace")).split("\n")
            yield from finished
