"""Readings of cards (either face up), deadlines and the host's choices in Nur Mut.

A card has one tag and two faces, so it is read with either one up; the rules decide which readings are legal, and
the referee keeps those. The number comes first, as a bystander would assume.
"""

from table.facts import CardArrived, CardLeft, ChoiceMade
from table.games.game import Reading
from table.games.kit import lateness
from table.games.kit.actions import Action, GiveTurn, PutRight
from table.games.kit.choices import chosen
from table.games.kit.fingers import ALONG, Arrived
from table.games.kit.reading import arrive, does, idle, lies, moved, timed
from table.games.nur_mut import actions, rules
from table.games.nur_mut.cards import JOKER, Face
from table.games.nur_mut.reading import presses
from table.games.nur_mut.reading.play import Play, Readings
from table.games.nur_mut.state import Phase, State
from table.games.nur_mut.turns import highest
from table.values import replace


def _chose(play: Play, fact: ChoiceMade) -> Readings:
    """Read a choice; naming whose turn it is supports the worlds in which it already is."""
    action = chosen(fact, play.round.turn, {"left": actions.CountPile})
    news = isinstance(action, GiveTurn) and action.seat != play.round.turn
    return (Reading(replace(play, ready=fact.t), (action,), otherwise=news),)


# -- cards


def _arrives(play: Play, fact: CardArrived) -> Readings:
    if any(other.card == fact.card for other in play.waiting):
        return ()
    return arrive(play, Arrived(fact.card, fact.zone, fact.t, fact.by, fact.face), _read)


def _read(play: Play, arrived: Arrived) -> Readings:
    state, card, zone = play.round, arrived.card, arrived.zone
    if (lying := lies(play, card, zone)) is not None:
        return lying
    pad = state.setup.placement[zone] == "tap"
    if pad and not state.begun and zone in state.piles and state.piles[zone].top == card:
        return does(play, actions.TurnDown(zone))
    if pad and rules.can_take_back(state, card, zone):
        return (Reading(replace(play, laid_at=-ALONG - 1), takes_back=True),)
    if not pad and zone in state.piles and card in state.piles[zone].cards:
        return idle(play)  # it lies there
    return _played(play, arrived, moved(play, card))


def _played(play: Play, arrived: Arrived, before: tuple[Action, ...]) -> Readings:
    """Read a card as laid by the seat in turn, with either face up; or as one that begins a pile."""
    state, card, zone = play.round, arrived.card, arrived.zone
    after = replace(play, laid_at=arrived.at, ready=max(play.ready, arrived.at))
    if state.phase is Phase.SET_UP:  # a joker is turned up as one only if it cannot be a number
        known, sides = _sides(state, arrived)
        faces = tuple(face for face in sides if face != JOKER) or sides
        return tuple(Reading(after, (*before, actions.TurnUp(zone, card, face, known))) for face in faces)
    if arrived.by is not None and state.phase is Phase.PLAYING:
        return _known(play, after, arrived, before)
    along = state.last is not None and state.cover is None and arrived.at - play.laid_at <= ALONG
    seat = (state.last.seat if along and state.last is not None else state.turn) or 0
    if state.phase is Phase.TAKING:  # nobody is in turn: the failed player or the next one may have laid it
        seat = arrived.by or 0
    dared = _dared(state, seat)
    lays = _lays(state, arrived, seat, along=along, turned=bool(dared))
    return tuple(Reading(after, (*before, *dared, lay)) for lay in lays)


def _sides(state: State, arrived: Arrived) -> tuple[bool, tuple[Face, ...]]:
    """Return whether the visible side of a card is known, and the sides that may be up."""
    sides = state.card(arrived.card).sides
    known = tuple(face for face in sides if face == arrived.face)
    return bool(known), known or sides


def _turned_over(state: State, arrived: Arrived) -> Arrived:
    """Turn over a card that was laid before its player was known to be brave (NUR-28)."""
    up = arrived.face
    return arrived if up is None else replace(arrived, face=state.card(arrived.card).behind(up))


def _lays(state: State, arrived: Arrived, seat: int, *, along: bool, turned: bool = False) -> list[actions.Lay]:
    """List the ways in which a card may have been laid; it is `turned` over if laying it says that one is brave."""
    shown = _turned_over(state, arrived) if turned else arrived
    known, faces = _sides(state, shown)
    return [actions.Lay(seat, arrived.zone, arrived.card, face, along, known=known) for face in faces]


def _dared(state: State, seat: int) -> tuple[Action, ...]:
    """Read Courage of a player who must dare (NUR-43): a card declares it as well as a tap."""
    dares = state.must_dare and state.cover is None and state.empty is None and not state.daring
    return (actions.Dare(seat),) if dares else ()


def _known(play: Play, after: Play, arrived: Arrived, before: tuple[Action, ...]) -> Readings:
    """Read a card whose player is known: either it is their turn, or the card is out of turn."""
    state, seat = play.round, arrived.by or 0
    twice = state.last is not None and state.last.seat == seat and state.cover is None
    along = twice and arrived.at - play.laid_at <= ALONG
    dared = _dared(state, seat) if seat == state.turn else ()
    lays = _lays(state, arrived, seat, along=along, turned=bool(dared))
    if seat != state.turn and not along:
        astray = lateness.astray_of(play, seat, arrived.at)
        return tuple(Reading(replace(play, ready=after.ready), (*before, replace(lay, astray=astray))) for lay in lays)
    others = state.laid_last not in (None, seat)  # a card that does not fit may have been fair until theirs came
    late = not dared and others and lateness.was_fair(play, arrived.at, rules.why_not, *lays)
    lays = [replace(lay, astray="late") for lay in lays] if late else lays
    return tuple(Reading(after, (*before, *dared, lay)) for lay in lays)


def _leaves(play: Play, fact: CardLeft) -> Readings:
    """Read a card that was lifted off a pile: a pile that is taken goes with its top card."""
    state, card, zone = play.round, fact.card, fact.zone
    if (unread := play.without_card(card, zone)) is not None:
        return does(unread)
    if state.wrong.get(card) == zone:
        return does(play, PutRight(card))
    if zone not in state.piles or state.piles[zone].top != card:
        return ()
    return _top_leaves(replace(play, ready=fact.t), card, zone)


def _top_leaves(play: Play, card: str, zone: str) -> Readings:
    state = play.round
    if state.phase is Phase.TAKING and state.taken is not None and zone in state.taken.highest:
        return does(play, actions.TakePile(zone))
    if state.daring and state.turn is not None and zone in highest(state) and state.cover is None:
        failed = actions.FailAndTake(state.turn, taken=zone)  # to lift the pile is to say that the card does not fit
        return does(play, failed, actions.TakePile(zone))
    if rules.can_take_back(state, card, zone) and not play.awaits:
        return (Reading(replace(play, laid_at=-ALONG - 1), takes_back=True),)
    if not state.begun and state.phase in (Phase.SET_UP, Phase.PLAYING):
        return does(play, actions.TurnDown(zone))
    return ()


def _settles(play: Play, now: int) -> Readings:
    """Settle a tap as Courage: the card on its way is turned over."""
    seat = None if play.tap is None else play.tap.press.seat
    brave = seat is not None and seat == play.round.turn and rules.why_not(play.round, actions.Dare(seat)) is None
    waiting = tuple(_turned_over(play.round, one) if brave and one.by in (None, seat) else one for one in play.waiting)
    return presses.settles(replace(play, waiting=waiting), now)


READERS = {
    **presses.READERS,
    **timed(_settles, _read),
    CardArrived: _arrives,
    CardLeft: _leaves,
    ChoiceMade: _chose,
}
