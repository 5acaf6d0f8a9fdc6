"""What `install.sh` prints before it acts, and the unit that it installs; `make prove` runs a whole installation."""

import json
import os
import shutil
import stat
import subprocess
import sys
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from threading import Thread
from typing import Any

import pytest

ROOT = Path(__file__).parent.parent
UNIT = ROOT / "packaging/cardtable.service"
THEM = 65534  # the user nobody, which every Linux has
ON_USB = (
    "etc/polkit-1/rules.d/50-cardtable.rules",
    "etc/systemd/system/cardtable.service.d/usb.conf",
    "etc/modprobe.d/cardtable.conf",
)
# A stand-in for Python that builds nothing; the tests are about what `install.sh` does with the result.
PYTHON = """#!/bin/sh
case "$*" in
    "-m venv "*)
        mkdir -p "$3/bin" "$3/lib"
        cp "$0" "$3/bin/python"
        echo "home = $3" >"$3/pyvenv.cfg"
        printf '#!%s/bin/python\\n' "$3" >"$3/bin/cardtable"
        chmod +x "$3/bin/cardtable" ;;
    "-m pip install "*) printf '%s\\n' "$@" >"${0%/bin/python}/lib/installed" ;;
esac
"""
as_root = pytest.mark.skipif(os.getuid() != 0, reason="only root installs")


def install(*options: str, path: str = os.environ["PATH"], umask: int = 0o022) -> "subprocess.CompletedProcess[str]":
    command = ["/bin/sh", str(ROOT / "install.sh"), *options]
    return subprocess.run(command, capture_output=True, text=True, env={"PATH": path}, check=False, umask=umask)


def part(begins: str, ends: str) -> str:
    """Return the part of the script between two texts."""
    script = (ROOT / "install.sh").read_text()
    start = script.index(begins) + 1
    return script[start : script.index(ends, start) + len(ends)]


def test_it_explains_its_options() -> None:
    done = install("--help")

    assert done.returncode == 0
    assert all(
        option in done.stdout for option in ("--yes", "--no-start", "--usb", "--root DIR", "--uninstall", "--purge")
    )


@pytest.mark.parametrize(
    ("options", "said"),
    [(("--quick",), "there is no option --quick"), (("--root",), "--root: which folder?")],
)
def test_what_it_does_not_know_it_says(options: tuple[str, ...], said: str) -> None:
    done = install(*options)

    assert done.returncode == 1
    assert done.stderr.splitlines()[-1] == f"install.sh: {said}"


def test_who_is_not_root_is_told_how_to_be(tmp_path: Path) -> None:
    somebody = tmp_path / "id"
    somebody.write_text("#!/bin/sh\necho 1000\n")
    somebody.chmod(0o755)
    root = tmp_path / "root"
    root.mkdir()
    done = install("--yes", "--root", str(root), path=f"{tmp_path}:{os.environ['PATH']}")

    assert done.returncode == 1
    assert done.stderr == "install.sh: this writes to /opt and /etc: run it as root, with sudo ./install.sh\n"
    assert list(root.iterdir()) == []


def test_every_file_that_it_writes_it_takes_away_again() -> None:
    script = (ROOT / "install.sh").read_text()
    written = [line.split()[1] for line in script.splitlines() if line.strip().startswith("put /")]
    taken_away = script[script.index("\nuninstall()") :]

    assert len(written) > 3
    assert [path for path in written if f'"$root{path}"' not in taken_away] == []


def test_an_image_is_not_copied_into_itself(tmp_path: Path) -> None:
    """`make image` installs into build/image, inside the source that it copies there."""
    copied = tmp_path / "build/image/root/opt/cardtable.source"
    copied.mkdir(parents=True)
    (tmp_path / "table").mkdir()
    copies = part('\n        tar -C "$here"', "--no-same-owner -xf -")
    given = f"here={tmp_path} root={tmp_path}/build/image/root source=/opt/cardtable.source"
    subprocess.run(["/bin/sh", "-c", f"{given}\n{copies}"], check=True, timeout=60)

    assert [one.name for one in copied.iterdir()] == ["table"]


def test_an_update_keeps_five_of_its_own_backups_and_none_of_the_tables_goes(tmp_path: Path) -> None:
    backups = tmp_path / "state/backups"
    own = [f"2026110{day}-120000.tar" for day in range(1, 8)]
    tables = [*(f"evening-2026-11-{day:02}.cardtable" for day in range(1, 11)), "before-restore-2026-11-01.cardtable"]
    (backups / "before-restore-2026-11-02-damaged").mkdir(parents=True)
    for name in (*own, *tables):
        (backups / name).touch()
    for name in ("new", "old", "oldest"):
        (tmp_path / "versions" / name).mkdir(parents=True)
    functions = part("\nas_owner() {", "\n}\n") + part("\nprune() {", "\n}\n")
    given = f"set -eu; root={tmp_path} state=/state versions=/versions version=new old_version=old backups_kept=5"
    subprocess.run(["/bin/sh", "-c", f"{given}\n{functions}prune"], check=True)

    left = sorted(path.name for path in backups.iterdir())
    assert left == sorted([*own[-5:], *tables, "before-restore-2026-11-02-damaged"])
    assert sorted(path.name for path in (tmp_path / "versions").iterdir()) == ["new", "old"]


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("#dtparam=spi=on\n", "dtparam=spi=on\n"),
        ("dtoverlay=cardtable-spi\n", "dtoverlay=cardtable-spi\n"),
        ("kernel=vmlinuz\n", "kernel=vmlinuz\n\n[all]\ndtparam=spi=on\n"),
    ],
)
def test_spi_is_switched_on_unless_a_flashed_card_has_it_by_its_overlay(
    before: str, after: str, tmp_path: Path
) -> None:
    config = tmp_path / "boot/firmware/config.txt"
    config.parent.mkdir(parents=True)
    config.write_text(before)

    code = part("\nswitch_spi_on() {", "\n}\n")
    subprocess.run(
        ["/bin/sh", "-euc", f"say() {{ :; }}\n{code}\nswitch_spi_on"], env={"root": str(tmp_path)}, check=True
    )

    assert config.read_text() == after


@pytest.mark.parametrize("module", ["spidev", "cdc_acm", "spi_bcm2835", "spi_bcm2835aux", "spi_dw_mmio"])
def test_what_drives_readers_and_picos_is_loaded_before_the_service_is_let_at_it(module: str) -> None:
    """A kind of device unknown to the kernel when the unit starts is not allowed (systemd.resource-control)."""
    said = [line.partition("=") for line in UNIT.read_text().splitlines()]

    for key in ("Wants", "After"):
        assert f"modprobe@{module}.service" in " ".join(value for name, _, value in said if name == key).split()


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="there is no systemd-analyze")
def test_the_service_is_shut_in() -> None:
    """Its exposure level is below 3 of 10."""
    command = ["systemd-analyze", "security", "--offline=yes", "--threshold=29", "--no-pager", str(UNIT)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)

    assert done.returncode == 0, done.stdout[-500:]


def test_the_service_is_let_at_spi_of_the_header_and_not_at_what_a_pi_5_boots_from() -> None:
    """Device nodes are named in full: patterns work only for device groups (systemd.resource-control)."""
    allowed = [line.partition("=")[2].split()[0] for line in UNIT.read_text().splitlines() if "DeviceAllow=" in line]
    spi = [device for device in allowed if "spi" in device]

    assert set(spi) >= {f"/dev/spidev{bus}.{device}" for bus in (0, 1) for device in (0, 1, 2)}
    assert [device for device in spi if not device.startswith(("/dev/spidev0.", "/dev/spidev1."))] == []
    assert [device for device in allowed if device.startswith("/") and set(device) & set("*?[")] == []


def test_nothing_is_done_as_root_among_the_tables_files_when_the_service_starts() -> None:
    lines = [line.partition("=")[2] for line in UNIT.read_text().splitlines() if line.startswith("ExecStartPre=")]

    assert lines != []
    assert [line for line in lines if "/var/lib" in line or "-R" in line.split()] == []


@pytest.fixture
def path(tmp_path: Path) -> str:
    python = tmp_path / "bin/python3"
    python.parent.mkdir()
    python.write_text(PYTHON)
    python.chmod(0o755)
    return f"{python.parent}:{os.environ['PATH']}"


@pytest.fixture
def root(tmp_path: Path) -> Path:
    root = tmp_path / "root"
    root.mkdir()
    return root


@pytest.fixture
def state(root: Path, path: str) -> Path:
    """The data folder of an installed table, owned by the table's user."""
    assert install("--yes", "--root", str(root), path=path).returncode == 0
    for version in (root / "opt/cardtable.versions").iterdir():
        version.rename(version.with_name("old"))
        (root / "opt/cardtable").unlink()
        (root / "opt/cardtable").symlink_to("cardtable.versions/old")
    state = root / "var/lib/cardtable"
    (state / "table.db").write_text("games")
    for path_of_theirs in (state, state / "table.db"):
        os.chown(path_of_theirs, THEM, THEM)
    return state


@as_root
class TestBelowARoot:
    """`--root DIR`, where DIR contains no Debian, and nothing is built."""

    def test_everybody_can_run_what_is_installed_whatever_the_umask(self, root: Path, path: str) -> None:
        installed = install("--yes", "--root", str(root), path=path, umask=0o077)

        assert installed.returncode == 0, installed.stderr
        said = dict(line.partition("=")[::2] for line in UNIT.read_text().splitlines())
        own = {
            root / folder: int(said[key], 8)  # the modes that systemd expects
            for folder, key in (
                ("var/lib/cardtable", "StateDirectoryMode"),
                ("etc/cardtable", "ConfigurationDirectoryMode"),
            )
        }
        for file in [file for file in root.rglob("*") if not file.is_symlink()]:
            mode = stat.S_IMODE(file.stat().st_mode)
            runs = file.is_dir() or file.parent.name == "bin"
            assert mode == own.get(file, mode), file
            assert file == root / "var/lib/cardtable" or mode & 0o055 == (0o055 if runs else 0o044), (
                f"{file} has {mode:o}"
            )

    def test_a_root_without_opt_is_no_trouble(self, root: Path, path: str) -> None:
        installed = install("--yes", "--root", str(root), path=path)

        assert (installed.returncode, installed.stderr) == (0, "")
        assert (root / "opt/cardtable/bin/cardtable").read_text().startswith("#!/opt/cardtable.versions/")
        assert (root / "etc/systemd/system/cardtable.service").read_text() == UNIT.read_text()

    @pytest.mark.parametrize("club", [False, True])
    def test_the_games_of_this_checkout_come_with_the_table(self, root: Path, path: str, club: bool) -> None:
        assert install("--yes", *["--club"] * club, "--root", str(root), path=path).returncode == 0
        installed = (root / "opt/cardtable/lib/installed").read_text().splitlines()
        games = sorted(str(file.parent) for file in ROOT.glob("games/*/pyproject.toml"))

        assert len(games) > 4
        assert installed[-len(games) - club - 1 :] == [f"{ROOT}[pi,pico]", *games, *[f"{ROOT}/club"] * club]

    def test_the_wi_fi_saves_no_power_any_more_and_that_is_said_once(self, root: Path, path: str) -> None:
        said = "The Wi-Fi of this machine saves no power any more"
        file = root / "etc/NetworkManager/conf.d/cardtable.conf"
        assert said not in install("--yes", "--root", str(root), path=path).stdout, "there is no NetworkManager"
        assert not file.exists()

        (root / "etc/NetworkManager").mkdir()
        assert said in install("--yes", "--root", str(root), path=path).stdout
        assert file.read_text() == "[connection]\nwifi.powersave=2\n"
        assert said not in install("--yes", "--root", str(root), path=path).stdout
        assert install("--yes", "--uninstall", "--root", str(root), path=path).returncode == 0
        assert not file.exists()

    def test_for_readers_on_usb_pcscd_serves_the_table_and_no_driver_of_the_kernel_takes_them(
        self, root: Path, path: str
    ) -> None:
        written = [root / name for name in ON_USB]
        assert install("--yes", "--root", str(root), path=path).returncode == 0
        assert [file for file in written if file.exists()] == [], "nobody has asked for it"

        assert install("--yes", "--usb", "--root", str(root), path=path).returncode == 0
        rule, drop_in, blacklist = (file.read_text() for file in written)
        assert 'subject.user == "cardtable"' in rule
        assert drop_in.splitlines()[-2:] == ["SupplementaryGroups=input", "DeviceAllow=char-input r"]
        assert blacklist.split() == ["blacklist", "pn533_usb", "blacklist", "pn533", "blacklist", "nfc"]
        assert install("--yes", "--uninstall", "--root", str(root), path=path).returncode == 0
        assert [file for file in (*written, written[1].parent) if file.exists()] == []

    @pytest.mark.parametrize("why", ["table.toml", "before"])
    def test_an_update_goes_on_reading_cards_on_usb(self, root: Path, path: str, why: str) -> None:
        config = root / "etc/cardtable/table.toml"
        config.parent.mkdir(parents=True)
        config.write_text('[[reader]]\nbackend = "pcsc"\n' if why == "table.toml" else "")
        if why == "before":
            (root / ON_USB[1]).parent.mkdir(parents=True)
            (root / ON_USB[1]).touch()

        assert install("--yes", "--root", str(root), path=path).returncode == 0
        assert [(root / name).stat().st_size > 0 for name in ON_USB] == [True] * 3

    def test_an_update_puts_nothing_away_through_a_link(self, root: Path, path: str, state: Path) -> None:
        elsewhere = root / "elsewhere"
        elsewhere.mkdir(mode=0o755)
        (state / "backups").symlink_to(elsewhere)
        updated = install("--yes", "--root", str(root), path=path)

        assert updated.returncode == 1
        assert updated.stderr.startswith("install.sh: /var/lib/cardtable/backups is a link")
        assert ([*elsewhere.iterdir()], stat.S_IMODE(elsewhere.stat().st_mode)) == ([], 0o755)
        assert (root / "opt/cardtable").readlink().name == "old"

    def test_an_update_works_on_data_as_their_owner(self, root: Path, path: str, state: Path) -> None:
        secret = root / "secret"
        secret.write_text("root's")
        secret.chmod(0o600)
        (state / "linked").symlink_to(secret)
        updated = install("--yes", "--root", str(root), path=path)

        assert updated.returncode == 0, updated.stderr
        (made,) = (state / "backups").iterdir()
        assert (made.stat().st_uid, stat.S_IMODE(made.stat().st_mode)) == (THEM, 0o600)
        assert b"root's" not in made.read_bytes()

    def test_an_update_that_fails_gives_the_data_back_to_their_owner(self, root: Path, path: str, state: Path) -> None:
        wanted = root / "etc/systemd/system/multi-user.target.wants"
        shutil.rmtree(wanted)
        wanted.touch()
        updated = install("--yes", "--root", str(root), path=path)

        assert updated.returncode == 3
        assert "the update was taken back" in updated.stderr
        assert (root / "opt/cardtable").readlink().name == "old"
        assert (state / "table.db").read_text() == "games"
        assert {file.stat().st_uid for file in (state, *state.rglob("*"))} == {THEM}


@as_root
class TestSignedUpdates:
    """What an update installs, whose updates are accepted, and power cuts during an installation."""

    @pytest.fixture
    def update(self, tmp_path: Path) -> Path:
        """The contents of an update, as `make update` lays them out."""
        update = tmp_path / "update"
        shutil.copytree(ROOT / "packaging", update / "packaging")
        shutil.copyfile(ROOT / "install.sh", update / "install.sh")
        for name in ("wheels/flask.whl", "games/cheat-1.whl", "club/club-2.whl", "cardtable-2.whl"):
            (update / name).parent.mkdir(exist_ok=True)
            (update / name).touch()
        return update

    @pytest.mark.parametrize("usb", [False, True])
    def test_it_is_installed_from_its_own_wheels(self, root: Path, path: str, update: Path, usb: bool) -> None:
        line = ["/bin/sh", str(update / "install.sh"), "--yes", "--club", *["--usb"] * usb, "--root", str(root)]
        subprocess.run(line, env={"PATH": path}, capture_output=True, check=True)
        given = (root / "opt/cardtable/lib/installed").read_text().splitlines()

        assert ("--no-index" in given) == (not usb), "there is no wheel of pyscard"
        assert given[given.index("--find-links") :] == [
            "--find-links", f"{update}/wheels", f"{update}/cardtable-2.whl[pi,pico{',usb' if usb else ''}]",
            f"{update}/games/cheat-1.whl", f"{update}/club/club-2.whl",
        ]  # fmt: skip

    def test_whose_updates_are_taken_is_roots_to_say(self, root: Path, path: str, tmp_path: Path) -> None:
        key, laid = tmp_path / "maker.pub", root / "etc/cardtable-update.pub"
        key.write_text("untrusted comment: x\nRWS5bC7pYsB7CeraIClTJshVC93qxV0+ovPtl2+ZDtrX9ehoKNbBCzU6\n")
        assert install("--yes", "--root", str(root), path=path).returncode == 0
        assert not laid.exists(), "nobody has named a key"

        assert install("--yes", f"--update-key={key}", "--root", str(root), path=path).returncode == 0
        assert (laid.read_text(), stat.S_IMODE(laid.stat().st_mode)) == (key.read_text(), 0o644)
        assert install("--yes", "--uninstall", "--root", str(root), path=path).returncode == 0
        assert laid.exists()
        assert install("--yes", "--purge", "--root", str(root), path=path).returncode == 0
        assert not laid.exists()

    @pytest.mark.parametrize("text", ["", "untrusted comment: minisign encrypted secret key\nRWRTY0Iy" + "A" * 204])
    def test_a_secret_key_is_not_laid_down_by_mistake(self, root: Path, path: str, tmp_path: Path, text: str) -> None:
        (tmp_path / "key").write_text(text)
        done = install("--yes", "--update-key", str(tmp_path / "key"), "--root", str(root), path=path)

        assert done.returncode == 1
        assert "is no public key, as minisign -G makes one" in done.stderr
        assert list(root.iterdir()) == []

    def test_the_table_starts_what_installs_updates(self, root: Path, path: str) -> None:
        assert install("--yes", "--root", str(root), path=path).returncode == 0
        wanted = root / "etc/systemd/system/multi-user.target.wants"

        assert sorted(link.name for link in wanted.iterdir()) == [
            "cardtable-back.service", "cardtable-update.path", "cardtable.service",
        ]  # fmt: skip
        sockets = wanted.with_name("sockets.target.wants")
        assert all(link.resolve().is_file() for folder in (wanted, sockets) for link in folder.iterdir())
        assert install("--yes", "--uninstall", "--root", str(root), path=path).returncode == 0
        assert {*root.glob("etc/systemd/system/*")} == {wanted, sockets}
        assert [*wanted.iterdir(), *sockets.iterdir()] == []

    @pytest.mark.parametrize(
        ("program", "call", "is_done"),
        [("sync", 1, True), ("sync", 2, False), ("ln", 1, False), ("ln", 2, False), ("ln", 5, False),
         ("sync", 3, False), ("sync", 4, True)],
    )  # fmt: skip
    def test_a_power_cut_leaves_the_old_version_with_its_data_or_the_new_one(
        self, root: Path, path: str, state: Path, tmp_path: Path, program: str, call: int, is_done: bool
    ) -> None:
        cut = tmp_path / "cut" / program
        cut.parent.mkdir()
        cut.write_text(
            f"#!/bin/sh\necho >>$0.calls\n[ $(wc -l <$0.calls) -lt {call} ] || kill -9 $PPID\n"
            f'exec {shutil.which(program)} "$@"\n'
        )
        cut.chmod(0o755)
        died = install("--yes", "--root", str(root), path=f"{cut.parent}:{path}")
        assert died.returncode == -9, died.stderr
        way_back = root / "opt/cardtable.before"
        assert (way_back / "names").exists() == (not is_done)
        if is_done:  # the switch has not begun, or is complete
            (new,) = {folder.name for folder in (root / "opt/cardtable.versions").iterdir()} - {"old"}
            assert (root / "opt/cardtable").readlink().name == ("old" if call == 1 else new)
            return
        (state / "table.db").write_text("of the new version")
        line = ["/bin/sh", str(way_back / "install.sh"), "--yes", "--back", "--root", str(root)]
        back = subprocess.run(line, env={"PATH": path}, capture_output=True, text=True, check=False)

        assert back.returncode == 0, back.stderr
        assert back.stdout.startswith("An update was interrupted and taken back")
        assert (root / "opt/cardtable").readlink().name == "old"
        assert (state / "table.db").read_text() == "games"
        assert [path.name for path in (root / "opt/cardtable.versions").iterdir()] == ["old"]
        assert not way_back.exists()
        again = install("--yes", "--back", "--root", str(root), path=path)
        assert (again.returncode, again.stderr) == (1, "install.sh: no update was interrupted\n")


@pytest.mark.long
@pytest.mark.parametrize(
    ("health", "table", "well"),
    [
        ({"ok": True}, 200, True),
        ({"ok": False, "lost": ["discard"]}, 200, True),
        ({"state": "recovery", "why": "the journal is damaged"}, 200, False),
        ({"ok": True}, 503, False),
    ],
)
def test_a_table_in_recovery_has_not_come_up(
    serving: "Serving", health: dict[str, Any], table: int, well: bool
) -> None:
    serving.says = {"/health": (200, health), "/api/v1/table": (table, {"game": None})}
    code = part("<<'EOF'\nimport json", "\nEOF\n").removesuffix("EOF\n").partition("\n")[2]
    line = [sys.executable, "-", "60" if well else "0.1", f"http://127.0.0.1:{serving.server_port}"]
    checked = subprocess.run(line, input=code, capture_output=True, text=True, check=False)

    assert checked.returncode == (0 if well else 1), checked.stderr
    assert checked.stderr == (f"The table is in recovery: {health['why']}\n" if "why" in health else "")


class Serving(HTTPServer):
    """A server that gives the answers in `says`."""

    says: dict[str, tuple[int, Any]]


@pytest.fixture
def serving() -> Iterator[Serving]:
    class Answering(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            assert isinstance(self.server, Serving)
            status, said = self.server.says[self.path]
            self.send_response(status)
            self.end_headers()
            self.wfile.write(json.dumps(said).encode())

        def log_message(self, *_: object) -> None:
            """Log nothing."""

    with Serving(("127.0.0.1", 0), Answering) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        yield server
        server.shutdown()
