"""People who lay the top cards of their piles, slap in time, late or by mistake, and follow the table's events."""

from collections.abc import Sequence
from copy import deepcopy

from cardtable_lab.simulated import behaviour
from cardtable_lab.simulated.comparing import RULINGS
from cardtable_lab.simulated.slapped.book import Book, won
from table.robots.environment import Doing, Environment, EventObject
from table.values import Value

PILE = "discard"
_SEEN_S = 0.5  # how long players need to see that a race is over


class Habits(Value):
    """How likely players are to do something other than laying cards and slapping in time."""

    asleep: float = 0.08  # does not slap
    all_asleep: float = 0.06  # nobody slaps
    dreamy: float = 0.08  # slaps late, perhaps too late
    early: float = 0.15  # presses just before a card that may be slapped
    together: float = 0.2  # two players slap at the same moment
    twice: float = 0.12  # presses again
    hasty: float = 0.12  # lays a card while others slap
    bump: float = 0.06
    fidgets_s: tuple[float, float] = (40, 200)  # how long it takes until a player slaps for no reason


class Players:
    """One game: `piles` are the players' cards, the first one on top, and `middle` is the common pile.

    `coming` is a seat and its card on the way to the middle. `paid` maps each card put under the pile, and
    not seen since, to the time (s) when it was put there. A shuffle lasts until `busy_s`. `obeyed` is the number of
    events that people have acted on.
    """

    def __init__(self, environment: Environment, book: Book, cards: Sequence[str]) -> None:
        self.environment, self.book, self.habits = environment, book, Habits()
        chance, seats = environment.chance, environment.seats
        dealt = chance.sample(sorted(cards), len(cards))
        self.piles = {seat: dealt[place :: len(seats)] for place, seat in enumerate(seats)}
        quick = chance.sample(seats, len(seats))  # one player is the quickest; otherwise no game would end
        self.reaction_s = {seat: 0.3 + 0.2 * place for place, seat in enumerate(quick)}
        self.coming: tuple[int, str] | None = None
        self.paid: dict[str, float] = {}
        self.middle: list[str] = []
        self.gifts: list[tuple[int, int]] = []
        self.busy_s = 0.0
        self.obeyed = 0

    def obeys(self) -> None:
        """Move cards and update the book according to the table's new events."""
        environment, book, events = self.environment, self.book, self.environment.events
        for event in events[self.obeyed :]:
            match event["event"]:
                case "card_played" | "card_paid" if self.coming is not None:
                    self.lies(*self.coming, paid=event["event"] == "card_paid" and bool(book.owing))
                case "race_closed":
                    book.races(event["first"])
                case "slapped_wrongly" if book.may_slap_wrongly(event["seat"]):
                    book.slaps_wrongly(event["seat"])
                case "pile_won":
                    self.piles[event["seat"]] += self.middle
                    environment.chance.shuffle(self.piles[event["seat"]])
                    self.middle = []
                    self.busy_s = environment.now_s + environment.chance.uniform(1, 2)
                case "gift_owed":
                    self.gives(event["giver"], event["receiver"])
        self.obeyed = len(events)

    def gives(self, giver: int, receiver: int) -> None:
        """Give another player a card that is not on its way to the middle; if the giver has none, postpone the gift."""
        card = next((card for card in self.piles[giver] if self.coming != (giver, card)), None)
        if card is None:
            self.gifts.append((giver, receiver))
            return
        self.piles[giver].remove(card)
        self.piles[receiver].append(card)

    def lies(self, seat: int, card: str, *, paid: bool) -> None:
        """Leave a laid card in the middle and update the book."""
        self.coming = None
        self.piles[seat].remove(card)
        self.middle.append(card)
        if paid:
            self.paid[card] = self.environment.now_s
            self.book.pays(seat, card)
        else:
            self.book.lays(seat, card)
        self.environment.note("lies", seat=seat, cards=[card], zone=PILE)

    def next(self) -> int | None:
        """Return the seat that lays the next card: the table decides or, during a race or before play, the book."""
        view, book = self.environment.view, deepcopy(self.book)
        if view.race is None and view.running:
            return next(iter(view.awaited), view.turn)
        if view.race is not None:
            book.goes_on()
        return book.turn


def plays(players: Players) -> Doing:
    """Wait until the table shows a game, then play it to its end."""
    environment, book = players.environment, players.book
    yield from environment.until(lambda: environment.view.game is not None, 60)
    environment.note("dealt", seats=book.seats, cards=book.cards, agreed=book.agreed, hands=deepcopy(players.piles))
    for seat in environment.seats:
        environment.env.process(_fidgets(players, seat))
    while environment.view.winners is None:
        yield environment.waits(0.2, 0.9)
        yield from _waits_for_hands(players)
        players.obeys()
        if environment.now_s < players.busy_s:
            continue
        turn = players.next()
        if environment.view.winners is None and turn is not None and players.piles[turn]:
            yield from _lays(players, turn)
    players.obeys()
    totals = {seat: len(pile) for seat, pile in players.piles.items()}
    environment.note("ended", totals=totals, winners=won(totals))
    names = [event["event"] for event in environment.events]
    exercised = {"slapped": "race_closed", "false_slaps": "slapped_wrongly", "refused": "play_refused"}
    for name, event in (exercised | {"paid": "card_paid", "gifts": "gift_owed", "outs": "player_out"}).items():
        environment.exercised[name] += names.count(event)
    environment.exercised["ties"] += sum(bool(event.get("ties")) for event in environment.events)
    environment.over = True


def _waits_for_hands(players: Players) -> Doing:
    """Wait until a race is over; a hasty player does not wait for long."""
    environment = players.environment
    if environment.view.race is not None:
        patience_s = (0.0, 0.3) if environment.happens(players.habits.hasty) else (3.5, 6.0)
        yield from environment.until(lambda: environment.view.race is None, environment.chance.uniform(*patience_s))
        environment.exercised["covered"] += environment.view.race is not None


def _lays(players: Players, seat: int) -> Doing:
    """Turn up the top card, or put it under the pile if a card is owed; take it back if the table refuses it."""
    environment, card = players.environment, players.piles[seat][0]
    covers = environment.view.race is not None
    opens = not players.book.owing and players.book.opens(card[:-1])
    if opens and not covers and environment.happens(players.habits.early):
        environment.exercised["early"] += 1
        environment.env.process(_presses(players, environment.chance.choice(environment.seats)))
        yield environment.waits(0.05, 0.35)
    since, players.coming = len(environment.events), (seat, card)
    players.paid.pop(card, None)
    note = environment.note("laid", seat=seat, card=card, zone=PILE, touches=1)
    if opens and not covers:
        _hands_come(players)

    def ruling() -> EventObject | None:
        return environment.heard(since, "card_paid", *RULINGS)

    def too_late() -> bool:
        return environment.view.winners is not None or players.next() != seat

    ruled = yield from behaviour.touches_until(
        environment, seat, [card], PILE, ruling, note=note, bump=players.habits.bump, gives_up=too_late
    )
    note["until"] = round(environment.now_s, 6)
    if ruled is not None and ruled["event"] == "play_refused":
        yield from behaviour.takes_back(environment, seat, card, PILE, lambda: environment.view.correction is not None)
        players.coming = None
        pile = players.piles[seat]
        pile.append(pile.pop(0))  # the table may accept the next card
    elif opens and covers:
        _hands_come(players)
    players.obeys()
    if players.coming is not None and not too_late():
        players.lies(seat, card, paid=False)  # although no event reported it
    players.coming = None
    gifts, players.gifts = players.gifts, []
    for gift in gifts:
        if players.piles[gift[0]]:
            players.gives(*gift)


def _hands_come(players: Players) -> None:
    """Have each player slap after a reaction time of their own; two may slap at the same moment."""
    environment, habits, chance = players.environment, players.habits, players.environment.chance
    if environment.happens(habits.all_asleep):
        return
    awake = [seat for seat in players.book.players if not environment.happens(habits.asleep)]
    times = {seat: max(0.1, chance.gauss(players.reaction_s[seat], 0.1)) for seat in awake}
    for seat in [seat for seat in awake if environment.happens(habits.dreamy)]:
        times[seat] = chance.uniform(0.6, 5.6)
    if len(awake) > 1 and environment.happens(habits.together):
        one, other = chance.sample(awake, 2)
        times[one] = times[other]
    for seat, at in times.items():
        environment.env.process(_slaps(players, seat, at, len(environment.events)))


def _slaps(players: Players, seat: int, at: float, since: int) -> Doing:
    """Slap after `at` seconds, even if the race has just closed and the press no longer counts."""
    environment = players.environment
    yield environment.waits(at)
    closed = environment.heard(since, "race_closed", "play_refused")
    environment.exercised["late"] += closed is not None
    if closed is None or environment.now_s - closed["t"] < _SEEN_S:
        yield from _presses(players, seat)


def _fidgets(players: Players, seat: int) -> Doing:
    """Press the button now and then for no reason."""
    environment = players.environment
    while not environment.over:
        yield environment.waits(*players.habits.fidgets_s)
        yield from _presses(players, seat)


def _presses(players: Players, seat: int) -> Doing:
    """Press a button, perhaps twice."""
    environment = players.environment
    if environment.happens(players.habits.twice):
        environment.exercised["doubles"] += 1
        yield from environment.doubles(seat)
    else:
        yield from environment.taps(seat)
