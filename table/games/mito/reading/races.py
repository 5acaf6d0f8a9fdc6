"""Timing of Mito's races: which presses count, when a race closes, and who placed the answering card."""

from collections.abc import Sequence

from table.facts import micros
from table.games.game import Reading
from table.games.kit import races as kit
from table.games.kit.actions import Action
from table.games.kit.fingers import Begun
from table.games.kit.races import Recent, Slaps
from table.games.kit.reading import does
from table.games.mito import actions, powers, rules
from table.games.mito.reading.play import SLAPS, Meaning, Play, Readings
from table.games.mito.state import Race
from table.values import replace

MATCH_TIME = micros(10)
MATCHES = Slaps(lead=0)  # the player who answers a cockroach presses as the card arrives
PLACING_TIME = micros(1.5)  # a seat that presses this close to a card's arrival may have placed it
PLACING_GAP = micros(0.3)  # presses whose distances differ by less than this are undecided


def due(play: Play) -> int | None:
    """Return the time at which the open race closes, or None if no race is open."""
    race = play.round.race
    if race is None:
        return None
    if race.kind == "slap":
        return SLAPS.due(play, race)
    if race.matched is None:
        return play.opened + MATCH_TIME
    nearest = min((distance for distance, _ in _distances(play)), default=PLACING_TIME)
    return _arrival(play) + min(PLACING_TIME, nearest + PLACING_GAP)


def open_race(play: Play, race: Race, at: int, first: Action, now: int) -> Readings:
    """Open a race whose card was read at `at`. The reading consists of the action `first` and the presses that count.

    In a race for a mosquito, presses made shortly before its card was read also count, because players see the card
    first.
    """
    counted = (SLAPS if race.kind == "slap" else MATCHES).counted(play, at)
    mine = [recent.press for recent in counted if recent.press.seat == race.by]
    noted = replace(play.used(*(recent.press for recent in counted)), opened=at, recent=(), hits=())
    for press in mine:
        if play.meaning(press):
            noted = noted.with_begun(Begun(press, Meaning.IN_RACE))
    held = [one for one in play.pending if one.press in mine and isinstance(one.action, actions.SayOut)]
    late = tuple(replace(one, after_race=last_card_works(play)) for one in held)
    noted = replace(noted, pending=(*noted.pending, *late))
    racing = kit.first_of_each(recent for recent in counted if recent.press.seat in race.seats)
    if race.kind == "match":
        return does(replace(noted, hits=racing), first)
    slaps = tuple(kit.slap(recent, at) for recent in racing)
    return SLAPS.slapped(noted, race, (first, *slaps), now)


def press(play: Play, race: Race, pressed: Recent) -> Readings:
    """Count a press in the open race. A press by the player who opened it may turn out to be a hold."""
    press = pressed.press
    noted = play.with_begun(Begun(press, Meaning.IN_RACE)) if press.seat == race.by else play
    if race.kind == "match":
        hits = (*noted.hits, pressed) if press.seat in race.seats else noted.hits
        return does(replace(noted, hits=hits))
    return SLAPS.pressed(noted, race, pressed)


def answer(play: Play, card: str, at: int, by: int | None) -> Readings:
    """Interpret a card that may answer a cockroach. If it is known who laid the card, nobody has to be asked."""
    match = actions.Match(card, at - play.opened, by)
    if by is None or rules.why_not(play.round, match) is not None:
        return does(play, match)
    return does(over(play, at), match, actions.CloseMatch(by))


def close(play: Play, race: Race, now: int) -> Readings:
    """Close a race whose deadline has passed."""
    noted = over(play, now)
    if race.kind == "slap":
        return does(noted, kit.close(play))
    if race.matched is None:
        return _unanswered(noted, play.hits)
    placers = _placers(play)
    seats = placers or race.seats
    if len(seats) == 1 or not _matters(play):
        return _answered(play, noted, race, actions.CloseMatch(seats[0] if len(seats) == 1 else None), now)
    closes = (actions.CloseMatch(seat, seats, tied=bool(placers)) for seat in seats)
    return tuple(reading for close in closes for reading in _answered(play, noted, race, close, now))


def _answered(play: Play, noted: Play, race: Race, close: actions.CloseMatch, now: int) -> Readings:
    """Close a race that a card answered. If that card opens another race, it began when the card was read.

    All presses since then count as slaps, except the one with which the winner claimed the card.
    """
    another = powers.answer_race(play.round, close.winner, race.matched)
    if another is None:
        return does(noted, close)
    arrival = _arrival(play)
    noted = replace(noted, opened=arrival)
    if another.kind == "match":
        return does(noted, close)
    claim = min(
        (one for one in play.hits if one.press.seat == close.winner),
        key=lambda one: abs(one.press.t - arrival),
        default=None,
    )
    slaps = kit.first_of_each(
        hit for hit in play.hits if hit.press.t >= arrival and hit is not claim and hit.press.seat in another.seats
    )
    return SLAPS.slapped(noted, another, (close, *(kit.slap(one, arrival) for one in slaps)), now)


def _matters(play: Play) -> bool:
    """Return whether the options make it important who answered a cockroach."""
    options = play.round.options
    return options.cockroach_next_turn == "winner" or bool(options.cockroach_response_action)


def over(play: Play, now: int) -> Play:
    """Start ignoring presses, because those made just after a race were probably meant for it."""
    return replace(SLAPS.over(play, now), hits=())


def last_card_works(play: Play) -> bool:
    """Return whether a race goes on even if the card that opened it was its player's last."""
    return play.round.options.last_card_action == "works"


def _unanswered(noted: Play, hits: Sequence[Recent]) -> Readings:
    """Close a race in which no card was read. If any player pressed, the readers may have missed a card."""
    seats = tuple(dict.fromkeys(hit.press.seat for hit in hits))
    if not seats or not _matters(noted):
        return does(noted, actions.CloseMatch())
    placed = tuple(Reading(noted, (actions.CloseMatch(seat, seats),)) for seat in seats)
    return (*placed, Reading(noted, (actions.CloseMatch(None, seats),)))


def _arrival(play: Play) -> int:
    return play.opened + (play.round.race.at if play.round.race else 0)


def _distances(play: Play) -> list[tuple[int, int]]:
    """Return (distance, seat) pairs, nearest first: how long before or after the card each seat pressed, in us."""
    found: dict[int, int] = {}
    for hit in play.hits:
        distance = abs(hit.press.t - _arrival(play))
        if distance <= PLACING_TIME:
            found[hit.press.seat] = min(distance, found.get(hit.press.seat, distance))
    return sorted((distance, seat) for seat, distance in found.items())


def _placers(play: Play) -> tuple[int, ...]:
    """Return the seats that may have placed the card: those that pressed closest to when it was read (MITO-T-10)."""
    distances = _distances(play)
    return tuple(seat for distance, seat in distances if distance - distances[0][0] < PLACING_GAP)
