"""Root's commands on files of the user `cardtable`, who may have planted links among them."""

import os
import shutil
import stat
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from table.complaints import BadInput
from table.files import write_atomically
from table.privileges import as_caller, as_owner
from table.wiring.finding import file as found_file
from tests.history.library import script
from tests.others import as_root, read_by_others
from tests.playing import run

THEM = 65534  # the user nobody, which every Linux has
ROOTS = "only root's"
PLANTED = (  # files that a user may replace with links: the database and those beside it
    "table.db", "table.db-wal", "table.db-shm", "table.db-journal", "table.db.mark",
    "table.db.snapshot",
    "table.db.history", "table.db.history-wal", "table.db.log", "table.db.log.1", "table.db.people", "table.db.pin",
    "table.db.access", "table.db.access.new", "table.db.received", "table.db.restore", "table.db.restore.part",
    "table.db.restore.refused", "saved.db", "new.zip", "new.zip.new", "new.cardtable",
    "decks/mito.toml", "decks/mito.tags.toml", "decks/mito.toml.new", "decks/mito.tags.toml.new",
)  # fmt: skip
FOLDERS = ("backups", "decks")
COMMANDS = {
    "backup": ("backup", "{there}/new.cardtable", "--database", "{there}/table.db"),
    "backup-away": ("backup", "{roots}/new.cardtable", "--database", "{there}/table.db"),
    "restore": ("restore", "{roots}/made.cardtable", "--database", "{there}/table.db"),
    "forget": ("forget", "Ana", "--database", "{there}/table.db"),
    "import": ("import", "{script}", "--database", "{there}/table.db"),
    "history": ("history", "--rebuild", "--database", "{there}/table.db"),
    "export": ("export", "1", "--database", "{there}/table.db"),
    "report": ("report", "{there}/new.zip", "--database", "{there}/table.db"),
    "report-away": ("report", "{roots}/new.zip", "--database", "{there}/table.db"),
    "salvage": ("salvage", "{there}/table.db", "-o", "{there}/saved.db"),
    "pin": ("pin", "--config", "{there}/table.toml"),
    "enrol": ("enrol", "mito", "--config", "{there}/table.toml"),
}  # fmt: skip
OWN = {"new.cardtable", "new.zip"}  # files that root's commands wrote into root's own folder
WIRED = '[table]\ndatabase = "table.db"\n[[reader]]\nzones = ["deck.scan"]\nbackend = "pico"\npico = "none"\n'


pytestmark = [as_root, read_by_others]


class Place:
    """A user's folder with a database, and root's folder, which that user may neither read nor change."""

    def __init__(self, folder: Path) -> None:
        self.there, self.roots = folder / "there", folder / "roots"

    def made_by(self, folder: Path) -> None:
        """Make both folders; one of root's commands makes the database."""
        folder.chmod(0o755)
        self.there.mkdir()
        os.chown(self.there, THEM, THEM)
        self.roots.mkdir(mode=0o700)
        (self.roots / "secret").write_text(ROOTS)
        (self.there / "table.toml").write_text(WIRED)
        os.chown(self.there / "table.toml", THEM, THEM)
        self.runs("import", script("mito-on-pads"))
        self.runs("backup", self.roots / "made.cardtable")

    def runs(self, *line: str | Path) -> None:
        done = run(*line, "--database", self.there / "table.db")
        assert done.returncode == 0, done.stderr

    def plants(self, name: str, target: Path) -> Path:
        """Plant a link in the user's folder, as the user."""
        with as_owner(self.there):
            link = self.there / name
            link.parent.mkdir(exist_ok=True)
            if link.is_dir() and not link.is_symlink():
                shutil.rmtree(link)
            link.unlink(missing_ok=True)
            link.symlink_to(target)
        return link

    def root_has(self) -> dict[str, tuple[object, ...]]:
        """Return the contents of root's folder, without the files that root's commands wrote there."""
        found = {path.relative_to(self.roots): path for path in (self.roots, *self.roots.rglob("*"))}
        return {
            str(name): (stat.filemode((seen := path.lstat()).st_mode), seen.st_uid, path.is_dir() or path.read_bytes())
            for name, path in found.items()
            if str(name) not in OWN
        }

    def is_not_theirs(self) -> list[Path]:
        return [path for path in self.there.rglob("*") if path.lstat().st_uid != THEM]


@pytest.fixture(scope="module")
def usual() -> Iterator[Place]:
    """The files of a table, in a folder that everybody may pass through, like /var/lib."""
    with TemporaryDirectory(dir="/tmp") as folder:
        place = Place(Path(folder))
        place.made_by(Path(folder))
        yield place


@pytest.fixture
def place(usual: Place) -> Iterator[Place]:
    with TemporaryDirectory(dir="/tmp") as folder:
        Path(folder).chmod(0o755)
        new = Place(Path(folder))
        for old, copy in ((usual.there, new.there), (usual.roots, new.roots)):
            shutil.copytree(old, copy, symlinks=True)
            seen = old.stat()
            for path in (copy, *copy.rglob("*")):
                os.chown(path, seen.st_uid, seen.st_gid, follow_symlinks=False)
        yield new


def test_a_restore_by_root_does_not_write_where_a_planted_part_points(place: Place) -> None:
    place.plants("table.db.restore.part", place.roots / "secret")
    before = place.root_has()
    place.runs("restore", place.roots / "made.cardtable")

    assert place.root_has() == before
    assert place.is_not_theirs() == []


@pytest.mark.long
@pytest.mark.parametrize("command", COMMANDS)
def test_root_follows_no_planted_link_and_leaves_nothing_of_its_own(usual: Place, place: Place, command: str) -> None:
    """Each name is tried as a link: to a file of root's, to a file that does not exist, or to root's folder."""
    outcomes = set()
    for name in (*PLANTED, *FOLDERS):
        for target in ("secret", "new") if name in PLANTED else (".",):
            shutil.rmtree(place.there)
            shutil.copytree(usual.there, place.there, symlinks=True)
            for path in (place.there, *place.there.rglob("*")):
                os.chown(path, THEM, THEM, follow_symlinks=False)
            place.plants(name, place.roots / target)
            before = place.root_has()
            given = {"there": place.there, "roots": place.roots, "script": script("mytho-on-pads")}
            done = run(*(word.format(**given) for word in COMMANDS[command]), timeout_s=600)

            outcomes.add(done.returncode)
            said = f"{name} -> {target}: {done.stdout}{done.stderr}"
            assert done.returncode in (0, 2), said
            assert ROOTS not in done.stdout + done.stderr, said
            assert place.root_has() == before, said
            assert place.is_not_theirs() == [], said
            written = [path for path in place.there.rglob("*") if path.is_file() and not path.is_symlink()]
            assert not any(ROOTS.encode() in path.read_bytes() for path in written), said
    assert outcomes, command


def test_what_root_names_is_roots_and_what_is_beside_the_database_its_owners(place: Place) -> None:
    made = place.roots / "new.cardtable"
    place.runs("backup", made)

    assert (made.stat().st_uid, stat.S_IMODE(made.stat().st_mode)) == (0, 0o600)
    assert place.is_not_theirs() == []


def test_root_is_root_again_behind_a_block_and_for_what_is_its_own(place: Place) -> None:
    groups = os.getgroups()
    with as_owner(place.there / "table.db"):
        assert (os.geteuid(), os.getegid()) == (THEM, THEM)
        with as_owner(place.roots / "secret"):
            assert os.geteuid() == 0
        with as_caller():
            assert os.geteuid() == 0
        assert os.geteuid() == THEM
    assert (os.geteuid(), os.getegid(), os.getgroups()) == (0, 0, groups)


@pytest.mark.parametrize(
    ("path", "who"),
    [
        ("there/new/table.db", THEM),
        ("roots/to-them/x", THEM),
        ("there/to-root/x", THEM),
        ("roots/x", 0),
        ("theirs", THEM),
    ],
)
def test_whose_a_path_is_says_whoever_decides_where_it_leads(place: Place, path: str, who: int) -> None:
    (place.roots / "to-them").symlink_to(place.there)
    place.plants("to-root", place.roots)
    theirs = place.roots.parent / "theirs"
    theirs.symlink_to(place.roots / "secret")
    os.chown(theirs, THEM, THEM, follow_symlinks=False)

    with as_owner(place.roots.parent / path):
        assert os.geteuid() == who


def test_a_link_in_a_folder_that_they_may_write_to_is_theirs(place: Place) -> None:
    """/etc/cardtable is such a folder: it is root's, but the table's set-up writes there, too."""
    os.chown(place.roots.parent, 0, THEM)
    link = place.roots.parent / "table.toml"
    link.symlink_to(place.roots / "new")
    os.chown(link, THEM, THEM, follow_symlinks=False)
    with pytest.raises(BadInput, match="this cannot be written"):
        write_atomically(link, b"found")
    assert not (place.roots / "new").exists()


def test_what_a_set_up_found_goes_where_it_belongs_and_gives_nobody_rights(place: Place) -> None:
    config = place.roots.parent / "table.toml"
    config.write_text("[table]\n")
    for link, target in (("table.toml.before", "new"), ("table.toml.found", "secret")):
        path = place.roots.parent / link
        path.symlink_to(place.roots / target)
        os.chown(path, THEM, THEM, follow_symlinks=False)
    before = place.root_has()
    with pytest.raises(BadInput):
        found_file.keep(config, found_file.Found(2, {}, {}, {}, [], {}, lights_asked=False, measured={}))

    assert place.root_has() == before
    assert config.read_text() == "[table]\n"


def test_a_user_who_may_not_read_the_program_is_one_sentence(place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("table.privileges.__file__", str(place.roots / "secret"))
    why = r"this belongs to the user nobody, who may not read this program$"
    with pytest.raises(BadInput, match=why), as_owner(place.there):
        pass
    assert os.geteuid() == 0
