"""Connection limits: slow senders and readers are disconnected, and so are greedy ones.

Waitress waits for a request as long as a byte comes every two minutes, and for ever until its answer is read. Here a
whole request has to arrive in `arrival_s` seconds; an answer of which nothing is read for `taking_s` is dropped, and so
is a connection idle for `idle_s`; pipelined requests, which no browser sends, cannot make a thread wait for their
answers to be read. All times are by a monotonic clock.

Many phones may share one address, behind a proxy or a hotspot. So an address with too many connections is not shut out:
of those that wait only for their sender, the one that has waited longest makes room.
"""

import time
from collections.abc import Iterable
from contextlib import suppress
from ipaddress import ip_address
from socket import socket
from threading import Lock
from typing import Any

from waitress.channel import HTTPChannel
from waitress.server import BaseWSGIServer

from web.server.sse_server import HandedOver, StreamTask

MOST = 900  # connections in total: well below the 1024 files that a process may usually open
_MOST_AHEAD = 2  # the request being answered, and the next, which may come before the thread is done


_BURST = 32  # connections accepted at once


def accept_many(server: BaseWSGIServer) -> None:
    """Accept all waiting connections, up to a burst, for the loop visits every connection before it accepts again."""
    for _ in range(_BURST):
        BaseWSGIServer.handle_accept(server)


class HurriedChannel(HTTPChannel):
    """One connection. All but `service` and `is_done` runs in the server's one loop, which visits each every second."""

    task_class = StreamTask
    arrival_s = 10.0
    taking_s = 30.0
    idle_s = 30.0
    most = MOST
    most_of_one = 320  # connections from one address: forty phones, whose browsers open six each, and some more
    _began_s = 0.0
    _moved_s = 0.0  # when the last byte came or went

    def __init__(self, server: Any, sock: socket, addr: Any, adj: Any, map: Any = None) -> None:  # noqa: A002 - theirs
        super().__init__(server, sock, addr, adj, map=map)
        self._moved_s = time.monotonic()
        self._make_room(server.active_channels.values())

    def _make_room(self, channels: Iterable["HurriedChannel"]) -> None:
        """Disconnect one if there are too many: the one that kept us waiting longest, else this one."""
        everybody = list(channels)
        of_one = [channel for channel in everybody if channel.addr[0] == self.addr[0]]
        if len(of_one) > self.most_of_one and not self.is_here():
            everybody = of_one
        elif len(everybody) <= self.most:
            return
        waits = [channel for channel in everybody if channel is not self and not channel.requests]
        min(waits, key=lambda channel: channel._moved_s, default=self).handle_close()

    def is_here(self) -> bool:
        """Whether the client is this machine, where a proxy may speak for all phones."""
        return ip_address(self.addr[0]).is_loopback

    @property
    def last_activity(self) -> float:
        """The last activity in wall-clock time, corrected so that a clock jump disconnects nobody."""
        return time.time() - (time.monotonic() - self._moved_s)

    @last_activity.setter
    def last_activity(self, _wall_s: float) -> None:  # what waitress says it is
        self._moved_s = time.monotonic()

    def service(self) -> None:
        """Answer one request; if the stream writer takes over, the thread is free."""
        with suppress(HandedOver):
            super().service()

    def is_done(self) -> None:
        """Hang up once all is sent: a stream has ended."""
        lock: Lock = self.requests_lock  # type: ignore[attr-defined]
        with lock:
            self.close_when_flushed = True
            for request in self.requests:
                request.close()
            self.requests = []
        if self.connected:
            self.server.pull_trigger()

    def received(self, data: bytes) -> bool:
        """Receive data, and note when the first byte of a request came."""
        before, self._moved_s = self.request, time.monotonic()
        taken = super().received(data)
        if self.request is not before:
            self._began_s = time.monotonic()
        if len(self.requests) > _MOST_AHEAD:
            self.will_close = True
        return taken

    def _flush_some(self, do_close: bool = True) -> bool:
        """Send what can be sent; return whether anything was."""
        sent = bool(super()._flush_some(do_close=do_close))  # type: ignore[misc]
        if sent:
            self._moved_s = time.monotonic()
        return sent

    def readable(self) -> bool:
        """Return whether more may come. It is called every second, so slow connections are found here."""
        if self._is_too_slow():
            self.handle_close()  # at once: waitress closes when it can write, and here it may never
        return bool(self.connected and super().readable())

    def _is_too_slow(self) -> bool:
        now_s = time.monotonic()
        if self.request is not None and now_s - self._began_s > self.arrival_s:
            return True
        if self.total_outbufs_len > 0:
            return now_s - self._moved_s > self.taking_s
        return not self.requests and now_s - self._moved_s > self.idle_s
