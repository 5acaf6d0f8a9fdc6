"""The Mythology GO view for each audience, built from an allow-list.

Face-down cards and Deities appear only in their owner's view until they are shown. The face-up cards of a turn appear
in nobody else's view until it ends, because until then they may be taken back.
"""

from collections.abc import Mapping
from typing import Any

from msgspec import UNSET

from table import events
from table.event import Event
from table.games.game import SEALED, Audience, Setup, may_know
from table.games.kit import views
from table.games.kit.rulebook import sure
from table.games.mythology_go import beliefs, declaring, due, plays
from table.games.mythology_go import events as own
from table.games.mythology_go.actions import DISCARD, Forbidden, TakeBack
from table.games.mythology_go.board import TARGETING, has
from table.games.mythology_go.count import count, counted_player
from table.games.mythology_go.state import Due, Phase, Placed, State
from table.games.mythology_go.telling.explained import steps
from table.games.mythology_go.turns import ROUNDS
from table.games.mythology_go.views import CountStep, CountView, DueView, MgoSeat, MgoView, Own, OwnTerrain, Terrain
from table.games.mythology_go.words import (
    asked_for,
    asked_of,
    called,
    has_to_go,
    lacks,
    missing,
    missing_ones,
)
from table.games.words import joined, many, say
from table.saying import NOTHING, Text, or_brief, or_by_hand, or_yours
from table.values import replace
from table.view import CorrectionView, PileView


def show(event: Event, audience: Audience) -> Event | None:
    """Return what an audience may see of an event; only a face-down card's owner learns which it is (MGO-15)."""
    mine = audience == SEALED or audience == f"seat:{getattr(event, 'seat', None)}"
    match event:
        case own.ClosedPlayed(seat=seat, zone=zone, card=card, forbidden=Forbidden() as why) if mine:
            return events.PlayRefused(seat, zone, card, why.reason, why.text)  # MGO-64: delivered to nobody else
        case own.ClosedPlayed(seat=seat, zone=zone, card=card):
            return events.CardPlayed(seat, zone, card if mine else None)
        case own.ClosedRefused(seat=seat, zone=zone, card=card, reason=reason, text=text, knows=knows):
            named = audience in (SEALED, f"seat:{knows}")
            return events.PlayRefused(seat, zone, card if named else None, reason, text)
        case own.OpenTakenBack(seat=seat, zone=zone, card=card):
            return events.PlayTakenBack(seat, zone, card) if mine else None
        case events.PlayTakenBack() | own.DeityDealt():
            return event if mine else replace(event, card=None)
    return event if may_know(event, audience) else None


def view(state: State, audience: Audience) -> MgoView:
    """Return an audience's view."""
    seat = int(audience.removeprefix("seat:")) if audience.startswith("seat:") else None
    return MgoView(
        **views.shared(
            state,
            ROUNDS,
            running=("PLAYING", "COUNTING"),
            piles={DISCARD: _discard(state)},
            seats=[_seat(state, one, worth) for one, worth in _worth(state).items()],
            waiting=_yet_to_declare(state),
            headline=say("All cards up") if state.phase is Phase.COUNTING else views.headline(state, ROUNDS),
            sentences=[
                views.prompt(state, ROUNDS, best=say("the most points win"), own=_own_prompt),
                _privately(state, seat),
            ],
        ),
        correction=_correction(state, seat),
        counting=state.phase is Phase.COUNTING,
        places=state.options.terrain_max,
        draws=_draws(state),
        due=_due(state),
        printed=due.for_people(state),
        count=_count(state),
        own=UNSET if seat is None or seat not in state.rows else _own(state, seat),
    )


def _draws(state: State) -> int:
    """Return how many cards the current player draws."""
    return state.options.draw if state.turn is None else beliefs.draws(state, state.turn)


def _due(state: State) -> DueView | None:
    """Return what is due to be destroyed, by which card, and who chooses it (MGO-T-07)."""
    now = due.shown(state)
    return None if now is None else DueView(by=now.by, cards=tuple(now.cards), choice=now.seat)


def _discard(state: State) -> PileView:
    """Return the discard, without the spells of a turn in progress."""
    public_cards = [code for code in state.discard if code not in plays.spells_of_turn(state)]
    return PileView(top=public_cards[-1] if public_cards else None, count=len(public_cards))


def _worth(state: State) -> Mapping[int, int | None]:
    """Return each row's points so far, based on public knowledge: face-up cards and Beliefs, but no Deity."""
    if state.phase in (Phase.BETWEEN, Phase.OVER):
        return dict.fromkeys(state.setup.seats)
    rows = {seat: tuple(one for one in row if one.public and not one.closed) for seat, row in state.rows.items()}
    pairs = {seat: tuple(pair for pair in row if pair not in state.fused) for seat, row in state.pairs.items()}
    lying = replace(state, rows=rows, pairs=pairs, deities={}, accused={})
    counted = state.setup.once(_counted)  # the same for all audiences, whose views are built in succession
    what = tuple(tuple(one.items()) for one in (rows, pairs, state.beliefs, state.aims))
    if what not in counted:
        counted.clear()
        totals = (one.total for one in count(declaring.board(lying)).counts)
        counted[what] = dict(zip(state.setup.seats, totals, strict=True))
    return counted[what]


def _counted(_setup: Setup) -> dict[Any, dict[int, int | None]]:
    """Return a cache for the most recently counted rows."""
    return {}


def _seat(state: State, seat: int, worth: int | None) -> MgoSeat:
    shown = state.counted is not None and state.phase in (Phase.BETWEEN, Phase.OVER)
    return MgoSeat(
        **views.seat(state, seat),
        terrain=tuple(_public(state, one) for one in state.rows[seat] if one.public),
        deity=state.deities.get(seat) if shown else None,
        has_deity=seat in state.deities,
        belief=state.beliefs.get(seat),
        worth=worth,
        declared=seat in state.declared if state.phase is Phase.COUNTING else None,
    )


def _public(state: State, placed: Placed) -> Terrain:
    pair = state.paired(placed.card)
    on = None if pair is None or pair in state.fused else next(code for code in pair if code != placed.card)
    card = None if placed.closed else placed.card
    return Terrain(card=card, closed=placed.closed, risen=placed.risen, pair=on)


def _own(state: State, seat: int) -> Own:
    """Return what only a seat knows about its cards: face-down ones, its Deity, and what it has laid this turn."""
    row = [
        OwnTerrain(
            card=lying.card, closed=lying.closed, forbidden=None if lying.forbidden is None else lying.forbidden.text
        )
        for lying in state.rows[seat]
    ]
    mine = state.turn == seat
    open_ones = [code for code in state.laid if (placed := state.placed(code)) is not None and not placed.closed]
    djinns = sum(has(state.card(code), "djinn") for code in open_ones)
    aims = [one.card for one in state.rows[seat] if any(has(state.card(one.card), keyword) for keyword in TARGETING)]
    return Own(
        terrain=tuple(row),
        deity=state.deities.get(seat),
        laid=tuple(code for code in plays.can_come_back(state) if mine and _comes_back(state, seat, code)),
        spells=tuple(plays.spells_of_turn(state)) if mine else (),
        played=len(state.laid) if mine else 0,
        effects=tuple(
            lying.card
            for lying in state.rows[seat]
            if mine and not lying.closed and has(state.card(lying.card), "chimera")
        ),
        names=mine and state.searches < djinns and state.named is None,
        searches=state.named if mine else None,
        aims={code: state.aims.get(code) for code in aims} if state.phase is Phase.COUNTING else {},
        identifies=declaring.identifies(state, seat) and state.phase is Phase.COUNTING,
    )


def _comes_back(state: State, seat: int, code: str) -> bool:
    return plays.why_not_take_back(state, TakeBack(seat, code)) is None


def _correction(state: State, seat: int | None) -> CorrectionView | None:
    """Return the misplaced cards; only the owner of a face-down card sees which it is."""
    if (zone := state.wrong_first) is None:
        return None
    own_pad = seat is not None and zone == f"seat.{seat}"
    cards = [code for code, where in state.wrong.items() if where == zone and (own_pad or code not in state.closed)]
    return CorrectionView(zone=zone, cards=tuple(sorted(cards)))


def _yet_to_declare(state: State) -> tuple[int, ...]:
    counting = state.phase is Phase.COUNTING
    return tuple(seat for seat in state.setup.seats if counting and seat not in state.declared)


def _count(state: State) -> CountView | None:
    """Return the scoring of all points, step by step; `player` is an index into the occupied seats.

    Deities and the results of accusations come first; they score no points themselves.
    """
    if state.counted is None or state.phase not in (Phase.BETWEEN, Phase.OVER):
        return None
    players = [counted_player(one) for one in state.counted.counts]
    number, name = {seat: place for place, seat in enumerate(state.setup.seats)}, state.setup.name
    shown: list[tuple[int, str | None, str]] = [
        *(
            (seat, code, say("{deity} is the Deity", deity=state.label(code)))
            for seat, code in sorted(state.deities.items())
        ),
        *((seat, None, say("{who} has laid no Deity", who=name(seat))) for seat in missing(state, "deity")),
        *((seat, None, say("{who} has laid no Belief", who=name(seat))) for seat in missing(state, "belief")),
    ]
    accused = [(event.seat, state.deities.get(event.seat), event.text) for event in declaring.settled(state)]
    before = [CountStep("shown", number[seat], code, "deity", 0, why) for seat, code, why in (*shown, *accused)]
    return CountView(players, [*before, *steps(state.counted)])


def _own_prompt(state: State) -> Text:
    if state.turn is not None:
        return _with_what_is_missing(state, _turn(state, state.turn))
    declare = or_brief(
        say("Declare targets and, if your Deity has Identification, accuse somebody; then tap."),
        say("Say what your cards aim at, and whom you accuse."),
    )
    left = len(_yet_to_declare(state))
    waits = many("The table waits for {count} player.", "The table waits for {count} players.", left)
    return joined((declare, waits, *missing_ones(state)))


def _with_what_is_missing(state: State, turn: Text) -> Text:
    """Add a request for missing Deities and Beliefs, in a few words that fit a phone (MGO-92, MGO-99)."""
    asked = asked_for(state)
    if not asked or not _fresh(state) or state.turn is None or state.named is not None or due.shown(state) is not None:
        return joined((turn, asked))
    if lacks(state, state.turn):
        return asked
    who, number = state.setup.name(state.turn), _draws(state)
    draws = many("{who} draws {count} card.", "{who} draws {count} cards.", number, who=who)
    return joined((asked, or_yours(draws, many("You draw {count} card.", "You draw {count} cards.", number))))


def _fresh(state: State) -> bool:
    """Return whether no card on a terrain has been reported to everybody yet."""
    return not any(one.public for row in state.rows.values() for one in row)


def _turn(state: State, seat: int) -> Text:
    """Return what the current player may do, judging only by plays reported to all players."""
    who = state.setup.name(seat)
    if state.named is not None:
        card = called(state, state.named)
        return say("{who}: search the draw pile for {card:a}, then shuffle it.", who=who, card=card)
    if (now := due.shown(state)) is not None:
        return _what_is_due(state, now)
    if (spell := due.for_people(state)) is not None:
        card = state.label(spell)
        return or_by_hand(
            say("{who}: do what {card:the} says. What it destroys touches the discard; then tap.", who=who, card=card),
            say("{who}: do what {card:the} says. Lay on the discard what it destroys; then tap.", who=who, card=card),
        )
    closed = [code for code in state.laid if (placed := state.placed(code)) is not None and placed.public]
    play = say("{who}: play on, put the others under the pile, and tap.", who=who) if closed else _begin(state, who)
    play = or_brief(play, _in_brief(state, who, bool(closed)))
    if state.left is None:
        return play
    left = many("You have {count} turn left.", "You have {count} turns left.", state.left[seat])
    return joined((play, left))


def _in_brief(state: State, who: str, begun: bool) -> Text:
    """Return the short form of the prompt, for a screen whose buttons show the rest."""
    if begun:
        return say("{who}: play on, or end your turn.", who=who)
    drawn, most = state.options.draw, state.options.plays_per_turn
    return say("{who}: draw {count}, then play up to {most}.", who=who, count=drawn, most=most)


def _what_is_due(state: State, now: Due) -> Text:
    """Return what has to be destroyed, or who may choose what is destroyed."""
    if now.seat is None:
        return say("{who}: {what}.", who=state.setup.name(sure(state.turn)), what=has_to_go(state, now))
    given = {"who": state.setup.name(now.seat), "by": state.label(now.by)}
    return or_by_hand(
        many(
            "{who}: {by:the} may destroy an open creature. Touch the discard with it, or end your turn.",
            "{who}: {by:the} may destroy {count} open creatures. Touch the discard with each, or end your turn.",
            now.left,
            **given,
        ),
        many(
            "{who}: {by:the} may destroy an open creature. Lay it on the discard, or end your turn.",
            "{who}: {by:the} may destroy {count} open creatures. Lay each on the discard, or end your turn.",
            now.left,
            **given,
        ),
    )


def _begin(state: State, who: str) -> Text:
    """Return how a turn begins: how many cards are drawn, and how many may be played."""
    drawn, most = _draws(state), beliefs.most_plays(state, sure(state.turn))
    if most == 1:
        return many(
            "{who}: draw {count} card, play 1, put the others under the pile, and tap.",
            "{who}: draw {count} cards, play 1, put the others under the pile, and tap.",
            drawn,
            who=who,
        )
    if most == 2:
        return many(
            "{who}: draw {count} card, play 1 or 2, put the others under the pile, and tap.",
            "{who}: draw {count} cards, play 1 or 2, put the others under the pile, and tap.",
            drawn,
            who=who,
        )
    return many(
        "{who}: draw {count} card, play 1 to {most}, put the others under the pile, and tap.",
        "{who}: draw {count} cards, play 1 to {most}, put the others under the pile, and tap.",
        drawn,
        who=who,
        most=most,
    )


def _privately(state: State, seat: int | None) -> str:
    """Return a prompt for this seat only: about a card that may not be face down, or too many face-down cards.

    If there is neither, it is about an accusation by the seat's Deity, or a Deity or Belief that has not been laid.
    """
    if seat is None or seat not in state.rows:
        return ""
    forbidden = [one for one in state.rows[seat] if one.forbidden is not None]
    for lying in forbidden:
        if lying.card in plays.can_come_back(state) and lying.forbidden is not None:
            return lying.forbidden.text
    if forbidden:
        card = state.label(forbidden[0].card)
        return say("Your {card} may not lie closed: it will not count.", card=card)
    if not state.wrong and (too_much := plays.unless_hides_too_much(state, seat)) is not None:
        return too_much.text
    if state.phase is Phase.COUNTING and seat not in state.declared and declaring.identifies(state, seat):
        deity = state.label(state.deities[seat])
        if state.options.identification_mandatory:
            return say("Your {deity} has to accuse somebody: say whom on your phone before you tap.", deity=deity)
        return say("Your {deity} may accuse somebody: say whom on your phone before you tap.", deity=deity)
    if state.phase is not Phase.PLAYING or not _fresh(state) or state.wrong:
        return ""
    return or_brief(joined([asked_of(state, seat)]), NOTHING)
