"""Builds user-mode Linux from Debian's source, once, and a Pi's libraries; keeps all files outside the checkout.

A kernel is stored under its version and a hash of its configuration and our module. Next to it are a Pi's libraries:
`spidev`, `gpiod` and `rpi-lgpio` from PyPI, compiled here. They are kept apart because tests with stand-ins must not
find them.
"""

import os
import re
import shutil
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from hashlib import blake2s
from pathlib import Path
from tempfile import TemporaryDirectory

from cardtable_lab.shell import CannotBuild, install, run
from table.values import Value

PARTS = Path(__file__).parent / "parts"
SOURCES = ("linux-source-6.12", "linux-source-6.1")  # the first one that this Debian release offers is used
TOOLS = {
    "gcc": "gcc", "make": "make", "flex": "flex", "bison": "bison", "bc": "bc", "xz": "xz-utils",
    "mkfs.ext4": "e2fsprogs", "debootstrap": "debootstrap",
}  # fmt: skip
LIBRARIES = ("spidev==3.8", "gpiod==2.5.0", "lgpio==0.2.2.0", "rpi-lgpio==0.6")
MODEM_MANAGER = ("modemmanager", "dbus-daemon")  # with their dependencies that are not installed here
# Changes to the kernel's own configuration: a file, a string that occurs in it once, and its replacement. gpio-sim's
# interrupts wait for a tick: at the built-in 100 ticks per second, stamps would be 10 ms late. The list of permitted
# radio frequencies would have to be signed, which requires the OpenSSL headers; our radios transmit nothing.
_CHANGES = (
    ("arch/um/Kconfig", "default 100", "default 1000"),
    (
        "net/wireless/Kconfig",
        '"require regdb signature" if CFG80211_CERTIFICATION_ONUS',
        '"require regdb signature"',
    ),
)
_INSTALLS = re.compile(r"^Inst (\S+) (?:\[\S+\] )?\((\S+)", re.MULTILINE)


class Built(Value):
    """What was built: the kernel, a Pi's libraries, a root with ModemManager, and how long the kernel took to build."""

    kernel: Path
    libraries: Path
    no_sync: Path
    modem_manager: Path
    version: str
    seconds: float


def cache(environment: Mapping[str, str] = os.environ) -> Path:
    """Return the folder where everything is kept, according to the XDG base directory specification."""
    base = environment.get("XDG_CACHE_HOME") or str(Path(environment.get("HOME", "/root")) / ".cache")
    return Path(base) / "cardtable" / "kernel"


def key(version: str, *parts: bytes) -> str:
    """Return the name of a kernel's folder: its version, and a hash of the other parts.

    >>> key("6.12.117-1~deb12u1", b"CONFIG_SPI=y")
    'linux-6.12.117-1~deb12u1-fad3ef8801cb'
    """
    digest = blake2s(digest_size=6)
    for part in parts:
        digest.update(len(part).to_bytes(8, "big") + part)
    return f"linux-{version}-{digest.hexdigest()}"


def missing(
    *,
    system: str = sys.platform,
    user: int | None = None,
    release: Path = Path("/etc/os-release"),
) -> str | None:
    """Return a message about what this machine lacks to build and run the kernel, or None."""
    if system != "linux":
        return f"make kernel needs Linux, and this is {system}"
    if os.uname().machine != "x86_64":
        return f"make kernel needs an x86-64 processor, for which user-mode Linux is made, not {os.uname().machine}"
    found = release.read_text() if release.exists() else ""
    if not re.search(r"^ID(_LIKE)?=.*\bdebian\b", found, re.MULTILINE):
        return "make kernel needs Debian: it builds the kernel from Debian's own source"
    if (os.getuid() if user is None else user) != 0:
        return "make kernel needs root, for it mounts this machine's files as the kernel's own"
    return None


def build(log: Callable[[str], None]) -> Built:
    """Build what is missing, and `log` each slow step. Raise CannotBuild if a step fails."""
    install(TOOLS)
    home = cache()
    home.mkdir(parents=True, exist_ok=True)
    package, version = _source()
    folder = home / key(version, (PARTS / "uml.config").read_bytes(), (PARTS / "spi-user.c").read_bytes(), *_patch())
    if not (folder / "seconds").exists():
        log(f"building {package} {version}: some minutes, once")
        began = time.monotonic()
        _build_kernel(package, version, folder, log)
        (folder / "seconds").write_text(f"{time.monotonic() - began:.0f}")
    libraries = _libraries(home, log)
    seconds = float((folder / "seconds").read_text())
    return Built(folder / "linux", libraries, _no_sync(home), _modem_manager(home), version, seconds)


def lost(wanted: str, given: str) -> list[str]:
    r"""Return the lines of a configuration that the kernel's own rules dropped.

    >>> lost("CONFIG_SPI=y\nCONFIG_GONE=y\n# CONFIG_VT is not set\nCONFIG_USB=n", "CONFIG_SPI=y\n")
    ['CONFIG_GONE=y']
    """
    has = set(given.splitlines())
    lines = [line for line in wanted.splitlines() if line.startswith("CONFIG_") and not line.endswith("=n")]
    return [line for line in lines if line not in has]


def _patch() -> tuple[bytes, ...]:
    return tuple(word.encode() for change in _CHANGES for word in change)


def _source() -> tuple[str, str]:
    """Return the first of the `SOURCES` that apt finds: the package and its version."""
    for package in SOURCES:
        found = re.search(r"Candidate: (\S+)", run(["apt-cache", "policy", package]))
        if found is not None and found[1] != "(none)":
            return package, found[1]
    raise CannotBuild(f"apt knows none of {', '.join(SOURCES)}: run apt update")


def _build_kernel(package: str, version: str, folder: Path, log: Callable[[str], None]) -> None:
    with TemporaryDirectory(dir=folder.parent, prefix="building-") as name:
        work = Path(name)
        tree = _unpacked(package, version, work)
        log(f"unpacked; compiling with {os.cpu_count()} processes")
        _add_our_own(tree)
        make = ["make", "ARCH=um", f"-j{os.cpu_count()}"]
        run([*make, "allnoconfig"], cwd=tree, environment={"KCONFIG_ALLCONFIG": str(PARTS / "uml.config")})
        config = (tree / ".config").read_text()
        if gone := lost((PARTS / "uml.config").read_text(), config):
            raise CannotBuild(f"this kernel does not take {', '.join(gone)}")
        run([*make, "linux"], cwd=tree)
        folder.mkdir(exist_ok=True)
        shutil.copy2(tree / "linux", folder / "linux")
        (folder / "config").write_text(config)


def _unpacked(package: str, version: str, work: Path) -> Path:
    """Unpack a source package, without installing it on this machine, and return the source tree."""
    _fetched([f"{package}={version}"], work)
    (packed,) = (work / "usr/src").glob("linux-source-*.tar.xz")
    run(["tar", "-xf", str(packed), "-C", str(work)])
    return work / packed.name.removesuffix(".tar.xz")


def _fetched(packages: Sequence[str], work: Path) -> None:
    """Download packages and unpack them into a folder."""
    os.chmod(work, 0o755)  # noqa: PTH101, S103 - apt downloads as another user
    with TemporaryDirectory(dir=work) as name:
        os.chmod(name, 0o755)  # noqa: PTH101, S103
        run(["apt-get", "download", *packages], cwd=Path(name))
        for deb in Path(name).glob("*.deb"):
            run(["dpkg-deb", "-x", str(deb), str(work)])


def _add_our_own(tree: Path) -> None:
    """Add our SPI controller, and make our changes to the configuration."""
    shutil.copy2(PARTS / "spi-user.c", tree / "drivers/spi/spi-user.c")
    with (tree / "drivers/spi/Makefile").open("a") as makefile:
        makefile.write("obj-y += spi-user.o\n")
    for file, before, after in _CHANGES:
        kconfig = (tree / file).read_text()
        if kconfig.count(before) != 1:
            raise CannotBuild(f"{file} does not say {before!r} once")
        (tree / file).write_text(kconfig.replace(before, after))


def _libraries(home: Path, log: Callable[[str], None]) -> Path:
    """Return the folder with a Pi's libraries for this Python, installed once."""
    named = key(f"{sys.version_info.major}.{sys.version_info.minor}", *(one.encode() for one in LIBRARIES))
    folder = home / named.replace("linux", "libraries")
    if not (folder / "done").exists():
        log(f"installing {', '.join(LIBRARIES)} beside it")
        shutil.rmtree(folder, ignore_errors=True)
        pip = [sys.executable, "-m", "pip", "install", "-q", "--disable-pip-version-check", "--no-deps"]
        also_c = {"PYPI": "1"}  # has lgpio build its C library
        run([*pip, "--target", str(folder), *LIBRARIES], environment=also_c)
        (folder / "done").touch()
    return folder


def _modem_manager(home: Path) -> Path:
    """Return a root with ModemManager, unpacked once; an installed one would probe this machine's own ports."""
    printed = run(["apt-get", "install", "--simulate", "--no-install-recommends", *MODEM_MANAGER])
    packages = installs(printed)
    if not any(package.startswith(MODEM_MANAGER[0]) for package in packages):
        return Path("/")
    folder = home / key("modem", *(package.encode() for package in packages)).replace("linux-modem", "modem-manager")
    if not folder.exists():
        with TemporaryDirectory(dir=home, prefix="fetching-") as name:
            root = Path(name) / "root"
            root.mkdir()
            _fetched(packages, root)
            root.rename(folder)
    return folder


def installs(printed: str) -> list[str]:
    r"""Return the packages that apt says it would install, each with its version.

    >>> installs("Inst libqmi-glib5 (1.32.2-1 Debian:12.15)\nInst dbus-daemon [1.14.8] (1.14.10 Debian:12.15)")
    ['libqmi-glib5=1.32.2-1', 'dbus-daemon=1.14.10']
    """
    return [f"{found[1]}={found[2]}" for found in _INSTALLS.finditer(printed)]


def _no_sync(home: Path) -> Path:
    """Return a library that makes fsync do nothing, as a control for the power cuts."""
    library = home / "no-sync.so"
    if not library.exists():
        run(["gcc", "-shared", "-fPIC", "-o", str(library), str(PARTS / "no-sync.c")])
    return library
