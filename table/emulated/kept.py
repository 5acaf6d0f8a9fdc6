"""What people hold, kept in a file, as real hands outlast a table that is switched off."""

from dataclasses import dataclass, field
from pathlib import Path

import structlog
from pydantic import TypeAdapter, ValidationError

from table.board import Picture
from table.emulated.holdings import Holdings
from table.files import tighten, write_atomically

_log = structlog.get_logger()


@dataclass(frozen=True)
class Kept:
    """What the file holds: the holdings, and up to which event of which game they follow what was told.

    A game is known by its seed, too, for each database counts its own games; of no seed the number is believed.
    """

    held: Holdings = field(default_factory=Holdings)
    game_id: int | None = None
    told: int = 0
    seed: int | None = None

    def belongs_to(self, picture: Picture) -> bool:
        """Tell whether this is held in the game that a picture shows."""
        return self.game_id == picture.game_id and self.seed in (None, seed_of(picture))


_KEPT: TypeAdapter[Kept] = TypeAdapter(Kept)


def seed_of(picture: Picture) -> int | None:
    """Tell what the chance of the game that a picture shows follows from."""
    return None if picture.started is None else picture.started.seed


def read_kept(path: Path) -> Kept:
    """Read what people held; nothing, if it cannot be read: then the cards are dealt anew."""
    if not path.exists():
        return Kept()
    tighten(path)
    try:
        return _KEPT.validate_json(path.read_bytes())
    except (OSError, ValidationError) as error:
        _log.warning("what people held cannot be read: deal anew", file=str(path), error=type(error).__name__)
        return Kept()


def write_kept(path: Path, kept: Kept) -> None:
    """Write down what people hold."""
    write_atomically(path, _KEPT.dump_json(kept))
