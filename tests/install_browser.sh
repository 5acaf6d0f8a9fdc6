#!/bin/sh
# Install the browser that the tests drive, and the other programs that tests call, on Debian as root: stand-ins for the
# services on a Pi's message bus, a club's broker and database, and what signs updates, stores Wi-Fi and compiles overlays.
# Elsewhere the tests that need them are skipped by name, and with CI=true they fail.
#
# The shell is the same Chromium without windows, and opens a page in a third of the time; where Debian has none, a whole
# Chromium will do.
set -eu
others="fonts-dejavu-core libatomic1 dbus python3-dbusmock mosquitto postgresql sqlite3 minisign \
    netplan.io device-tree-compiler"
if ! command -v dpkg-query >/dev/null 2>&1; then
    exit 0
fi
# shellcheck disable=SC2086 # they are several
set -- chromium-headless-shell $others
if dpkg-query --show --showformat='${db:Status-Abbrev}\n' "$@" 2>/dev/null | grep -c '^ii' | grep -qx $#; then
    exit 0
fi
if [ "$(id -u)" != 0 ]; then
    echo "install $* for the tests that need them: they say so themselves if something is missing"
    exit 0
fi
export DEBIAN_FRONTEND=noninteractive
install() {
    apt-get install -y -qq --no-install-recommends -o Dpkg::Options::=--force-unsafe-io "$@" >/dev/null 2>&1
}
{ apt-get update -qq >/dev/null && { install "$@" || install chromium $others; }; } \
    || echo "$* could not be installed; the tests that need them will say so"
