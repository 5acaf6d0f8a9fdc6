"""What routes depend on: interfaces of the table, the settings of the pages, and the Flask application class."""

import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Protocol

from flask import Flask
from werkzeug.routing import Rule

from table.board import Board
from table.emulated.people import People
from table.emulated.tabletop import Tabletop
from table.listeners import Following
from table.network.networks import NetworkView
from table.running.messages import Message
from table.running.phones import PhoneButtons
from table.running.wired import SetUpView
from table.saying import Text
from table.updating.desk import Desk
from table.values import Value


class Asked(Protocol):
    """A pending request to the table."""

    def result(self, timeout: float | None = None) -> None:
        """Wait for the answer. Raise the error that the table raised, or TimeoutError."""
        ...


class SetUp(Protocol):
    """The set-up of a table that runs as a service: a conversation that phones take part in."""

    @property
    def alone(self) -> bool:
        """Whether the set-up is the only thing that this computer serves now."""
        ...

    @property
    def invites(self) -> bool:
        """Whether this computer may have parts that have not been set up yet."""
        ...

    @property
    def shown(self) -> SetUpView: ...

    def begin(self, pads: int, seats: int, *, lights: bool) -> None:
        """Begin the set-up. Raise BadInput if that is not possible now."""
        ...

    def say(self, question: int, answer: object) -> None:
        """Answer a question by its number. Raise BadInput if the set-up no longer asks that question."""
        ...

    def stop(self) -> None:
        """Stop the set-up without writing anything."""
        ...

    def make_way(self, *, for_set_up: bool) -> None:
        """Restart the table, for its set-up or to play. Raise BadInput while a set-up is running."""
        ...


class HomeWifi(Protocol):
    """The home Wi-Fi, which a table with its own Wi-Fi can join."""

    @property
    def is_there(self) -> bool:
        """Whether this computer can join a Wi-Fi network by itself."""
        ...

    @property
    def shown(self) -> NetworkView: ...

    def invites(self, phone: str | None) -> bool:
        """Return whether a phone at this address is offered the home Wi-Fi before anything else."""
        ...

    def join(self, name: str, password: str | None, *, hidden: bool, country: str | None) -> None:
        """Start joining a Wi-Fi network. Raise BadInput if that is not possible now.

        `password` is empty for an open network, and None for one whose password the table knows.
        """
        ...

    def look_around(self) -> None:
        """Start scanning for Wi-Fi networks. Raise BadInput if that is not possible now."""
        ...

    def stay(self) -> None:
        """Stay on the table's own Wi-Fi."""
        ...


class Recovery(Protocol):
    """What the host can do about a table that does not start."""

    @property
    def why(self) -> Text:
        """A sentence saying why the table does not start."""
        ...

    def possible(self) -> list[str]:
        """Return the actions that the host can choose from."""
        ...

    def choose(self, what: str) -> None:
        """Carry out an action and start the table. Raise BadInput, and change nothing, if that is not possible."""
        ...


class Table(Protocol):
    """What the pages need from a table."""

    @property
    def board(self) -> Board:
        """The board, with the latest snapshot."""
        ...

    @property
    def tabletop(self) -> Tabletop | None:
        """The emulated pads and buttons; None at a real table."""
        ...

    @property
    def phones(self) -> PhoneButtons | None:
        """The buttons of the seats that use a phone as their button, or None if no seat does."""
        ...

    @property
    def people(self) -> People | None:
        """The people who hold the cards of an emulated table; None at a real table."""
        ...

    def showing(self) -> Value:
        """Return what each reader and button reports now."""
        ...

    @property
    def setup(self) -> SetUp | None:
        """The table's set-up, or None if the table was started by hand."""
        ...

    @property
    def home_wifi(self) -> HomeWifi | None:
        """The home Wi-Fi, or None if the table was started by hand."""
        ...

    @property
    def seats(self) -> tuple[int, ...]: ...

    @property
    def coming(self) -> dict[int, str]:
        """The names that people have entered for the next game, by seat."""
        ...

    @property
    def database(self) -> Path | None:
        """The file in which games are kept, or None if they are not kept."""
        ...

    @property
    def following(self) -> Sequence[Following]:
        """Everything that follows the table apart from phones, such as a club's publisher."""
        ...

    def make_way(self) -> None:
        """Pause robots that play by themselves; return when the table has noticed.

        Raise BadInput if that is not possible because the table runs faster than real time.
        """
        ...

    def ask(self, message: Message) -> Asked:
        """Post a message to the table's owner."""
        ...


class Config(Value):
    """Settings of the pages. Times are in seconds.

    `most_streams_each` limits the streams of phones at one address that hold no seat, `most_streams_of_one` those of
    one seat, or of all hosts; there is no such limit for this computer's own address. `pin_hash` is the hash of the
    host’s PIN; if None, nobody can become host by PIN. `now_ns` is the clock that stamps presses. `language` is the
    table's language, for people whose browsers prefer none that the table speaks. `updates` is where phones upload
    signed updates; if None, the table accepts none, because it was started by hand. A stream with no news sends a
    heartbeat at the first poll after `heartbeat_s`, in effect every 0.8 s; pages consider a stream lost when it has
    been silent for twice as long.
    """

    most_streams: int = 700
    most_streams_each: int = 64
    most_streams_of_one: int = 16
    heartbeat_s: float = 0.7
    stream_lifetime_s: float = 120.0
    poll_s: float = 0.4
    answer_s: float = 5.0
    most_bytes: int = 65_536
    pin_hash: str | None = None
    language: str = "en"
    updates: Desk | None = None
    now_ns: Callable[[], int] = time.monotonic_ns


class LazyRule(Rule):
    """A route that compiles its URL builders at their first use; `_compile_builder` is Werkzeug's hook for this.

    Werkzeug compiles two functions for each route at startup. That takes a tenth of a second on a PC and seconds on the
    smallest Pi, though few of them are ever called.
    """

    def _compile_builder(self, append_unknown: bool = True) -> Callable[..., tuple[str, str]]:
        def build(rule: Rule, **values: object) -> tuple[str, str]:
            compiled = Rule._compile_builder(self, append_unknown).__get__(rule, None)
            setattr(self, "_build_unknown" if append_unknown else "_build", compiled)
            built: tuple[str, str] = compiled(**values)
            return built

        return build


class Application(Flask):
    """A Flask application whose routes are `LazyRule`s."""

    url_rule_class = LazyRule
