"""What routes get: the table, how it is served, and the application."""

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
    """A request to the table that will be answered."""

    def result(self, timeout: float | None = None) -> None:
        """Wait for the answer; raise what the table raised."""
        ...


class SetUp(Protocol):
    """The set-up of a table that runs as a service: a conversation that phones take part in."""

    @property
    def alone(self) -> bool:
        """Whether nothing else can be done meanwhile."""
        ...

    @property
    def invites(self) -> bool:
        """Whether this machine may have parts that nobody has set up yet."""
        ...

    @property
    def shown(self) -> SetUpView: ...

    def begin(self, pads: int, seats: int, *, lights: bool) -> None:
        """Begin. Raise BadInput if that cannot be now."""
        ...

    def say(self, question: int, answer: object) -> None:
        """Answer a question by its number. Raise BadInput if another one is asked by now."""
        ...

    def stop(self) -> None:
        """End it; nothing is written."""
        ...

    def make_way(self, *, for_set_up: bool) -> None:
        """Restart the table, for its set-up or for new packages of games."""
        ...


class HomeWifi(Protocol):
    """The home's Wi-Fi, which a table in its own can join."""

    @property
    def is_there(self) -> bool:
        """Whether this machine can join a Wi-Fi by itself."""
        ...

    @property
    def shown(self) -> NetworkView: ...

    def invites(self, phone: str | None) -> bool:
        """Return whether a phone at this address may want to join first."""
        ...

    def join(self, name: str, password: str | None, *, hidden: bool, country: str | None) -> None:
        """Begin to join; `password` "": it is open, None: it is known. Raise BadInput if that cannot be now."""
        ...

    def look_around(self) -> None:
        """Begin to look which there are. Raise BadInput if that cannot be now."""
        ...

    def stay(self) -> None:
        """Stay in the table's own."""
        ...


class Recovery(Protocol):
    """What can be done about a table that does not come up."""

    @property
    def why(self) -> Text:
        """Why it does not, in a sentence."""
        ...

    def possible(self) -> list[str]:
        """Return what the host can choose."""
        ...

    def choose(self, what: str) -> None:
        """Do what the host has chosen, and start the table. Raise BadInput, and change nothing, if that cannot be."""
        ...


class Table(Protocol):
    """What the pages need from a table."""

    @property
    def board(self) -> Board:
        """The board, with the latest snapshot."""
        ...

    @property
    def tabletop(self) -> Tabletop | None:
        """Hands, if the table is an emulated one."""
        ...

    @property
    def phones(self) -> PhoneButtons | None:
        """The seats whose button is a phone; None if there are none."""
        ...

    @property
    def people(self) -> People | None:
        """Who holds the cards of an emulated table."""
        ...

    def showing(self) -> Value:
        """What each reader and button shows just now."""
        ...

    @property
    def setup(self) -> SetUp | None:
        """Its set-up; None if somebody started the table by hand."""
        ...

    @property
    def home_wifi(self) -> HomeWifi | None:
        """The home's Wi-Fi; None if somebody started the table by hand."""
        ...

    @property
    def seats(self) -> tuple[int, ...]: ...

    @property
    def coming(self) -> dict[int, str]:
        """The names said for the next game, by seat."""
        ...

    @property
    def database(self) -> Path | None:
        """Where games are kept; None if they are not."""
        ...

    @property
    def following(self) -> Sequence[Following]:
        """Who follows the table besides phones."""
        ...

    def make_way(self) -> None:
        """Take robots' hands off the table, if they play by themselves; return when the table has seen that."""
        ...

    def ask(self, message: Message) -> Asked:
        """Post a message to the table's owner."""
        ...


class Config(Value):
    """Settings of the pages. Times are in seconds.

    `most_streams_each` limits the streams of phones at one address that hold no seat, `most_streams_of_one` those of
    one seat, or of hosts; this machine's own address may have all. `pin_hash` is the hash of the host’s PIN; None:
    nobody becomes host by PIN. `now_ns` is the clock that stamps presses. `language` is the table's, for whoever
    prefers none that it speaks. `updates` is where signed updates are handed in; None: a table that was started by
    hand takes none. A silent stream beats at the first look after `heartbeat_s`, each 0.8 s: pages take one
    for gone that is silent twice as long.
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
    """A route that compiles what builds its URLs when one is first built; `_compile_builder` is the hook for this.

    Werkzeug compiles two functions a route at start: a tenth of a second on a PC, seconds on the smallest Pi, and few
    are ever called.
    """

    def _compile_builder(self, append_unknown: bool = True) -> Callable[..., tuple[str, str]]:
        def build(rule: Rule, **values: object) -> tuple[str, str]:
            compiled = Rule._compile_builder(self, append_unknown).__get__(rule, None)
            setattr(self, "_build_unknown" if append_unknown else "_build", compiled)
            built: tuple[str, str] = compiled(**values)
            return built

        return build


class Application(Flask):
    """A Flask application with such routes."""

    url_rule_class = LazyRule
