"""Pure functions that record, correct and accept misplaced cards, and find them again after an undo.

A state derived from `CorrectableRound` records which pile each misplaced card is on, and which plays were refused. Each
play has a `card`, a `zone` and a `seat`; a play is `astray` if it was out of turn or too late.
"""

from collections.abc import Mapping
from collections.abc import Set as AbstractSet
from typing import Any, TypeVar

from table import events
from table.event import Event
from table.games.game import IllegalAction
from table.games.kit.actions import PutRight
from table.games.kit.rounds import C, O, Round
from table.games.kit.rulebook import Rule, corrected, only_if
from table.saying import Text, both, say
from table.values import Value, field, replace
from table.wording import taking_back

Lies = Mapping[str, frozenset[str]]  # the cards on each pile


class Laid(Value):
    """The last play.

    It becomes `final` as soon as anything else happens; after that, it can no longer be taken back.
    """

    seat: int
    zone: str
    card: str
    final: bool = False


class CorrectableRound(Round[O, C]):
    """A round in which cards may be misplaced.

    `wrong` maps each misplaced card to its pile, and `refused` holds the refused plays. `last` is the last accepted
    play, in games that allow it to be taken back.
    """

    wrong: Mapping[str, str] = field(default_factory=dict)
    refused: tuple[Any, ...] = ()
    last: Laid | None = None

    @property
    def laid_last(self) -> int | None:
        """The seat that played the last card, if known."""
        return None if self.last is None else self.last.seat

    def is_last(self, card: str, zone: str) -> bool:
        """Return whether a card is the last play and can still be taken back."""
        last = self.last
        return last is not None and not last.final and (card, zone) == (last.card, last.zone)

    @property
    def corrections(self) -> frozenset[str]:
        """The piles with misplaced cards."""
        return frozenset(self.wrong.values())

    def wrong_on(self, zone: str) -> tuple[str, ...]:
        """Return the misplaced cards on a pile."""
        return tuple(sorted(card for card, there in self.wrong.items() if there == zone))

    def on(self, zone: str) -> AbstractSet[str]:
        """Return the cards that were legally played on a pile."""
        raise NotImplementedError

    def may_lie_on(self, zone: str) -> AbstractSet[str]:
        """Return the cards that need not be removed from a pile."""
        return self.on(zone)

    def how_to_put_right(self) -> Text:
        """Return instructions for correcting the first pile in `corrections`.

        Override this in games where some players may not know which cards are on the pile.
        """
        zone = self.wrong_first or ""
        cards = both([say("{card:the}", card=self.label(card)) for card in self.wrong_on(zone)])
        if self.setup.placement[zone] == "tap":
            return taking_back(say("touch the pad with {cards} again and take it back", cards=cards), cards)
        return say("take {cards} off the pile again", cards=cards)

    @property
    def wrong_top(self) -> str:
        """The card to remove first: of those on the first pile to correct, the one laid last, if known."""
        there = self.wrong_on(self.wrong_first or "")
        return next((play.card for play in reversed(self.refused) if play.card in there), there[0])

    @property
    def mislaid_by(self) -> int | None:
        """The seat that laid the card to remove first, if known, otherwise the seat whose turn it is."""
        there = self.wrong_on(self.wrong_first or "")
        seats = (play.seat for play in reversed(self.refused) if play.card in there)
        return next((seat for seat in seats if seat is not None), self.turn)

    def mislaid_by_others(self, seat: int) -> bool:
        """Return whether any misplaced card is known to have been laid by a seat other than this one."""
        return any(play.seat not in (None, seat) for play in self.refused if play.card in self.wrong)


L = TypeVar("L", bound=CorrectableRound[Any, Any])


# -- a card is refused


def refused_play(state: L, play: Any, why: IllegalAction, seat: int | None) -> tuple[L, tuple[Event, ...]]:
    """Report a refused play and record it. The card must be removed unless it was already played to that pile."""
    refused = events.PlayRefused(seat, play.zone, play.card, why.reason, why.text)
    noted = replace(state, refused=(*state.refused, play))
    return (noted, (refused,)) if why.reason == "already_played" else lies_wrong(noted, play.card, play.zone, refused)


def lies_wrong(state: L, card: str, zone: str, *delivered: Event) -> tuple[L, tuple[Event, ...]]:
    """Record that a card is misplaced, and return the `delivered` events plus any that open a correction."""
    after = replace(state, wrong={**state.wrong, card: zone})
    return after, (*delivered, *corrected(state, after))


# -- a card is corrected


def accepted(state: L, card: str) -> L:
    """Remove a card from the records of misplaced cards and refused plays, because it was picked up or accepted."""
    if not (state.wrong or state.refused):
        return state
    wrong = {other: zone for other, zone in state.wrong.items() if other != card}
    return replace(state, refused=tuple(play for play in state.refused if play.card != card), wrong=wrong)


def finalised(state: L) -> L:
    """Make the last play final, and drop refused plays whose cards are no longer misplaced."""
    if state.refused:
        state = replace(state, refused=tuple(play for play in state.refused if play.card in state.wrong))
    return state if state.last is None or state.last.final else replace(state, last=replace(state.last, final=True))


def _put_right(state: L, action: PutRight) -> tuple[L, tuple[Event, ...]]:
    after = accepted(state, action.card)
    return after, corrected(state, after)


PUT_RIGHT: Rule[Any] = only_if(
    lambda state, action: action.card in state.wrong, "that card is fine where it is", _put_right
)


# -- what the host rules, and what is undone


def admitted(state: CorrectableRound[Any, Any], played: AbstractSet[str], *, by_host: bool) -> tuple[Any, ...]:
    """Return the refused play to accept, as a tuple of at most one play.

    This is the oldest play whose card is still misplaced. If there is none, it is the last refused play if `by_host`.
    Cards in `played` are not misplaced. Without `by_host`, an `astray` play is not accepted.
    """
    lying = [play for play in state.refused if play.card in state.wrong.keys() - played]
    found = tuple(lying[:1] or (state.refused[-1:] if by_host else ()))
    return found if by_host or not any(play.astray for play in found) else ()


def standing(state: CorrectableRound[Any, Any], action: Any) -> tuple[Any, ...]:
    """Return the refused play that the host may accept during a player's turn.

    Nothing is returned if `action` is set, because playing another card does not accept a refused one.
    """
    played = frozenset[str]().union(*(state.on(zone) for zone in state.setup.placement))
    return admitted(state, played, by_host=True) if action is None and state.playing else ()


def restored(before: L, now: L, lying: Lies, *, moved: bool = False) -> tuple[L, tuple[Event, ...]]:
    """Return to `before`, marking as misplaced any card on a pile to which it had not been played by then.

    Pads do not notice cards leaving. So, in games where cards are `moved` between piles, assume that each card is still
    where it was last recorded.
    """
    both = {**before.wrong, **now.wrong}
    wrong = {card: zone for card, zone in both.items() if _lies(now, card, zone, lying)}
    for zone, cards in lying.items():
        wrong |= dict.fromkeys(sorted(cards - before.may_lie_on(zone) - (wrong.keys() if moved else set())), zone)
    refused = tuple(play for play in dict.fromkeys((*before.refused, *now.refused)) if play.card in wrong)
    after = replace(before, wrong=wrong, refused=refused)
    return after, corrected(before, after)


def _lies(now: CorrectableRound[Any, Any], card: str, zone: str, lying: Lies) -> bool:
    """Return whether a card is on a pile or, if the zone uses a pad, was laid there and has not been taken back."""
    if now.setup.placement[zone] == "tap":
        return now.wrong.get(card) == zone or card in now.on(zone)
    return card in lying.get(zone, frozenset())
