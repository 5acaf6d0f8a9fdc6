"""The board: pictures are numbered in the order in which they are put up, and readers are woken."""

from threading import Thread

from table.board import Board, GameSnapshot, Snapshot


def test_pictures_are_numbered_by_the_board_whatever_they_bring() -> None:
    board = Board(Snapshot())
    for _ in range(3):
        board.put(Snapshot(number=7, game=GameSnapshot(ticks=1)))

    assert (board.snapshot.number, board.snapshot.game.ticks) == (3, 1)


def test_readers_are_woken_though_there_is_nothing_new() -> None:
    board = Board(Snapshot(game=GameSnapshot(ticks=5)))
    seen: list[Snapshot] = []
    reader = Thread(target=lambda: seen.append(board.wait(0, timeout=20)))
    reader.start()
    board.stir()
    reader.join(20)

    assert [(snapshot.number, snapshot.game.ticks) for snapshot in seen] == [(1, 5)]
