"""How what the table saw can be read, who may know what, and why something was told.

There is one reading at most, whatever card it is, so nothing betrays a secret. Views are an allow-list: how many cards
everybody holds and what was said, but no card of the pile.
"""

from typing import Annotated, Any

from msgspec import Meta

from cheat.rules import PILE, ROUNDS, Call, Claim, ClaimDoubted, Lay, Name, State, TakeUp, called
from table.event import Event
from table.events import CardPlayed, PlayRefused, PlayTakenBack
from table.facts import CardArrived, CardLeft, ChoiceMade, Pressed, Tapped
from table.games.game import SEALED, Audience, Reading, Says, Why, may_know
from table.games.kit import picture
from table.games.kit.choices import chosen
from table.games.kit.fingers import Fingers
from table.games.kit.reading import comes, comes_off, does, lies
from table.games.kit.reasons import READ, because, filled, play_refused, press_refused, usual
from table.games.moment import Answers, Moment
from table.games.words import both, many, message, say
from table.saying import NOTHING, Text, joined
from table.values import Value, replace
from table.view import CorrectionView, Seat, SeatView, TakeBackView, View

Play = Fingers[State]
Readings = tuple[Reading[Play, Any], ...]
CALLS = Says("call", say("Cheat!"))


def _pressed(play: Play, fact: Pressed) -> Readings:
    """Read a down edge: it calls at once, so the first to press counts (CH-08)."""
    claim, seat = play.round.claim, fact.press.seat
    return does(play, Call(seat), says=CALLS) if claim is not None and seat != claim.seat else ()


def _tapped(play: Play, fact: Tapped) -> Readings:
    """Read that the seat in turn has laid all its cards: they have the usual rank (CH-06)."""
    state, seat = play.round, fact.press.seat
    if not state.laying or seat != state.turn:
        return ()
    says = Says("claim", say("{count} x {rank}", count=len(state.laying), rank=called(state.ranks[0])))
    return does(play, Name(seat, state.ranks[0]), says=says)


def _arrives(play: Play, fact: CardArrived) -> Readings:
    """Read a card as laid by the seat in turn, unless it is known whose it is."""
    state, card = play.round, fact.card
    if card in state.laying and state.setup.placement[PILE] == "tap":  # CH-13
        return does(play, TakeUp(card))
    return lies(play, card, PILE) or comes(play, fact, Lay(fact.by or state.turn or 0, card))


def _leaves(play: Play, fact: CardLeft) -> Readings:
    return does(play, TakeUp(fact.card)) if fact.card in play.round.laying else comes_off(play, fact)


READERS = {
    Pressed: _pressed,
    Tapped: _tapped,
    CardArrived: _arrives,
    CardLeft: _leaves,
    ChoiceMade: lambda play, fact: does(play, chosen(fact, play.round.turn, {"claim": Name})),
}


# -- what everybody may see


class ClaimView(Value, kw_only=True):
    """What a seat has said of the cards it laid."""

    seat: Seat
    rank: Annotated[int, Meta(description="1 (ace) to 13 (king).")]
    count: int


class CheatView(View, kw_only=True):
    """What everybody sees of this game."""

    claim: Annotated[ClaimView | None, Meta(description="What was said last, while it may be doubted.")] = None
    laying: Annotated[int, Meta(description="How many cards the seat in turn has laid so far.")] = 0
    rank: Annotated[int | None, Meta(description="The rank that was named last.")] = None
    ranks: Annotated[tuple[int, ...], Meta(description="The ranks that may be named next, the usual one first.")] = ()


def show(event: Event, audience: Audience) -> Event | None:
    """Return what an audience may know of an event: of cards that lie face down, not which they are."""
    if isinstance(event, CardPlayed | PlayRefused | PlayTakenBack) and audience != SEALED:
        return replace(event, card=None)
    return event if may_know(event, audience) else None


def view(state: State) -> CheatView:
    """Return what everybody may see."""
    claim, who = state.claim, state.setup.name(state.turn or 0)
    fields = picture.shared(
        state,
        ROUNDS,
        piles={PILE: picture.face_down(state, PILE, len(state.pile))},
        seats=[SeatView(**picture.seat(state, seat), hand=state.hands[seat]) for seat in state.setup.seats],
        waiting=() if claim is None else [seat for seat in state.setup.seats if seat != claim.seat],
        headline=picture.headline(state, ROUNDS, NOTHING if claim is None else _said(state, claim)),
        sentences=[picture.prompt(state, ROUNDS, best=say("the fewest cards win"), own=lambda _: _prompt(state, who))],
    )
    return CheatView(
        **fields,
        correction=CorrectionView(zone=PILE) if state.wrong else None,
        take_back=TakeBackView(seat=state.turn, zone=PILE) if state.laying else None,
        claim=None if claim is None else ClaimView(seat=claim.seat, rank=claim.rank, count=len(claim.cards)),
        laying=len(state.laying),
        rank=state.rank,
        ranks=state.ranks,
    )


def _said(state: State, claim: Claim) -> Text:
    who, count, rank = state.setup.name(claim.seat), len(claim.cards), called(claim.rank)
    return say("{who}: {count} x {rank}", who=who, count=count, rank=rank)


def _prompt(state: State, who: str) -> Text:
    """Return what is to be done now, and by whom."""
    claim, near = state.claim, state.options.ranks == "near"
    given = {"who": who, "count": len(state.laying), "rank": called(state.ranks[0])}
    if state.laying and near:
        return say("{who}: tap for “{count} x {rank}”, name another rank on your phone, or lay more.", **given)
    if state.laying:
        return say("{who}: tap for “{count} x {rank}”, or lay more.", **given)
    if claim is not None and not state.hands[claim.seat]:  # CH-14
        return say("{who}: it was the last card! Tap to call “Cheat!”, or lay a card.", who=who)
    taker = NOTHING if state.taker is None else say("{who}: take the pile.", who=state.setup.name(state.taker))
    rank = NOTHING if near else say("The next rank: {rank}.", rank=given["rank"])
    lay = many("{who}: lay a card face down.", "{who}: lay 1 to {count} cards.", state.options.most_cards, who=who)
    doubt = NOTHING if claim is None else say("Do you doubt the last ones? Tap to call “Cheat!”")
    return joined([_deal(state), taker, lay, rank, doubt])


def _deal(state: State) -> Text:
    """Return how to deal, until the first card is laid (CH-02)."""
    hand, left = divmod(len(state.setup.cards), len(state.setup.seats))
    deal = many("Deal {count} card each.", "Deal {count} cards each.", hand)
    aside = many("Put {count} card aside, unseen.", "Put {count} cards aside, unseen.", left) if left else NOTHING
    return NOTHING if state.pile or state.taker is not None else joined([deal, aside])


# -- why

_WRONG = ("CH-13",)


def _claim_doubted(moment: Moment[ClaimDoubted]) -> Why:
    cards = both([say("{card:the}", card=moment.card(card)) for card in moment.event.cards])
    seen = filled(moment, message("{who} pressed first. The table had read {cards}."), cards=cards)
    return Why(("CH-09", "CH-08", "CH-11" if moment.event.truthful else "CH-10"), seen)


ANSWERS: Answers = {
    **usual(started=("CH-01", "CH-02"), over=("CH-15",), wrong=_WRONG),
    "round_started": because("CH-03", "CH-15", seen="{starter} begins the round."),
    "turn_started": because("CH-03", "CH-12", seen="{who} goes on."),
    "card_played": because("CH-04", "CH-07", seen=READ),
    "claim_made": because("CH-05", "CH-06", seen="{who}’s button was tapped, or a rank was chosen on a phone."),
    "claim_doubted": _claim_doubted,
    "pile_taken": because("CH-10", "CH-11", seen="{who} has lost the call."),
    "play_refused": play_refused({"correction_pending": (_WRONG, READ)}, otherwise=("CH-03", "CH-04")),
    "press_refused": press_refused(_WRONG, otherwise=("CH-08",)),
    "round_ended": because("CH-14", seen="{out} has no card left, and the last claim stands."),
}
