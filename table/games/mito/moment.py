"""The moment of an event of Mito: what its audience had been told by then, and what stood of it.

Nothing in here was not told: so what is said of a moment betrays no secret that the events keep.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from table.games.game import Setup
from table.games.mito.options import MitoOptions
from table.games.mito.words import DISCARD, both

Told = Mapping[str, Any]

_DEBTS = ("draw_owed", "gift_owed", "effect_cancelled", "cards_slipped")


@dataclass(frozen=True)
class Moment:
    """An event as it was told, with what stood `before` it and what was told `after` it at the same time.

    `paused` tells whether the host had paused the game.
    """

    event: Told
    setup: Setup
    before: tuple[Told, ...]
    after: tuple[Told, ...]
    paused: bool

    @classmethod
    def of(cls, event: Told, setup: Setup, told: Sequence[Told]) -> "Moment":
        """Find the moment of an event among all that its audience was told."""
        earlier = [one for one in told if one["seq"] < event["seq"]]
        after = tuple(one for one in told if one["seq"] > event["seq"] and one["t"] == event["t"])
        return cls(
            event, setup, _standing(earlier), after, _last(earlier, "game_paused", "game_resumed") == "game_paused"
        )

    @property
    def options(self) -> MitoOptions:
        """What people agreed on."""
        agreed: MitoOptions = self.setup.options
        return agreed

    # -- who and what

    def name(self, seat: int | None) -> str:
        """Name a player; nobody knows whose it was if there is no seat."""
        return "Somebody" if seat is None else self.setup.name(seat)

    def names(self, seats: Sequence[int]) -> str:
        """Name several players."""
        return both([self.name(seat) for seat in seats])

    def card(self, code: str | None) -> str:
        """Name a card; without a code it is any card, for this audience may not know which."""
        return "a card" if code is None else f"the {self.setup.cards[code].label}"

    def kind(self, code: str) -> str:
        """Tell a card's kind."""
        kind: str = self.setup.cards[code].kind
        return kind

    def number(self, code: str) -> int | None:
        """Tell a card's number; the Guard Bug has none."""
        number: int | None = self.setup.cards[code].number
        return number

    @property
    def pad(self) -> bool:
        """Whether cards touch a pad on their way to the discard, instead of lying over an antenna."""
        return self.setup.placement[DISCARD] == "tap"

    @property
    def discard(self) -> str:
        """Name what reads the cards of the discard."""
        return "The discard pad" if self.pad else "The discard’s reader"

    # -- what stood

    def last(self, *names: str) -> Told | None:
        """Find the latest event of these names that stood."""
        return next((one for one in reversed(self.before) if one["event"] in names), None)

    def cause(self) -> Told | None:
        """Find what brought the event: what was told before it, but for debts that it brought besides."""
        return next((one for one in reversed(self.before) if one["event"] not in _DEBTS), None)

    def brought(self, *names: str) -> bool:
        """Tell whether an event of these names followed in the same moment."""
        return any(one["event"] in names for one in self.after)

    def top(self) -> str | None:
        """Tell the card on top of the discard, as it was told."""
        last = self.last("round_started", "pile_started", "card_played")
        return None if last is None else last.get("card")

    def guard(self) -> int | None:
        """Tell who held the Guard Bug."""
        last = self.last("round_started", "call_settled")
        return None if last is None else last["guard"]

    def race(self) -> str | None:
        """Tell which race was on."""
        last = self.last("race_opened", "race_closed")
        return last["race"] if last is not None and last["event"] == "race_opened" else None

    def race_card(self) -> str | None:
        """Tell which card opened the latest race."""
        opened = self.last("race_opened")
        earlier = self.before if opened is None else self.before[: self.before.index(opened)]
        laid = [one["card"] for one in earlier if one["event"] in ("pile_started", "card_played")]
        return laid[-1] if laid else None

    def answer(self) -> str | None:
        """Tell which card answered the race that is on or was just closed."""
        opened = self.last("race_opened")
        later = () if opened is None else self.before[self.before.index(opened) :]
        return next((one["card"] for one in later if one["event"] == "card_played"), None)

    def called(self) -> bool:
        """Tell whether a call of the guard was open."""
        return _last(self.before, "call_made", "call_settled", "call_withdrawn") == "call_made"

    def refused(self) -> tuple[Told, ...]:
        """Give the plays that were refused and lay wrong."""
        opened = self.last("correction_opened", "correction_closed")
        if opened is None or opened["event"] == "correction_closed":
            return ()
        since = self.before[max(0, self.before.index(opened) - 1) :]  # the play is told before what it opened
        return tuple(one for one in since if lies_wrong(one))


def lies_wrong(event: Told) -> bool:
    """Tell whether an event refused a card that then lay where it must not."""
    refused = event["event"] == "play_refused" and event["zone"] == DISCARD and "card" in event
    return refused and event["reason"] != "already_played"


def _last(told: Iterable[Told], *names: str) -> str | None:
    return next((one["event"] for one in reversed(list(told)) if one["event"] in names), None)


def _standing(told: Iterable[Told]) -> tuple[Told, ...]:
    """Leave out what was taken back."""
    kept: list[Told] = []
    for event in told:
        match event:
            case {"event": "undone", "to_seq": seq}:
                kept = [one for one in kept if one["seq"] <= seq]
            case {"event": "play_taken_back", "card": card}:
                kept = _without_play(kept, card)
        kept.append(event)
    return tuple(kept)


def _without_play(kept: list[Told], card: str) -> list[Told]:
    """Leave out a play with what followed; an answer to a cockroach alone, for its race goes on."""
    plays = [at for at, one in enumerate(kept) if one["event"] == "card_played" and one["card"] == card]
    if not plays:
        return kept
    racing = _last(kept, "race_opened", "race_closed") == "race_opened"
    return kept[: plays[-1]] + (kept[plays[-1] + 1 :] if racing else [])
