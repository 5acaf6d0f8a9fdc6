"""Where a kernel is kept, when it is built anew, and what is said where it cannot be."""

import doctest
import os
import re
from pathlib import Path

import pytest

from cardtable_lab.kernel import __main__ as command
from cardtable_lab.kernel import building
from cardtable_lab.kernel.building import PARTS, cache, key, lost, missing
from cardtable_lab.kernel.chapters import CHAPTERS

DEBIAN = 'PRETTY_NAME="Debian GNU/Linux 12 (bookworm)"\nID=debian\n'


def test_examples() -> None:
    assert doctest.testmod(building).failed == 0


def test_a_kernel_is_built_anew_when_anything_that_it_is_made_of_changes() -> None:
    first = key("6.12.1", b"config", b"module")

    assert first == key("6.12.1", b"config", b"module")
    assert len({first, key("6.12.2", b"config", b"module"), key("6.12.1", b"confi", b"gmodule"), key("6.12.1")}) == 4
    assert re.fullmatch(r"linux-6\.12\.1-[0-9a-f]{12}", first)


def test_it_is_kept_outside_the_checkout() -> None:
    assert cache({"XDG_CACHE_HOME": "/c", "HOME": "/h"}) == Path("/c/cardtable/kernel")
    assert cache({"HOME": "/h"}) == Path("/h/.cache/cardtable/kernel")


def test_what_the_kernels_own_rules_dropped_is_named() -> None:
    wanted = 'CONFIG_A=y\nCONFIG_B="text"\n# a comment\nCONFIG_C=n\nCONFIG_D=y\n'

    assert lost(wanted, 'CONFIG_A=y\nCONFIG_B="text"\n# CONFIG_D is not set\n') == ["CONFIG_D=y"]


@pytest.fixture
def debian(tmp_path: Path) -> Path:
    (tmp_path / "os-release").write_text(DEBIAN)
    return tmp_path / "os-release"


def test_debian_as_root_is_all_it_needs(debian: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "uname", lambda: type("Machine", (), {"machine": "x86_64"}))

    assert missing(system="linux", user=0, release=debian) is None


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"system": "darwin"}, "needs Linux, and this is darwin"),
        ({"user": 1000}, "needs root"),
        ({"release": Path("/nowhere/os-release")}, "needs Debian"),
    ],
)
def test_elsewhere_one_sentence_says_what_is_missing(
    debian: Path, monkeypatch: pytest.MonkeyPatch, given: dict[str, object], said: str
) -> None:
    monkeypatch.setattr(os, "uname", lambda: type("Machine", (), {"machine": "x86_64"}))

    message = missing(**{"system": "linux", "user": 0, "release": debian, **given})

    assert message is not None
    assert said in message
    assert "\n" not in message


def test_another_processor_is_named(debian: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "uname", lambda: type("Machine", (), {"machine": "aarch64"}))

    assert "not aarch64" in str(missing(system="linux", user=0, release=debian))


def test_where_it_cannot_run_the_command_says_so_and_builds_nothing(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(building, "missing", lambda: "make kernel needs Debian")
    monkeypatch.setattr(building, "build", pytest.fail)

    assert command.main([]) == 2
    assert capsys.readouterr().err == "make kernel needs Debian\n"


def test_an_unknown_chapter_is_named_with_those_that_there_are(capsys: pytest.CaptureFixture[str]) -> None:
    assert command.main(["bus", "flying"]) == 2
    assert capsys.readouterr().err == f"there is no chapter flying; there are: {', '.join(CHAPTERS)}\n"


def test_our_module_may_be_linked_to_the_kernel() -> None:
    module = (PARTS / "spi-user.c").read_text()

    assert module.startswith("// SPDX-License-Identifier: GPL-2.0\n")
    assert 'MODULE_LICENSE("GPL")' in module
