"""The unknown cards that people are asked about, without UIDs."""

from collections import Counter
from typing import Annotated

from msgspec import Meta

from table.board import Snapshot
from table.values import Value


class UnknownCard(Value):
    """A card that no deck knows, and where it lies."""

    alias: str
    zone: str


class PossibleCard(Value):
    """What an unknown card may be: its name, the `code` of a card that looks like it, and how many carry no tag."""

    label: str
    code: str
    left: int


class Unknown(Value):
    """The unknown cards and their possible names, for `claims.mjs`."""

    game: str | None
    unknown: Annotated[tuple[UnknownCard, ...], Meta(description="Cards that no deck knows, the newest last.")]
    labels: Annotated[tuple[PossibleCard, ...], Meta(description="What they may be: `left` carry no tag.")]


NOTHING = Unknown(None, (), ())  # when there is no such card


def asking(snapshot: Snapshot) -> Unknown:
    """Return the unknown cards and their possible names. No UID is in it."""
    unknown = tuple(UnknownCard(one.alias, one.zone) for one in snapshot.host.unknown)
    started = snapshot.game.started
    if not unknown or started is None:
        return NOTHING
    tagged = {card for deck in snapshot.host.decks_for(started.game) for card in deck.tags.values()}
    free = {code: label for code, label in snapshot.game.labels.items() if code not in tagged}
    first = {label: code for code, label in reversed(free.items())}
    left = Counter(free.values())
    return Unknown(started.game, unknown, tuple(PossibleCard(label, first[label], left[label]) for label in left))
