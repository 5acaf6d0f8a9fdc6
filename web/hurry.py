"""Connections for a server that has no time to lose: whoever is slow, or wants too much at once, is hung up on.

Waitress waits for a request as long as a byte comes every two minutes, and for its answer to be taken for ever. Here
the whole of a request has to arrive in `arrival_s` seconds; an answer of which nothing is taken for `taking_s` is given
up; and requests that are sent ahead, which no browser does, cannot make a thread wait for their answers to be taken.
"""

import time
from ipaddress import ip_address
from socket import socket
from typing import Any

from waitress.channel import HTTPChannel

_MOST_AHEAD = 2  # one that is answered, and the next, which may come before the thread is done with the first


class HurriedChannel(HTTPChannel):
    """One connection. All but `service` happens in the server's one loop, which looks at each every second."""

    arrival_s = 10.0
    taking_s = 30.0
    idle_s = 60.0  # waitress asks the wall clock whether one has been idle, and may not ask for days if that jumps
    most_of_one = 64  # connections from one address; a browser opens six
    _began_s = 0.0
    _active_s = 0.0

    def __init__(self, server: Any, sock: socket, addr: Any, adj: Any, map: Any = None) -> None:  # noqa: A002 - theirs
        super().__init__(server, sock, addr, adj, map=map)
        others = [channel for channel in server.active_channels.values() if channel.addr[0] == addr[0]]
        if len(others) > self.most_of_one and not ip_address(addr[0]).is_loopback:
            self.will_close = True

    @property
    def last_activity(self) -> float:
        """When something came or went last, as the wall clock has it now: nobody is cut off because that jumps."""
        return time.time() - self._idle_s

    @last_activity.setter
    def last_activity(self, _wall_s: float) -> None:  # what waitress says it is
        self._active_s = time.monotonic()

    @property
    def _idle_s(self) -> float:
        return time.monotonic() - self._active_s

    def received(self, data: bytes) -> bool:
        """Take what has come, and remember when the first byte of a request did."""
        before = self.request
        taken = super().received(data)
        if self.request is not before:
            self._began_s = time.monotonic()
        if len(self.requests) > _MOST_AHEAD:
            self.will_close = True
        return taken

    def readable(self) -> bool:
        """Tell whether more may come; asked every second, so this is where slow ones are found."""
        if self._is_too_slow():
            self.handle_close()  # at once: waitress closes when it can write, and here it may never
        return bool(self.connected and super().readable())

    def _is_too_slow(self) -> bool:
        if self.request is not None and time.monotonic() - self._began_s > self.arrival_s:
            return True
        if self.total_outbufs_len > 0:
            return self._idle_s > self.taking_s
        return not self.requests and self._idle_s > self.idle_s
