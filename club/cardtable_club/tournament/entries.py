"""The entries of a tournament's append-only log."""

from collections.abc import Sequence
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, StringConstraints, TypeAdapter, ValidationError

from table.complaints import BadInput, sentence

MOST_PLAYERS = 256
MOST_ROUNDS = 40
MOST_SEATS = 8
Name = Annotated[str, StringConstraints(min_length=1, max_length=40, pattern=r"^[^\x00-\x1f]*$")]
Number = Annotated[int, Field(ge=1, le=MOST_PLAYERS)]
Reason = Annotated[str, StringConstraints(min_length=1, max_length=200, pattern=r"^[^\x00]*$")]


class Entry(BaseModel):
    """An entry in the log: a decision or a result."""

    model_config = ConfigDict(strict=True, extra="forbid", frozen=True)


class At(BaseModel):
    """A table of a club."""

    model_config = ConfigDict(strict=True, extra="forbid", frozen=True)
    club: Annotated[str, StringConstraints(max_length=40)]
    table: Annotated[str, StringConstraints(max_length=40)]


class Begun(Entry):
    """The start of a tournament, with its rules. If `game` is None, any game counts.

    Each table seats `fewest` to `most` players.
    """

    entry: Literal["begun"] = "begun"
    title: Annotated[str, StringConstraints(min_length=1, max_length=60, pattern=r"^[^\x00-\x1f]*$")]
    players: Annotated[Sequence[Name], Field(max_length=MOST_PLAYERS)]
    most: Annotated[int, Field(ge=2, le=MOST_SEATS)] = 2
    fewest: Annotated[int, Field(ge=2, le=MOST_SEATS)] = 2
    rounds: Annotated[int, Field(ge=1, le=MOST_ROUNDS)] = 5
    game: Annotated[str, StringConstraints(max_length=40)] | None = None
    tables: Annotated[Sequence[At], Field(max_length=MOST_PLAYERS)] = ()
    seed: Annotated[int, Field(ge=0, lt=2**32)] = 0


class Joined(Entry):
    """A player joining after the start of the tournament, or rejoining it."""

    entry: Literal["joined"] = "joined"
    name: Name


class Withdrew(Entry):
    """A player's withdrawal from all further rounds."""

    entry: Literal["withdrew"] = "withdrew"
    name: Name


class Table(BaseModel):
    """The players at one table in a round. Results from the club's table `at` count automatically."""

    model_config = ConfigDict(strict=True, extra="forbid", frozen=True)
    players: Sequence[Name]
    at: At | None = None


class Paired(Entry):
    """A round: its tables and byes. Games that ended before `at_ms` (ms since 1970) do not count."""

    entry: Literal["paired"] = "paired"
    tables: Sequence[Table]
    byes: Sequence[Name] = ()
    at_ms: int = 0


class Placed(Entry):
    """The placings of the players who turned up at a table in a round."""

    round: Number
    table: Number
    places: dict[Name, Number]


class Resulted(Placed):
    """The result of a game at a table of the latest round; `game` is its UUID."""

    entry: Literal["resulted"] = "resulted"
    game: str


class TakenBack(Entry):
    """The retraction of a result, because the end of its game was taken back."""

    entry: Literal["taken_back"] = "taken_back"
    game: str


class Corrected(Placed):
    """The director's correction, with a reason. Players without a place were absent; if none has one, nobody played."""

    entry: Literal["corrected"] = "corrected"
    reason: Reason


class Ended(Entry):
    """The end of the tournament."""

    entry: Literal["ended"] = "ended"


AnyEntry = Annotated[
    Begun | Joined | Withdrew | Paired | Resulted | TakenBack | Corrected | Ended, Field(discriminator="entry")
]
_ANY: TypeAdapter[AnyEntry] = TypeAdapter(AnyEntry)


def parsed(body: str) -> AnyEntry:
    """Parse an entry from JSON. Raise BadInput if it is invalid."""
    try:
        return _ANY.validate_json(body)
    except ValidationError as error:
        raise BadInput(sentence(error, json=body, tag="entry")) from None
