"""Applies `cardtable.txt` below a given root by writing files that other programs read when they start.

The parts are independent: if one fails, the failure is reported and the others are still applied.
"""

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

import tomlkit
from tomlkit.exceptions import TOMLKitError

from table.boot import imager
from table.boot.text import FILE, MOST_BYTES, BootSettings, Complaint, read
from table.complaints import BadInput
from table.files import text_of, write_atomically
from table.keeping.pin import keep_pin, kept_pin
from table.network import country, home
from table.network.profile import Storage, WifiName, as_keyfile, keep, kept_or_made
from table.saying import Text, joined, say
from table.settings.places import CONFIGURATION, DATABASE
from table.settings.started import SAID, Said, write_said
from table.values import Value, replace

LOG = "cardtable.log"
_KEYS = Path("root/.ssh/authorized_keys")
_EVERYBODY_READS = 0o644


class Applied(Value):
    """The result of applying `files`: notes on ignored settings, the table's own Wi-Fi, and the host's PIN."""

    files: tuple[str, ...]
    settings: BootSettings
    notes: tuple[Text, ...]
    wifi: WifiName | None
    pin: str | None


def apply(boot: Path, root: Path) -> Applied:
    """Apply the boot partition's files to the system below `root`; save notes, name and language for the service."""
    said_by_file, complaints = _read(boot / FILE)
    said_by_imager, wrong = imager.read(boot)
    settings = imager.filled_in(said_by_file, said_by_imager)
    notes = [*(_note(complaint) for complaint in complaints), *wrong]
    done: dict[str, object] = {}
    parts: Mapping[str, Callable[[], object]] = {
        "own": lambda: _own_wifi(settings, root),
        "home": lambda: _home_wifi(settings, root),
        "country": lambda: _country(settings, root),
        "keys": lambda: _keys(settings.keys, root),
        "pin": lambda: _pin(settings.pin, _below(root, DATABASE)),
        "table": lambda: _table(settings, _below(root, CONFIGURATION)),
        "said": lambda: write_said(Said(settings.name, settings.language, tuple(notes)), _below(root, SAID)),
    }
    for name, does in parts.items():
        try:
            done[name] = does()
        except Exception as error:  # noqa: BLE001 - whatever fails, the other parts and the log are written
            why = error.text if isinstance(error, BadInput) else f"{name}: {type(error).__name__}"
            notes.append(say("{file}: {why}", file=FILE, why=why))
    wifi, pin = done.get("own"), done.get("pin")
    return Applied(
        (FILE, *imager.files(boot)),
        settings,
        tuple(notes),
        wifi if isinstance(wifi, WifiName) else None,
        pin if isinstance(pin, str) else None,
    )


def log_of(applied: Applied) -> str:
    """Return the text of the log file next to `cardtable.txt`. Lines end with CR LF, for Windows."""
    wrong = [str(note) for note in applied.notes]
    lines = [f"At its last start the table read {', '.join(applied.files)}.", ""]
    lines += (
        ["These lines do not count, the others do:", *(f"  {note}" for note in wrong)] if wrong else ["All counts."]
    )
    lines.append("")
    if applied.wifi is not None:
        lines += ["Where the table finds no Wi-Fi that it knows, it opens its own:",
                  f"  Wi-Fi     {applied.wifi.ssid}", f"  Password  {applied.wifi.password}"]  # fmt: skip
    if applied.pin is not None:
        lines.append(f"  PIN       {applied.pin}  (of the host, on /host)")
    return "\r\n".join([*lines, ""])


def _read(file: Path) -> tuple[BootSettings, Sequence[Complaint]]:
    if not file.exists():
        return BootSettings(), ()
    try:
        return read(text_of(file, MOST_BYTES))
    except BadInput as why:
        return BootSettings(), [Complaint(0, joined([why.text]))]


def _note(complaint: Complaint) -> Text:
    if complaint.line == 0:
        return complaint.why
    return say("{file}, line {line}: {why}", file=FILE, line=complaint.line, why=complaint.why)


def _own_wifi(settings: BootSettings, root: Path) -> WifiName:
    """Set up the table's own Wi-Fi, which starts if no known network is in range; return its name and password."""
    wifi = kept_or_made(root)
    if settings.own_wifi_password not in (None, wifi.password):
        wifi = replace(wifi, password=settings.own_wifi_password)
        keep(root, wifi)
    Storage(root).write(wifi)
    return wifi


def _home_wifi(settings: BootSettings, root: Path) -> None:
    """Write the home Wi-Fi profile. If the settings name no network, keep one that was joined from a phone."""
    if settings.wifi is not None:
        wifi = WifiName(settings.wifi, settings.wifi_password or "")
        text = as_keyfile(home.sections(wifi, hidden=settings.wifi_hidden))
        _write(root / home.KEYFILE, text)


def _country(settings: BootSettings, root: Path) -> None:
    if settings.country is not None:
        _write(root / country.KEPT, country.text(settings.country), _EVERYBODY_READS)


def _keys(keys: Sequence[str], root: Path) -> None:
    """Allow SSH with these keys and no others."""
    file = root / _KEYS
    if keys:
        _write(file, "".join(f"{key}\n" for key in keys))
        file.parent.chmod(0o700)
        return
    try:
        file.unlink(missing_ok=True)
    except OSError as error:
        raise BadInput(f"{file}: cannot be removed: {error.strerror or error}") from None


def _pin(pin: str | None, database: Path) -> str:
    """Return the host's PIN: the one in cardtable.txt if set there, otherwise the stored one, or a new one."""
    if pin is not None:
        keep_pin(database, pin)
    return kept_pin(database)


def _table(settings: BootSettings, config: Path) -> None:
    """Write the table's name and language into table.toml; until that file exists, the service reads `Said` instead."""
    said = {"name": settings.name, "language": settings.language}
    changes = {key: value for key, value in said.items() if value is not None}
    if not changes or not config.exists():
        return
    try:
        document = tomlkit.parse(text_of(config, MOST_BYTES))
        section = document["table"]
        section.update(changes)
    except (TOMLKitError, KeyError, AttributeError):
        return  # the set-up reports what is wrong with the file
    _write(config, tomlkit.dumps(document), _EVERYBODY_READS)


def _write(file: Path, text: str, mode: int = 0o600) -> None:
    """Write a file only if its contents differ, because writing wears out the SD card."""
    if file.exists() and text_of(file, MOST_BYTES) == text and file.stat().st_mode & 0o777 == mode:
        return
    write_atomically(file, text.encode(), folder=True, mode=mode)


def _below(root: Path, path: Path) -> Path:
    return root / path.relative_to("/")
