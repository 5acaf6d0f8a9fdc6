"""Readings of facts, the public view, and the rules behind each event."""

from president.rules import ROUNDS, GoOn, IsOut, State
from table.facts import ChoiceMade, Tapped
from table.games.game import Reading, Says
from table.games.kit import shedding, standard52
from table.games.kit.fingers import Fingers
from table.games.kit.reading import chooses, does
from table.games.kit.reasons import READ, because, usual
from table.saying import Text, both, many, say
from table.view import SeatView, View

PASS, DONE = Says("pass", say("Pass")), Says("done", say("That is all"))
TITLES = [say("Vice-Scum"), say("Scum"), say("President"), say("Vice-President")]


def _tapped(play: Fingers[State], fact: Tapped) -> tuple[Reading[Fingers[State], object], ...]:
    state, seat, turn = play.round, fact.press.seat, play.round.turn or 0
    if not state.playing:
        return shedding.gives(play, seat)
    done = [GoOn(turn)] if state.leads and seat == state.follower else []  # PR-04
    return does(play, *done, GoOn(seat), says=DONE if state.leads and not done else PASS)


READERS = {
    **shedding.READERS,
    Tapped: _tapped,
    ChoiceMade: chooses({"given": shedding.Give, "out": lambda *_: IsOut()}),
}


class Player(SeatView, kw_only=True):
    """A seat; `title` is the name of its place in the previous round."""

    title: str | None = None


class PresidentView(View, kw_only=True):
    """The public view: the set to `beat`, the seat that laid it (`by`), and the cards `laid` so far in the next set.

    `passed` lists who has passed on that set, `out` who went out, in order, and `ranks` the previous round's order.
    """

    phase: str | None = None
    beat: tuple[str, ...] | None = ()
    laid: tuple[str, ...] | None = ()
    by: int | None = None
    out: tuple[int, ...] | None = ()
    passed: tuple[int, ...] | None = ()
    ranks: tuple[int, ...] | None = ()


def view(state: State) -> PresidentView:
    """Return the public view."""
    best, seats = say("the most points win"), [_seat(state, seat) for seat in state.setup.seats]
    return PresidentView(
        **shedding.shared(state, ROUNDS, best=best, own=_prompt, deals=not state.pile, seats=seats),
        phase=state.phase.name,
        beat=state.top,
        laid=state.laying,
        by=state.by,
        out=state.out,
        passed=tuple(sorted(state.passed)),
        ranks=state.ranks,
    )


def _seat(state: State, seat: int) -> Player:
    places = state.out if state.between or state.over else state.ranks
    titles = dict(zip((*places[-2:], *places[:2]), TITLES, strict=False))  # PR-12: no Vice-Scum with three players
    return Player(**shedding.seat(state, seat), owes=shedding.owes(state, seat), title=titles.get(seat))


def _prompt(state: State) -> Text:
    who, name, ranks = state.setup.name(state.turn or 0), state.setup.name, state.ranks
    if state.debts:
        size = 2 if len(ranks) > 3 else 1
        low, high = both([name(seat) for seat in ranks[-size:]]), both([name(seat) for seat in ranks[:size]])
        return say("Exchange cards, then tap: best cards from {low}, any cards from {high}.", low=low, high=high)
    if state.leads:
        return say("{who}: lay more cards of that rank, or tap: that is all.", who=who)
    if state.laying:
        left = len(state.top) - len(state.laying)
        return many("{who}: lay one more of that rank.", "{who}: lay {count} more of that rank.", left, who=who)
    if not state.top:
        return say("{who}: lead a card, or several of one rank.", who=who)
    return many(
        "{who}: play a card higher than {top:a}, or tap to pass.",
        "{who}: play {count} cards of one rank, higher than {top:a}, or tap to pass.",
        len(state.top),
        who=who,
        top=standard52.of_number(state.card(state.top[-1]).number),
    )


ANSWERS = {
    **usual(
        started=("PR-01", "PR-02"), over=("PR-13",), wrong=("PR-14",), play=("PR-05", "PR-04"), press=("PR-05", "PR-06")
    ),
    "round_started": because("PR-03", seen="{starter} leads."),
    "turn_started": because("PR-03", "PR-07", seen="{who} came next."),
    "gift_owed": because("PR-11", seen="That is how they came in last time."),
    "card_given": because("PR-11", seen="{who} or a phone said so, or the game went on."),
    "card_played": because("PR-04", "PR-05", seen=READ),
    "turn_passed": because("PR-06", seen="{who}’s button was tapped."),
    "trick_won": because("PR-08", seen="Nobody else went on."),
    "went_out": because("PR-09", seen="{who} has laid as many cards as were dealt, or the host said so."),
    "round_ended": because("PR-09", "PR-10", seen="Only one player has cards left."),
}
