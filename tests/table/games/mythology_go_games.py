"""Random games of Mythology GO as facts: lawful plays for the most part, and what people get wrong."""

from collections.abc import Iterator
from random import Random
from typing import Any

from table.facts import ButtonDown, ButtonUp, CardArrived, CardLeft, ChoiceMade, Fact, GameStarted
from table.games.mythology_go import MYTHOLOGY_GO, due
from table.games.mythology_go.state import Phase, State
from table.judging.session import Session

NAMES = ["Ana", "Ben", "Cleo", "Dan", "Eva", "Finn", "Gus", "Hana"]
SECOND = 1_000_000


class RandomGame:
    """A game that is played by chance. It looks at the table's state to know what is lawful, as no player could."""

    def __init__(self, seed: int, players: int, *, rounds: int = 1, **options: Any) -> None:
        self.chance = Random(seed)  # noqa: S311 - chance, no secret
        options = {"rounds": rounds, **options}
        self.facts: list[Fact] = [GameStarted(0, "mythology_go", [*NAMES[:players]], options, seed=seed)]
        self.session = Session(self.facts[0])  # type: ignore[arg-type]
        self.now = 0
        self.draw: list[str] = []

    @property
    def state(self) -> State:
        state: State = self.session._referee.worlds[0].state.round
        return state

    def take(self, fact: Fact) -> None:
        self.session.take(fact)
        self.facts.append(fact)

    def later(self, seconds: float = 0.8) -> int:
        self.now += int(seconds * SECOND)
        return self.now

    # -- gestures

    def touch(self, seat: int, card: str, *, closed: bool = False) -> None:
        if closed:
            self.take(ButtonDown(self.later(), seat))
        self.take(CardArrived(self.later(0.3), f"seat.{seat}", card))
        if closed:
            self.take(ButtonUp(self.later(self.chance.choice([0.1, 0.9])), seat))

    def tap(self, seat: int) -> None:
        self.take(ButtonDown(self.later(), seat))
        self.take(ButtonUp(self.later(0.1), seat))
        self.now += SECOND  # nobody presses a second time

    def double(self, seat: int) -> None:
        self.take(ButtonDown(self.later(), seat))
        self.take(ButtonUp(self.later(0.1), seat))
        self.take(ButtonDown(self.later(0.1), seat))
        self.take(ButtonUp(self.later(0.1), seat))

    def hold(self, seat: int) -> None:
        self.take(ButtonDown(self.later(), seat))
        self.take(ButtonUp(self.later(0.9), seat))

    def destroy(self, card: str) -> None:
        self.take(CardArrived(self.later(), "discard", card))
        if card in self.state.wrong:
            self.take(CardLeft(self.later(), "discard", card))

    def destroy_what_is_due(self) -> None:
        while (owed := due.owed(self.state)) is not None:
            self.destroy(owed.cards[0])

    # -- a game

    def play(self) -> "RandomGame":
        while self.state.phase is not Phase.OVER:
            self.set_up()
            while self.state.phase is Phase.PLAYING:
                self.turn()
            self.count()
            if self.state.phase is Phase.BETWEEN:
                self.take(ChoiceMade(self.later(), 0, "next_round"))
        return self

    def set_up(self) -> None:
        cards = self.state.setup.cards
        self.draw = [code for code, card in cards.items() if card.kind in ("creature", "spell")]
        self.chance.shuffle(self.draw)
        for kind, closed in (("deity", True), ("belief", False)):
            box = [code for code, card in cards.items() if card.kind == kind]
            for seat, card in zip(self.state.setup.seats, self.chance.sample(box, len(box)), strict=False):
                if self.chance.random() < 0.9:
                    self.touch(seat, card, closed=closed)

    def turn(self) -> None:
        seat = self.state.turn
        assert seat is not None
        drawn, self.draw = self.draw[:5], self.draw[5:]
        for card in drawn[: self.chance.choice([1, 2, 2, 3])]:
            self.lay(seat, card)
        if self.chance.random() < 0.15 and self.state.laid:
            self.double(seat)
        if self.chance.random() < 0.12:
            self.destroy(self.chance.choice([*self.state.lying()] or drawn))
        for _ in range(6):  # until the turn may be over
            self.put_right()
            self.destroy_what_is_due()
            self.tap(seat)
            if self.state.turn != seat or not self.state.laid:
                break
            if self.state.hidden(seat) * 2 > self.state.places(seat):
                self.double(seat)
        self.draw += [card for card in drawn if card not in [*self.state.lying(), *self.state.discard]]
        if self.state.turn == seat and not self.state.laid and self.state.phase is Phase.PLAYING:
            self.something(seat)

    def lay(self, seat: int, card: str) -> None:
        self.touch(seat, card, closed=self.chance.random() < 0.4)
        placed = self.state.placed(card)
        if placed is not None and placed.forbidden is not None and self.chance.random() < 0.7:
            self.touch(seat, card)
        pair = [one for one in self.state.lying() if self.state.owner(one) == seat and one != card]
        same = [one for one in pair if self.state.card(one).name == self.state.card(card).name]
        if same and self.chance.random() < 0.5:
            self.touch(seat, same[0])

    def put_right(self) -> None:
        for card, zone in list(self.state.wrong.items()):
            if zone == "discard":
                self.take(CardLeft(self.later(), zone, card))
            else:
                self.touch(int(zone.removeprefix("seat.")), card)

    def something(self, seat: int) -> None:
        """Lay any card openly that may be laid, so that nobody is stuck."""
        for card in list(self.draw):
            self.touch(seat, card)
            if card in self.state.laid:
                self.draw.remove(card)
                break
            self.put_right()
        self.destroy_what_is_due()
        self.tap(seat)

    def count(self) -> None:
        seats = list(self.state.setup.seats)
        names = list(dict.fromkeys(card.name for card in self.state.setup.cards.values() if card.kind == "deity"))
        for seat in self.chance.sample(seats, len(seats)):
            lying = [*self.state.lying()]
            own = [card for card in lying if self.state.owner(card) == seat]
            for card in own:
                if self.chance.random() < 0.5 and len(lying) > 1:
                    self.touch(seat, card)
                    self.touch(seat, self.chance.choice([one for one in lying if one != card]))
            if self.chance.random() < 0.6:
                other = self.chance.choice([one for one in seats if one != seat])
                self.take(ChoiceMade(self.later(), seat, "accuse", f"{other} {self.chance.choice(names)}"))
            self.hold(seat)


def closed_cards(game: RandomGame) -> Iterator[tuple[int, str]]:
    """Yield the cards that were touched while the button was down, with who did."""
    down: set[int] = set()
    for fact in game.facts:
        match fact:
            case ButtonDown(seat=seat):
                down.add(seat)
            case ButtonUp(seat=seat):
                down.discard(seat)
            case CardArrived(zone=zone, card=card) if zone != "discard":
                if int(zone.removeprefix("seat.")) in down:
                    yield int(zone.removeprefix("seat.")), card


DECK = {card["code"]: MYTHOLOGY_GO.card.model_validate(card) for card in MYTHOLOGY_GO.deck(None)}
