"""The home Wi-Fi as the service sees it: NetworkManager reports its state, and root takes join requests on a socket.

The table has one radio, so it cannot scan while its own Wi-Fi is up. A table that has not been set up yet scans at
startup, before any phone is connected, and remembers the networks in range.
"""

import json
import socket
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from ipaddress import ip_address, ip_network
from pathlib import Path
from typing import Any

from msgspec import convert

from table.complaints import BadInput
from table.log import logger
from table.network import country, home, profile
from table.network.bus import Bus, NotThere, Refused
from table.network.joining import AGAIN_S, DOOR, LOOK, LOOK_IF_ALONE
from table.network.network_manager import NetworkManager
from table.network.networks import Doing, Network, NetworkView, Why, in_reach, older
from table.saying import say
from table.values import Value

_FRESH_S = 2.0  # until NetworkManager is asked again
_EARLY_S, _EARLY_POLL_S = 180.0, 2.0  # how long, and how often, to check for networks after startup
_ANSWERS_S = 150.0
_log = logger()


class Seen(Value):
    """The state of NetworkManager: the table's `own` Wi-Fi if it is up, the joined one, and the networks in range."""

    own: str | None = None
    inside: str | None = None
    address: str | None = None
    networks: tuple[Network, ...] = ()


def seen(bus: Bus) -> Seen:
    """Return the state of NetworkManager. Raise NotThere or Refused."""
    networks = NetworkManager(bus)
    device = networks.wifi()
    if device is None:
        return Seen()
    names = {uuid: networks.ssid(path) for uuid in (profile.UUID, home.UUID) if (path := networks.profile(uuid))}
    active = networks.active_on(device)
    is_own = active is not None and active.uuid == profile.UUID
    found = in_reach(networks.access_points(device), names.get(profile.UUID), names.get(home.UUID))
    if active is None or not active.is_up:
        return Seen(networks=found)
    if is_own:
        return Seen(names[profile.UUID], None, profile.ADDRESS, found)
    return Seen(None, networks.ssid_of(active), networks.address(device), found)


def looked() -> Seen:
    """Open a new connection, and return the state of NetworkManager. Raise NotThere or Refused."""
    with Bus() as bus:
        return seen(bus)


class HomeWifi:
    """The home Wi-Fi, as the service's pages use it. A context manager. Thread-safe."""

    def __init__(
        self,
        door: Path = DOOR,
        look: Callable[[], Seen] = looked,
        root: Path = Path("/"),
        now_s: Callable[[], float] = time.monotonic,
        *,
        looks_early: bool = False,
    ) -> None:
        """Prepare to query NetworkManager with `look`, and to send requests to the socket `door`.

        `looks_early` means that it scans soon after startup.
        """
        self.stays = False  # whether the user has chosen to stay on the table's own Wi-Fi
        self._looks_early = looks_early
        self._door = door
        self._look = look
        self._root = root
        self._now_s = now_s
        self._lock = threading.Lock()
        self._ended = threading.Event()
        self._state: Doing = "ready"
        self._why: Why | None = None
        self._address: str | None = None
        self._wanted, self._hidden = "", False
        self._seen = Seen()
        self._asked_s: float | None = None  # when NetworkManager was asked last
        self._listed: tuple[Network, ...] = ()
        self._listed_s: float | None = None

    def __enter__(self) -> "HomeWifi":
        if self._looks_early and self.is_there:
            threading.Thread(target=self._look_early, name="networks", daemon=True).start()
        return self

    def __exit__(self, *_: object) -> None:
        self._ended.set()

    @property
    def is_there(self) -> bool:
        """Whether this computer has the socket that takes the service's requests to join a network."""
        return self._door.is_socket()

    def invites(self, phone: str | None) -> bool:
        """Return whether to offer the home Wi-Fi to the phone at this address; it must be on the table's own Wi-Fi."""
        if self.stays or not self.is_there:
            return False
        try:
            return phone is not None and ip_address(phone) in ip_network(profile.NETWORK)
        except ValueError:  # not an address
            return False

    @property
    def shown(self) -> NetworkView:
        """The complete state of the network, for its page."""
        if not self.is_there:
            return NetworkView(state="elsewhere", name=profile.TABLE_NAME)
        self._refresh()
        with self._lock:
            view = NetworkView(
                state=self._state,
                own=self._seen.own,
                inside=self._seen.inside,
                address=self._address or self._seen.address,
                networks=self._listed,
                wanted=self._wanted,
                hidden=self._hidden,
                country=country.known(self._root),
                why=self._why,
                name=profile.TABLE_NAME,
                goes=self._seen.own is not None or self._seen.inside is not None,
                again_s=AGAIN_S,
            )
            return older(view, None if self._listed_s is None else self._now_s() - self._listed_s)

    def join(self, name: str, password: str | None, *, hidden: bool, country: str | None) -> None:
        """Start joining a network. Raise BadInput if that cannot be started.

        `password` is "" for an open network, and None for one whose password is stored.
        """
        if home.wifi_name(name) is None:
            raise BadInput(say("expected the name of a Wi-Fi, of at most 32 letters"))
        if password and home.wifi_password(password) is None:
            raise BadInput(say("a Wi-Fi password has 8 to 63 letters, digits and signs of a US keyboard"))
        wish = {"name": name, "password": password, "hidden": hidden, "country": country}
        self._begin("trying", wish, wanted=name, hidden=hidden)

    def look_around(self) -> None:
        """Start a scan, taking the table's own Wi-Fi down for several seconds. Raise BadInput if it cannot start."""
        self._begin("looking", LOOK, wanted=self._wanted, hidden=self._hidden)

    def stay(self) -> None:
        """Stay on the table's own Wi-Fi, and do not offer the home Wi-Fi again."""
        self.stays = True

    # -- networks in range

    def _look_early(self) -> None:
        until_s = self._now_s() + _EARLY_S
        while self._now_s() < until_s and not self._ended.wait(_EARLY_POLL_S):
            self._refresh()
            with self._lock:
                own, found = self._seen.own, bool(self._listed or self._seen.inside)
            if found:
                return
            if own is not None:
                with suppress(BadInput):  # another thread was faster
                    self._begin("looking", LOOK_IF_ALONE, wanted="", hidden=False)
                return

    def _refresh(self) -> None:
        """Ask NetworkManager for its state, unless it was just asked, or a scan or a join is in progress."""
        with self._lock:
            now_s = self._now_s()
            if self._state in ("looking", "trying") or (self._asked_s is not None and now_s - self._asked_s < _FRESH_S):
                return
            self._asked_s = now_s
        try:
            found = self._look()
        except (NotThere, Refused) as why:
            _log.info("NetworkManager does not say what is in reach", why=str(why))
            return
        with self._lock:
            self._seen = found
            if self._state == "joined" and found.own is not None:  # the table has since lost that Wi-Fi
                self._state, self._address = "ready", None
            if found.networks and (found.own is None or not self._listed):
                self._list(found.networks)

    def _list(self, networks: Sequence[Network]) -> None:
        self._listed, self._listed_s = tuple(networks), self._now_s()

    # -- requests over the socket

    def _begin(self, state: Doing, wish: Mapping[str, Any], *, wanted: str, hidden: bool) -> None:
        """Send a request. Raise BadInput if a scan or a join is in progress."""
        with self._lock:
            if not self.is_there:
                raise BadInput(say("this table cannot join a Wi-Fi by itself"))
            if self._state in ("looking", "trying"):
                raise BadInput(say("the table is trying a Wi-Fi already"))
            self._state, self._why, self._address = state, None, None
            self._wanted, self._hidden = wanted, hidden
        threading.Thread(target=self._answered, args=(wish,), name="home Wi-Fi", daemon=True).start()

    def _answered(self, wish: Mapping[str, Any]) -> None:
        answer = asked_at(self._door, wish)
        why = answer.get("why")
        with self._lock:
            self._asked_s = None
            if "networks" in answer:
                self._state = "ready"
                if answer["networks"] is not None:
                    self._list([convert(one, Network) for one in answer["networks"]])
            elif why is None and "address" in answer:
                self._state, self._address = "joined", answer["address"]
            else:
                self._state, self._why = "failed", why or "refused"


def asked_at(door: Path, wish: Mapping[str, Any]) -> dict[str, Any]:
    """Send a request to the socket `door`; return the last reply, or an empty one if there is none."""
    answer: dict[str, Any] = {}
    with suppress(OSError, ValueError), socket.socket(socket.AF_UNIX) as asked:
        asked.settimeout(_ANSWERS_S)
        asked.connect(str(door))
        asked.sendall(f"{json.dumps(wish)}\n".encode())
        with asked.makefile() as answers:
            for line in answers:
                answer = json.loads(line)
    return answer
