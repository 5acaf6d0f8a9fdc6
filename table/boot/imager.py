"""Reads what Raspberry Pi Imager writes on a boot partition when its own settings are used: two files of cloud-init.

Of `network-config` (version 2, as netplan reads it) the first Wi-Fi and its country count, of `user-data` the SSH keys
of all users. Nothing else does: there is no cloud-init here, and no user but root.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from table.boot.text import MOST_BYTES, BootSettings, expected, ssh_key
from table.complaints import BadInput
from table.files import text_of
from table.network.country import country_code
from table.network.home import wifi_name, wifi_password
from table.saying import Text, joined, say
from table.values import replace

NETWORK, USER = "network-config", "user-data"


def files(boot: Path) -> Sequence[str]:
    """Return which of its files there are."""
    return [name for name in (NETWORK, USER) if (boot / name).exists()]


def read(boot: Path) -> tuple[BootSettings, Sequence[Text]]:
    """Return what its files say, and sentences on what of it does not count. None quotes a password or a key."""
    found = BootSettings()
    notes: list[Text] = []
    parts: Mapping[str, Callable[[BootSettings, Any, list[Text]], BootSettings]] = {NETWORK: _network, USER: _user}
    for name in files(boot):
        wrong: list[Text] = []
        try:
            found = parts[name](found, _parsed(boot / name), wrong)
        except BadInput as why:
            wrong.append(joined([why.text]))
        notes += [say("{file}: {why}", file=name, why=why) for why in wrong]
    return found, notes


def filled_in(file: BootSettings, imager: BootSettings) -> BootSettings:
    """Return what `cardtable.txt` says, and where it says nothing, what Imager wrote."""
    wifi = imager if file.wifi is None else file
    return replace(
        file, wifi=wifi.wifi, wifi_password=wifi.wifi_password, wifi_hidden=wifi.wifi_hidden,
        country=file.country or imager.country, keys=file.keys or imager.keys,
    )  # fmt: skip


def _parsed(file: Path) -> Any:
    """Return what a file of YAML holds. Raise BadInput if it is none."""
    try:
        import yaml  # only where an image was flashed
    except ImportError:
        raise BadInput(say("it cannot be read, because PyYAML is missing")) from None
    try:
        return yaml.safe_load(text_of(file, MOST_BYTES))
    except yaml.YAMLError:
        raise BadInput(say("it is not valid YAML")) from None


def _network(found: BootSettings, parsed: Any, wrong: list[Text]) -> BootSettings:
    """Add the first Wi-Fi; without its password, were that wrong, it would be joined as an open one."""
    with _as_expected():
        devices = [device for device in (parsed["network"].get("wifis") or {}).values() if device]
        country = next((device["regulatory-domain"] for device in devices if "regulatory-domain" in device), None)
        points = [point for device in devices for point in (device.get("access-points") or {}).items()]
        if country is not None and country_code(str(country)) is None:
            wrong.append(expected("country"))
        elif country is not None:
            found = replace(found, country=country_code(str(country)))
        if not points:
            return found
        (name, point), *_ = points
        password = (point or {}).get("password")
        if wifi_name(str(name)) is None:
            wrong.append(expected("wifi"))
        elif password is not None and wifi_password(str(password)) is None:
            wrong.append(expected("wifi_password"))
        else:
            said = None if password is None else str(password)
            hidden = bool((point or {}).get("hidden"))
            found = replace(found, wifi=str(name), wifi_password=said, wifi_hidden=hidden)
    return found


def _user(found: BootSettings, parsed: Any, wrong: list[Text]) -> BootSettings:
    with _as_expected():
        users = [user for user in (parsed or {}).get("users") or () if isinstance(user, Mapping)]
        keys = [key for user in [parsed or {}, *users] for key in user.get("ssh_authorized_keys") or ()]
        taken = [key for one in keys if (key := ssh_key(str(one).strip())) is not None]
    if len(taken) < len(keys):
        wrong.append(expected("key"))
    return replace(found, keys=tuple(taken))


@contextmanager
def _as_expected() -> Iterator[None]:
    """Raise BadInput where a file is built in another way than Imager builds it."""
    try:
        yield
    except (AttributeError, KeyError, TypeError, ValueError):
        raise BadInput(say("it is built in another way than Raspberry Pi Imager builds it")) from None
