"""Listeners besides phones, such as a club's publisher, found by entry point (group `cardtable.listeners`).

Each part of that group is the model of the table.toml section with the same name.
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
    """One that follows a table which runs. A context manager."""

    name: str

    def __enter__(self) -> Self: ...

    def __exit__(self, *_: object) -> None: ...

    @property
    def health(self) -> Mapping[str, object]:
        """What `/health` says under its name."""
        ...

    @property
    def gauges(self) -> Mapping[str, tuple[str, float]]:
        """What `/metrics` says of it: what is measured, in words, and its value, by names without `cardtable_`."""
        ...

    def pages(self) -> Iterable[Any]:
        """Return Flask's blueprints of what it adds to the table's pages."""
        ...


class Remarks(Protocol):
    """Where the host is shown a remark, until it is over."""

    def __call__(self, said: Text | None) -> None:
        """Take the sentence, or None when all is well again."""
        ...


class Listener(Protocol):
    """One that is to follow a table."""

    @property
    def spare(self) -> int:
        """How many games that only it needs stay in the journal."""
        ...

    @property
    def warning(self) -> Text | None:
        """What to warn about when the table starts."""
        ...

    def prepare(self, database: Path) -> None:
        """Prepare before a game begins, because the table may be killed before it is followed."""
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
        """Return a follower of a board. `draw` turns a snapshot into the public view; `url` says where pages are."""
        ...


class Section(Protocol):
    """What a section of table.toml says of a listener."""

    def listener(self, table: str) -> Listener:
        """Return the listener of a table of this name. Raise BadInput if a file that it needs cannot be read."""
        ...

    @classmethod
    def at(cls, url: str, password: Path | None) -> Listener:
        """Return the listener that a URL and a file with a password name. Raise BadInput if they name none."""
        ...


def sections() -> "Mapping[str, type[BaseModel]]":
    """Return the sections of table.toml that are there, by name."""
    return {point.name: point.load() for point in _points()}


def find(name: str, said: str) -> type[Section]:
    """Return a kind of listener. Raise BadInput, which names what `said` it, if it is not installed."""
    found = next((point for point in _points() if point.name == name), None)
    if found is None:
        raise distributions.not_installed(said, distributions.LISTENERS[name])
    kind: type[Section] = found.load()
    return kind


def _points() -> Iterable[EntryPoint]:
    return entry_points(group=_GROUP)
