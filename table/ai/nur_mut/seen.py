"""What a seat has seen of a round of Nur Mut: where each card lies, and the phase.

What the table cannot tell is what people see or remember; if they do not either, what comes first. It is never drawn
by lot: what may be done is the same in all worlds that a seat imagines.
"""

from collections.abc import Mapping, Sequence

from table import events
from table.ai.known import Known
from table.games.kit.rulebook import sure
from table.games.nur_mut import events as own
from table.games.nur_mut.cards import HIGHEST, JOKER, Face
from table.games.nur_mut.state import PILES, Phase, Pile, State, Taken
from table.games.nur_mut.views import NurMutView
from table.view import QuestionView

LAID = (own.FacePlayed, own.PileRefilled)
_BEGUN = (events.CardPlayed, events.TurnPassed, own.CourageDeclared)

# -- where cards are


def whereabouts(known: Known) -> dict[str, str | int]:
    """Return of cards that were seen on which of the three piles they lie, or in whose own pile; the latest last.

    Whoever takes a pile has its cards, though nobody knows in which order.
    """
    at: dict[str, str | int] = {}
    taker: int | None = None
    for one in known.of_round():
        match one.event:
            case events.PileStarted(zone=zone, card=card):
                _move(at, zone, None)
                _place(at, card, zone)
            case events.CardPlayed(zone=zone, card=str(card)):
                _place(at, card, zone)
            case own.PileRefilled(zone=zone, card=card):
                _move(at, zone, taker)
                _place(at, card, zone)
            case own.PileTaken(seat=taker, zone=taken):
                _move(at, taken, taker)
            case events.PlayTakenBack(seat=seat, card=str(card)):
                _place(at, card, seat)
    return at


def _place(at: dict[str, str | int], card: str, place: str | int | None) -> None:
    """Note where a card is now, if anybody knows."""
    at.pop(card, None)
    if place is not None:
        at[card] = place


def _move(at: dict[str, str | int], zone: str | None, place: str | int | None) -> None:
    """Note where all cards of a pile are now."""
    for card in [card for card, there in at.items() if there == zone]:
        _place(at, card, place)


def known_in_piles(known: Known, open_ones: frozenset[str]) -> dict[int, list[str]]:
    """Return the cards known to be in each player's pile, because they came with a pile that was taken."""
    found: dict[int, list[str]] = {seat: [] for seat in known.setup.seats}
    for card, place in whereabouts(known).items():
        if isinstance(place, int) and card not in open_ones and card not in known.hand:
            found[place].append(card)
    return found


def lying(known: Known) -> dict[str, tuple[str, ...]]:
    """Return the cards of each pile that was begun, its top last; what the table has not told is left out."""
    at, empty = whereabouts(known), emptied(known)
    piles: dict[str, tuple[str, ...]] = {}
    for zone in PILES:
        shown = NurMutView.of(known.view).piles[zone]
        top = shown.top or (shown.shows if shown.count is None and zone != empty else None)
        if top in known.setup.cards:
            below = [card for card, place in at.items() if place == zone and card not in (top, *known.hand)]
            most = len(below) if shown.count is None else shown.count - 1
            piles[zone] = (*below[len(below) - min(most, len(below)) :], str(top))
    return piles


def emptied(known: Known) -> str | None:
    """Return the pile that was taken and has to be begun again, if one has.

    Where the table does not know which one it was, the seat does: it sees what is left.
    """
    view = NurMutView.of(known.view)
    failed, piles = known.last(own.CourageFailed), view.piles
    missing = [zone for zone in PILES if piles[zone].top is None]
    if failed is None or not missing or not (known.setup.options.refill_always or failed.lot):
        return None
    if failed.zone is not None:
        return failed.zone if failed.zone in missing else None
    gone = next((zone for zone in missing if piles[zone].shows not in known.up), None)
    highest = [] if gone else _highest_of(known, view.lot or PILES)
    return gone or next((zone for zone in highest if zone in missing), missing[0])


def face_up(known: Known, card: str, told: Face | None = None) -> Face:
    """Return the face of a card that is up: what the table was sure of, or else what the seat sees."""
    faces: tuple[Face, Face] = known.setup.cards[card].faces
    return faces[known.up.get(card, 0)] if told is None else told


def sizes(known: Known) -> dict[int, int]:
    """Return how many cards everybody has left; where the table has lost count, as many as at the start."""
    most = known.setup.options.hand_size
    return {one.seat: most if one.hand is None else one.hand for one in known.view.seats}


def highest(known: Known, question: QuestionView) -> str:
    """Return which piles show the highest number, in the words of the answer that names them."""
    named = set(_highest_of(known, PILES))
    answers = [str(option.answer) for option in question.options]
    return next((answer for answer in answers if set(answer.split()) == named), answers[0])


def _highest_of(known: Known, order: Sequence[str]) -> list[str]:
    """Return the piles that show the highest number that a seat sees, in this order."""
    piles = NurMutView.of(known.view).piles
    tops = {zone: top for zone in order if (top := piles[zone].shows) is not None}
    faces = {zone: known.setup.cards[top].faces[known.up[top]] for zone, top in tops.items() if top in known.up}
    numbers = {zone: 0 if face == JOKER else int(face) for zone, face in faces.items()}
    return [zone for zone, number in numbers.items() if number == max(numbers.values())]


# -- where the round stands


def state_of(known: Known, piles: Mapping[str, tuple[str, ...]]) -> State:
    """Build the round as the rules see it, with these cards on the three piles."""
    view, phase = NurMutView.of(known.view), _phase(known)
    turn = _turn(known) if phase is Phase.PLAYING else None
    return State(
        known.setup,
        phase,
        sure(view.round),
        known.starter,
        turn=turn,
        totals={one.seat: one.score or 0 for one in view.seats},
        hands=sizes(known),
        piles={zone: _pile(known, zone, cards) for zone, cards in piles.items()},
        begun=known.last(*_BEGUN) is not None,
        daring=_daring(known),
        passed=tuple(one.seat for one in view.seats if one.passed),
        cover=_to_cover(known, piles) if phase is Phase.PLAYING else None,
        empty=emptied(known) if phase is Phase.PLAYING else None,
        taken=_taking(known) if phase in (Phase.PLAYING, Phase.TAKING) else None,
        movers=frozenset() if turn is None else frozenset({turn}),
        wrong=known.wrong,
    )


def _phase(known: Known) -> Phase:
    if known.view.winners is not None:
        return Phase.OVER
    if known.view.turn is not None:
        return Phase.PLAYING
    if known.last(events.RoundEnded) is not None:
        return Phase.BETWEEN
    if any(known.view.piles[zone].top is None for zone in PILES) and known.last(*_BEGUN) is None:
        return Phase.SET_UP
    last = known.last(own.CourageFailed, own.PileTaken, events.TurnStarted, *LAID)
    return Phase.TAKING if isinstance(last, own.CourageFailed) else Phase.PLAYING


def _turn(known: Known) -> int:
    """Return whose turn it is: where the table is in doubt, what people see of the last card."""
    turn = known.view.turn
    if turn is not None:
        return turn
    match known.last(events.TurnStarted, own.PileTaken, *LAID):
        case events.TurnStarted(seat=seat):
            return seat
        case own.PileTaken(seat=seat):
            return known.setup.left_of(seat)
        case (own.FacePlayed() | own.PileRefilled()) as last:
            seat = last.seat or known.setup.seats[0]
            again = face_up(known, sure(last.card), last.face) == JOKER or _plays_again(known, last)
            return seat if again else known.setup.left_of(seat)
    return known.setup.seats[0]


def _plays_again(known: Known, last: own.FacePlayed | own.PileRefilled) -> bool:
    """Return whether the last player probably has another turn."""
    options = known.setup.options
    if isinstance(last, own.PileRefilled):
        return not options.refill_costs_turn
    turn = known.since(events.TurnStarted, events.RoundStarted)
    covers = sum(isinstance(one.event, LAID) for one in turn) > 1
    return _daring(known) and (options.joker_courage_reward or not covers)  # NUR-36, NUR-42


def _daring(known: Known) -> bool:
    courage = NurMutView.of(known.view).courage
    if courage is not None:
        return courage
    return isinstance(known.last(events.TurnStarted, own.CourageDeclared), own.CourageDeclared)


def _pile(known: Known, zone: str, cards: tuple[str, ...]) -> Pile:
    top = cards[-1]
    face = face_up(known, top, NurMutView.of(known.view).piles[zone].face)
    return Pile(top, face, frozenset(cards), _under(known, zone) if face == JOKER else None)


def _under(known: Known, zone: str) -> Face | None:
    """Return the number under a joker, where the next card has to fit on it."""
    options = known.setup.options
    fit = {face for face in NurMutView.of(known.view).piles[zone].fits or () if face not in (None, JOKER)}
    numbers = range(options.min_number, HIGHEST + 1)
    around = {n: {n - 1, n + 1} & set(numbers) for n in numbers}
    return next((n for n in numbers if options.after_joker_fit and around[n] == fit), None)


def _to_cover(known: Known, piles: Mapping[str, tuple[str, ...]]) -> str | None:
    """Return the pile on which whoever has the turn has laid a joker."""
    last = known.last(events.TurnStarted, *LAID)
    if not isinstance(last, LAID) or last.zone not in piles:
        return None
    return last.zone if _pile(known, last.zone, piles[last.zone]).face == JOKER else None


def _taking(known: Known) -> Taken | None:
    """Return who takes which pile, or took one, as long as nobody has gone on."""
    failed = known.last(own.CourageFailed, own.CourageDeclared, events.TurnPassed, *LAID)
    if not isinstance(failed, own.CourageFailed):
        return None
    view = NurMutView.of(known.view)
    shown = {zone: pile.shows for zone, pile in view.piles.items()}
    tops = {zone: top for zone, top in shown.items() if top is not None and top in known.setup.cards}
    faces = {zone: face_up(known, top, view.piles[zone].face) for zone, top in tops.items()}
    first = max(faces, key=lambda zone: 0 if faces[zone] == JOKER else int(faces[zone]), default=PILES[0])
    zone = failed.zone or first
    among = [one for one in tops if failed.lot and faces[one] == faces.get(zone)]
    order: tuple[str, ...] = tuple(view.lot or PILES)
    return Taken(failed.seat, zone, tuple(dict.fromkeys((zone, *among))), order, tops)
