"""Hands kept in a file, because real hands keep their cards when a table is switched off."""

from functools import cache
from pathlib import Path

from pydantic import TypeAdapter, ValidationError

from table.board import GameSnapshot
from table.emulated.holdings import Holdings
from table.files import tighten, write_atomically
from table.log import logger
from table.values import Value, field

_log = logger()


class Kept(Value):
    """The contents of the file: the holdings, their game, and the latest event that they follow.

    A game is identified by its number and seed, because each database counts its own games; without a seed the number
    is enough.
    """

    held: Holdings = field(default_factory=Holdings)
    game_id: int | None = None
    told: int = 0
    seed: int | None = None

    def belongs_to(self, game: GameSnapshot) -> bool:
        """Return whether this belongs to a game."""
        return self.game_id == game.game_id and self.seed in (None, seed_of(game))


@cache  # built when there is something to save
def _adapter() -> TypeAdapter[Kept]:
    return TypeAdapter(Kept)


def seed_of(game: GameSnapshot) -> int | None:
    """Return the seed of a game."""
    return None if game.started is None else game.started.seed


def read_kept(path: Path) -> Kept:
    """Return what people held; if it cannot be read, nothing: then the cards are dealt again."""
    if not path.exists():
        return Kept()
    tighten(path)
    try:
        return _adapter().validate_json(path.read_bytes())
    except (OSError, ValidationError) as error:
        _log.warning("what people held cannot be read: deal again", file=str(path), error=type(error).__name__)
        return Kept()


def write_kept(path: Path, kept: Kept) -> None:
    """Save what people hold."""
    write_atomically(path, _adapter().dump_json(kept))
