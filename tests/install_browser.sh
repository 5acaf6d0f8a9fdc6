#!/bin/sh
# Install the browsers that the tests drive, what their drivers need, what plays the services of a Pi's message bus, the
# broker and the database of a club, and what signs updates, where that is possible: on Debian, as root. Elsewhere these
# tests are skipped by name, and with CI=true they fail.
#
# The shell is the same Chromium without windows, and opens a page in a third of the time; where Debian has none, a whole
# Chromium will do.
set -eu
others="fonts-dejavu-core libatomic1 dbus python3-dbusmock mosquitto postgresql sqlite3 minisign"
engines="firefox-esr webkit2gtk-driver xvfb"
if ! command -v dpkg-query >/dev/null 2>&1; then
    exit 0
fi
if dpkg-query --show --showformat='${db:Status-Abbrev}\n' chromium-headless-shell $others $engines 2>/dev/null \
        | grep -c '^ii' | grep -qx 12; then
    exit 0
fi
if [ "$(id -u)" != 0 ]; then
    echo "install chromium-headless-shell $others $engines for the tests that need them: they say so themselves if something is missing"
    exit 0
fi
export DEBIAN_FRONTEND=noninteractive
install() {
    apt-get install -y -qq --no-install-recommends -o Dpkg::Options::=--force-unsafe-io "$@" >/dev/null 2>&1
}
{ apt-get update -qq >/dev/null && { install chromium-headless-shell $others || install chromium $others; } \
    && install $engines; } \
    || echo "chromium-headless-shell $others $engines could not be installed; the tests that need them will say so"
