"""What a seat knows about a round of Mythology GO: terrains, Deities, and the phase.

What the seat cannot know, such as closed cards and Deities of others, is chosen at random before the state is built.
"""

from collections.abc import Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from random import Random

from table import events
from table.ai.known import Known, World
from table.event import Event
from table.games.kit.rulebook import sure
from table.games.mythology_go.actions import DISCARD, Destroy, Forbidden
from table.games.mythology_go.board import has
from table.games.mythology_go.cards import DestroyChoice
from table.games.mythology_go.count import count
from table.games.mythology_go.declaring import board
from table.games.mythology_go.events import (
    AccusationMade,
    CardDestroyed,
    CardNamed,
    CardResurrected,
    CardsFused,
    CountOpened,
    SearchEnded,
    TargetDeclared,
)
from table.games.mythology_go.state import Due, Pair, Phase, Placed, State
from table.games.mythology_go.views import MgoSeat, MgoView
from table.values import Value, replace

BESIDES = ("deity", "belief")


class Brought(Value):
    """How many cards djinns have fetched in a turn."""

    found: int = 0


NOTHING = Brought()


class Lot(Value):
    """The cards that a seat has not seen, by kind, in random order. Taking a card removes it."""

    creatures: list[str]
    deities: list[str]
    beliefs: list[str]
    spells: list[str]

    def closed(self, known: Known) -> str | None:
        """Take a creature that may lie closed; if there is none, any creature."""
        may = next((code for code in self.creatures if known.setup.cards[code].face_down), None)
        return _taken(self.creatures, may)

    def besides(self, kind: str) -> str | None:
        """Take a Deity or a Belief."""
        return _taken(self.deities if kind == "deity" else self.beliefs, None)


def _taken(cards: list[str], code: str | None) -> str | None:
    if not cards:
        return None
    code = code or cards[-1]
    cards.remove(code)
    return code


def unseen(known: Known, chance: Random) -> Lot:
    """Return the cards that a seat has not seen, in random order."""
    seen = set(_seen(known))
    by_kind: dict[str, list[str]] = {kind: [] for kind in ("creature", "deity", "belief", "spell")}
    for code, card in known.setup.cards.items():
        if code not in seen:
            by_kind[card.kind].append(code)
    for cards in by_kind.values():
        chance.shuffle(cards)
    return Lot(by_kind["creature"], by_kind["deity"], by_kind["belief"], by_kind["spell"])


def _seen(known: Known) -> Iterator[str]:
    view = MgoView.of(known.view)
    own = sure(view.mine)
    yield from known.hand
    yield from (one.card for one in own.terrain)
    yield from (*(own.laid or ()), *(own.spells or ()))
    if own.deity is not None:
        yield own.deity
    yield from discarded(known)
    for seat in view.seats:
        shown = (*(one.card for one in seat.terrain or ()), seat.belief, seat.deity)
        yield from (card for card in shown if card is not None)


def discarded(known: Known) -> tuple[str, ...]:
    """Return the discard pile, top card last, followed by the spells that the seat has laid this turn."""
    lie: list[str] = []
    for one in known.of_round():
        match one.event:
            case events.CardPlayed(zone=zone, card=str(card)) if zone == DISCARD:
                lie.append(card)
            case CardDestroyed(card=card):
                lie.append(card)
            case events.PileReshuffled():
                lie.clear()
    own, top = sure(MgoView.of(known.view).mine), known.view.piles[DISCARD].top
    mine = own.spells or ()
    return tuple(dict.fromkeys((*(code for code in lie if code != top), *([top] if top else []), *mine)))


# -- The state of the round


def state_of(known: Known, lot: Lot) -> State:
    """Return the state of the round under the rules; unknown closed cards and Deities are taken from `lot`."""
    view, phase = MgoView.of(known.view), _phase(known)
    own = sure(view.mine)
    wrong, turn = known.wrong, [one.event for one in known.since(events.TurnStarted)]
    of_turn = [one.event for one in known.since(events.TurnStarted, events.RoundStarted)]
    laid = _laid(known) if phase is Phase.PLAYING else ()
    rows = {one.seat: _row(known, one, lot) for one in view.seats}
    open_ones = {one.card for one in rows[known.seat] if not one.closed}
    there = {one.card for row in rows.values() for one in row}
    state = State(
        known.setup,
        phase,
        sure(view.round),
        known.starter,
        turn=_turn(known) if phase is Phase.PLAYING else None,
        totals={one.seat: one.score or 0 for one in view.seats},
        rows=rows,
        deities=_deities(known, lot),
        beliefs={one.seat: one.belief for one in view.seats if one.belief is not None},
        pairs={one.seat: _pairs(one, rows[one.seat]) for one in view.seats},
        discard=discarded(known),
        laid=laid,
        due=_due(known, there),
        struck=frozenset(by for event in turn if (by := _by(event)) is not None),
        drawn=sum(has(known.setup.cards[code], "leprechaun") for code in laid if code in open_ones),
        left=_left(known),
        named=own.searches,
        searches=sum(isinstance(event, CardNamed) for event in of_turn),
        declared=frozenset(one.seat for one in view.seats if one.declared),
        aims={one.card: one.target for one in known.each(TargetDeclared) if one.target in there},
        accused={one.seat: (one.accused, one.deity) for one in known.each(AccusationMade)},
        results=_results(known),
        opener=next(iter(view.awaited), None) if phase is Phase.BETWEEN else None,
        wrong=wrong,
        closed=frozenset(card for card in wrong if card not in known.setup.cards),
    )
    return replace(state, counted=count(board(state))) if phase in (Phase.BETWEEN, Phase.OVER) else state


def _phase(known: Known) -> Phase:
    if known.view.winners is not None:
        return Phase.OVER
    last = known.last(CountOpened, events.RoundEnded)
    if last is None:
        return Phase.PLAYING
    return Phase.COUNTING if isinstance(last, CountOpened) else Phase.BETWEEN


def _turn(known: Known) -> int:
    """Return the seat whose turn it is, from the view or else from the last `TurnStarted`."""
    last = known.last(events.TurnStarted)
    return known.view.turn or (known.setup.seats[0] if last is None else last.seat)


def _by(event: Event) -> str | None:
    """Return the card that, in this event, destroyed or tried to destroy another; None for other events."""
    return event.by if isinstance(event, (CardDestroyed, CardResurrected)) else None


def _row(known: Known, shown: MgoSeat, lot: Lot) -> tuple[Placed, ...]:
    """Return the cards of a terrain; for the seat's own, including those that others do not know about yet."""
    if shown.seat == known.seat:
        return tuple(_own_placed(known, shown)) or ()
    row = []
    for one in shown.terrain or ():
        code = one.card or lot.closed(known)
        if code is not None:
            closed = bool(one.closed) or one.card is None
            row.append(Placed(code, closed=closed, public=True, risen=bool(one.risen)))
    return tuple(row)


def _own_placed(known: Known, shown: MgoSeat) -> Iterator[Placed]:
    public = {one.card: one for one in shown.terrain or ()}
    for one in sure(MgoView.of(known.view).mine).terrain:
        code = one.card
        if code in known.setup.cards and code not in known.hand:
            why = None if one.forbidden is None else Forbidden("not_face_down", one.forbidden)
            is_public, risen = bool(one.closed) or code in public, code in public and bool(public[code].risen)
            yield Placed(code, closed=bool(one.closed), public=is_public, risen=risen, forbidden=why)


def _pairs(shown: MgoSeat, row: Sequence[Placed]) -> tuple[Pair, ...]:
    """Return the fused pairs of a terrain, each in the order of its cards."""
    lie = [one.card for one in row]
    found = ((one.card, one.pair) for one in shown.terrain or () if one.card and one.pair)
    return tuple((one, other) for one, other in found if {one, other} <= {*lie} and lie.index(one) < lie.index(other))


def _deities(known: Known, lot: Lot) -> dict[int, str]:
    """Return each seat's Deity; one that this seat does not know is taken at random from `lot`."""
    found: dict[int, str] = {}
    view = MgoView.of(known.view)
    for seat in view.seats:
        mine = sure(view.mine).deity if seat.seat == known.seat else None
        code = seat.deity or mine
        if code is None and seat.has_deity and seat.seat != known.seat:
            code = lot.besides("deity")
        if code is not None:
            found[seat.seat] = code
    return found


def _laid(known: Known) -> tuple[str, ...]:
    """Return the cards that this seat laid in its own turn, remembered or shown; empty if it is another seat's turn."""
    if _turn(known) != known.seat:
        return ()
    began = known.last_seq(events.TurnStarted)
    remembered = [one.card for one in known.laid if began is not None and one.seq >= began]
    own = sure(MgoView.of(known.view).mine)
    shown = (*(own.laid or ()), *(own.spells or ()))
    cards = [code for code in (*remembered, *shown) if code in known.setup.cards]
    return tuple(
        code for code in dict.fromkeys(cards) if code not in known.hand and known.setup.cards[code].kind not in BESIDES
    )


def _results(known: Known) -> tuple[Mapping[int, int], ...]:
    """Return the scores of earlier rounds, by seat."""
    ended = (one.event for one in known.delivered)
    return tuple(dict(event.scores) for event in ended if isinstance(event, events.RoundEnded))


def _left(known: Known) -> dict[int, int] | None:
    """Return the turns left for each seat once a terrain is full, counted from events (MGO-21); None before that."""
    places, left, turn = dict.fromkeys(known.setup.seats, 0), None, None
    options = known.setup.options
    for one in known.of_round():
        match one.event:
            case events.CardPlayed(seat=int(seat), zone=zone) if zone != DISCARD:
                places[seat] += 1
            case CardDestroyed(seat=seat) | CardsFused(seat=seat):
                places[seat] -= 1
            case events.PlayTakenBack(seat=int(seat), zone=zone) if zone != DISCARD:
                places[seat] -= 1
            case (events.TurnStarted() | CountOpened()) as event:
                if left is not None and turn is not None:
                    left[turn] -= 1
                elif turn is not None and places[turn] >= options.terrain_max:
                    left = dict.fromkeys(known.setup.seats, options.final_turns)
                turn = event.seat if isinstance(event, events.TurnStarted) else None
    return left


def brought_of(world: World[State]) -> int:
    """Return how many cards djinns have fetched this turn."""
    return world.notes.found if isinstance(world.notes, Brought) else 0


def notes_of(known: Known, state: State) -> Brought:
    """Return, as a world's notes, how many cards djinns have fetched if it is the seat's own turn."""
    if state.turn != known.seat or state.phase is not Phase.PLAYING:
        return NOTHING
    turn = [one.event for one in known.since(events.TurnStarted)]
    return Brought(sum(event.found for event in turn if isinstance(event, SearchEnded)))


def _due(known: Known, there: AbstractSet[str]) -> tuple[Due, ...]:
    """Return the destructions the view shows as due, except of cards that are unknown or cannot be destroyed."""
    shown = MgoView.of(known.view).due
    if shown is None or shown.by is None or shown.by not in known.setup.cards:
        return ()
    if shown.choice is None:
        vain = {one.card for one in known.vain if isinstance(one, Destroy)}
        cards = tuple(code for code in shown.cards or () if code in there and code not in vain)
        return (Due(shown.by, "all", cards),) if cards else ()
    done = sum(_by(one.event) == shown.by for one in known.since(events.TurnStarted))
    effects = known.setup.cards[shown.by].effects
    most = sum(one.count for one in effects if isinstance(one, DestroyChoice))
    return (Due(shown.by, "choice", seat=shown.choice, left=max(most - done, 1)),)
