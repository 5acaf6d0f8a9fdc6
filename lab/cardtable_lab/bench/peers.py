"""Other Python drivers for this chip, each package in its own environment under .bench/.

Stand-ins replace their dependencies, spidev and RPi.GPIO, so that nothing has to be compiled. Only msgspec, which the
emulated chips need, is installed in addition.
"""

import os
import subprocess
import sys
import venv
from pathlib import Path

from cardtable_lab.bench.polls import Cost, loaded
from hardware.emulator.stand_ins import DIRECTORY

PEERS = ("mfrc522==0.0.7", "pi-rc522==2.3.0", "mfrc522-python==0.0.9")
EMULATOR_NEEDS = ("msgspec",)
ROOT = Path(__file__).parents[3]
ENVIRONMENTS = ROOT / ".bench"


class LeftOutError(Exception):
    """A package cannot be measured here; the message states the reason."""


def peer_costs(requirement: str) -> list[Cost]:
    """Measure a package. Raise LeftOutError if the package cannot be installed or does not run."""
    python = _environment(requirement)
    try:
        return on_stand_ins(python, "cardtable_lab.bench.peer_polls", requirement)
    except RuntimeError as error:
        raise LeftOutError(f"it does not run here: {_last_line(str(error))}") from error


def on_stand_ins(python: Path, module: str, *arguments: str) -> list[Cost]:
    """Run a module with stand-ins for spidev and RPi.GPIO; return its costs. Raise RuntimeError if it fails."""
    path = os.pathsep.join(str(place) for place in (DIRECTORY, ROOT, ROOT / "lab"))
    # Newer Pythons warn about packages that apply `~` to a bool; that is not what we measure.
    command = [str(python), "-W", "ignore", "-m", module, *arguments]
    ran = subprocess.run(  # noqa: S603
        command, cwd=ROOT, env=os.environ | {"PYTHONPATH": path}, capture_output=True, text=True, check=False
    )
    if ran.returncode:
        raise RuntimeError(ran.stderr)
    return loaded(ran.stdout.splitlines()[-1])


def _environment(requirement: str) -> Path:
    """Create the environment of a package if it is missing; return its Python."""
    folder = ENVIRONMENTS / requirement.replace("==", "-")
    python, ready = folder / "bin" / "python", folder / f".ready-{sys.version_info.major}.{sys.version_info.minor}"
    if not (ready.exists() and python.exists()):
        venv.create(folder, clear=True, symlinks=True)
        _install(requirement, python)
        ready.touch()
    return python


def _install(requirement: str, python: Path) -> None:
    pip = [sys.executable, "-m", "pip", "--python", str(python), "--disable-pip-version-check", "--retries", "1"]
    ran = subprocess.run(  # noqa: S603
        [*pip, "install", "--quiet", "--no-deps", requirement, *EMULATOR_NEEDS],
        capture_output=True,
        text=True,
        check=False,
    )
    if ran.returncode:
        raise LeftOutError(f"pip cannot install it: {_last_line(ran.stderr)}")


def _last_line(text: str) -> str:
    return (text.strip().splitlines() or ["it does not say why"])[-1]
