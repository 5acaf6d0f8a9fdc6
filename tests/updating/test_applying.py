"""Root installs an update: only one that is signed, from a copy of its own, and nothing of it stays."""

import errno
import os
import stat
import tarfile
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import IO

import pytest
from click.testing import CliRunner

from table.cli import update as command
from table.complaints import BadInput
from table.updating import archive, outcome
from table.updating.applying import Places, apply
from table.updating.desk import Desk
from table.updating.outcome import Outcome
from table.version import release
from tests.others import as_root, read_by_others
from tests.updating.signing import NEWER, Maker

THEM = 65534  # nobody, whom every Linux has


@pytest.fixture
def places(maker: Maker, tmp_path: Path) -> Places:
    return Places(maker.public, tmp_path / "work")


def ends(status: int, note: Path) -> str:
    """An install.sh that leaves a note of how it was called, and complains."""
    return (
        f'echo "$0 $*" >{note}; stat -c "%a %u" "$(dirname "$0")/.." >>{note}\n'
        f"echo 'install.sh: it is so' >&2; echo 'install.sh: and so' >&2; exit {status}\n"
    )


@pytest.mark.parametrize(
    ("status", "state", "said"),
    [
        (0, "updated", f"Updated to version {NEWER}."),
        (1, "failed", "The new version could not be installed, so the old one goes on."),
        (3, "back", "The new version does not run, so the update was taken back: everything is as before."),
        (4, "broken", "The new version does not run, and the old one does not come up either."),
    ],
)
def test_what_install_sh_says_is_what_becomes_of_it(
    maker: Maker, places: Places, tmp_path: Path, status: int, state: str, said: str
) -> None:
    heard: list[str] = []
    became = apply(maker.update(install=ends(status, tmp_path / "note")), heard.append, places=places)

    assert became == Outcome(state, said, "it is so" if status else "")  # type: ignore[arg-type]
    assert heard == ["install.sh: it is so", "install.sh: and so"]
    called, mode = (tmp_path / "note").read_text().splitlines()
    assert called == f"{places.work}/source/install.sh --yes"
    assert mode == f"700 {os.getuid()}"
    assert not places.work.exists()


@pytest.mark.parametrize(
    "wrong", ["changed", "another key", "older", "another machine", "unsigned", "missing", "folder"]
)
def test_nothing_of_an_update_that_is_refused_is_run(maker: Maker, places: Places, tmp_path: Path, wrong: str) -> None:
    note = tmp_path / "note"
    signer = Maker(tmp_path / "other") if wrong == "another key" else maker
    update = signer.update(
        version="0.0.1" if wrong == "older" else NEWER,
        architecture="riscv64" if wrong == "another machine" else None,
        install=ends(0, note),
    )
    if wrong == "changed":
        update.write_bytes(update.read_bytes().replace(b"it is so", b"it is no"))
    elif wrong == "unsigned":
        update.write_bytes(update.read_bytes().split(b"\n", 4)[4])
    elif wrong == "missing":
        update = tmp_path / "nowhere"
    elif wrong == "folder":
        update = tmp_path
    with pytest.raises(BadInput):
        apply(update, lambda _: None, places=places)

    assert not note.exists()
    assert not places.work.exists()


@pytest.mark.parametrize("name", ["../outside", "/outside", "wheels/../../outside"])
def test_no_member_leads_elsewhere_even_if_it_is_signed(
    maker: Maker, places: Places, tmp_path: Path, name: str
) -> None:
    named = str(tmp_path / "outside") if name == "/outside" else name
    note = tmp_path / "note"
    update = maker.update(install=ends(0, note), more={named: "evil"})

    with pytest.raises(BadInput, match="signed, but it cannot be unpacked"):
        apply(update, lambda _: None, places=places)

    assert not note.exists()
    assert not (tmp_path / "outside").exists()
    assert not (places.work.parent / "outside").exists()


def test_debian_12_takes_updates_whose_python_filters_no_archives(
    maker: Maker, places: Places, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its Python 3.11.2 has no `filter` for these functions, and newer ones warn where it is missing."""
    monkeypatch.setattr(tarfile.TarFile, "extract", pytest.fail)
    monkeypatch.setattr(tarfile.TarFile, "extractall", pytest.fail)

    assert apply(maker.update(more={"wheels/a.whl": "a wheel"}), lambda _: None, places=places).state == "updated"


def test_a_link_in_an_update_is_refused(maker: Maker, places: Places, tmp_path: Path) -> None:
    """A member after it could be written through it."""
    with pytest.raises(BadInput, match="wheels is not a file inside of it"):
        apply(maker.update(links={"wheels": str(tmp_path)}), lambda _: None, places=places)


def test_one_update_at_a_time(maker: Maker, places: Places, tmp_path: Path) -> None:
    update = maker.update()
    other = tmp_path / "other"
    other.write_bytes(update.read_bytes())

    def in_between() -> None:
        with pytest.raises(BadInput, match="Another update is being installed"):
            apply(other, lambda _: None, places=places)

    assert apply(update, lambda _: None, places=places, taken=in_between).state == "updated"


def test_what_a_power_cut_left_is_in_nobodys_way(maker: Maker, places: Places, tmp_path: Path) -> None:
    (places.work / "source").mkdir(parents=True)
    (places.work / "source/install.sh").write_text(ends(3, tmp_path / "note"))

    assert apply(maker.update(), lambda _: None, places=places).state == "updated"


def test_a_full_disk_is_named(maker: Maker, places: Places, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object) -> IO[bytes]:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(archive, "created", full)
    with pytest.raises(BadInput, match="no room to unpack this update: No space left on device"):
        apply(maker.update(), lambda _: None, places=places)
    assert not places.work.exists()


@as_root
@read_by_others
def test_a_link_that_the_tables_user_planted_leads_root_nowhere(maker: Maker, places: Places) -> None:
    with TemporaryDirectory() as name:  # where others may go
        folder = Path(name)
        theirs = folder / "update"
        theirs.mkdir()
        for path in (folder, theirs):
            os.chown(path, THEM, THEM)
        secret = maker.update()
        secret.chmod(0o600)
        (theirs / "sent").symlink_to(secret)
        with pytest.raises(BadInput, match="Permission denied"):
            apply(theirs / "sent", lambda _: None, places=places)
        secret.rename(theirs / "sent")
        os.chown(theirs / "sent", THEM, THEM)
        assert apply(theirs / "sent", lambda _: None, places=places).state == "updated", "without a link it is taken"


class TestSent:
    """What the service does with what the host's page has received."""

    @pytest.fixture
    def desk(self, maker: Maker, tmp_path: Path) -> Desk:
        return Desk(tmp_path / "state", maker.public, tmp_path / "run")

    def test_the_table_is_told_and_what_was_sent_is_gone(
        self, desk: Desk, maker: Maker, places: Places, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(command, "apply", lambda *given, **more: apply(*given, places=places, **more))
        body = maker.update(install=f"ls {tmp_path}/state; exit 3").read_bytes()
        desk.receive(0, body)
        desk.ask(len(body))
        assert desk.outcome().state == "waiting"
        outcomes: list[Outcome] = []

        became = command._sent(desk, outcomes.append)

        assert [one.state for one in outcomes] == ["working", "back"]
        assert became == outcomes[-1]
        assert list((tmp_path / "state").iterdir()) == []

    def test_one_that_is_refused_is_not_asked_for_again(
        self, desk: Desk, maker: Maker, places: Places, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(command, "apply", lambda *given, **more: apply(*given, places=places, **more))
        desk.receive(0, b"nothing")
        desk.ask(7)
        outcomes: list[Outcome] = []

        command._sent(desk, outcomes.append)

        assert (outcomes[-1].state, outcomes[-1].said) == ("refused", f"{archive.NOT_SIGNED} Nothing was changed.")
        assert list((tmp_path / "state").iterdir()) == []

    def test_without_a_key_it_is_not_asked_for_again_either(
        self, desk: Desk, places: Places, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        keyless = Places(tmp_path / "none", places.work)
        monkeypatch.setattr(command, "apply", lambda *given, **more: apply(*given, places=keyless, **more))
        desk.receive(0, b"nothing")
        desk.ask(7)

        assert command._sent(desk, lambda _: None).state == "refused"
        assert list((tmp_path / "state").iterdir()) == []


def test_the_table_reads_what_root_has_written(tmp_path: Path) -> None:
    became = Outcome("back", outcome.INTERRUPTED, "why")
    outcome.write(became, tmp_path / "run")

    assert outcome.read(tmp_path / "run") == became
    assert stat.S_IMODE((tmp_path / "run/said.json").stat().st_mode) == 0o644
    for damaged in ("", "[]", "[" * 100_000, '{"state": "evil", "said": {"say": "x"}, "detail": ""}'):
        (tmp_path / "run/said.json").write_text(damaged)
        assert outcome.read(tmp_path / "run") == Outcome()


def test_after_a_power_cut_the_table_is_told_that_the_update_was_taken_back(tmp_path: Path) -> None:
    assert outcome.read(tmp_path) == Outcome()
    (tmp_path / "back").touch()
    assert outcome.read(tmp_path) == Outcome("back", outcome.INTERRUPTED)


@pytest.mark.parametrize(("arguments", "said"), [((), "say which file"), (("--sent", "a.update"), "say which file")])
def test_the_command_wants_a_file(arguments: tuple[str, ...], said: str) -> None:
    result = CliRunner().invoke(command.update, arguments)
    assert said in str(result.exception)


@as_root
@pytest.mark.parametrize(("status", "state"), [(0, "Updated to version"), (1, "could not"), (3, "taken back")])
def test_the_last_line_and_the_exit_status_say_what_happened(
    maker: Maker, places: Places, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, status: int, state: str
) -> None:
    monkeypatch.setattr(command, "apply", lambda *given, **more: apply(*given, places=places, **more))
    update = maker.update(install=ends(status, tmp_path / "note"))
    result = CliRunner().invoke(command.update, [str(update)])

    assert result.exit_code == status
    assert state in result.output.splitlines()[-1]


@as_root
def test_the_same_version_again_only_if_it_is_said(
    maker: Maker, places: Places, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(command, "apply", lambda *given, **more: apply(*given, places=places, **more))
    update = maker.update(release())

    assert "already" in str(CliRunner().invoke(command.update, [str(update)]).exception)
    assert CliRunner().invoke(command.update, ["--again", str(update)]).exit_code == 0
