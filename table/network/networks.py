"""The Wi-Fi networks in range, and the state of joining one: values for display."""

from collections.abc import Iterable
from typing import TYPE_CHECKING, Annotated, Literal

from msgspec import Meta

from table.network import home
from table.values import Value, replace

if TYPE_CHECKING:  # pages also need these values on tables without D-Bus
    from table.network.network_manager import AccessPoint

Lock = Literal["open", "password", "other"]
Why = Literal["password", "unseen", "silent", "address", "refused"]
Doing = Literal["ready", "looking", "trying", "failed", "joined"]
_PSK, _SAE, _ENTERPRISE = 0x100, 0x400, 0x200  # NM_802_11_AP_SEC_KEY_MGMT_PSK, _SAE, _802_1X


class Network(Value):
    """A Wi-Fi network in range."""

    name: str
    strength: Annotated[int, Meta(description="Signal strength, from 0 to 100.")]
    lock: Annotated[
        Lock, Meta(description="`other`: it needs more than a password, or uses an outdated kind of encryption.")
    ]
    known: Annotated[bool, Meta(description="Whether the table has a stored profile for it.")] = False


class NetworkView(Value, kw_only=True):
    """The state of joining the home Wi-Fi, and the networks in range."""

    state: Annotated[
        Literal["elsewhere", "stranger"] | Doing,
        Meta(
            description="`elsewhere`: the table cannot join a Wi-Fi by itself. `stranger`: the phone is not the host’s."
        ),
    ] = "ready"
    own: Annotated[str | None, Meta(description="Name of the table’s own Wi-Fi; null unless it is up.")] = None
    inside: Annotated[
        str | None, Meta(description="Name of the Wi-Fi that the table has joined; null if there is none.")
    ] = None
    address: Annotated[
        str | None, Meta(description="IP address of the table in its current Wi-Fi; null if unknown.")
    ] = None
    networks: Annotated[tuple[Network, ...], Meta(description="Networks in range, the strongest first.")] = ()
    age_s: Annotated[int | None, Meta(description="Age of `networks` in seconds; null before the first scan.")] = None
    wanted: Annotated[str, Meta(description="Name of the Wi-Fi that was chosen last; empty if none was.")] = ""
    hidden: bool = False
    country: Annotated[str | None, Meta(description="Two-letter country code; null if unknown.")] = None
    why: Annotated[
        Why | None,
        Meta(
            description="Why joining failed. `password`: wrong or missing; `unseen`: not in range; `silent`: no reply;"
            " `address`: no IP address; `refused`: see the log."
        ),
    ] = None
    name: Annotated[str, Meta(description="Host name of the table in every network.")] = ""
    goes: Annotated[
        bool, Meta(description="Whether joining disconnects the table from its current Wi-Fi, as it has one radio.")
    ] = True
    again_s: Annotated[
        int, Meta(description="Seconds after which the table is back in its previous Wi-Fi if it cannot join.")
    ] = 0


def in_reach(points: "Iterable[AccessPoint]", own: str | None, known: str | None) -> tuple[Network, ...]:
    """Return the networks that these access points offer, strongest first, one per name, excluding `own`."""
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
    """Return a view with its list of networks marked as `seconds` old; None means that there is no list yet."""
    return replace(view, age_s=None if seconds is None else int(seconds))


def _name(ssid: bytes) -> str | None:
    """Return the name of a network, or None if it is hidden, or not printable text."""
    try:
        return home.wifi_name(ssid.decode())
    except UnicodeDecodeError:
        return None


def _lock(point: "AccessPoint") -> Lock:
    if point.keys & (_PSK | _SAE):
        return "password"
    return "other" if point.keys & _ENTERPRISE or point.privacy else "open"
