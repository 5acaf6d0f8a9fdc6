"""The headline about a misplaced card, with as much of the reason for its refusal as each audience may know.

The game's view says only whose card it is, because worlds may differ on the reason. So the reason comes from the
delivered events, on which all worlds agree.
"""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from table import events, moves
from table.event import Event
from table.events import PileReshuffled, RoundStarted
from table.facts import CardArrived, CardLeft, Fact, Placement
from table.games.game import Audience, Reason, Reasons, Setup
from table.games.kit import lateness
from table.games.kit.views import WRONG_PLACE
from table.judging.delivery import Line
from table.saying import Text, both, message, say
from table.view import CorrectionView, View
from table.wording import taking_back

_HEADLINES: Mapping[Reason, str] = {
    "paused": message("{who}: not now"),
    "not_now": message("{who}: not now"),
    "correction_pending": message("{who}: one at a time"),
    "not_in_play": message("{who}: not this card"),
    "not_your_card": message("{who}: not your card"),
}
_NOT_ON_TURN = message("{who}: not your turn")
_TOO_LATE = message("{who}: too late")
_DONE = (events.RoundStarted, events.RoundEnded, events.Undone)


class Refusals:
    """The refused cards, as delivered to each audience; `reasons` are the game's own reasons and headlines."""

    def __init__(self, reasons: Reasons) -> None:
        self._headlines = {**_HEADLINES, **reasons}
        self._refusals: dict[Audience, list[events.PlayRefused]] = {}

    def hear(self, lines: Iterable[Line]) -> None:
        """Remember each delivered refusal until the card is taken off."""
        for line in lines:
            match line.event:
                case events.PlayRefused() as refused:
                    self._refusals.setdefault(line.audience, []).append(refused)
                case events.CorrectionClosed(zone=zone):
                    lying = self._refusals.get(line.audience, [])
                    self._refusals[line.audience] = [one for one in lying if one.zone != zone]
                case event if isinstance(event, _DONE):
                    self._refusals.pop(line.audience, None)

    def headline(self, audience: Audience, view: View) -> Any:
        """Return the headline of an audience's view, with the reason if a card is misplaced."""
        headline, correction = view.headline, view.correction
        if headline is None and correction:  # worlds differ on whose card it is
            headline = say(WRONG_PLACE, who=say("Somebody"))
        if not isinstance(headline, Text) or headline.message != WRONG_PLACE or not correction:
            return headline
        cards = correction.named
        lying = [
            event
            for event in self._refusals.get(audience, ())
            if event.zone == correction.zone and (event.card is None or event.card in cards)
        ]
        said = self._of(lying[-1], view.turn) if lying else None
        return headline if said is None else say(said, **headline.given)

    def _of(self, refused: events.PlayRefused, turn: int | None) -> str | None:
        if lateness.says_late(refused.text):
            return _TOO_LATE
        if refused.reason == "not_now" and None not in (turn, refused.seat) and turn != refused.seat:
            return _NOT_ON_TURN
        return self._headlines.get(refused.reason)


def put_right(correction: CorrectionView, setup: Setup) -> Text:
    """Return a prompt to take cards back, for when worlds agree on that, but not on whose cards they are."""
    named = [say("{card:the}", card=setup.cards[code].label) for code in correction.named]
    cards = both(named or [say("the card")])
    if setup.placement.get(correction.zone) == "tap":
        what = taking_back(say("touch the pad with {cards} again and take it back", cards=cards), cards)
    else:
        what = say("take {cards} back", cards=cards)
    return say("{who}: {what}.", who=say("Somebody"), what=what)


# -- The cards on piles that lie on their reader: an undo may leave some there, and they must be taken off


class Piled:
    """The cards on each pile that lies on its reader."""

    def __init__(self, placement: Mapping[str, Placement]) -> None:
        self._placement = placement
        self._cards: dict[str, frozenset[str]] = {}
        self._below: dict[str, frozenset[str]] = {}  # the cards that were still there when one was last lifted

    @property
    def by_zone(self) -> Mapping[str, frozenset[str]]:
        return self._cards

    def on(self, zone: str) -> frozenset[str]:
        return self._cards.get(zone, frozenset())

    def take(self, fact: Fact) -> None:
        if isinstance(fact, CardArrived | CardLeft) and self._placement[fact.zone] == "pile":
            lying, card = self.on(fact.zone), frozenset({fact.card})
            self._cards[fact.zone] = lying | card if isinstance(fact, CardArrived) else lying - card
            if isinstance(fact, CardLeft):
                self._below[fact.zone] = lying - card

    def hear(self, event: Event, top: Callable[[str], str | None]) -> None:
        """Update the piles after an event: a new round empties them, and only the top of a reshuffled pile stays.

        When a pile is taken, all its cards go with its top card, because the reader may not see buried cards leave.
        """
        match event.hands():
            case moves.TakePile(zone=str() as zone):
                self._cards[zone] = self.on(zone) - self._below.pop(zone, frozenset())
        match event:
            case RoundStarted():
                self._cards.clear()
                self._below.clear()
            case PileReshuffled(zone=zone):
                self._cards[zone] = self.on(zone) & frozenset({top(zone)})
