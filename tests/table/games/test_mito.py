"""The rules of Mito as properties: what holds in every state that play can reach."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from table import cards, games
from table.facts import GameStarted
from table.games.game import IllegalAction, Setup, prepare
from table.games.mito import actions, rules
from table.games.mito.actions import Action
from table.games.mito.state import Phase, State

CODES = [card["code"] for card in cards.shipped_deck("mito")]
SEATS = (1, 2, 3)


def setup(**options: object) -> Setup:
    return prepare(games.find("mito"), GameStarted(0, "mito", ["Ana", "Ben", "Cleo"], options))


def conceivable() -> st.SearchStrategy[Action]:
    code, seat = st.sampled_from(CODES), st.sampled_from(SEATS)
    return st.one_of(
        st.builds(actions.TurnUp, code),
        st.builds(lambda seat, card: actions.Lay(seat, card, (card,)), seat, code),
        *(st.builds(kind, seat) for kind in (actions.Draw, actions.SayOut, actions.WithdrawOut, actions.CountAnew)),
        *(st.builds(kind, seat) for kind in (actions.FinishCount, actions.NextRound)),
        st.builds(actions.ShowCard, seat, code),
        st.builds(actions.TakeBack, code),
        st.builds(actions.PutRight, code),
    )


@st.composite
def states(draw: st.DrawFn) -> State:
    """Draw a state that lawful and refused actions have led to."""
    state, _ = rules.start(setup(rounds=2))
    for choice in draw(st.lists(st.integers(0, 10**6), max_size=25)):
        seat = state.turn or SEATS[choice % 3]
        lawful = rules.actions(state, seat, CODES)
        if choice % 7 == 0 or not lawful:
            state = refused(state, actions.Lay(seat, CODES[choice % 43], (CODES[choice % 43],)))
        else:
            state, _ = rules.apply(state, lawful[choice % len(lawful)])
    return state


def refused(state: State, action: Action) -> State:
    try:
        rules.apply(state, action)
    except IllegalAction as why:
        return rules.refuse(state, action, why)[0]
    return state


@given(states(), conceivable())
def test_apply_accepts_exactly_what_actions_lists(state: State, action: Action) -> None:
    hand = (
        [action.card] if isinstance(action, (actions.TurnUp, actions.Lay, actions.ShowCard, actions.TakeBack)) else []
    )
    listed = action in rules.actions(state, getattr(action, "seat", 1), hand)

    try:
        rules.apply(state, action)
    except IllegalAction:
        assert not listed
    else:
        assert listed


@given(states(), conceivable())
def test_a_forbidden_action_has_a_reason_a_sentence_and_no_effect(state: State, action: Action) -> None:
    why = rules.why_not(state, action)
    if why is None:
        return
    before = replace(state)
    with pytest.raises(IllegalAction):
        rules.apply(state, action)

    assert state == before
    assert why.text[0].isupper()
    assert why.text.endswith(".")
    after, _ = rules.refuse(state, action, why)
    assert (after.turn, after.top, after.played, after.totals) == (state.turn, state.top, state.played, state.totals)


@given(states())
def test_every_state_has_a_way_forward(state: State) -> None:
    ways = [action for seat in SEATS for action in rules.actions(state, seat, CODES)]

    assert ways or state.phase is Phase.OVER


@given(states())
def test_the_pile_and_the_hands_share_no_card(state: State) -> None:
    hands = [card for hand in state.hands.values() for card in hand]

    assert len(hands) == len(set(hands))
    assert not state.played & set(hands)


@given(states())
def test_points_are_never_negative_and_who_is_out_has_none(state: State) -> None:
    assert all(points >= 0 for points in state.totals.values())
    assert state.out not in state.counted


@pytest.mark.parametrize("top", range(1, 6))
def test_what_fits_on_what(top: int) -> None:
    with_wrap = {number for number in range(1, 6) if rules.fits(number, top, wrap=True)}
    without = {number for number in range(1, 6) if rules.fits(number, top, wrap=False)}

    assert with_wrap == {top % 5 + 1, (top - 2) % 5 + 1}
    assert without == {top - 1, top + 1} & set(range(1, 6))


def test_the_deck_has_the_number_cards_of_the_box() -> None:
    assert len(CODES) == len(set(CODES)) == 43
