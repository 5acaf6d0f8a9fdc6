"""The Wi-Fi networks in range, and the state of joining one: values for display."""

from collections.abc import Iterable
from typing import TYPE_CHECKING, Annotated, Literal

from msgspec import Meta

from table.network import home
from table.values import Value, replace

if TYPE_CHECKING:  # pages need these values on tables without D-Bus, too
    from table.network.network_manager import AccessPoint

Lock = Literal["open", "password", "other"]
Why = Literal["password", "unseen", "silent", "address", "refused"]
Doing = Literal["ready", "looking", "trying", "failed", "joined"]
_PSK, _SAE, _ENTERPRISE = 0x100, 0x400, 0x200  # NM_802_11_AP_SEC_KEY_MGMT_PSK, _SAE, _802_1X


class Network(Value):
    """A Wi-Fi in range."""

    name: str
    strength: Annotated[int, Meta(description="From 0 to 100.")]
    lock: Annotated[Lock, Meta(description="`other`: it asks for more than a password, or for one of an old kind.")]
    known: Annotated[bool, Meta(description="Whether the table knows its password.")] = False


class NetworkView(Value, kw_only=True):
    """The state of joining the home's Wi-Fi, and the networks in range."""

    state: Annotated[
        Literal["elsewhere", "stranger"] | Doing,
        Meta(description="`elsewhere`: this table cannot join a Wi-Fi by itself."),
    ] = "ready"
    own: Annotated[str | None, Meta(description="The table’s own Wi-Fi, if it is up.")] = None
    inside: Annotated[str | None, Meta(description="The Wi-Fi that the table has joined.")] = None
    address: Annotated[str | None, Meta(description="Of the table, in the Wi-Fi that it has joined.")] = None
    networks: Annotated[tuple[Network, ...], Meta(description="In reach, the strongest first.")] = ()
    age_s: Annotated[int | None, Meta(description="How old that list is; null: nobody has looked yet.")] = None
    wanted: Annotated[str, Meta(description="The Wi-Fi that was chosen last.")] = ""
    hidden: bool = False
    country: Annotated[str | None, Meta(description="Two letters; null: it is unknown.")] = None
    why: Annotated[
        Why | None,
        Meta(
            description="Why it could not be joined: a wrong password, not in reach, no reply, no address, or something"
            " that the log says."
        ),
    ] = None
    name: Annotated[str, Meta(description="What the table is called in every network.")] = ""
    goes: Annotated[bool, Meta(description="Whether the table leaves this Wi-Fi for that, as it has one radio.")] = True
    again_s: Annotated[int, Meta(description="Within how many seconds the table is back if it cannot join.")] = 0


def in_reach(points: "Iterable[AccessPoint]", own: str | None, known: str | None) -> tuple[Network, ...]:
    """Return the networks of access points, the strongest first, each name once, without `own`."""
    best: dict[str, Network] = {}
    for point in points:
        name = _name(point.ssid)
        if name is None or name == own:
            continue
        found = Network(name, max(0, min(100, point.strength)), _lock(point), known=name == known)
        if name not in best or found.strength > best[name].strength:
            best[name] = found
    return tuple(sorted(best.values(), key=lambda one: (-one.strength, one.name)))


def older(view: NetworkView, seconds: float | None) -> NetworkView:
    """Return a view with the age of its list of networks; None: there is no list yet."""
    return replace(view, age_s=None if seconds is None else int(seconds))


def _name(ssid: bytes) -> str | None:
    """Return the name of a Wi-Fi; None if it is hidden, or not printable text."""
    try:
        return home.wifi_name(ssid.decode())
    except UnicodeDecodeError:
        return None


def _lock(point: "AccessPoint") -> Lock:
    if point.keys & (_PSK | _SAE):
        return "password"
    return "other" if point.keys & _ENTERPRISE or point.privacy else "open"
