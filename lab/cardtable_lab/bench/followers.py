"""Phones that follow a table, as plain sockets in their own process: `python -m cardtable_lab.bench.followers 8000 20`.

The process prints `ready` when each phone has its first snapshot. It follows until each phone has received the event
whose number it reads from standard input. It then prints each phone's events with their arrival times by
CLOCK_MONOTONIC: `[[seq, ns], ...]`. It parses only at the end, so that parsing does not delay the timestamps.
"""

import json
import re
import select
import socket
import sys
from bisect import bisect_left
from time import monotonic_ns

EVENT = re.compile(rb"id: (\d+)\ndata: [^\n]*\n\n")  # a snapshot has an `event:` line; an event has none
REQUEST = b"GET /api/v1/events HTTP/1.1\r\nHost: 127.0.0.1\r\nAccept: text/event-stream\r\n\r\n"
_MOST = 65_536
_PATIENCE_S = 30.0


class Follower:
    """One phone: all received data, and when each part of the data arrived."""

    def __init__(self, port: int) -> None:
        self.socket = socket.create_connection(("127.0.0.1", port), _PATIENCE_S)
        self.socket.sendall(REQUEST)
        self.heard = bytearray()
        self._ends: list[int] = []
        self._times_ns: list[int] = []
        while b"event: picture" not in self.heard:
            self.hear()

    def hear(self) -> bool:
        """Receive the available data; return False if the table has closed the connection."""
        piece = self.socket.recv(_MOST)
        now_ns = monotonic_ns()
        self.heard += piece
        self._ends.append(len(self.heard))
        self._times_ns.append(now_ns)
        return bool(piece)

    def events(self) -> list[tuple[int, int]]:
        """Return the number of each event and the time of its last byte, in ns."""
        found = EVENT.finditer(bytes(self.heard))
        return [(int(one[1]), self._times_ns[bisect_left(self._ends, one.end())]) for one in found]


def follow(followers: list[Follower]) -> None:
    """Let all phones follow the table until standard input names an event and every phone has received that event.

    Raise ConnectionError if the table closes a stream.
    """
    poll = select.poll()
    by_number = {one.socket.fileno(): one for one in followers}
    for number in (*by_number, sys.stdin.fileno()):
        poll.register(number, select.POLLIN)
    last: re.Pattern[bytes] | None = None
    while last is None or not all(last.search(one.heard) for one in followers):
        for number, _ in poll.poll():
            if number not in by_number:
                last = re.compile(rb"id: %d\ndata: [^\n]*\n\n" % int(sys.stdin.readline()))
                poll.unregister(number)
            elif not by_number[number].hear():
                raise ConnectionError("the table has hung up on a phone")


def main(port: int, count: int) -> None:
    followers = [Follower(port) for _ in range(count)]
    print("ready", flush=True)
    follow(followers)
    print(json.dumps([one.events() for one in followers]))


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]))
