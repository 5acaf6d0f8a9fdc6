"""Games in which players turn up cards onto one pile and slap it by pressing their buttons.

All cards are dealt into piles in front of the players, who do not look at them, so the table only counts them. A game
derives its state from `SlapRound` and defines what a card changes, when the pile may be slapped and how play continues.
It uses `Lay`, `Pay` and `SlapWrongly`, and `rounds`, `book`, `READERS` and `view`.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from enum import Enum
from typing import Any, ClassVar, Generic, Self

from table import events, moves
from table.event import Event
from table.facts import CardArrived, TimePassed, micros
from table.games.game import Dealing, IllegalAction, Setup
from table.games.kit import races, views
from table.games.kit.actions import Action, BySeat, PutRight, SeatsCard
from table.games.kit.corrections import PUT_RIGHT, CorrectableRound
from table.games.kit.events import SeatSays
from table.games.kit.lateness import Before
from table.games.kit.races import CloseSlap, Race, Racing, Readings, Slap, Slaps
from table.games.kit.races import RaceWon as RaceWon
from table.games.kit.reading import comes
from table.games.kit.rounds import O, Rounds, most_points
from table.games.kit.rulebook import Rule, Rulebook, sure
from table.games.kit.standard52 import PlayingCard
from table.games.words import refusal, unless
from table.moves import Move
from table.saying import Text, message, say
from table.values import replace
from table.view import PileView, RaceView, SeatView, View
from table.wording import Names

PILE = "discard"
NOTHING = message("there is nothing to slap")
Phase = Enum("Phase", ("SET_UP", "PLAYING", "RACING", "OVER"))
Step = tuple[Any, tuple[Event, ...]]


# -- events


class SpareDealt(SeatSays, says="{who} has one card more.", yours="You have one card more."):
    """A player was dealt one card more than others, because the cards do not divide evenly."""

    def hands(self) -> Move:
        return moves.Draw(self.seat, 1)


class RaceOpened(events.RaceOpened):
    """The pile may be slapped now."""

    def said(self, names: Names) -> Text:
        return say("Slap the pile!")


class PileWon(SeatSays, says="{who} takes the pile.", yours="You take the pile."):
    """A player adds the pile in the middle to their own."""

    def hands(self) -> Move:
        return moves.TakePile(self.seat, PILE)


class SlappedWrongly(
    SeatSays, says="{who} slaps, but there was nothing to slap.", yours="You slap, but there was nothing to slap."
):
    """A player slapped the pile when it could not be slapped."""


class CardPaid(SeatSays, says="{who} puts a card under the pile.", yours="You put a card under the pile."):
    """A player put a card face down under the pile to pay for a false slap. The card is not revealed."""

    def hands(self) -> Move:
        return moves.Settle(PILE, None, self.seat)


class PlayerOut(SeatSays, says="{who} is out.", yours="You are out."):
    """A player has no cards left and can no longer win any."""


# -- rules: the state, and what may be done


class SlapRound(CorrectableRound[O, PlayingCard], Generic[O], kw_only=True):
    """A game in which players slap a pile.

    `hands` counts each player's cards. `laid` lists the cards in the middle, the first `under` of which paid for false
    slaps. `by` is the seat that laid the last card, and `turn` the seat that lays the next one; during a race, `turn`
    assumes that nobody slaps. The seats in `owing` must each put a card under the pile, in this order.
    """

    turn: int
    hands: Mapping[int, int]
    laid: tuple[str, ...] = ()
    under: int = 0
    by: int | None = None
    race: Race | None = None
    owing: tuple[int, ...] = ()
    out: frozenset[int] = frozenset()
    rounds: ClassVar[int] = 1

    def on(self, zone: str) -> frozenset[str]:
        """Return the cards that were legally played to the pile in the middle."""
        return frozenset(self.laid)

    @property
    def players(self) -> tuple[int, ...]:
        """The seats that are not out."""
        return tuple(seat for seat in self.setup.seats if seat not in self.out)

    @property
    def next_holder(self) -> int | None:
        """The first seat with cards, going clockwise and starting at `turn`, or None if nobody has cards."""
        at = self.setup.seats.index(self.turn)
        return next((one for one in self.setup.seats[at:] + self.setup.seats[:at] if self.hands[one] > 0), None)

    def with_hand(self, seat: int, more: int) -> Self:
        """Add `more` cards to a seat's card count, or subtract them if negative."""
        return replace(self, hands={**self.hands, seat: self.hands[seat] + more})

    def taken(self, seat: int, *delivered: Event) -> tuple[Self, tuple[Event, ...]]:
        """Add the pile in the middle to a seat's cards."""
        after = replace(self.with_hand(seat, len(self.laid)), laid=(), under=0, by=None)
        return after, (*delivered, PileWon(seat))

    def continued(self, *delivered: Event, enough: bool) -> tuple[Self, tuple[Event, ...]]:
        """Start the turn of the seat `turn`, or end the game.

        The game ends if `enough` is true, only one player is left, or one player has all the cards.
        """
        if enough or len(self.players) == 1 or max(self.hands.values()) == len(self.setup.cards):
            after = replace(self, phase=Phase.OVER, totals=dict(self.hands), owing=())
            return after, (*delivered, events.GameEnded(after.totals, most_points(after)))
        return self, (*delivered, events.TurnStarted(self.turn))

    # -- what each game defines

    def may_slap(self, card: str) -> bool:
        """Return whether the pile may be slapped once this card is on top."""
        raise NotImplementedError

    def turned_up(self, card: str) -> Self:
        """Return the round after the effect of the last card, which `by` laid.

        `turn` is the seat to the left of `by`.
        """
        return self

    def passed_on(self) -> Self:
        """Return the round with `turn` set to the seat that lays the next card if nobody slaps."""
        return replace(self, turn=self.next_holder or self.turn)

    def goes_on(self, *delivered: Event) -> tuple[Self, tuple[Event, ...]]:
        """Continue play after a card was laid, a race closed, or a player paid for a false slap."""
        raise NotImplementedError


class Lay(SeatsCard):
    """A seat turns up its top card onto the pile in the middle."""

    zone: str = PILE


class Pay(SeatsCard):
    """A seat puts a card under the pile in the middle to pay for a false slap."""

    zone: str = PILE


class SlapWrongly(BySeat):
    """A seat slaps the pile when it may not be slapped."""


def dealing(setup: Setup) -> Dealing:
    """Return a deal of all cards into equal piles in front of the players.

    Any spare cards are counted when the first card is played.
    """
    return Dealing(len(setup.cards) // len(setup.seats), gifts="drawn", in_piles=True)


def rounds(state: type[SlapRound[Any]]) -> Rounds[Any]:
    """Return how the game is structured: a single round, opened by the first seat, which is left of the dealer."""

    def begin(setup: Setup, number: int, starter: int, _before: Any) -> Any:
        hands = dict.fromkeys(setup.seats, dealing(setup).hand)  # the spare ones follow with the first card
        return state(setup, Phase.SET_UP, number, starter, turn=starter, hands=hands)

    return Rounds(begin, winners=most_points, termination="one player has all cards, or the most")


def _spares(setup: Setup) -> tuple[int, ...]:
    return setup.seats[: len(setup.cards) % len(setup.seats)]


def forbidden(state: SlapRound[Any], action: Action) -> IllegalAction | None:
    """Return why an action is illegal under the rules that these games share, or None if it is legal."""
    match action:
        case _ if state.over:
            return refusal("the game is over")
        case _ if state.wrong:
            return state.pending()
        case Lay(card=card) | Pay(card=card) if card in state.laid:
            return refusal("that card lies there already", "already_played")
        case Pay(seat=seat):
            return unless(seat in state.owing[:1], "you owe no card")
        case Lay() if state.owing:
            return refusal(say("{who} first puts a card under the pile", who=state.setup.name(state.owing[0])))
        case Lay() if state.race is not None and state.race.slaps:
            return refusal("the pile has been slapped: wait until the race is over")
        case Lay(seat=seat):
            return unless(seat == state.turn, say("it is {who}’s turn", who=state.setup.name(state.turn)))
        case SlapWrongly(seat=seat) if state.race is not None or not state.laid or seat in state.out:
            return refusal(NOTHING)
    return None


def book(
    slap_wrongly: Callable[[Any, SlapWrongly], Step],
    why_not: Callable[[Any, SlapWrongly], IllegalAction | None] = forbidden,
) -> Rulebook[Any]:
    """Return a game's rule book. `slap_wrongly` carries out a false slap, and `why_not` says when it is forbidden."""
    return Rulebook(
        {Lay: Rule(forbidden, _lay), Pay: Rule(forbidden, _pay), SlapWrongly: Rule(why_not, slap_wrongly)}
        | {PutRight: PUT_RIGHT, **races.slapping(NOTHING, _close)},
        _conceivable,
        marked=(Lay, Pay, SlapWrongly),
        while_paused=(PutRight,),
        unsaid=(CloseSlap,),
    )


def _conceivable(_state: Any, seat: int, hand: Sequence[str]) -> Iterator[Action]:
    yield from (Slap(seat), CloseSlap())
    yield from (kind(seat, card) for kind in (Lay, Pay) for card in hand)


def _lay(state: SlapRound[Any], action: Lay) -> Step:
    seat, card = action.seat, action.card
    spares = _spares(state.setup) if state.phase is Phase.SET_UP else ()
    state, delivered = settled(state)
    if state.over:
        return state, delivered
    for spare in spares:
        state = state.with_hand(spare, 1)
    opens = state.may_slap(card)
    delivered = (*map(SpareDealt, spares), *delivered, events.CardPlayed(seat, PILE, card))
    left = state.setup.left_of(seat)
    state = replace(state.with_hand(seat, -1), laid=(*state.laid, card), by=seat, turn=left).turned_up(card)
    if not opens:
        return replace(state, phase=Phase.PLAYING).goes_on(*delivered)
    race = Race(state.players)
    return replace(state.passed_on(), phase=Phase.RACING, race=race), (*delivered, RaceOpened("slap", race.seats))


def _close(state: SlapRound[Any], action: CloseSlap) -> Step:
    """Give the pile to the player who slapped first, or leave it if nobody slapped."""
    hand = races.first_hand(sure(state.race), action.lot)
    delivered: tuple[Event, ...] = (RaceWon.by("slap", hand),)
    state = replace(state, race=None, lots=state.lots + hand.drawn, phase=Phase.PLAYING)
    if hand.seat is not None:  # if nobody slapped, it was the turn of the next seat with cards
        state, delivered = replace(state, turn=state.setup.left_of(sure(state.by))).taken(hand.seat, *delivered)
    return state.goes_on(*delivered)


def _pay(state: SlapRound[Any], action: Pay) -> Step:
    laid, owing = (action.card, *state.laid), state.owing[1:]
    after = replace(state.with_hand(action.seat, -1), laid=laid, under=state.under + 1, owing=owing)
    return after.goes_on(CardPaid(action.seat))


def settled(state: Any) -> Step:
    """Close the open race, if any, because a card arrived before anybody slapped."""
    return (state, ()) if state.race is None else _close(state, CloseSlap())


def race_of(state: Any, lay: Lay) -> Race | None:
    """Return the race that a card opens, or None if the card may not be laid or opens no race."""
    if forbidden(state, lay) is not None:
        return None
    state, _ = settled(state)
    return Race(state.players) if not state.over and state.may_slap(lay.card) else None


# -- readings: a press is a hand on the pile, or a false slap once no card that would allow it can still arrive

SLAPS = Slaps(after_first=micros(0.5))
_ON_ITS_WAY = micros(0.5)  # players need this long to hear an announcement and lay a card


class SlapPlay(Racing[SlapRound[Any]]):
    """A round, plus presses that may be slaps at a card whose tag has not been read yet."""

    @property
    def due(self) -> int | None:
        """The time at which the open race closes or, if none is open, at which a press turns out to be a false slap."""
        return SLAPS.next_due(self)


def _card_arrived(play: SlapPlay, fact: CardArrived) -> Readings[Any]:
    state, before = play.round, _set_out(play, fact.t)
    if fact.zone != PILE or state.over:
        return ()
    if state.owing and fact.by in (None, state.owing[0]) and (before is None or fact.by is not None):
        return comes(play, fact, Pay(state.owing[0], fact.card))
    lay = Lay(fact.by or (before or state).turn, fact.card)
    race = race_of(state, lay)
    if race is not None:
        return SLAPS.opens(play, race, fact.t, lay, fact.t)
    covers = state.race is not None and forbidden(state, lay) is None  # nobody slapped
    return comes(SLAPS.over(play, fact.t) if covers else play, fact, lay)


def _set_out(play: SlapPlay, at: int) -> SlapRound[Any] | None:
    """Return the earlier round to which a card belongs if its player set out before hearing that the round had changed.

    The change is that a player won the pile or slapped it falsely. A card laid immediately afterwards belongs to the
    seat whose turn it was before the change, because no other player is that quick.
    """
    before = play.before
    if before is None or at - before.until >= _ON_ITS_WAY or len(play.round.laid) > len(before.round.laid):
        return None
    earlier: SlapRound[Any] = before.round
    return earlier


_PRESSES = SLAPS.readers(SlapWrongly)


def _time_passed(play: SlapPlay, fact: TimePassed) -> Readings[Any]:
    """Interpret the end of a race, or a press that turned out to be a false slap.

    Remember the round before a false slap.
    """
    if play.round.race is None and not play.round.owing:
        play = replace(play, before=Before(play.round, fact.t))
    readings: Readings[Any] = _PRESSES[TimePassed](play, fact)
    return readings


READERS: Mapping[Any, Any] = {**_PRESSES, CardArrived: _card_arrived, TimePassed: _time_passed}


# -- what everybody sees


def view(state: SlapRound[Any], rounds: Rounds[Any], own: Text | None = None) -> View:
    """Return the view. `own`, if given, replaces the usual prompt during a turn."""
    race, owing = state.race, state.owing[:1]
    shared = views.shared(
        state,
        rounds,
        piles={PILE: PileView(top=state.laid[-1] if state.laid else None, count=len(state.laid))},
        headline=views.headline(state, rounds, say("Slap!") if race else ""),
        sentences=[_prompt(state, own)],
        seats=[SeatView(**views.seat(state, one), hand=state.hands[one]) for one in state.setup.seats],
        running=("PLAYING", "RACING"),
        waiting=owing if race is None else race.missing,
    )
    shared["turn"] = None if owing else shared["turn"]  # the owed card is put under the pile first
    shared["race"] = None if race is None else RaceView(race="slap", seats=race.seats)
    return View(**shared, correction=views.correction(state))


def _prompt(state: SlapRound[Any], own: Text | None) -> str:
    who = state.setup.name(state.owing[0] if state.owing else state.turn)
    match state.phase:
        case _ if state.wrong:
            return views.to_put_right(state, state.how_to_put_right())
        case Phase.OVER:
            return say("The game is over: the most cards win.")
        case Phase.RACING:
            return say("Slap your button!")
        case Phase.SET_UP:
            return say("Deal all cards, face down. {who} begins: turn a card up in the middle.", who=who)
        case _ if state.owing:
            return say("{who}: put a card under the pile in the middle, face down.", who=who)
    return own or say("{who}: turn your top card up in the middle.", who=who)
