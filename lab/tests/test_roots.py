"""Roots are removed without what is mounted in them: a build that was killed leaves this machine's folders there."""

import os
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from cardtable_lab import roots


def can_mount() -> bool:
    """Return whether this process may mount: root in a container often may not."""
    if os.geteuid() != 0:
        return False
    return subprocess.run(["unshare", "--mount", "true"], capture_output=True, check=False).returncode == 0  # noqa: S607


pytestmark = pytest.mark.skipif(not can_mount(), reason="only root mounts folders")


@pytest.fixture
def packages(tmp_path: Path) -> Path:
    """A folder of this machine's own, with a file that somebody needs."""
    folder = tmp_path / "packages of mine"
    folder.mkdir()
    (folder / "needed.whl").write_text("a wheel")
    return folder


@pytest.fixture
def root(tmp_path: Path, packages: Path) -> Iterator[Path]:
    """A root whose build was killed: the folder is still mounted in it, twice at one place and once below itself."""
    root = tmp_path / "root"
    for at in ("opt/packages", "opt/packages", "srv/other"):
        (root / at).mkdir(parents=True, exist_ok=True)
        subprocess.run(["mount", "--bind", packages, root / at], check=True)  # noqa: S607
    yield root
    while subprocess.run(["umount", "--lazy", root / "opt/packages"], capture_output=True, check=False).returncode == 0:  # noqa: S607
        pass
    subprocess.run(["umount", "--lazy", root / "srv/other"], capture_output=True, check=False)  # noqa: S607


def test_a_root_goes_and_what_is_mounted_in_it_stays(root: Path, packages: Path) -> None:
    roots.remove(root)

    assert not root.exists()
    assert (packages / "needed.whl").read_text() == "a wheel"


def test_nothing_is_removed_while_something_is_in_use(root: Path, packages: Path) -> None:
    with (root / "srv/other/needed.whl").open(), pytest.raises(OSError, match="still mounted"):
        roots.remove(root)

    assert (packages / "needed.whl").exists()
    assert root.exists()


def test_a_folder_that_is_not_there_needs_no_removal(tmp_path: Path) -> None:
    roots.remove(tmp_path / "nowhere")


def test_what_is_lent_to_a_root_cannot_be_changed_from_it(
    tmp_path: Path, packages: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    root = tmp_path / "fresh"
    root.mkdir()
    monkeypatch.setattr(roots, "online", lambda _root: None)
    monkeypatch.setattr(roots, "local_packages", lambda: [str(packages)])

    with roots.Image(root):
        lent = root / str(packages)[1:] / "needed.whl"
        assert lent.read_text() == "a wheel"
        with pytest.raises(OSError, match="Read-only"):
            lent.unlink()
