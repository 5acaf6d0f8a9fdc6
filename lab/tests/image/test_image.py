"""What an image is made of, on a small root: the disk, its sums, the bill of materials, and the overlays."""

import json
import os
import re
import shutil
from pathlib import Path

import pytest

from cardtable_lab.image import bill, disk, system
from cardtable_lab.image.debian import TOOLS
from cardtable_lab.image.disk import Sized, Written
from cardtable_lab.image.machine import Card, last_said
from cardtable_lab.shell import CannotBuild, run
from table.values import fields
from tests import lacking

ROOT = Path(__file__).parents[3]
PARTS = ROOT / "packaging/image"
EPOCH = 1_700_000_000
NOT_OURS = {"mmdebstrap", "qemu-aarch64-static", "arch-test", "update-binfmts"}  # only a whole image needs them
STATUS = """\
Package: iw
Status: install ok installed
Architecture: arm64
Version: 6.9-1

Package: gone
Status: deinstall ok config-files
Architecture: arm64
Version: 1
"""


@pytest.fixture
def tools() -> None:
    """The programs that make an image's disk are there."""
    if missing := [tool for tool in sorted({*TOOLS, "qemu-img"} - NOT_OURS) if shutil.which(tool) is None]:
        lacking.skip(f"missing: {', '.join(missing)}; on Debian, run tests/install.sh .venv/bin/pip as root")


def root_in(folder: Path) -> Path:
    """A root with a boot partition's files in it."""
    root = folder / "root"
    (root / "boot/firmware/overlays").mkdir(parents=True)
    (root / "boot/firmware/config.txt").write_text("kernel=vmlinuz\n")
    (root / "boot/firmware/overlays/one.dtbo").write_bytes(b"\xd0\x0d")
    (root / "etc").mkdir()
    (root / "etc/hostname").write_text("cardtable\n")
    (root / "etc/link").symlink_to("hostname")
    return root


@pytest.mark.long
@pytest.mark.usefixtures("tools")
def test_the_same_root_gives_the_same_bytes_and_whole_file_systems(tmp_path: Path) -> None:
    images = []
    for name in ("one", "two"):
        root = root_in(tmp_path / name)
        for path in root.rglob("*"):
            os.utime(path, (EPOCH, EPOCH), follow_symlinks=False)
        images.append(disk.written(root, tmp_path / name / "an.img", EPOCH, lambda _: None))

    assert (images[0].packed, images[0].unpacked) == (images[1].packed, images[1].unpacked)
    image = tmp_path / "one/an.img"
    parts = json.loads(run(["sfdisk", "--json", str(image)]))["partitiontable"]["partitions"]
    assert [part["type"] for part in parts] == ["c", "83"]
    begins = [part["start"] * 512 for part in parts]
    boot = f"{image}@@{begins[0]}"
    assert run(["mtype", "-i", boot, "::/config.txt"]) == "kernel=vmlinuz\n"
    assert run(["mdir", "-b", "-i", boot, "::/overlays"]).split() == ["::/overlays/one.dtbo"]
    with image.open("rb") as whole, (tmp_path / "root.ext4").open("wb") as alone:
        whole.seek(begins[1])
        shutil.copyfileobj(whole, alone)
    run(["e2fsck", "-fn", str(tmp_path / "root.ext4")])
    printed = run(["debugfs", "-R", "cat /etc/hostname", str(tmp_path / "root.ext4")])
    assert printed.endswith("cardtable\n")


def test_the_bill_names_what_is_installed_with_its_licences(tmp_path: Path) -> None:
    (tmp_path / "var/lib/dpkg").mkdir(parents=True)
    (tmp_path / "var/lib/dpkg/status").write_text(STATUS)
    (tmp_path / "usr/share/doc/iw").mkdir(parents=True)
    (tmp_path / "usr/share/doc/iw/copyright").write_text(
        "Format: 1\n\nFiles: *\nLicense: ISC\n\nFiles: debian/*\nLicense: ISC\n"
    )
    package = tmp_path / "opt/cardtable.versions/1/lib/python3.13/site-packages/flask-3.dist-info"
    package.mkdir(parents=True)
    (package / "METADATA").write_text("Name: Flask\nVersion: 3.1\nLicense-Expression: BSD-3-Clause\n\nIt serves.\n")

    made = bill.materials(tmp_path, "abc", EPOCH)

    assert [(one["purl"], one["licenses"]) for one in made["components"]] == [
        ("pkg:deb/debian/iw@6.9-1?arch=arm64&distro=trixie", [{"license": {"name": "ISC"}}]),
        ("pkg:pypi/flask@3.1", [{"license": {"name": "BSD-3-Clause"}}]),
    ]
    assert made["components"][0]["externalReferences"][0]["url"] == "https://snapshot.debian.org/package/iw/6.9-1/"
    assert made["metadata"]["timestamp"] == "2023-11-14T22:13:20Z"
    assert bill.materials(tmp_path, "abc", EPOCH) == made


GNU = """
 * This is free software under the GNU {kind}General Public License as published by
 * the Free Software Foundation; either version {version} of the License, or (at your option) any later version.
"""
TEXTS = "On Debian systems see /usr/share/common-licenses/{}, or\n`/usr/share/common-licenses/{}'."
BSD = "Redistribution and use in\nsource and binary forms, with or without modification"


@pytest.mark.parametrize(
    ("text", "licences"),
    [
        (GNU.format(kind="", version=3) + TEXTS.format("GPL", "LGPL"), ["GPL-3+", "LGPL"]),
        (GNU.format(kind="Lesser ", version="2.1") + TEXTS.format("LGPL-2.1", "GPL-2"), ["GPL-2", "LGPL-2.1+"]),
        ("License: The library is under GNU Lesser\nGeneral Public License (LGPL) version 2.1+, ...", ["LGPL-2.1+"]),
        (f"The GNU General Public License, version 2.\n\n{BSD}", ["BSD", "GPL-2"]),
        (TEXTS.format("GFDL-1.3", "Artistic"), ["Artistic", "GFDL-1.3"]),
        ("All of it is ours.", ["NOASSERTION"]),
        (f"Format: 1\n\nFiles: *\nLicense: X11\n {BSD}", ["X11"]),
        (None, ["NOASSERTION"]),
    ],
)
def test_licences_are_found_in_prose_where_a_file_is_no_more(
    tmp_path: Path, text: str | None, licences: list[str]
) -> None:
    (tmp_path / "var/lib/dpkg").mkdir(parents=True)
    source = "Source: wireless (6)\nPackage: iw"
    (tmp_path / "var/lib/dpkg/status").write_text(STATUS.replace("Package: iw", source))
    (tmp_path / "usr/share/doc/iw").mkdir(parents=True)
    if text is not None:
        (tmp_path / "usr/share/doc/iw/copyright").write_text(text)

    (one,) = bill.materials(tmp_path, "abc", EPOCH)["components"]

    assert [named["license"]["name"] for named in one["licenses"]] == licences
    assert one["externalReferences"][0]["url"] == "https://snapshot.debian.org/package/wireless/6/"


def test_a_component_counts_with_the_strictest_licence_that_it_names() -> None:
    named = {
        "a": ["GPL-2+", "BSD"], "b": ["LGPL-2.1+", "MPL-2.0"], "c": ["LGPLv3+_or_GPLv2+"], "d": ["MIT"],
        "firmware-e": ["GPL-2"], "f": ["NOASSERTION"],
    }  # fmt: skip
    components = [
        {"name": name, "licenses": [{"license": {"name": one}} for one in licences]} for name, licences in named.items()
    ]

    counted = bill.kinds({"components": components})

    assert counted == {"Not free": 1, "AGPL": 0, "GPL": 2, "LGPL": 1, "MPL": 0, "Others": 2}


def test_imager_is_told_sizes_and_sums() -> None:
    written = Written(Path("an.img.xz"), Sized(10, "aa"), Sized(100, "bb"))

    (offered,) = bill.offered(written, EPOCH, "https://example.org/an.img.xz")["os_list"]

    assert (offered["image_download_size"], offered["image_download_sha256"]) == (10, "aa")
    assert (offered["extract_size"], offered["extract_sha256"]) == (100, "bb")
    assert offered["init_format"] == "cloudinit", "the table reads what Imager writes then"


@pytest.mark.parametrize("name", system.OVERLAYS)
def test_overlays_compile(name: str, tmp_path: Path) -> None:
    if shutil.which("dtc") is None:
        lacking.skip("no dtc: on Debian, run tests/install.sh as root")
    made = tmp_path / "it.dtbo"
    run(["dtc", "-@", "-I", "dts", "-O", "dtb", "-o", str(made), str(PARTS / f"{name}.dts")])

    assert made.read_bytes()[:4] == b"\xd0\x0d\xfe\xed"


def test_the_file_on_the_boot_partition_is_one_that_the_table_takes() -> None:
    from table.boot.text import BootSettings, read

    text = (PARTS / "boot/cardtable.txt").read_text()

    assert read(text) == (BootSettings(), ()), "no password that is the same on every card"
    named = {line.removesuffix(" =") for line in text.splitlines() if line.endswith("=")}
    assert named == {"key" if name == "keys" else name for name in fields(BootSettings)} - {"wifi_hidden"}


def test_partitions_are_found_by_the_names_that_they_are_given() -> None:
    fstab = (PARTS / "root/etc/fstab").read_text()
    firmware = (PARTS / "root/etc/default/raspi-firmware").read_text()

    assert set(re.findall(r"LABEL=([\w-]+)", fstab)) == {disk.BOOT_LABEL, disk.ROOT_LABEL}
    assert f'ROOTPART="LABEL={disk.ROOT_LABEL}"' in firmware
    assert 'CONSOLES="tty0"' in firmware


@pytest.mark.parametrize(
    "script", sorted((PARTS / "root/usr/local/lib/cardtable").iterdir()), ids=lambda path: path.name
)
def test_scripts_are_executable_and_parse(script: Path) -> None:
    assert os.access(script, os.X_OK)
    run(["/bin/sh", "-n", str(script)])


@pytest.mark.long
@pytest.mark.usefixtures("tools")
def test_a_card_is_as_large_as_it_is_and_its_boot_partition_can_be_written(tmp_path: Path) -> None:
    root = root_in(tmp_path / "one")
    (root / "boot/firmware/vmlinuz-6").write_bytes(b"kernel")
    (root / "boot/firmware/initrd.img-6").write_bytes(b"initramfs")
    written = disk.written(root, tmp_path / "one/an.img", EPOCH, lambda _: None)
    (tmp_path / "card").mkdir()

    card = Card(written.file, tmp_path / "card", size_mb=600)
    card.write("cardtable.txt", "name = Kitchen\n")

    assert card.as_it_is().stat().st_size == 600 * 1024 * 1024
    assert (card.kernel.read_bytes(), card.initramfs.read_bytes()) == (b"kernel", b"initramfs")
    assert card.read("cardtable.txt") == "name = Kitchen\n"
    assert card.root(["/etc/hostname", "/etc/none"]) == (True, {"/etc/hostname": "cardtable\n", "/etc/none": ""})
    card.flash()
    with pytest.raises(CannotBuild):
        card.read("cardtable.txt")  # of the machine before


@pytest.mark.parametrize(
    ("console", "said"),
    [
        ("", "nothing yet"),
        ("[    0.000000] Booting Linux\r\n[    1.5] half", "[    1.5] half"),
        (
            "\x1b[K[\x1b[0;32m  OK  \x1b[0m] Started it.\r\nM\x1b[K[ \x1b[0;31m*\x1b[0m] Job a/start running\r\n",
            "[  OK  ] Started it.",
        ),
        ("[  OK  ] One\n         Starting two...\n\n", "Starting two..."),
    ],
)
def test_a_console_tells_how_far_a_start_is(console: str, said: str) -> None:
    assert last_said(console) == said
