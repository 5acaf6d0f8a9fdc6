"""A person at a seat who plays through the API, doing the least: enough for a game to go on, and no more."""

from collections.abc import Callable, Mapping, Sequence
from math import inf
from typing import Any

from table import games
from table.cards import catalogue, shipped_deck
from table.games.nur_mut.cards import JOKER, NurMutCard
from table.values import to_json
from tests.own import OWN_GAMES
from tests.robots.room import Room
from tests.web.conftest import Phone

NUR_MUT = catalogue(shipped_deck("nur_mut"), NurMutCard)
MANY = 12
Does = Callable[["Person"], None]


class Person:
    """Somebody at a seat with a phone. `hand` is what the phone shows."""

    def __init__(self, room: Room, phone: Phone, seat: int) -> None:
        self.room, self.phone, self.seat, self.tries = room, phone, seat, 0

    @property
    def view(self) -> Mapping[str, Any]:
        """What the phone shows."""
        return to_json(self.room.table.controller.board.snapshot.game.view(f"seat:{self.seat}"))

    @property
    def hand(self) -> tuple[str, ...]:
        """The cards that the seat sees."""
        shown: tuple[str, ...] = self.room.table.people.held.visible(self.seat)
        return shown

    def taps(self, ms: int = 120) -> None:
        """Press the button for so long."""
        assert self.phone.asks("tabletop", do="press", seat=self.seat).status_code == 200
        self.room.runs(ms)
        assert self.phone.asks("tabletop", do="release", seat=self.seat).status_code == 200

    def holds(self) -> None:
        """Hold the button down."""
        self.taps(900)

    def lays(self, card: str, *, closed: bool = False) -> None:
        """Lay a card on the own pad, closed with the button down."""
        if closed:
            self.phone.asks("tabletop", do="press", seat=self.seat)
            self.room.runs(150)
        self.does("lay", cards=[card], zone=f"seat.{self.seat}")
        self.room.runs(600)
        if closed:
            self.phone.asks("tabletop", do="release", seat=self.seat)

    def does(self, what: str, **more: Any) -> None:
        """Do something with cards."""
        answer = self.phone.asks("hands", do=what, seat=self.seat, **more)
        assert answer.status_code == 200, answer.get_json()

    @property
    def owes(self) -> Sequence[Mapping[str, Any]]:
        """Whom this seat owes how many cards."""
        own = next(one for one in self.view["seats"] if one["seat"] == self.seat)
        owed: Sequence[Mapping[str, Any]] = own.get("owes") or ()
        return owed if self.hand else ()

    def settles(self) -> None:
        """Give a card that is owed, to whom it is owed, or to the next one."""
        to = self.owes[0]["to"] or self.seat % len(self.view["seats"]) + 1
        self.does("give", card=self.hand[0], to=to)

    def counts(self) -> None:
        """Touch the pad with all cards of the hand, and say that it is done."""
        self.does("show")
        self.room.runs(1000 * len(self.hand))
        self.taps()

    def face(self, card: str) -> int | str:
        """Return which face of a card is up, as people see."""
        faces = NUR_MUT[card].faces
        return faces[self.room.table.people.held.up[card]]

    @property
    def laid_last(self) -> bool:
        """Whether the last card that was played was this seat's."""
        played = [event["seat"] for event in self.room.events if event["event"] == "card_played"]
        return played[-1:] == [self.seat]

    @property
    def has_destroyed(self) -> bool:
        """Whether cards were destroyed in the current turn, maybe this seat's own card of this turn among them."""
        told = [event["event"] for event in self.room.events if event["event"] in ("turn_started", "card_destroyed")]
        return told[-1:] == ["card_destroyed"]

    @property
    def question(self) -> Mapping[str, Any] | None:
        """What the table asks this seat, if it does."""
        asked: Mapping[str, Any] | None = self.view["question"]
        return asked if asked is not None and self.seat in asked["seats"] else None

    def answers(self, question: Mapping[str, Any]) -> None:
        """Say which face of a card is up; of other things give the first answer."""
        about, _, card = question["choice"].partition(" ")
        self.says("settle", self.face(card) if about == "face" else question["options"][0]["answer"])

    def says(self, choice: str, value: Any = None) -> None:
        """Say something on the phone."""
        more = {} if value is None else {"value": value}
        answer = self.phone.asks("choices", seat=self.seat, choice=choice, **more)
        assert answer.status_code == 200, answer.get_json()


def mytho(person: Person) -> None:
    """Draw a card, and end the turn."""
    person.taps()


def nur_mut(person: Person) -> None:
    """Pass; when everybody has, be brave and fail; begin the pile that was taken anew, and cover a joker."""
    view = person.view
    empty = [zone for zone, pile in view["piles"].items() if pile["top"] is None]
    jokers = [zone for zone, pile in view["piles"].items() if pile["face"] == JOKER]
    if view["courage"]:
        person.holds()
    elif jokers:
        person.does("lay", cards=[person.hand[0]], zone=jokers[0])
    elif empty and "lay" in view["prompt"]:
        in_order = sorted(empty, key=(view["lot"] or empty).index)  # of several with the highest number a lot draws
        person.does("lay", cards=[person.hand[0]], zone=max(in_order, key=lambda zone: number(person, zone)))
    elif all(one["passed"] for one in view["seats"]):
        person.taps()
    else:
        person.holds()


def number(person: Person, zone: str) -> float:
    """Return which number a pile shows that may have been taken: the highest was, if it is not gone already."""
    pile = person.room.table.people.held.pile(zone)
    face = person.face(pile[-1]) if pile else inf
    return 0 if isinstance(face, str) else face


def mito(person: Person) -> None:
    """Draw a card; with most of the deck in one's hand nobody else could play, so lay one then."""
    fitting = [card for card in person.hand if card.startswith("number") and int(card[6]) in person.view["fits"]]
    if len(person.hand) > MANY and fitting:
        person.does("lay", cards=fitting[:1], zone="discard")
    else:
        person.taps()


def mythology_go(person: Person) -> None:
    """Lay a Deity and a Belief, then in each turn a card, with what it destroys; declare nothing."""
    view, hand = person.view, person.hand
    due = (view["due"] or {}).get("cards") if view["turn"] == person.seat else None
    besides = [card for card in hand if KINDS[card] in ("deity", "belief")]
    creatures = [card for card in hand if KINDS[card] == "creature"]
    if besides:
        person.lays(besides[0], closed=KINDS[besides[0]] == "deity")
    elif due:
        person.does("move", card=due[0], zone="discard")
    elif view["own"]["laid"] or person.has_destroyed:
        if hand:
            person.does("put_below", cards=list(hand))
        person.taps()
    elif creatures:
        person.tries += 1
        person.lays(creatures[person.tries % len(creatures)])
    else:
        person.does("draw", count=view["draws"])


DECK = {game: {card["code"]: card for card in games.find(game).deck(None)} for game in OWN_GAMES}
KINDS = {code: card["kind"] for code, card in DECK["mythology_go"].items()}

LEAST: Mapping[str, Does] = {"mito": mito, "mytho": mytho, "mythology_go": mythology_go, "nur_mut": nur_mut}


def does_the_least(person: Person) -> None:
    """Do what the table waits for this person to do, if it does; let time pass."""
    view, seat = person.view, person.seat
    wrong, waits = view["correction"], seat in view["waiting"]
    besides = any(KINDS.get(card) in ("deity", "belief") for card in person.hand)
    if person.room.is_to_deal:
        assert person.phone.asks("hands", do="deal").status_code == 200
    elif person.question is not None:
        person.answers(person.question)
    elif waits and view.get("call") is not None and person.laid_last:
        person.taps()  # it is innocent
    elif view.get("counting"):
        person.taps()
    elif wrong is not None and wrong["zone"] == f"seat.{seat}":
        person.does("take", card=wrong["cards"][0])
    elif besides or (view["turn"] == seat and wrong is None and not view["paused"]):
        LEAST[view["game"]](person)
    elif person.owes:
        person.settles()
    elif waits and view["game"] == "mito" and view["running"] and view["call"] is None and view["race"] is None:
        person.counts()
    elif waits and not view["running"] and not view["over"]:
        person.holds()
    person.room.runs(700)
