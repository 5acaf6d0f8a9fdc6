"""Reads the two cloud-init files in which Raspberry Pi Imager stores its settings on the boot partition.

From `network-config` (version 2, the netplan format) the table uses the first Wi-Fi network and its country, and from
`user-data` the SSH keys of all users. It ignores everything else: the image has no cloud-init, and no user but root.
"""

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, TypeVar

import msgspec

from table.boot.text import MOST_BYTES, BootSettings, expected, ssh_key
from table.complaints import BadInput
from table.files import text_of
from table.network.country import country_code
from table.network.home import wifi_name, wifi_password
from table.saying import Text, joined, say
from table.values import Value, field, replace

NETWORK, USER = "network-config", "user-data"
T = TypeVar("T")


class _AccessPoint(Value):
    password: str | None = None
    hidden: bool = False
    auth: Mapping[str, Any] | None = None  # other ways to authenticate


class _Device(Value):
    access_points: Mapping[str, _AccessPoint | None] = field(name="access-points", default_factory=dict)
    country: str | None = field(name="regulatory-domain", default=None)


class _Devices(Value):
    wifis: Mapping[str, _Device] = field(default_factory=dict)


class _NetworkConfig(Value):
    network: _Devices


class _User(Value):
    ssh_authorized_keys: tuple[str, ...] = ()


class _UserData(Value):
    users: tuple[_User | str, ...] = ()
    ssh_authorized_keys: tuple[str, ...] = ()


def files(boot: Path) -> Sequence[str]:
    """Return the names of Imager's files that exist."""
    return [name for name in (NETWORK, USER) if (boot / name).exists()]


def read(boot: Path) -> tuple[BootSettings, Sequence[Text]]:
    """Return the settings in Imager's files, and notes on those ignored. Notes never quote passwords or keys."""
    found = BootSettings()
    notes: list[Text] = []
    parts: Mapping[str, Callable[[Path, BootSettings], tuple[BootSettings, Sequence[Text]]]] = {
        NETWORK: _network,
        USER: _user,
    }
    for name in files(boot):
        try:
            found, wrong = parts[name](boot / name, found)
        except BadInput as why:
            wrong = [joined([why.text])]
        notes += [say("{file}: {why}", file=name, why=why) for why in wrong]
    return found, notes


def filled_in(file: BootSettings, imager: BootSettings) -> BootSettings:
    """Return the settings from `cardtable.txt`, with any missing Wi-Fi, country or keys taken from Imager's files."""
    wifi = imager if file.wifi is None else file
    return replace(
        file, wifi=wifi.wifi, wifi_password=wifi.wifi_password, wifi_hidden=wifi.wifi_hidden,
        country=file.country or imager.country, keys=file.keys or imager.keys,
    )  # fmt: skip


def _network(file: Path, found: BootSettings) -> tuple[BootSettings, Sequence[Text]]:
    """Add the country and the first Wi-Fi network.

    Skip a network whose password is unusable, because it would be joined as an open one.
    """
    devices = _parsed(file, _NetworkConfig).network.wifis.values()
    wrong: list[Text] = []
    for country in (device.country for device in devices if device.country is not None):
        found = replace(found, country=country_code(country))
        wrong += [] if found.country else [expected("country")]
    name, point = next((point for device in devices for point in device.access_points.items()), (None, None))
    if name is None:
        return found, wrong
    point = point or _AccessPoint()
    if wifi_name(name) is None:
        return found, [*wrong, expected("wifi")]
    if point.auth is not None or (point.password is not None and wifi_password(point.password) is None):
        return found, [*wrong, expected("wifi_password")]
    return replace(found, wifi=name, wifi_password=point.password, wifi_hidden=point.hidden), wrong


def _user(file: Path, found: BootSettings) -> tuple[BootSettings, Sequence[Text]]:
    said = _parsed(file, _UserData)
    keys = [key.strip() for one in (said, *said.users) if not isinstance(one, str) for key in one.ssh_authorized_keys]
    taken = tuple(key for key in keys if ssh_key(key) is not None)
    return replace(found, keys=taken), [expected("key")] if len(taken) < len(keys) else []


def _parsed(file: Path, kind: type[T]) -> T:
    """Return the contents of a YAML file. Raise BadInput if it is invalid, or not structured as Imager writes it."""
    try:
        import yaml  # installed only on flashed images
    except ImportError:
        raise BadInput(say("it cannot be read, because PyYAML is missing")) from None
    text = text_of(file, MOST_BYTES)
    try:
        said = yaml.safe_load(text) or {}
    except Exception:  # noqa: BLE001 - for 2024-02-30 or `!!int ""`, PyYAML lets through what Python raises
        raise BadInput(say("it is not valid YAML")) from None
    try:
        return msgspec.convert(said, kind)
    except msgspec.ValidationError:
        raise BadInput(say("it is built in another way than Raspberry Pi Imager builds it")) from None
