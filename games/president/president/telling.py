"""How facts are read, what everybody sees of the game, and the rules behind each event."""

from collections import Counter

from president.rules import PILE, ROUNDS, Give, GoOn, IsOut, Lay, State, TakeUp, dealing
from table.facts import CardArrived, CardLeft, ChoiceMade, Tapped
from table.games.game import Reading, Says
from table.games.kit import choices, picture, standard52
from table.games.kit.fingers import Fingers
from table.games.kit.reading import comes, comes_off, does, lies
from table.games.kit.reasons import READ, because, play_refused, press_refused, usual
from table.saying import Text, both, many, say
from table.view import Owed, PileView, SeatView, View

Readings = tuple[Reading[Fingers[State], object], ...]
PASS, DONE, GIVEN = Says("pass", say("Pass")), Says("done", say("That is all")), Says("given", say("I gave it"))
TITLES = [say("Vice-Scum"), say("Scum"), say("President"), say("Vice-President")]


class Player(SeatView, kw_only=True):
    """A seat; `title` is what its place in the last round is called."""

    title: str | None = None


class PresidentView(View, kw_only=True):
    """What everybody sees: the set to `beat`, and the cards of the next one that are `laid` already.

    `out` are the seats without cards, the first one first; `passed` have passed since the set was laid, and `ranks` is
    the order of the last round.
    """

    phase: str | None = None
    beat: tuple[str, ...] | None = ()
    laid: tuple[str, ...] | None = ()
    by: int | None = None
    out: tuple[int, ...] | None = ()
    passed: tuple[int, ...] | None = ()
    ranks: tuple[int, ...] | None = ()


# -- readings


def _arrives(play: Fingers[State], fact: CardArrived) -> Readings:
    """Read a card; one of another rank than the set that is led shows that this set is complete (PR-04)."""
    state, card, turn = play.round, fact.card, play.round.turn or 0
    if card in state.laid and state.setup.placement[PILE] == "tap":
        return does(play, TakeUp(turn, card))
    before: tuple[Give | GoOn, ...] = tuple(Give(*debt) for debt in state.debts)
    if state.leads and state.rank(card) != state.rank(state.laid[0]) and fact.by in (None, state.follower(turn)):
        before, turn = (GoOn(turn),), state.follower(turn) or turn
    return lies(play, card, fact.zone) or comes(play, fact, *before, Lay(fact.by or turn, card))


def _leaves(play: Fingers[State], fact: CardLeft) -> Readings:
    state = play.round
    return does(play, TakeUp(state.turn or 0, fact.card)) if fact.card in state.laid else comes_off(play, fact)


def _tapped(play: Fingers[State], fact: Tapped) -> Readings:
    state, seat = play.round, fact.press.seat
    owed = [Give(*debt) for debt in state.debts if debt[0] == seat]
    if owed or not state.playing:
        return does(play, *owed, says=GIVEN) if owed else ()
    done = [GoOn(state.turn or 0)] if state.leads and seat == state.follower(state.turn or 0) else []  # PR-04
    return does(play, *done, GoOn(seat), says=DONE if state.leads and not done else PASS)


READERS = {
    CardArrived: _arrives,
    CardLeft: _leaves,
    Tapped: _tapped,
    ChoiceMade: lambda play, fact: does(play, choices.chosen(fact, None, {"given": Give, "out": lambda *_: IsOut()})),
}


# -- what is seen


def view(state: State) -> PresidentView:
    """Return what everybody may see."""
    lie = (*state.top, *state.laid)
    deal = say("Deal {count} cards each; the rest stays aside.", count=dealing(state.setup).hand)
    prompt = picture.prompt(state, ROUNDS, best=say("the most points win"), own=_prompt)
    return PresidentView(
        **picture.shared(
            state,
            ROUNDS,
            piles={PILE: PileView(top=lie[-1] if lie else None, count=len(lie))},
            headline=picture.headline(state, ROUNDS),
            sentences=["" if state.played else deal, prompt],
            seats=[_seat(state, seat) for seat in state.setup.seats],
            running=("EXCHANGE", "PLAYING"),
            waiting=dict.fromkeys(giver for giver, _ in state.debts),
        ),
        correction=picture.correction(state),
        phase=state.phase.name,
        beat=state.top,
        laid=state.laid,
        by=state.by,
        out=state.out,
        passed=tuple(sorted(state.passed)),
        ranks=state.ranks,
    )


def _seat(state: State, seat: int) -> Player:
    places = state.out if state.between or state.over else state.ranks
    titles = dict(zip((*places[-2:], *places[:2]), TITLES, strict=False))  # PR-12: of three, nobody is Vice-Scum
    owes = tuple(Owed(to=to, count=count) for (giver, to), count in Counter(state.debts).items() if giver == seat)
    return Player(**picture.seat(state, seat), hand=state.hands[seat], owes=owes, title=titles.get(seat))


def _prompt(state: State) -> Text | str:
    who, name, ranks = state.setup.name(state.turn or 0), state.setup.name, state.ranks
    if state.misplaced:
        return picture.to_put_right(state, state.how_to_put_right())
    if state.debts:
        size = 2 if len(ranks) > 3 else 1
        low, high = both([name(seat) for seat in ranks[-size:]]), both([name(seat) for seat in ranks[:size]])
        return say("Exchange cards, then tap: {low} the best ones, {high} any.", low=low, high=high)
    if state.leads:
        return say("{who}: lay more cards of that rank, or tap: that is all.", who=who)
    if state.laid:
        left = len(state.top) - len(state.laid)
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
    **usual(started=("PR-01", "PR-02"), over=("PR-13",), wrong=("PR-14",)),
    "round_started": because("PR-03", seen="{starter} leads."),
    "turn_started": because("PR-03", "PR-07", seen="{who} came next."),
    "gift_owed": because("PR-11", seen="That is how they came in last time."),
    "card_given": because("PR-11", seen="{who} or a phone said so, or the game went on."),
    "card_played": because("PR-04", "PR-05", seen=READ),
    "turn_passed": because("PR-06", seen="{who}’s button was tapped."),
    "trick_won": because("PR-08", seen="Nobody else went on."),
    "went_out": because("PR-09", seen="{who} has laid as many cards as were dealt, or the host said so."),
    "round_ended": because("PR-09", "PR-10", seen="Only one player has cards left."),
    "play_refused": play_refused({"correction_pending": (("PR-14",), READ)}, otherwise=("PR-05", "PR-04")),
    "press_refused": press_refused(("PR-14",), otherwise=("PR-05", "PR-06")),
}
