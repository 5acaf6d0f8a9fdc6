#!/bin/sh
# Install the programs that tests call, on Debian as root: for `make test` a browser, stand-ins for the services on a Pi's
# message bus, a club's broker and database, and what signs updates, stores Wi-Fi and compiles overlays. `install.sh PIP`
# is for `make test-all` and `make prove`: it also installs two more browsers, pcscd with a virtual reader, promtool, what
# writes an image's disk, and pyscard into the environment of that pip. Where they are missing, the tests that need them
# are skipped by name, or fail with CI=true.
#
# The headless shell is Chromium without windows, and opens a page in a third of the time; where Debian does not have
# it, all of Chromium is installed.
set -eu
pip=${1-}
shell=chromium-headless-shell
set -- fonts-dejavu-core libatomic1 dbus python3-dbusmock mosquitto postgresql sqlite3 minisign netplan.io \
    device-tree-compiler
if [ -n "$pip" ]; then
    set -- "$@" firefox-esr webkit2gtk-driver xvfb pcscd vsmartcard-vpcd libpcsclite-dev python3-dev gcc swig prometheus \
        mtools dosfstools e2fsprogs fdisk xz-utils qemu-utils
fi

are_there() {
    dpkg-query --show --showformat='${db:Status-Abbrev}\n' "$@" 2>/dev/null | grep -c '^ii' | grep -qx $#
}
install() {
    apt-get install -y -qq --no-install-recommends -o Dpkg::Options::=--force-unsafe-io "$@" >/dev/null 2>&1
}
pyscard() {
    [ -z "$pip" ] || "$(dirname "$pip")/python" -c 'import smartcard.scard' 2>/dev/null \
        || "$pip" install -q --disable-pip-version-check 'pyscard>=2.0.5'
}

command -v dpkg-query >/dev/null 2>&1 || exit 0
if ! are_there $shell "$@"; then
    if [ "$(id -u)" != 0 ]; then
        echo "install $shell $* as root; until then, the tests that need them will say so"
        exit 0
    fi
    export DEBIAN_FRONTEND=noninteractive
    { apt-get update -qq >/dev/null && { install $shell "$@" || install chromium "$@"; }; } \
        || echo "$shell $* could not be installed; the tests that need them will say so"
fi
pyscard || echo "pyscard could not be installed; the tests that need it will say so"
