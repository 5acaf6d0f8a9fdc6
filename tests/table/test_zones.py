"""Which reader serves which zone of the game in play."""

import pytest

from table.complaints import BadInput
from table.sensing.zones import Antenna, serve

MITO = ("discard", "seat.1", "seat.2")


def test_the_game_in_play_says_what_a_shared_reader_is() -> None:
    readers = {"left": Antenna(("discard", "visible", "pile.1")), "right": Antenna(("hidden", "pile.2"))}

    assert serve(readers, ["discard"], "Mito", shares_pads=True).by_reader == {"left": "discard"}
    assert serve(readers, ["visible", "hidden"], "Mytho", shares_pads=False).by_reader == {
        "left": "visible",
        "right": "hidden",
    }


def test_a_seat_without_a_pad_shares_one_where_pads_only_count() -> None:
    readers = {"left": Antenna(("discard",), "pile"), "right": Antenna(("seat.2",))}

    served = serve(readers, MITO, "Mito", shares_pads=True)

    assert served.placement == {"discard": "pile", "seat.2": "tap"}
    assert served.shared == {"seat.1": "discard"}
    with pytest.raises(BadInput, match=r"^no reader serves seat\.1, and Mito cannot be played without it; there is "):
        serve(readers, MITO, "Mito", shares_pads=False)


@pytest.mark.parametrize(
    ("readers", "complaint"),
    [
        ({"left": Antenna(("hidden",))}, "no reader serves discard, and Mito cannot be played without it"),
        (
            {"left": Antenna(("discard", "seat.1"))},
            "left would be discard and seat.1 at once: Mito needs a reader for each",
        ),
        (
            {"left": Antenna(("discard",)), "right": Antenna(("discard",), "pile")},
            "the readers of discard have to be of one placement, tap or pile",
        ),
    ],
    ids=["missing", "two at once", "placements"],
)
def test_a_table_that_does_not_fit_a_game_is_told_in_one_sentence(readers: dict[str, Antenna], complaint: str) -> None:
    with pytest.raises(BadInput, match=f"^{complaint}"):
        serve(readers, MITO, "Mito", shares_pads=True)


def test_two_readers_may_serve_one_zone() -> None:
    readers = {"left": Antenna(("discard",)), "right": Antenna(("discard",))}

    assert serve(readers, MITO, "Mito", shares_pads=True).by_reader == {"left": "discard", "right": "discard"}


def test_a_reader_that_the_game_leaves_free_serves_a_pad_besides() -> None:
    readers = {"left": Antenna(("visible", "seat.1")), "right": Antenna(("hidden",)), "front": Antenna(("seat.2",))}

    served = serve(readers, ("visible", "hidden"), "Mytho", shares_pads=False, besides=("seat.1", "seat.2", "seat.3"))

    assert served.by_reader == {"left": "visible", "right": "hidden", "front": "seat.2"}


ON_USB = {"usb": Antenna(("discard", "visible", "hidden", "seat.1", "seat.2"), asks=True)}


def test_a_reader_that_asks_is_all_zones_of_a_game_at_once() -> None:
    served = serve(ON_USB, ("visible", "hidden"), "Mytho", shares_pads=False)

    assert served.several == {"usb": ("visible", "hidden")}
    assert served.placement == {"visible": "tap", "hidden": "tap"}


def test_a_reader_that_asks_counts_hands_too_where_pads_do_nothing_else() -> None:
    served = serve(ON_USB, MITO, "Mito", shares_pads=True)

    assert (served.by_reader, served.several) == ({"usb": "discard"}, {})
    assert served.shared == {"seat.1": "discard", "seat.2": "discard"}
