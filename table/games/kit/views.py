"""The view fields that the pages of every game read, filled in as most games need them.

A game's view can add fields of its own. Views are allow-lists, so a field is visible only if it was added deliberately.
"""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from typing import Any

from table.games.kit.rounds import R, Round, Rounds
from table.saying import Text, joined, many, message, or_brief, or_yours, say
from table.view import CorrectionView, PileView, SeatView, TakeBackView

WRONG_PLACE = message("{who}: wrong place")  # the table gives the reason instead, where it is public


def shared(
    state: R,
    rounds: Rounds[R],
    *,
    piles: Mapping[str, PileView],
    headline: str,
    sentences: Sequence[Text | str],
    seats: Iterable[SeatView] = (),
    running: Collection[str] = ("PLAYING",),
    waiting: Iterable[int] = (),
) -> dict[str, Any]:
    """Return the fields that the views of all games have in common, by name.

    `running` names the phases that are part of a round. Between rounds, the table is waiting for the seat that opens
    the next round; at other times, it is waiting for the seats in `waiting`.
    """
    return {
        "game": state.setup.game,
        "round": state.round,
        "rounds": state.rounds,
        "running": state.phase.name in running,
        "turn": state.turn if state.playing else None,
        "piles": piles,
        "seats": tuple(seats) or tuple(SeatView(**seat(state, one)) for one in state.setup.seats),
        "waiting": (rounds.next_starter(state),) if state.between else tuple(waiting),
        "headline": headline,
        "sentences": tuple(sentences),
        "winners": tuple(rounds.winners(state)) if state.over else None,
    }


def seat(state: Round[Any, Any], number: int) -> dict[str, Any]:
    """Return the fields that seats have in common in the views of all games."""
    return {"seat": number, "name": state.setup.name(number), "score": state.totals[number]}


def correction(state: Round[Any, Any]) -> CorrectionView | None:
    """Return the first pile to correct and the misplaced cards on it, or None if no cards are misplaced."""
    zone = state.wrong_first
    return None if zone is None else CorrectionView(zone=zone, cards=tuple(state.wrong_on(zone)))


def face_down(state: Round[Any, Any], zone: str, count: int | None) -> PileView:
    """Return the view of a face-down pile, showing how many cards it has and how many of them are misplaced."""
    return PileView(count=count, wrong=len(state.wrong_on(zone)))


def last_play(state: Round[Any, Any], last: Any, may: Callable[[Any, str, str], bool]) -> TakeBackView | None:
    """Return the seat and pile of the `last` play if it can be taken back, but never its card.

    `may` is called with the state, the card and the pile, and returns whether the play can be taken back.
    """
    may_be = last is not None and may(state, last.card, last.zone)
    return TakeBackView(seat=last.seat, zone=last.zone) if may_be else None


def headline(state: R, rounds: Rounds[R], turn: str = "") -> str:
    """Summarise the state of the game in two or three words. `turn` replaces the usual words for a player's turn."""
    match state.phase.name:
        case "SET_UP":
            return say("Round {round}", round=state.round)
        case "BETWEEN":
            return say("Round {round} is over", round=state.round)
        case "OVER":
            best = rounds.winners(state)
            names = joined([state.setup.name(seat) for seat in best], " & ")
            if len(best) > 1:
                return say("{who} win", who=names)
            return or_yours(say("{who} wins", who=names), say("You win"))
    if state.misplaced:
        return say(WRONG_PLACE, who=_mislaid_by(state))
    return turn or or_yours(say("{who}’s turn", who=state.setup.name(state.turn or 0)), say("Your turn"))


def prompt(
    state: R, rounds: Rounds[R], *, best: str, own: Callable[[R], str], put_right: Callable[[R], str] | None = None
) -> str:
    """Return a prompt saying what must be done next and who must do it.

    `own` returns the game's own prompts, and `best` says who wins. `put_right` returns how to correct misplaced cards,
    if the state's own instructions do not fit. Before the first turn, the starter has to correct them.
    """
    name, put_right = state.setup.name, put_right or (lambda _: state.how_to_put_right())
    match state.phase.name:
        case "SET_UP" if state.misplaced:
            return say("{who}: {what}.", who=name(state.starter), what=put_right(state))
        case "PLAYING" if state.misplaced:
            return to_put_right(state, put_right(state))
        case "BETWEEN":
            opener = name(rounds.next_starter(state))
            collect = say("Collect and shuffle all cards.")
            number = state.round + 1
            yours = say("Open round {round}: hold your button.", round=number)
            opens = or_yours(say("{who} opens round {round}: hold your button.", who=opener, round=number), yours)
            return joined([collect, or_brief(opens, _opens(opener, number))])
        case "OVER":
            return say("The game is over: {won}.", won=best)
    return own(state)


def _opens(opener: str, number: int) -> Text:
    return or_yours(
        say("{who} opens round {round}.", who=opener, round=number), say("Open round {round}.", round=number)
    )


def to_put_right(state: Round[Any, Any], what: str) -> str:
    """Return a prompt saying who must correct the misplaced cards. `what` says how."""
    who = _mislaid_by(state)
    text, zone = say("{who}: {what}.", who=who, what=what), state.wrong_first
    if zone is None:
        return text
    count = len(state.wrong_on(zone))
    return or_brief(text, many("{who}: take the card back.", "{who}: take the {count} cards back.", count, who=who))


def _mislaid_by(state: Round[Any, Any]) -> str:
    return say("Somebody") if state.mislaid_by is None else state.setup.name(state.mislaid_by)
