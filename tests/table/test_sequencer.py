"""The sequencer: sources merged in time order by how far each has got."""

from hypothesis import given
from hypothesis import strategies as st

from table.sensing.sequencer import Sequencer
from table.values import Value


class Item(Value):
    at_us: int
    name: str = ""


def test_nothing_is_handed_on_before_every_source_has_got_that_far() -> None:
    sequencer: Sequencer[Item] = Sequencer(["readers", "buttons"])
    card, press = Item(20, "card"), Item(10, "press")

    assert sequencer.take("readers", [card], 50) == ()
    assert sequencer.watermark_us is None
    assert sequencer.take("buttons", [press], 15) == (press,)
    assert sequencer.take("buttons", [], 60) == (card,)
    assert sequencer.watermark_us == 50


def test_a_watermark_never_goes_back() -> None:
    sequencer: Sequencer[Item] = Sequencer(["readers"])
    sequencer.take("readers", [], 50)
    sequencer.take("readers", [], 40)

    assert sequencer.watermark_us == 50


def test_what_comes_behind_its_own_watermark_is_counted_and_handed_on() -> None:
    sequencer: Sequencer[Item] = Sequencer(["readers"])
    sequencer.take("readers", [], 50)

    assert sequencer.take("readers", [Item(30)], 60) == (Item(30),)
    assert sequencer.late == 1


@given(st.lists(st.tuples(st.sampled_from("ab"), st.integers(0, 20)), max_size=30), st.randoms())
def test_the_order_does_not_depend_on_which_source_is_slow(seen: list[tuple[str, int]], random) -> None:  # type: ignore[no-untyped-def]
    def merged(sources: list[str]) -> list[Item]:
        sequencer: Sequencer[Item] = Sequencer("ab")
        out: list[Item] = []
        for source in sources:
            out += sequencer.take(source, [Item(at, source) for name, at in sorted(seen) if name == source], 99)
        return out

    assert [item.at_us for item in merged(["a", "b"])] == [item.at_us for item in merged(["b", "a"])]
    assert [item.at_us for item in merged(["a", "b"])] == sorted(at for _, at in seen)


def test_a_watermark_alone_is_taken_while_nothing_waits_for_it() -> None:
    sequencer: Sequencer[Item] = Sequencer(["readers", "buttons"])
    assert not sequencer.rests("readers"), "it has not reported yet"
    sequencer.advance("readers", 10)
    assert sequencer.watermark_us is None
    for source in ("readers", "buttons"):
        sequencer.take(source, [], 10)

    assert sequencer.rests("readers")
    sequencer.advance("readers", 30)
    sequencer.advance("readers", 20)
    assert sequencer.take("buttons", [Item(25)], 25) == (Item(25),)
    assert sequencer.take("buttons", [Item(40)], 40) == ()
    assert not sequencer.rests("readers"), "a press waits for what the readers saw"


def test_a_source_that_was_dropped_comes_back_by_a_report_alone() -> None:
    sequencer: Sequencer[Item] = Sequencer(["readers", "buttons"])
    for source in ("readers", "buttons"):
        sequencer.take(source, [], 10)
    sequencer.drop("buttons")

    assert not sequencer.rests("buttons")
    sequencer.advance("buttons", 20)
    assert sequencer.watermark_us == 10
    sequencer.advance("readers", 30)
    assert sequencer.watermark_us == 30
