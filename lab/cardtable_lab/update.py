"""`make update KEY=FILE`: packs this checkout as a signed update, which tables install without a network.

KEY is a file with a minisign secret key; minisign asks for its password. ARCHITECTURE defaults to `arm64`. The update
is `build/cardtable-VERSION-ARCHITECTURE.update`; docs/image.md explains how tables come to trust it. If packing fails,
the program prints the reason and the exit status is 2.
"""

import os
import shutil
import subprocess
import sys
import tarfile
import tomllib
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

from table.updating import archive
from table.updating.archive import Label, label_of

CHECKOUT = Path(__file__).parents[2]
BUILD = CHECKOUT / "build"
MACHINES = {"arm64": "aarch64", "amd64": "x86_64"}  # Debian's name of each architecture, and its name in wheels
PYTHONS = ("3.11", "3.13")  # of Debian 12 and 13
_PLATFORMS = ("manylinux2014", "manylinux_2_28", "manylinux_2_34")  # Debian 12 has glibc 2.36
_SOURCES = ("spidev",)  # packages without wheels, which tables build themselves, as install.sh always does
_BUILDERS = ("setuptools", "wheel")  # packages that these builds need


class CannotPack(Exception):
    """The update cannot be made; the message gives the reason."""


def main() -> int:
    """Pack the update and return the exit status."""
    try:
        made = packed(CHECKOUT, os.environ.get("KEY", ""), os.environ.get("ARCHITECTURE") or "arm64", BUILD)
    except CannotPack as error:
        print(error, file=sys.stderr)
        return 2
    print(f"{made}, {made.stat().st_size / 1e6:.1f} MB")
    return 0


def packed(checkout: Path, key: str, architecture: str, build: Path) -> Path:
    """Pack a checkout as an update and return the update's file. Raise CannotPack if that fails."""
    if not key or not Path(key).is_file():
        raise CannotPack("whose key signs it? make update KEY=FILE; minisign -G -s FILE makes one")
    if shutil.which("minisign") is None:
        raise CannotPack("minisign is missing: apt install minisign")
    label = label_of(str(Label(_version(checkout), architecture)))
    if label is None or architecture not in MACHINES:
        raise CannotPack(f"there are no updates of {_version(checkout)} for {architecture}: {', '.join(MACHINES)}")
    build.mkdir(exist_ok=True)
    with TemporaryDirectory(dir=build) as folder:
        _gather(checkout, architecture, Path(folder, "source"))
        return signed(Path(folder, "source"), label, key, build)


def signed(source: Path, label: Label, key: str, build: Path) -> Path:
    """Pack and sign the files in a folder, and return the update's file. Raise CannotPack if minisign fails."""
    payload, signature = source.parent / archive.PAYLOAD, source.parent / archive.SIGNATURE
    with tarfile.open(payload, "w", format=tarfile.PAX_FORMAT) as tar:
        for path in sorted(source.rglob("*")):
            tar.add(path, str(path.relative_to(source)), recursive=False, filter=_anonymous)
    command = ["minisign", "-S", "-s", key, "-m", str(payload), "-x", str(signature), "-t", str(label)]
    if subprocess.run(command, check=False).returncode:  # noqa: S603
        raise CannotPack("minisign failed to sign the update")
    update = build / f"cardtable-{label.version}-{label.architecture}.update"
    archive.joined(signature, payload, update)
    return update


def _anonymous(member: tarfile.TarInfo) -> tarfile.TarInfo:
    """Strip an archive member's owner and time, set standard permissions, and return the member."""
    member.mode = 0o755 if member.isdir() else 0o644
    member.uid = member.gid = member.mtime = 0
    member.uname = member.gname = ""
    return member


def _gather(checkout: Path, architecture: str, source: Path) -> None:
    """Collect the files of an installation: install.sh, the units, our own wheels, and those of other packages."""
    (source / "packaging").mkdir(parents=True)
    for file in (checkout / "install.sh", *sorted((checkout / "packaging").glob("cardtable*.[sp]*"))):
        shutil.copyfile(file, source / file.relative_to(checkout))
    projects = {checkout: source, checkout / "club": source / "club"}
    projects |= {file.parent: source / "games" for file in sorted(checkout.glob("games/*/pyproject.toml"))}
    for project, folder in projects.items():
        _pip("wheel", "--no-deps", "--wheel-dir", str(folder), str(project))
    ours = [str(wheel) for folder in ("", "club", "games") for wheel in sorted((source / folder).glob("*.whl"))]
    wanted = [*ours[1:], f"{ours[0]}[pico]", *_on_a_pi(checkout)]
    platforms = [f"--platform={platform}_{MACHINES[architecture]}" for platform in _PLATFORMS]
    download = ("download", "--dest", str(source / "wheels"), "--find-links", str(source))
    for python in PYTHONS:
        _pip(*download, "--only-binary=:all:", "--python-version", python, *platforms, *wanted)
    _pip(*download, "--no-deps", "--no-binary", ",".join(_SOURCES), *_SOURCES)
    _pip(*download, "--no-deps", *_BUILDERS)
    for wheel in ours:  # install.sh finds our own wheels in other folders
        Path(source, "wheels", Path(wheel).name).unlink(missing_ok=True)


def _on_a_pi(checkout: Path) -> Sequence[str]:
    """Return the additional requirements on a Pi, except for packages without wheels."""
    said = tomllib.loads((checkout / "pyproject.toml").read_text())["project"]["optional-dependencies"]["pi"]
    return [one for one in said if not one.startswith(_SOURCES)]


def _version(checkout: Path) -> str:
    version: str = tomllib.loads((checkout / "pyproject.toml").read_text())["project"]["version"]
    return version


def _pip(*command: str) -> None:
    line = [sys.executable, "-m", "pip", *command, "--quiet", "--disable-pip-version-check"]
    done = subprocess.run(line, capture_output=True, text=True, check=False)  # noqa: S603
    if done.returncode:
        raise CannotPack(f"pip {command[0]} failed:\n{done.stderr[-2000:]}")


if __name__ == "__main__":
    sys.exit(main())
