"""Who was first, and who cannot be told apart."""

from hypothesis import given
from hypothesis import strategies as st

from table.games.ordering import Stamp, in_order, lot, may_be_last, ties

STAMPS = st.lists(st.tuples(st.integers(0, 100), st.one_of(st.none(), st.integers(0, 20))), min_size=1, max_size=5).map(
    lambda pairs: [Stamp(seat, at, error) for seat, (at, error) in enumerate(pairs, start=1)]
)


def touch(one: Stamp, other: Stamp) -> bool:
    return one.earliest <= other.latest and other.earliest <= one.latest


@given(STAMPS)
def test_two_seats_are_a_tie_just_if_their_spans_touch(stamps: list[Stamp]) -> None:
    tied = [set(group) for group in ties(stamps)]
    for stamp in stamps:
        for other in stamps:
            if stamp is not other:
                assert any({stamp.seat, other.seat} <= group for group in tied) == touch(stamp, other)


@given(STAMPS)
def test_no_group_of_a_tie_is_part_of_another(stamps: list[Stamp]) -> None:
    groups = [set(group) for group in ties(stamps)]

    assert not any(one < other for one in groups for other in groups)


@given(STAMPS)
def test_who_may_be_last_is_surely_before_nobody(stamps: list[Stamp]) -> None:
    last = may_be_last(stamps)

    assert in_order(stamps)[-1].seat in last or in_order(stamps)[-1].error is not None
    for stamp in stamps:
        assert (stamp.seat in last) == (not any(stamp.latest < other.earliest for other in stamps))


def test_without_errors_only_equal_times_are_a_tie() -> None:
    assert ties([Stamp(1, 250), Stamp(2, 251), Stamp(3, 251)]) == ((2, 3),)


def test_lots_follow_from_the_seed_and_how_many_were_drawn() -> None:
    assert lot(5, 0) == lot(5, 0)
    assert len({lot(seed, drawn) for seed in range(10) for drawn in range(10)}) == 100


def test_lots_are_fair() -> None:
    drawn = [lot(7, number) % 3 for number in range(3000)]

    assert all(900 < drawn.count(seat) < 1100 for seat in range(3))
