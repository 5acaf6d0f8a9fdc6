"""Readings of Nur Mut: which actions a card, press or deadline may represent.

Readings do not judge cards or create events, and the rules do not depend on them.
"""

from collections.abc import Mapping
from enum import Enum

from table.facts import CardArrived, CardLeft, ChoiceMade, Doubled, Held, Press, Pressed, Tapped, micros
from table.games import ordering
from table.games.game import Ask, Reading, Says
from table.games.kit import lateness
from table.games.kit.actions import Action, GiveTurn, NextRound, PutRight
from table.games.kit.choices import OPENS_ROUND, chosen
from table.games.kit.fingers import ALONG, Arrived, Begun, Waiting
from table.games.kit.reading import arrive, does, idle, lies, moved, tap_alone, timed
from table.games.nur_mut import actions, rules
from table.games.nur_mut.cards import JOKER, Face, face_name
from table.games.nur_mut.rounds import ROUNDS
from table.games.nur_mut.state import Phase, State, Supposed
from table.games.nur_mut.turns import highest
from table.games.words import both, say
from table.values import replace
from table.wording import place

# -- The state of one world of Nur Mut: the round, waiting presses and cards, and the time limits

PATIENCE = micros(6)  # the players' next actions settle most doubts
SHUFFLING = micros(10)  # a pile is taken and shuffled in, and the next player lays a card in its place


class Meaning(Enum):
    """The meaning of a press, decided when the button goes down."""

    OWN_TURN = "tap: Courage!; hold: pass, or after Courage: it does not fit; double: under my pile"
    JOKER = "double: that was the joker"
    NEXT_ROUND = "hold: next round"


class Play(Waiting[State]):
    """The state of one world of Nur Mut."""


Readings = tuple[Reading[Play, Action], ...]


# -- Questions of Nur Mut: what the table cannot see and must ask, if it matters
#
# The next card laid usually shows which number was up. Two things cannot always wait for that.


def asks(state: State) -> Mapping[str, Ask]:
    """Return this world's assumptions: which piles show the highest number, and which faces were up (NUR-T-01)."""
    return {**_highest(state), **_face(state)}


def _highest(state: State) -> dict[str, Ask]:
    """Ask which pile has to be taken (NUR-30), as long as no card has been laid in its place."""
    taken = state.taken or state.earlier
    if taken is None:
        return {}
    alone = len(taken.highest) == 1
    tops = tuple(taken.tops[zone] for zone in taken.highest)
    shown = [
        say("{pile} ({card})", pile=place(zone), card=state.label(top))
        for zone, top in zip(taken.highest, tops, strict=True)
    ]
    label = say("{pile} alone", pile=shown[0]) if alone else both(shown)
    who = state.setup.name(taken.seat)
    text = say("{who} takes the pile that shows the highest number. Which is it?", who=who)
    first, second, third = map(place, taken.order)
    lot = say(
        "If several show it, the table drew lots: first {first}, then {second}, then {third}.",
        first=first,
        second=second,
        third=third,
    )
    asked = Ask(
        " ".join(taken.highest), (taken.seat,), text, label, patience=SHUFFLING, decides=taken.zone, cards=tops,
        hint=lot,
    )  # fmt: skip
    return {"highest": asked}


def _face(state: State) -> dict[str, Ask]:
    """Ask whether cards showed their numbers or the joker: that decides who lays the next one (NUR-40, NUR-42)."""
    follows = f"{state.phase} {state.turn} {state.cover} {sorted(state.hands.items())}"
    return {f"face {one.card}": _asked(state, one, follows) for one in state.supposed}


def _asked(state: State, one: Supposed, follows: str) -> Ask:
    name = state.setup.name(one.seat)
    label = say("{face:the}", face=face_name(one.face))
    how = say("{who}: press twice if it was the joker. If not, play on.", who=name)
    hint = how if state.just_supposed == one else ""
    text = say("What did {who} lay?", who=name)
    neutral = say("Which side of {card:the} is up?", card=state.label(one.card))
    return Ask(
        one.face, (one.seat,), text, label, patience=PATIENCE, place=int(one.face == JOKER), decides=follows, hint=hint,
        cards=(one.card,), neutral=neutral,
    )  # fmt: skip


# -- Readings of presses in Nur Mut. The meaning of a gesture is decided when the button goes down.

COURAGE, PASS = Says("courage", say("Courage!")), Says("pass", say("Pass"))
UNDER, MISFIT = Says("under", say("Under my pile")), Says("misfit", say("It does not fit"))
WAS_JOKER = Says("joker", say("It is the joker"))


def pressed(play: Play, fact: Pressed) -> Readings:
    """Interpret a down edge. It is not evidence for any world; the gesture that follows is."""
    meaning = _meaning(play, fact.press.seat)
    return () if meaning is None else idle(play.with_begun(Begun(fact.press, meaning)))


def _meaning(play: Play, seat: int) -> Meaning | None:
    state = play.round
    match state.phase:
        case Phase.PLAYING if seat == state.turn and state.cover is not None:
            return Meaning.JOKER if may_say_joker(state, seat) else None
        case Phase.PLAYING if seat == state.turn and state.empty is None and not play.waiting:
            return Meaning.OWN_TURN
        case Phase.BETWEEN if seat == ROUNDS.next_starter(state):
            return Meaning.NEXT_ROUND
        case _:
            return None


def _may_mean_joker(play: Play, press: Press) -> bool:
    """Return whether a press may be meant to say, in this world or another, that the card just laid is a joker."""
    laid = play.round.just_supposed if press.t < play.laid_at + PATIENCE else None  # after that, the players are asked
    return laid is not None and press.seat in laid.among


def may_say_joker(state: State, seat: int) -> bool:
    """Return whether this world assumes that a seat's last card is a joker, though it might not be."""
    laid = state.just_supposed
    return laid is not None and (laid.seat, laid.face) == (seat, JOKER)


def tapped(play: Play, fact: Tapped) -> Readings:
    """Interpret a tap, which may become a double press. After Courage it means nothing."""
    meaning, after = play.meaning(fact.press), replace(play.without(fact.press), ready=fact.t)
    if meaning is Meaning.OWN_TURN and fact.press.seat == play.round.turn and not play.round.daring:
        waits = after.with_tap(fact.press, meaning, fact.t)
        return (Reading(waits, idle=_may_mean_joker(play, fact.press), says=COURAGE),)
    if meaning is Meaning.JOKER:
        return idle(after.with_tap(fact.press, meaning, fact.t))
    return idle(after)


def held(play: Play, fact: Held) -> Readings:
    """Interpret a hold: the seat passes or, after Courage, says that its card does not fit."""
    meaning, seat = play.meaning(fact.press), fact.press.seat
    after = replace(play.without(fact.press), ready=fact.t)
    if meaning is Meaning.NEXT_ROUND:
        return does(after, NextRound(seat), says=OPENS_ROUND)
    if meaning is not Meaning.OWN_TURN or seat != play.round.turn:
        return idle(after)
    if play.round.daring:
        return does(after, fails(play.round, seat), says=MISFIT)
    return does(after, actions.Pass(seat), says=PASS)


def fails(state: State, seat: int) -> actions.Fail:
    """Return the action for a card that does not fit after Courage, with a draw to decide between highest piles."""
    return actions.Fail(seat, ordering.lot(state.setup.seed, state.lots))


def doubled(play: Play, fact: Doubled) -> Readings:
    """Interpret a double press: the card goes under the player's pile, or the card just laid was the joker."""
    tap, seat = play.tap, fact.press.seat
    if tap is None or tap.press != fact.first:
        return ()
    after = replace(play.without(fact.press), tap=None, ready=fact.t)
    if tap.meaning is Meaning.JOKER:
        return does(after, actions.SayJoker(seat), says=WAS_JOKER)
    under = actions.PutUnder(seat)
    return (Reading(after, (under,), otherwise=True, says=UNDER),)  # unless it means the joker in another world


def settles(play: Play, now: int) -> Readings:
    """Settle a waiting tap as a single tap: Courage.

    Courage is refused where a joker must be covered, so worlds that assume a joker give way to others.
    """
    return tap_alone(play, actions.Dare)


_OF_PRESSES = {Pressed: pressed, Tapped: tapped, Held: held, Doubled: doubled}


# -- Readings of cards (either face up), deadlines and the host's choices in Nur Mut
#
# A card has one tag and two faces, so it is read with either one up; the rules decide which readings are legal, and
# the referee keeps those. The number comes first, as a bystander would assume.


def _chose(play: Play, fact: ChoiceMade) -> Readings:
    """Interpret a choice; when the host gives a seat the turn, worlds in which it already has it are preferred."""
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
        return idle(play)  # it is already there
    return _played(play, arrived, moved(play, card))


def _played(play: Play, arrived: Arrived, before: tuple[Action, ...]) -> Readings:
    """Interpret a card as laid by the current player, with either face up, or as one that begins a pile."""
    state, card, zone = play.round, arrived.card, arrived.zone
    after = replace(play, laid_at=arrived.at, ready=max(play.ready, arrived.at))
    if state.phase is Phase.SET_UP:  # the card is taken for a joker only if it has no number
        known, sides = _sides(state, arrived)
        faces = tuple(face for face in sides if face != JOKER) or sides
        return tuple(Reading(after, (*before, actions.TurnUp(zone, card, face, known))) for face in faces)
    if arrived.by is not None and state.phase is Phase.PLAYING:
        return _known(play, after, arrived, before)
    along = state.last is not None and state.cover is None and arrived.at - play.laid_at <= ALONG
    seat = (state.last.seat if along and state.last is not None else state.turn) or 0
    if state.phase is Phase.TAKING:  # no seat has the turn: the failed player or the next one may have laid it
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
    """List the ways in which a card may have been laid; it is `turned` over if laying it declares Courage."""
    shown = _turned_over(state, arrived) if turned else arrived
    known, faces = _sides(state, shown)
    return [actions.Lay(seat, arrived.zone, arrived.card, face, along, known=known) for face in faces]


def _dared(state: State, seat: int) -> tuple[Action, ...]:
    """Return the Courage action if a seat must dare (NUR-43): laying a card declares it, just as a tap does."""
    dares = state.must_dare and state.cover is None and state.empty is None and not state.daring
    return (actions.Dare(seat),) if dares else ()


def _known(play: Play, after: Play, arrived: Arrived, before: tuple[Action, ...]) -> Readings:
    """Interpret a card whose player is known: either it is their turn, or the card is out of turn."""
    state, seat = play.round, arrived.by or 0
    twice = state.last is not None and state.last.seat == seat and state.cover is None
    along = twice and arrived.at - play.laid_at <= ALONG
    dared = _dared(state, seat) if seat == state.turn else ()
    lays = _lays(state, arrived, seat, along=along, turned=bool(dared))
    if seat != state.turn and not along:
        astray = lateness.astray_of(play, seat, arrived.at)
        return tuple(Reading(replace(play, ready=after.ready), (*before, replace(lay, astray=astray))) for lay in lays)
    others = state.laid_last not in (None, seat)  # a card that does not fit now may have fitted before that
    late = not dared and others and lateness.was_fair(play, arrived.at, rules.why_not, *lays)
    lays = [replace(lay, astray="late") for lay in lays] if late else lays
    return tuple(Reading(after, (*before, *dared, lay)) for lay in lays)


def _leaves(play: Play, fact: CardLeft) -> Readings:
    """Interpret a card lifted off a pile; a pile counts as taken once its top card leaves."""
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
        failed = actions.FailAndTake(state.turn, taken=zone)  # lifting the pile says that the card does not fit
        return does(play, failed, actions.TakePile(zone))
    if rules.can_take_back(state, card, zone) and not play.awaits:
        return (Reading(replace(play, laid_at=-ALONG - 1), takes_back=True),)
    if not state.begun and state.phase in (Phase.SET_UP, Phase.PLAYING):
        return does(play, actions.TurnDown(zone))
    return ()


def _settles(play: Play, now: int) -> Readings:
    """Settle a tap as Courage, and turn over that player's waiting cards."""
    seat = None if play.tap is None else play.tap.press.seat
    brave = seat is not None and seat == play.round.turn and rules.why_not(play.round, actions.Dare(seat)) is None
    waiting = tuple(_turned_over(play.round, one) if brave and one.by in (None, seat) else one for one in play.waiting)
    return settles(replace(play, waiting=waiting), now)


READERS = {
    **_OF_PRESSES,
    **timed(_settles, _read),
    CardArrived: _arrives,
    CardLeft: _leaves,
    ChoiceMade: _chose,
}
