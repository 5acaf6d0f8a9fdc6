"""Listeners other than phones, such as a club's publisher, found by entry point (group `cardtable.listeners`).

Each entry point names the model of the table.toml section with the same name.
"""

from collections.abc import Callable, Iterable, Mapping
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol, Self

from table import distributions
from table.board import Board, Snapshot
from table.languages.language import Language
from table.saying import Text

if TYPE_CHECKING:
    from pydantic import BaseModel

_GROUP = "cardtable.listeners"


class Following(Protocol):
    """A listener while it follows a running table; a context manager."""

    name: str

    def __enter__(self) -> Self: ...

    def __exit__(self, *_: object) -> None: ...

    @property
    def health(self) -> Mapping[str, object]:
        """What `/health` reports under the listener's name."""
        ...

    @property
    def gauges(self) -> Mapping[str, tuple[str, float]]:
        """The gauges for `/metrics`: names, without `cardtable_`, mapped to a description and the value."""
        ...

    def pages(self) -> Iterable[Any]:
        """Return the Flask blueprints that the listener adds to the table's pages."""
        ...


class Remarks(Protocol):
    """A function that shows a remark to the host, or removes it once its reason is gone."""

    def __call__(self, said: Text | None) -> None:
        """Show a sentence; None removes it."""
        ...


class Listener(Protocol):
    """A listener that can follow a table."""

    @property
    def spare(self) -> int:
        """How many games the journal keeps only for this listener."""
        ...

    @property
    def warning(self) -> Text | None:
        """A warning to show when the table starts, if any."""
        ...

    def prepare(self, database: Path) -> None:
        """Save whatever is needed before a game begins, because the table may be killed before it calls `follow`."""
        ...

    def follow(
        self,
        board: Board,
        database: Path,
        *,
        draw: Callable[[Snapshot], Mapping[str, object]],
        language: Language,
        remark: Remarks,
        url: Callable[[], str | None],
    ) -> Following:
        """Follow a board. `draw` converts a snapshot to its public view; `url` returns the URL of the table's pages."""
        ...


class Section(Protocol):
    """A section of table.toml that describes a listener."""

    def listener(self, table: str) -> Listener:
        """Return the listener for the table named `table`. Raise BadInput if a file that it needs cannot be read."""
        ...

    @classmethod
    def at(cls, url: str, password: Path | None) -> Listener:
        """Return the listener for a URL and a password file. Raise BadInput if they are not valid."""
        ...


def sections() -> "Mapping[str, type[BaseModel]]":
    """Return the models of the table.toml sections of all installed listeners, by name."""
    return {point.name: point.load() for point in _points()}


def find(name: str, said: str) -> type[Section]:
    """Return a listener's section. Raise BadInput, naming the option `said`, if the listener is not installed."""
    found = next((point for point in _points() if point.name == name), None)
    if found is None:
        raise distributions.not_installed(said, distributions.LISTENERS[name])
    kind: type[Section] = found.load()
    return kind


def _points() -> Iterable[EntryPoint]:
    return entry_points(group=_GROUP)
