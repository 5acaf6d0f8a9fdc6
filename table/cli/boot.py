"""`cardtable boot`: applies the `cardtable.txt` of a flashed SD card; the image runs it at every boot."""

import os
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import click

from table.boot.apply import LOG, apply, log_of
from table.cli import terminal
from table.complaints import BadInput

_BOOT = Path("/boot/firmware")
_REMOUNT_S = 60.0


@click.command
@click.option("--boot", "folder", type=terminal.FILE, default=_BOOT, help="The boot partition.")
@click.option("--root", type=terminal.FILE, default=Path("/"), help="The root of the system to configure.")
def boot(folder: Path, root: Path) -> None:
    """Apply the cardtable.txt of a flashed SD card, as its image does at every boot."""
    if os.geteuid() != 0:
        raise BadInput("this needs root: sudo cardtable boot")
    if not folder.is_dir():
        raise BadInput(f"{folder}: there is no such folder, so this is no flashed card")
    applied = apply(folder, root)
    for note in applied.notes:
        click.echo(note)
    _keep_log(folder / LOG, log_of(applied).encode())


def _keep_log(log: Path, text: bytes) -> None:
    """Write the log if it has changed. The boot partition is writable only during the write, in case power fails."""
    if log.exists() and log.read_bytes() == text:
        return
    with _writable(log.parent):
        new = log.with_suffix(".new")
        try:
            with new.open("wb") as file:
                file.write(text)
                file.flush()
                os.fsync(file.fileno())
            new.replace(log)
        except OSError as error:
            raise BadInput(f"{log}: cannot be written: {error.strerror or error}") from None


@contextmanager
def _writable(folder: Path) -> Iterator[None]:
    if not os.path.ismount(folder):
        yield
        return
    _remount(folder, "rw")
    try:
        yield
    finally:
        _remount(folder, "ro")


def _remount(folder: Path, mode: str) -> None:
    command = ["mount", "-o", f"remount,{mode}", str(folder)]
    try:
        subprocess.run(command, capture_output=True, text=True, timeout=_REMOUNT_S, check=True)  # noqa: S603
    except (OSError, subprocess.SubprocessError) as error:
        raise BadInput(
            f"{folder}: cannot be mounted anew: {str(getattr(error, 'stderr', '') or error).strip()}"
        ) from None
