#!/bin/sh
# Install what only `make test-all` needs: two more browsers, pcscd, a virtual reader for it, pyscard into the environment
# whose pip is named, promtool, and what writes an image's disk. On Debian, as root; elsewhere the tests that need them
# are skipped by name, and with CI=true they fail.
set -eu
wanted="pcscd vsmartcard-vpcd libpcsclite-dev python3-dev gcc swig prometheus \
    firefox-esr webkit2gtk-driver xvfb \
    mtools dosfstools e2fsprogs fdisk xz-utils qemu-utils"
# shellcheck disable=SC2086 # they are several
if "$(dirname "$1")/python" -c 'import smartcard.scard' 2>/dev/null \
        && dpkg-query --show --showformat='${db:Status-Abbrev}\n' $wanted 2>/dev/null \
        | grep -c '^ii' | grep -qx "$(echo "$wanted" | wc -w)"; then
    exit 0
fi
if ! command -v apt-get >/dev/null 2>&1 || [ "$(id -u)" != 0 ]; then
    echo "install $wanted and pyscard for the tests that need them"
    exit 0
fi
export DEBIAN_FRONTEND=noninteractive
# shellcheck disable=SC2086 # they are several
{ apt-get update -qq >/dev/null && apt-get install -y -qq --no-install-recommends $wanted >/dev/null 2>&1 \
    && "$1" install -q --disable-pip-version-check 'pyscard>=2.0.5'; } \
    || echo "$wanted and pyscard could not be installed; the tests that need them will say so"
