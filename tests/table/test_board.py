"""The board: pictures are numbered in the order in which they are put up, and readers are woken."""

from threading import Thread

from table.board import Board, Picture


def test_pictures_are_numbered_by_the_board_whatever_they_bring() -> None:
    board = Board(Picture())
    for _ in range(3):
        board.put(Picture(number=7, ticks=1))

    assert (board.picture.number, board.picture.ticks) == (3, 1)


def test_readers_are_woken_though_there_is_nothing_new() -> None:
    board = Board(Picture(ticks=5))
    seen: list[Picture] = []
    reader = Thread(target=lambda: seen.append(board.wait(0, timeout=20)))
    reader.start()
    board.stir()
    reader.join(20)

    assert [(picture.number, picture.ticks) for picture in seen] == [(1, 5)]
