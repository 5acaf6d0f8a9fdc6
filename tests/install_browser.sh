#!/bin/sh
# Install the browser that the tests drive, and what its driver needs, where that is possible: on Debian, as root.
# Elsewhere the browser tests are skipped by name, and with CI=true they fail.
set -eu
packages="chromium fonts-dejavu-core libatomic1"
if ! command -v dpkg-query >/dev/null 2>&1; then
    exit 0
fi
if dpkg-query --show --showformat='${db:Status-Abbrev}\n' $packages 2>/dev/null | grep -c '^ii' | grep -qx 3; then
    exit 0
fi
if [ "$(id -u)" != 0 ]; then
    echo "install $packages for the browser tests: they say so themselves if something is missing"
    exit 0
fi
export DEBIAN_FRONTEND=noninteractive
{ apt-get update -qq && apt-get install -y -qq --no-install-recommends $packages; } >/dev/null \
    || echo "$packages could not be installed; the browser tests will say so"
