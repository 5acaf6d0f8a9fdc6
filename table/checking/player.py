"""Simulated players who act at random: they lay cards, press buttons and make choices on phones, mostly by the rules.

They are dealt hands, and move cards as the events direct. Their hands may be off by a few cards, because the table must
cope with anything.
"""

from collections.abc import Callable, Iterator, Sequence
from random import Random
from typing import Any

from table import moves
from table.complaints import BadInput
from table.events import RoundStarted
from table.facts import (
    DROP,
    HOLD,
    SECOND,
    ButtonDown,
    ButtonUp,
    CardArrived,
    CardLeft,
    ChoiceMade,
    Fact,
    TableResumed,
    TimePassed,
)
from table.games.game import HOST_CHOICES, PUBLIC, SEALED, Choice, IllegalAction
from table.judging.delivery import Line
from table.judging.session import Session
from table.values import asdict
from table.view import View

_LAWFUL = 0.85  # how often players make a lawful play, if there is one
_LOOKS_AT = 40  # how many plays (a card and a zone) to try in search of a lawful one
_CHOICES = 8  # how many choices to try in search of a lawful one
_WAITS = 0.15  # how often players wait until something is due
_TAP = SECOND // 10
_HOST = {"undo": 2, "pause": 1, "resume": 6, "rule": 1}  # how often the host makes each choice, as weights


class Player:
    """All the players in one game. `game` is the unwatched game, so that asking it what is lawful adds no findings."""

    def __init__(self, session: Session, game: Any, chance: Random) -> None:
        self._session, self._game, self._chance = session, game, chance
        self._setup = session.setup
        self._zones = [zone for zone in session.setup.placement if zone in game.zones(len(session.setup.players))]
        self.hands: dict[int, list[str]] = {seat: [] for seat in self._setup.seats}
        self.draw: list[str] = []
        self._deal()

    def hears(self, lines: Sequence[Line]) -> None:
        """Move the players' cards as the sealed events direct."""
        for line in lines:
            if line.audience != SEALED:
                continue
            if isinstance(line.event, RoundStarted):
                self._deal()
            self._moves(line.event.hands())

    def does(self) -> Iterator[Fact]:
        """Do one thing chosen at random, and yield the resulting facts, each of which advances the clock."""
        view, chance = self._session.view(PUBLIC), self._chance
        due = self._session.due()
        if due is not None and chance.random() < _WAITS:
            yield TimePassed(due)
            return
        ways = [
            (4.0, self._lays),
            (3.0, self._presses),
            (1.0, self._chooses),
            (1.0, self._host_does),
            (0.3, self._slips),
        ]
        if view.correction is not None:
            ways.append((12.0, self._puts_right))
        if view.question is not None:
            ways.append((8.0, self._answers))
        (way,) = chance.choices([one for _, one in ways], [weight for weight, _ in ways])
        yield from way(view)

    # -- what players do

    def _lays(self, view: View) -> Iterator[Fact]:
        """Lay a card from a hand, or the top of the draw pile."""
        seats = [seat for seat in (view.turn, *self._setup.seats) if seat is not None]
        cards: list[tuple[int | None, str]] = [
            (seat, card) for seat in dict.fromkeys(seats) for card in self.hands[seat]
        ]
        cards += [(None, card) for card in self.draw[-1:]]
        self._chance.shuffle(cards)
        cards.sort(key=lambda one: one[0] != view.turn)  # the seat whose turn it is comes first
        tries = [(seat, card, zone) for seat, card in cards for zone in self._zones][:_LOOKS_AT]
        if not tries:
            return
        chosen = self._chance.choice(tries)
        if self._chance.random() < _LAWFUL:
            self._chance.shuffle(tries)
            chosen = next((one for one in tries if self._fits(CardArrived(self._later(), one[2], one[1]))), chosen)
        seat, card, zone = chosen
        yield from self._comes(seat, card, zone)

    def _comes(self, seat: int | None, card: str, zone: str) -> Iterator[Fact]:
        hand = self.draw if seat is None else self.hands[seat]
        if card in hand:
            hand.remove(card)
        sides = self._setup.cards[card].sides
        face = self._chance.randrange(len(sides)) if sides and self._chance.random() < 0.5 else None
        yield CardArrived(self._later(), zone, card, face=face)

    def _presses(self, view: View) -> Iterator[Fact]:
        wanted = [seat for seat in (view.turn, *view.awaited) if seat is not None]
        seat = self._chance.choice([*wanted * 3, *self._setup.seats])
        down = self._later()
        yield ButtonDown(down, seat, error=1000)
        match self._chance.choice(("tap", "tap", "hold", "double")):
            case "tap":
                yield ButtonUp(down + _TAP, seat)
            case "hold":
                yield ButtonUp(down + HOLD + _TAP, seat)
            case "double":
                yield ButtonUp(down + _TAP, seat)
                yield ButtonDown(down + 2 * _TAP, seat, error=1000)
                yield ButtonUp(down + 3 * _TAP, seat)

    def _chooses(self, view: View) -> Iterator[Fact]:
        """Make a choice, mostly one that the game reads as a lawful action."""
        wanted = [seat for seat in (view.turn, *view.awaited) if seat is not None]
        tries = list[ChoiceMade]()
        for choice in self._chance.choices(self._game.choices, k=_CHOICES) if self._game.choices else ():
            seat = 0 if choice.who == "host" else self._chance.choice([*wanted * 3, *self._setup.seats])
            tries.append(ChoiceMade(self._later(), seat, choice.name, self._value(choice, seat)))
        if self._chance.random() < _LAWFUL:
            tries.sort(key=lambda one: not self._fits(one))
        yield from tries[:1]

    def _value(self, choice: Choice, seat: int) -> Any:
        match choice.value:
            case "seat":
                return self._chance.choice(self._setup.seats)
            case "number":
                return self._chance.randrange(6)
            case "answer":
                return self._chance.choice((*self._setup.seats, "yes", "no"))
            case "text":
                return self._chance.choice([*self._setup.cards, *3 * self._words(seat)])
        return None

    def _words(self, seat: int) -> list[str]:
        """Return the strings in a seat's possible actions, such as the suits that it may name."""
        state, hand = self._session.worlds[0].state, tuple(self.hands.get(seat, ()))
        actions = self._game.actions(state, seat, hand) if seat else ()
        return [word for action in actions for word in asdict(action).values() if isinstance(word, str)]

    def _host_does(self, view: View) -> Iterator[Fact]:
        chances = {**_HOST, "pause": 0} if view.paused else {**_HOST, "resume": 0}
        (name,) = self._chance.choices([*chances], [*chances.values()])
        if view.paused or self._chance.random() < 0.2:
            assert any(choice.name == name for choice in HOST_CHOICES)  # noqa: S101
            yield ChoiceMade(self._later(), 0, name)

    def _slips(self, _view: View) -> Iterator[Fact]:
        """Do something that players should not do: drop an arbitrary card anywhere, or switch the table off and on."""
        if self._chance.random() < 0.1:
            yield TableResumed(self._later())
            return
        card = self._chance.choice([*self._setup.cards])
        zone = self._chance.choice([*self._setup.placement])
        yield CardArrived(self._later(), zone, card)
        if self._chance.random() < 0.5:
            yield CardLeft(self._session.now + DROP, zone, card)

    def _puts_right(self, view: View) -> Iterator[Fact]:
        assert view.correction is not None  # noqa: S101 - `does` has checked this
        zone = view.correction.zone
        for card in view.correction.named or self._wrong_on(zone):
            if zone is not None and self._setup.placement.get(zone) == "pile":
                yield CardLeft(self._later(), zone, card)
                self._gives(self._chance.choice(self._setup.seats), card)
            elif zone is not None:
                yield CardArrived(self._later(), zone, card)

    def _wrong_on(self, zone: str | None) -> tuple[str, ...]:
        """Return the misplaced cards on a face-down pile, which a player sees when taking them off."""
        state = self._session.worlds[0].state
        lying: Callable[..., tuple[str, ...]] | None = getattr(getattr(state, "round", state), "wrong_on", None)
        return tuple(self._setup.cards)[:1] if lying is None else lying(zone)

    def _answers(self, view: View) -> Iterator[Fact]:
        assert view.question is not None  # noqa: S101 - `does` has checked this
        options = [one for one in view.question.options or () if one is not None]
        if options:
            yield ChoiceMade(self._later(), 0, "settle", self._chance.choice(options).answer)

    # -- hands

    def _deal(self) -> None:
        dealing = self._game.dealing(self._setup)
        cards = [card for card in self._setup.cards if card not in dealing.apart]
        self._chance.shuffle(cards)
        for seat in self.hands:
            self.hands[seat], cards = cards[: dealing.hand], cards[dealing.hand :]
        self.draw = cards

    def _moves(self, move: moves.Move | None) -> None:
        match move:
            case moves.Draw(seat, count) if seat in self.hands:
                for _ in range(min(count, len(self.draw))):
                    self.hands[seat].append(self.draw.pop())
            case moves.Give(giver, int(receiver), count) if giver in self.hands and receiver in self.hands:
                given, self.hands[giver] = self.hands[giver][:count], self.hands[giver][count:]
                self.hands[receiver] += given
            case moves.TakeOff(_, str(card), int(seat)) | moves.TakePlay(int(seat), _, str(card)):
                self._gives(seat, card)
            case moves.TakePile(seat, _) if seat in self.hands:
                self.hands[seat] += self._elsewhere()
            case moves.ShuffleIn():
                cards = self._elsewhere()
                self._chance.shuffle(cards)
                self.draw = [*cards, *self.draw]

    def _gives(self, seat: int, card: str) -> None:
        """Put a card into a hand, if it is not in one already."""
        if seat in self.hands and card in self._elsewhere():
            self.hands[seat].append(card)

    def _elsewhere(self) -> list[str]:
        """Return the cards that are in no hand and not on the draw pile."""
        held = {card for hand in self.hands.values() for card in hand} | {*self.draw}
        return [card for card in self._setup.cards if card not in held]

    # -- lawful facts, and their times

    def _fits(self, fact: Fact) -> bool:
        """Return whether a fact is lawful in the first world, according to the unwatched game."""
        state = self._session.worlds[0].state
        for reading in self._game.readings(state, fact):
            if reading.idle or not reading.actions:
                continue
            after = reading.noted
            try:
                for action in reading.actions:
                    after, _ = self._game.apply(after, action)
            except IllegalAction:
                continue
            return True
        return False

    def _later(self) -> int:
        return self._session.now + self._chance.randrange(SECOND // 5, 2 * SECOND)


def take(session: Session, fact: Fact) -> tuple[Line, ...]:
    """Have the table judge a fact, and return the lines it delivers: none if the fact does not belong to the game."""
    try:
        return session.take(fact)
    except BadInput:
        return ()
