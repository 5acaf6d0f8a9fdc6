"""Whole rounds that several tests play."""

from tests.emulated import TableInTime


def plays_a_round(table: TableInTime) -> None:
    """Play the shortest possible round of Mito for three players."""
    table.card("number2.1").touches("discard")
    table.seat(1).holds()
    for seat in (2, 3):
        table.card(f"number{seat}.2").touches(f"seat.{seat}")
        table.seat(seat).taps()
