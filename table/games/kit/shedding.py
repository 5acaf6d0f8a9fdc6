"""Games in which players hold cards and take turns laying them on a single discard pile.

The table counts the cards in each hand. Before the first turn, players may have to give cards to one another. A game
derives its state from `ShedRound`, and uses `Lay`, `TakeUp`, `Give`, `dealing`, `begun`, `book`, `READERS`, `show` and
`shared`.
"""

from collections import Counter
from collections.abc import Callable, Mapping
from typing import Any, ClassVar, Generic, Self, TypeVar

from table import events, moves
from table.complaints import BadInput
from table.event import Event
from table.facts import CardArrived, CardLeft
from table.games.game import SEALED, Audience, Dealing, IllegalAction, Reading, Says, Setup, may_know
from table.games.kit import corrections, rounds, views
from table.games.kit.actions import Action, BySeat, GiveTurn, NextRound, PutRight, Reshuffle, SeatsCard
from table.games.kit.corrections import PUT_RIGHT, CorrectableRound, Lies
from table.games.kit.events import SeatSays, Sentence
from table.games.kit.fingers import Fingers
from table.games.kit.reading import comes, comes_off, does, lies
from table.games.kit.rounds import C, O, Rounds
from table.games.kit.rulebook import ByKind, Conceivable, Rule, Rulebook, corrected, only_if, telling
from table.games.words import many, refusal, say, unless
from table.moves import Move
from table.saying import NOTHING, Text, joined, message
from table.values import replace
from table.view import CorrectionView, Owed, PileView, SeatView
from table.wording import taking_back

PILE = "discard"
Step = tuple[Any, tuple[Event, ...]]
Readings = tuple[Reading[Any, Any], ...]


class PileTaken(Sentence, says="{who} takes the pile."):
    """A player picks up the whole pile, which has `count` cards."""

    seat: int
    zone: str
    count: int

    def hands(self) -> Move:
        return moves.TakePile(self.seat, self.zone)


class CardGiven(SeatSays, says="{who} has given a card."):
    """A player gave another player a card."""

    to: int


class CardCounted(Sentence, says="{who} still held {card:a}."):
    """A player laid down a card left in their hand so that it could be counted."""

    seat: int
    zone: str
    card: str

    def hands(self) -> Move:
        return moves.Settle(self.zone, self.card, self.seat)


# -- rules: the state, and what may be done


class Lay(SeatsCard):
    """A seat lays a card on the pile."""

    zone: str = PILE


class TakeUp(SeatsCard):
    """The current player takes back a card laid during this turn."""


class Give(BySeat):
    """A seat has given another seat a card, as it had to."""

    to: int


class ShedRound(CorrectableRound[O, C], Generic[O, C], kw_only=True):
    """A round of a game in which players lay cards on one discard pile.

    `hands` counts the cards in each hand, and `draw` those in the draw pile. `pile` lists the cards played to the
    discard pile, the top one last; `laying` lists those that the current player may still take back. If `face_down` is
    set, cards are laid face down and their identities are not revealed. `debts` lists a (giver, receiver) pair for each
    card that must change hands before the first turn.
    """

    face_down: ClassVar[bool] = False
    hands: Mapping[int, int]
    draw: int = 0
    pile: tuple[str, ...] = ()
    laying: tuple[str, ...] = ()
    debts: tuple[tuple[int, int], ...] = ()

    def on(self, zone: str) -> frozenset[str]:
        """Return the cards that were legally played to the pile."""
        return frozenset(self.pile)

    @property
    def lying(self) -> tuple[str, ...]:
        """The cards that players can see on the pile."""
        return self.pile

    def why_not_now(self, seat: int) -> IllegalAction | None:
        """Return why a seat cannot act now, or None if it can.

        It can act on its turn, when no cards are misplaced and none are owed.
        """
        if self.wrong:
            return self.pending()
        if self.debts:
            return refusal("first exchange cards")
        return None if self.playing and seat == self.turn else refusal("it is not your turn")

    def with_hand(self, seat: int, more: int) -> Self:
        """Add `more` cards to a seat's hand count, or subtract them if negative. The count never drops below 0."""
        return replace(self, hands={**self.hands, seat: max(0, self.hands[seat] + more)})

    def laid(self, action: Lay) -> Step:
        """Lay a card on the pile. If the card was misplaced there, it no longer is."""
        held = corrections.accepted(self, action.card).with_hand(action.seat, -1)
        after = replace(held, pile=(*self.pile, action.card))
        return after, (*corrected(self, after), events.CardPlayed(action.seat, PILE, action.card))

    def taken_up(self, action: TakeUp) -> Step:
        """Return a laid card to its player's hand."""
        pile, laying = (tuple(card for card in cards if card != action.card) for cards in (self.pile, self.laying))
        after = replace(self.with_hand(action.seat, 1), pile=pile, laying=laying)
        return after, (events.PlayTakenBack(action.seat, PILE, action.card),)

    def reshuffled(self) -> Self:
        """Return the round after all cards on the pile except the top one have been shuffled into the draw pile."""
        return replace(self, draw=self.draw + len(self.pile) - 1, pile=self.pile[-1:])

    def turn_of(self, seat: int) -> Step:
        """Make it a seat's turn."""
        return replace(self, turn=seat, laying=()), (events.TurnStarted(seat),)

    def means(self, card: str, by: int | None) -> tuple[Action, ...]:
        """Return the actions that a card on the pile may represent. If `by` is None, the current player laid it.

        The first card also shows that players have given all the cards they owed.
        """
        return (*(Give(*debt) for debt in self.debts), Lay(by or self.turn or self.starter, card))

    def how_to_put_right(self) -> Text:
        """Return instructions for correcting the misplaced cards, without naming face-down cards."""
        if not self.face_down:
            return super().how_to_put_right()
        if self.setup.placement[PILE] == "tap":
            touched = say("touch the pad with the last card again and take it back")
            return taking_back(touched, say("the last card"))
        return say("take the last card off the pile again")


S = TypeVar("S", bound=ShedRound[Any, Any])


def dealing(setup: Setup) -> Dealing:
    """Return a deal in which everybody gets the same number of cards. Cards left over are set aside unseen."""
    return Dealing(len(setup.cards) // len(setup.seats))


def begun(
    kind: Callable[..., S],
    phase: Any,
    setup: Setup,
    number: int,
    starter: int,
    deals: Callable[[Setup], Dealing] = dealing,
) -> S:
    """Return a round in which every player has been dealt a hand and it is the starter's turn.

    Raise BadInput if there are not enough cards.
    """
    hands = dict.fromkeys(setup.seats, deals(setup).hand)
    draw = len(setup.cards) - sum(hands.values())
    if not all(hands.values()) or draw < 0:
        raise BadInput(say("catalogue: {count} cards are too few", count=len(setup.cards)))
    return kind(setup, phase, number, starter, turn=starter, hands=hands, draw=draw)


def round_started(state: ShedRound[Any, Any]) -> tuple[Event, ...]:
    """Return the events for the start of a round, followed by the cards owed or, if there are none, the first turn."""
    gifts = tuple(events.GiftOwed(*debt, count) for debt, count in Counter(state.debts).items())
    return (*rounds.round_started(state), *(gifts or (events.TurnStarted(state.starter),)))


def book(
    ends: Rounds[Any],
    forbidden: Callable[[Any, Any], IllegalAction | None],
    does: Mapping[type, Callable[[Any, Any], Step]],
    ways: Mapping[type, Conceivable] = {},
    by_host: Mapping[type, Rule[Any]] = {},
) -> Rulebook[Any]:
    """Return a game's rule book.

    `ends` defines how rounds follow one another. `forbidden` returns why a seat's action is illegal, and `does` maps
    each kind of action to the function that carries it out. `by_host` holds the rules for the host's actions. `ways`
    lists what a seat might attempt other than laying or giving a card, as in `ByKind`. The host can undo any action of
    a seat. During a pause, players can only remove misplaced cards, and the host can only report a shuffle or say whose
    turn it is.
    """
    own = {**{kind: Rule(forbidden, carry_out) for kind, carry_out in does.items()}, Give: _GIVE, **by_host}
    return Rulebook(
        {**own, TakeUp: _TAKE_UP, PutRight: PUT_RIGHT, NextRound: ends.rule},
        ByKind(
            {Lay: lambda _, seat, hand: [(seat, card) for card in hand], TakeUp: _to_take_up, Give: _to_give, **ways}
        ),
        marked=tuple(own),
        while_paused=(TakeUp, PutRight, *(kind for kind in by_host if kind in (GiveTurn, Reshuffle))),
        unsaid=(TakeUp,),
    )


def _to_take_up(state: ShedRound[Any, Any], seat: int, _hand: object) -> list[tuple[int, str]]:
    return [(seat, card) for card in state.laying if seat == state.turn]


def _to_give(state: ShedRound[Any, Any], seat: int, _hand: object) -> list[tuple[int, int]]:
    return [debt for debt in dict.fromkeys(state.debts) if debt[0] == seat]


def _why_not_give(state: ShedRound[Any, Any], action: Give) -> IllegalAction | None:
    return state.pending() or unless((action.seat, action.to) in state.debts, "no such card is owed")


def _give(state: ShedRound[Any, Any], action: Give) -> Step:
    """Record that an owed card was given. Once no more are owed, the first turn begins."""
    debts, event = list(state.debts), CardGiven(action.seat, action.to)
    debts.remove((action.seat, action.to))
    after: ShedRound[Any, Any] = replace(state, debts=tuple(debts))
    if debts:
        return after, (event,)
    return telling((event,), replace(after, phase=type(state.phase)["PLAYING"]).turn_of(state.starter))


_GIVE: Rule[Any] = Rule(_why_not_give, _give)
GIVE_TURN: Mapping[type, Rule[Any]] = {
    GiveTurn: Rule(rounds.why_not_give_turn, lambda state, action: state.turn_of(action.seat))
}
RESHUFFLE: Mapping[type, Rule[Any]] = {
    Reshuffle: only_if(
        lambda state, _: len(state.pile) > 1,
        message("there is nothing to shuffle"),
        lambda state, _: (state.reshuffled(), (events.PileReshuffled(PILE),)),
        ("PLAYING",),
    )
}
_TAKE_UP: Rule[Any] = only_if(
    lambda state, up: up.card in state.laying and up.seat == state.turn,
    message("it was not just laid"),
    lambda state, up: state.taken_up(up),
)


def standing(state: ShedRound[Any, Any], action: Any) -> tuple[Any, ...]:
    """Return the refused play that the host may accept, or nothing if the current player has already laid a card."""
    return () if state.laying else corrections.standing(state, action)


def restored_but_for_taken(before: S, now: S, lying: Lies) -> tuple[S, tuple[Event, ...]]:
    """Return to `before` in a game where players pick up the pile.

    Cards of a pile that was picked up may still appear in `lying`; they are ignored.
    """
    known = now.on(PILE) | now.wrong.keys() | before.wrong.keys()
    return corrections.restored(before, now, {zone: cards & known for zone, cards in lying.items()})


# -- readings: at most one, whatever the card, so nothing betrays a secret


def _arrives(play: Fingers[Any], fact: CardArrived) -> Readings:
    """Interpret a card. If it was laid during this turn, touching it to the pad again takes it back."""
    state, card = play.round, fact.card
    if card in state.laying and state.setup.placement[PILE] == "tap":
        return does(play, TakeUp(state.turn or 0, card))
    return lies(play, card, PILE) or comes(play, fact, *state.means(card, fact.by))


def _leaves(play: Fingers[Any], fact: CardLeft) -> Readings:
    state = play.round
    return does(play, TakeUp(state.turn or 0, fact.card)) if fact.card in state.laying else comes_off(play, fact)


READERS: Mapping[Any, Any] = {CardArrived: _arrives, CardLeft: _leaves}


def gives(play: Fingers[Any], seat: int) -> Readings:
    """Interpret a seat's report that it has given all the cards it owes."""
    owed = [Give(*debt) for debt in play.round.debts if debt[0] == seat]
    return does(play, *owed, says=Says("given", say("I gave it"))) if owed else ()


# -- what people see


def show(event: Event, audience: Audience) -> Event | None:
    """Return what an audience may see of an event if cards lie face down.

    Only `sealed` may know which cards they are.
    """
    if isinstance(event, events.CardPlayed | events.PlayRefused | events.PlayTakenBack) and audience != SEALED:
        return replace(event, card=None)
    return event if may_know(event, audience) else None


def shared(
    state: S,
    ends: Rounds[S],
    *,
    best: str,
    own: Callable[[S], str],
    headline: str = "",
    deals: bool = False,
    **more: Any,
) -> dict[str, Any]:
    """Return the fields of `views.shared` and the correction. Fields in `more` are added or take precedence.

    `own` returns the prompt if no cards are misplaced, and `best` says who wins. With `deals`, the prompt also explains
    how to deal.
    """

    def prompt(now: S) -> str:
        return views.to_put_right(now, now.how_to_put_right()) if now.misplaced else own(now)

    lying, wrong = state.lying, views.correction(state)
    pile = PileView(top=lying[-1] if lying else None, count=len(lying))
    given = {
        "piles": {PILE: views.face_down(state, PILE, len(lying)) if state.face_down else pile},
        "headline": views.headline(state, ends, headline),
        "sentences": [
            *([_deal(state)] if deals and not state.misplaced else []),
            views.prompt(state, ends, best=best, own=prompt),
        ],
        "seats": [SeatView(**seat(state, one)) for one in state.setup.seats],
        "running": ("EXCHANGE", "PLAYING"),
        "waiting": dict.fromkeys(giver for giver, _ in state.debts),
    }
    hidden = wrong if wrong is None or not state.face_down else CorrectionView(zone=PILE)
    return {**views.shared(state, ends, **{**given, **more}), "correction": hidden}


def seat(state: ShedRound[Any, Any], number: int) -> dict[str, Any]:
    """Return the fields of a seat's view: those common to all games, plus the number of cards in the seat's hand."""
    return {**views.seat(state, number), "hand": state.hands[number]}


def owes(state: ShedRound[Any, Any], number: int) -> tuple[Owed, ...]:
    """Return what a seat owes, in the form its view needs."""
    debts = Counter(to for giver, to in state.debts if giver == number)
    return tuple(Owed(to=to, count=count) for to, count in debts.items())


def _deal(state: ShedRound[Any, Any]) -> Text:
    hand, left = divmod(len(state.setup.cards), len(state.setup.seats))
    each = many("Deal {count} card each.", "Deal {count} cards each.", hand)
    aside = many("Put {count} card aside, unseen.", "Put {count} cards aside, unseen.", left) if left else NOTHING
    return joined([each, aside])
