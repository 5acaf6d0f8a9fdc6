"""A table that is busy, in a process of its own: `python -m tests.history.writing DATABASE` plays four games a second.

Each is a short game of the library, fact by fact into the journal. When it is over, it goes into the archive, and
leaves the journal when the next one begins. A line is written for each; it ends when its standard input does.
"""

import sys
import time
from pathlib import Path
from threading import Event, Thread

from table import facts, games
from table.facts import GameStarted
from table.history.recorder import Recorder
from table.judging.session import Session
from table.keeping.journal import Journal
from tests.history import library

EVERY_S = 0.25


def play(journal: Journal, seen: library.Facts) -> int:
    """Play a game into a journal, then let it be given up if it is not over; return its number."""
    first, *others = (facts.parse(library.as_json(fact)) for fact in seen)
    assert isinstance(first, GameStarted)
    session = Session(first)
    game_id = journal.begin(first.game, games.find(first.game).rules_version, first, session.opening)
    ended = False
    for number, fact in enumerate(others, start=1):
        lines = session.take(fact)
        journal.append(game_id, number, fact, lines, ended=session.ended if session.ended != ended else None)
        ended = session.ended
    if not ended:
        journal.give_up(game_id)
    return game_id


def main(database: Path) -> None:
    """Play until nobody listens any more."""
    stop = Event()
    Thread(target=lambda: (sys.stdin.read(), stop.set()), daemon=True).start()
    shortest = sorted(library.games().values(), key=len)[:6]
    with Recorder(database) as recorder, Journal(database, recorder) as journal:
        number, began = 0, time.monotonic()
        while not stop.wait(max(0.0, began + number * EVERY_S - time.monotonic())):
            sys.stdout.write(f"{play(journal, shortest[number % len(shortest)])}\n")
            sys.stdout.flush()
            number += 1


if __name__ == "__main__":
    main(Path(sys.argv[1]))
