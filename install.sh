#!/bin/sh
# Install the table on Debian 12 or 13, or Raspberry Pi OS based on either: run `sudo ./install.sh` in a checkout.
#
# Run it again from a newer checkout to update. The old version stays until the new one is built, and comes back with
# its data if the new one does not serve its pages within a minute. docs/hardware.md has full instructions.
set -eu
umask 022  # files belong to root, and everybody can read and run them

here=$(cd "$(dirname "$0")" && pwd)
program=/opt/cardtable
versions=/opt/cardtable.versions
state=/var/lib/cardtable
config=/etc/cardtable
before=/opt/cardtable.before
systemd=/etc/systemd/system
units="cardtable.service cardtable-update.path cardtable-update.service cardtable-back.service cardtable-network.socket
    cardtable-network@.service"
drop_in=/etc/systemd/system/cardtable.service.d/usb.conf
address=http://127.0.0.1
healthy_within=60
backups_kept=5
needed_mb=400

ask=yes start=yes club=no usb=no root='' key='' job=install status=1

usage() {
    cat <<EOF
sudo ./install.sh [--yes] [--no-start] [--club] [--usb] [--update-key FILE] [--root DIR] [--uninstall | --purge | --back]

  --yes         ask nothing
  --no-start    neither start nor stop the table's service
  --club        also install the publisher for a club of tables; implied if table.toml has [club]
  --usb         also install what USB readers need; implied if table.toml has a PC/SC reader
  --update-key FILE
                trust updates that are signed with this key, a public key of minisign
  --root DIR    install below DIR, such as a mounted image
  --uninstall   remove the program; games, decks and configuration stay
  --purge       remove the program, games, decks and configuration
  --back        undo an update that a power cut interrupted; the machine does this itself at its next start

The exit status is 0 on success, 1 after an error that leaves an installed version as it was, 3 if an update was taken
back, and 4 if the previous version does not start either. A first installation that does not start also ends with 1.
EOF
}

say() { printf '%s\n' "$*"; }
fail() {
    printf 'install.sh: %s\n' "$*" >&2
    exit $status
}

while [ $# -gt 0 ]; do
    case $1 in
        --yes) ask=no ;;
        --no-start) start=no ;;
        --club) club=yes ;;
        --usb) usb=yes ;;
        --update-key) [ $# -gt 1 ] || fail "--update-key: which file?"; key=$2; shift ;;
        --update-key=*) key=${1#--update-key=} ;;
        --root) [ $# -gt 1 ] || fail "--root: which folder?"; root=$2; shift ;;
        --root=*) root=${1#--root=} ;;
        --uninstall) [ $job = purge ] || job=uninstall ;;
        --purge) job=purge ;;
        --back) job=back ;;
        -h | --help) usage; exit 0 ;;
        *) usage >&2; fail "there is no option $1" ;;
    esac
    shift
done

[ "$(id -u)" = 0 ] || fail "this writes to /opt and /etc: run it as root, with sudo ./install.sh"
if [ -n "$root" ]; then
    [ -d "$root" ] || fail "--root: there is no folder $root"
    root=$(cd "$root" && pwd)
    [ "$root" != / ] || root=''
fi
if [ -n "$key" ]; then
    [ -f "$key" ] || fail "--update-key: there is no file $key"
    grep -Eq '^RW[A-Za-z0-9+/]{54}$' "$key" || fail "--update-key: $key is no public key, as minisign -G makes one"
fi
# The prefix of commands that must run in the system of the table: chroot, if --root contains a Debian.
inside=''
[ -z "$root" ] || [ ! -x "$root/usr/bin/apt-get" ] || inside="chroot $root"
[ -z "$root" ] || start=no
[ -d /run/systemd/system ] || start=no

# -- helpers

confirm() {
    [ $ask = yes ] || return 0
    [ -t 0 ] || fail "there is no terminal to ask on: use --yes"
    printf '%s [Y/n] ' "$1"
    read -r answer
    case $answer in [nN]*) fail "nothing was changed" ;; esac
}

# Write standard input to a file, atomically.
put() {
    mkdir -p "$root$(dirname "$1")"
    cat >"$root$1.new"
    chmod "$2" "$root$1.new"
    mv "$root$1.new" "$root$1"
}

link_program() {
    ln -sfn "cardtable.versions/$1" "$root$program.new"  # -f, because a power cut may have left one
    mv -T "$root$program.new" "$root$program"
}

# Print the version that the link points to, or nothing if there is no link.
linked() { readlink "$root$program" 2>/dev/null | sed 's|.*/||' || true; }

# Run a command in the folder of the table's data as its owner, who may have planted links there. Nobody else can read
# the files that it creates.
as_owner() {
    (
        cd "$root$state" || exit 1
        umask 077
        exec setpriv --reuid="$(stat -c %u .)" --regid="$(stat -c %g .)" --clear-groups -- "$@"
    )
}

service() { [ $start = no ] || systemctl --quiet "$@"; }

# -- what is installed

packages() {
    if [ -n "$root" ] && [ -z "$inside" ]; then
        say "$root contains no Debian, so the program is built with this machine's Python."
        return
    fi
    wanted='' on_usb=''
    [ $usb = no ] || on_usb="pcscd polkitd libpcsclite-dev swig"
    for package in python3 python3-venv python3-dev gcc libc6-dev ca-certificates avahi-daemon minisign $on_usb; do
        # shellcheck disable=SC2016 # dpkg-query expands this itself
        state_of=$($inside dpkg-query --show --showformat='${db:Status-Abbrev}' "$package" 2>/dev/null || true)
        case $state_of in ii*) ;; *) wanted="$wanted $package" ;; esac
    done
    [ -n "$wanted" ] || return 0
    say "Debian's packages:$wanted"
    # shellcheck disable=SC2086
    $inside env DEBIAN_FRONTEND=noninteractive sh -c "apt-get update -qq && \
        apt-get install -y -qq --no-install-recommends $wanted >/dev/null" \
        || fail "apt could not install$wanted: is this machine on the network?"
}

room() {
    place=$root/opt
    [ -d "$place" ] || place=${root:-/}
    free=$(df -Pm "$place" | awk 'NR == 2 { print $4 }')
    [ "$free" -ge $needed_mb ] || fail "$free MB are free in /opt, but $needed_mb MB are needed: free some space first"
}

# Print what pip installs from a folder of the checkout: its wheel if there is one, else its source.
package() {
    for wheel in "$here$1"/*.whl; do
        [ ! -f "$wheel" ] || { printf %s "$source${wheel#"$here"}"; return; }
    done
    printf %s "$source$1"
}

# Build a version in its own virtual environment, without touching the one in use. A signed update contains wheels of
# everything except pyscard, which reads cards by PC/SC, so pip needs the network only for that.
build() {
    new=$1
    source=$here
    mkdir -p "$root$versions"
    if [ -n "$inside" ]; then
        source=/opt/cardtable.source
        rm -rf "${root:?}$source"
        mkdir "$root$source"
        tar -C "$here" --exclude=./.git --exclude='./.venv*' --exclude=./node_modules --exclude=./var \
            --exclude=./build -cf - . \
            | tar -C "$root$source" --no-same-owner -xf -
    fi
    where=$versions/$new
    [ -n "$inside" ] || where=$root$where
    ! grep -qs '^ *\[club\]' "$root$config/table.toml" || club=yes
    extras=pi,pico
    [ $usb = no ] || extras=$extras,usb
    from=''
    if [ -d "$here/wheels" ]; then
        from="--find-links $source/wheels"
        [ $usb = yes ] || from="--no-index $from"
    fi
    set --  # the other distributions: separate games, and the publisher for a club
    for game in "$here"/games/*; do
        if [ -f "$game/pyproject.toml" ] || [ "$game" != "${game%.whl}" ]; then set -- "$@" "$source${game#"$here"}"; fi
    done
    [ $club = no ] || set -- "$@" "$(package /club)"
    say "The program, and what it stands on, into $program: this takes some minutes on a Pi."
    built=yes
    # shellcheck disable=SC2086
    $inside python3 -m venv "$where" \
        && $inside "$where/bin/python" -m pip install --quiet --disable-pip-version-check --no-cache-dir --no-compile \
            $from "$(package '')[$extras]" "$@" \
        && $inside "$where/bin/python" -m compileall -q --invalidation-mode unchecked-hash "$where/lib" || built=no
    [ -z "$inside" ] || rm -rf "${root:?}$source"
    if [ $built = no ]; then
        rm -rf "$root${versions:?}/$new"
        fail "the program could not be built; $(before)"
    fi
    if [ -n "$root" ] && [ -z "$inside" ]; then  # paths in it must not begin with $root
        grep -rlI "$root$versions" "$where/bin" "$where/pyvenv.cfg" | xargs -r sed -i "s|$root$versions|$versions|g"
    fi
}

before() { if [ -n "$(linked)" ]; then echo "the version that was here goes on"; else echo "nothing was changed"; fi; }

# Set up users, groups, devices and the journal with files for systemd and udev; also folders, SPI, Wi-Fi and USB.
surroundings() {
    put /usr/local/lib/sysusers.d/cardtable.conf 644 <<EOF
g spi - -
g gpio - -
u cardtable - "Card table" $state /usr/sbin/nologin
m cardtable spi
m cardtable gpio
m cardtable dialout
EOF
    put /etc/udev/rules.d/60-cardtable.rules 644 <<EOF
SUBSYSTEM=="spidev", KERNEL=="spidev[01].*", GROUP="spi", MODE="0660"
SUBSYSTEM=="gpio", KERNEL=="gpiochip*", GROUP="gpio", MODE="0660"
EOF
    put /etc/modules-load.d/cardtable.conf 644 <<EOF
# A Pico may be plugged in at any time, but the service can only access device groups that exist when it starts.
cdc_acm
EOF
    put /etc/systemd/journald.conf.d/cardtable.conf 644 <<EOF
[Journal]
SystemMaxUse=50M
RuntimeMaxUse=20M
EOF
    if [ -z "$root" ] || [ -n "$inside" ]; then
        $inside systemd-sysusers || fail "systemd-sysusers could not create the user cardtable"
    fi
    folders
    if [ $start = yes ] && command -v udevadm >/dev/null; then
        udevadm control --reload || true
        udevadm trigger --subsystem-match=spidev --subsystem-match=gpio || true
    fi
    switch_spi_on
    switch_power_saving_off
    [ $usb = no ] || let_at_usb
}

# Whether the table reads cards on USB already, so that an update does not stop this.
reads_on_usb() {
    [ -e "$root$drop_in" ] || grep -qs '^ *backend *= *"pcsc"' "$root$config/table.toml"
}

# Set up readers on USB: pcscd must serve the table's user, who is not logged in at a screen; readers that type are
# input devices; and the kernel's own drivers for the chip in many readers would claim them before pcscd (nfcpy #35).
let_at_usb() {
    put /etc/polkit-1/rules.d/50-cardtable.rules 644 <<EOF
polkit.addRule(function(action, subject) {
    if (/^org.debian.pcsc-lite/.test(action.id) && subject.user == "cardtable") return "yes";
});
EOF
    put /etc/systemd/system/cardtable.service.d/usb.conf 644 <<EOF
[Unit]
Wants=pcscd.socket
After=pcscd.socket

[Service]
SupplementaryGroups=input
DeviceAllow=char-input r
EOF
    put /etc/modprobe.d/cardtable.conf 644 <<EOF
blacklist pn533_usb
blacklist pn533
blacklist nfc
EOF
    [ $start = yes ] || return 0
    modprobe -r pn533_usb pn533 nfc 2>/dev/null || true
    service try-restart polkit.service || true
    service enable --now pcscd.socket || true
}

# Wi-Fi that saves power answers phones half a second late, and some phones never (raspberrypi/linux #7533, #7272).
switch_power_saving_off() {
    [ -d "$root/etc/NetworkManager" ] || return 0
    [ -e "$root/etc/NetworkManager/conf.d/cardtable.conf" ] || say "The Wi-Fi of this machine saves no power any more, so that phones need not wait for the table."
    put /etc/NetworkManager/conf.d/cardtable.conf 644 <<EOF
[connection]
wifi.powersave=2
EOF
    [ $start = yes ] || return 0
    ! command -v nmcli >/dev/null || nmcli general reload conf >/dev/null 2>&1 || true
    for wireless in /sys/class/net/*/wireless; do
        interface=${wireless%/wireless}
        ! command -v iw >/dev/null || iw dev "${interface##*/}" set power_save off 2>/dev/null || true
    done
}

# Only the table's user can read its data. Root owns the configuration, which the set-up on a phone writes, too.
folders() {
    mkdir -p "$root$state" "$root$config"
    chmod 700 "$root$state"
    chmod 775 "$root$config"
    if [ -n "$root" ] && [ -z "$inside" ]; then return; fi  # systemd does it when the service starts
    $inside chown --no-dereference -R cardtable:cardtable $state
    $inside chown root:cardtable $config
}

# Readers are connected to SPI, which is disabled by default on Raspberry Pi OS.
switch_spi_on() {
    for boot in /boot/firmware/config.txt /boot/config.txt; do
        if [ ! -f "$root$boot" ] || [ -L "$root$boot" ]; then continue; fi
        grep -Eq '^(dtparam=spi=on|dtoverlay=cardtable-spi)' "$root$boot" && return 0
        sed "s/^#dtparam=spi=on/dtparam=spi=on/" "$root$boot" >"$root$boot.new"
        grep -q '^dtparam=spi=on' "$root$boot.new" || printf '\n[all]\ndtparam=spi=on\n' >>"$root$boot.new"
        mv "$root$boot.new" "$root$boot"
        say "SPI is switched on, for readers; it is there after the next start of this machine."
        return 0
    done
}

put_units() {
    for name in $units; do
        put "$systemd/$name" 644 <"$here/packaging/$name"
    done
}

switch_on() {
    mkdir -p "$root$systemd/multi-user.target.wants" "$root$systemd/sockets.target.wants" "$root/usr/local/bin"
    for name in cardtable.service cardtable-update.path cardtable-back.service; do
        ln -sf "../$name" "$root$systemd/multi-user.target.wants/$name"
    done
    ln -sf ../cardtable-network.socket "$root$systemd/sockets.target.wants/cardtable-network.socket"
    ln -sfn $program/bin/cardtable "$root/usr/local/bin/cardtable"
    service daemon-reload
    service start --no-block cardtable-update.path
    service start cardtable-network.socket || true
}

# Install the key of trusted updates. It is not in $config, where the table's user may write.
trust() { [ -z "$key" ] || put /etc/cardtable-update.pub 644 <"$key"; }

# -- whether it runs

# Start the table, and check that it answers three times in a row within a minute, and is not in recovery.
healthy() {
    [ $start = yes ] || return 0
    systemctl --quiet start --no-block cardtable.service
    "$program/bin/python" - "$healthy_within" "$address" <<'EOF'
import json, sys, time, urllib.request
def asked(path):
    with urllib.request.urlopen(sys.argv[2] + path, timeout=5) as answer:
        return json.load(answer)
ends, in_a_row, why = time.monotonic() + float(sys.argv[1]), 0, None
while time.monotonic() < ends and in_a_row < 3:
    try:
        health = asked("/health")
        why = health.get("why") if health.get("state") == "recovery" else None
        in_a_row = in_a_row + 1 if health.get("state") != "recovery" and asked("/api/v1/table") else 0
    except (OSError, ValueError):
        in_a_row = 0
    time.sleep(1)
if why:
    print("The table is in recovery:", why, file=sys.stderr)
sys.exit(in_a_row < 3)
EOF
}

told_where() {
    if [ $start = yes ]; then
        say "The table is on: open http://$(hostname -I 2>/dev/null | awk '{ print $1 }')/ on a phone. Its host's PIN: sudo cardtable pin"
    else
        say "Installed. The table starts with the machine."
    fi
}

# -- the jobs

install_anew() {
    build "$version"
    surroundings
    link_program "$version"
    put_units
    trust
    switch_on
    healthy || fail "the table does not serve its pages; for its log: journalctl -u cardtable -n 50"
    told_where
}

# Back up the data. The service is stopped, so nobody writes to them.
backup() {
    saved=backups/$version.tar
    # shellcheck disable=SC2016 # the inner shell expands this
    as_owner sh -c 'mkdir -p backups && tar --exclude=./backups -cf "$0.new" . && mv "$0.new" "$0"' "$saved" && return 0
    as_owner rm -f "$saved.new" || true
    return 1
}

prune() {
    # The same folder holds the table's own backups, which the table prunes itself.
    # shellcheck disable=SC2016
    as_owner sh -c 'ls -1rd backups/[0-9]*-[0-9]*.tar 2>/dev/null | tail -n +"$0" | xargs -r rm -f' \
        $((backups_kept + 1))
    for old in "$root$versions"/*; do
        case ${old##*/} in "$version" | "$old_version") ;; *) rm -rf "$old" ;; esac
    done
}

# Save what is needed to go back, and sync it to disk before anything is switched, so that it survives a power cut.
keep_way_back() {
    rm -rf "$root$before" "$root$before.new"
    mkdir -m 700 "$root$before.new"
    for name in $units; do
        [ ! -f "$root$systemd/$name" ] || cp "$root$systemd/$name" "$root$before.new"
    done
    cp "$here/install.sh" "$root$before.new"
    printf '%s\n' "$old_version" "$version" "$saved" >"$root$before.new/names"
    sync
    mv "$root$before.new" "$root$before"
    sync
}

drop_way_back() {
    sync
    mv "$root$before" "$root$before.new"
    rm -rf "$root$before.new"
    sync
}

# Restore the previous version and its data. If this is interrupted, it can be run again.
take_back() {
    for name in $units; do
        [ ! -f "$root$before/$name" ] || cp "$root$before/$name" "$root$systemd/$name"
    done
    link_program "$old_version"
    as_owner find . -mindepth 1 -maxdepth 1 ! -name backups -exec rm -rf {} +
    as_owner tar -xpf "$saved"
    rm -rf "$root${versions:?}/$version"
    drop_way_back
    service daemon-reload
}

# Run on any error after the first switch.
go_back() {
    trap - EXIT
    say "Going back to the version from before."
    service stop cardtable.service || true
    take_back
    status=4
    healthy || fail "the previous version does not start either; for its log: journalctl -u cardtable -n 50"
    status=3
    fail "the update was taken back: the table runs as before, and nothing is lost"
}

# Undo an interrupted update: run after a power cut, before the table starts.
back() {
    [ -f "$root$before/names" ] || fail "no update was interrupted"
    { read -r old_version && read -r version && read -r saved; } <"$root$before/names"
    take_back
    say "An update was interrupted and taken back: the previous version and its data are restored."
}

update() {
    old_version=$(linked)
    [ ! -L "$root$state/backups" ] || fail "$state/backups is a link, and backups are not written through links: replace it with a folder"
    build "$version"
    service stop cardtable.service
    folders
    if ! backup; then
        rm -rf "$root${versions:?}/$version"
        service start cardtable.service
        fail "the data could not be put away, is the disk full? The version from before goes on"
    fi
    keep_way_back
    trap go_back EXIT
    surroundings
    link_program "$version"
    put_units
    trust
    switch_on
    healthy || fail "the new version does not serve its pages within $healthy_within s"
    trap - EXIT
    drop_way_back
    prune
    say "Updated. The data from before are in $state/$saved."
    told_where
}

uninstall() {
    [ $start = no ] || [ ! -x $program/bin/cardtable ] || $program/bin/cardtable hotspot off >/dev/null 2>&1 || true
    service disable --now cardtable.service cardtable-update.path cardtable-back.service cardtable-network.socket || true
    for name in $units; do
        rm -f "$root$systemd/$name" "$root$systemd/multi-user.target.wants/$name" "$root$systemd/sockets.target.wants/$name"
    done
    rm -rf "$root$program" "${root:-}$versions" "$root$before" "$root$program.update" "$root/usr/local/bin/cardtable" \
        "$root/etc/systemd/journald.conf.d/cardtable.conf" "$root/etc/modules-load.d/cardtable.conf" \
        "$root/etc/udev/rules.d/60-cardtable.rules" "$root/usr/local/lib/sysusers.d/cardtable.conf" \
        "$root/etc/NetworkManager/conf.d/cardtable.conf" "$root/etc/polkit-1/rules.d/50-cardtable.rules" \
        "$root/etc/systemd/system/cardtable.service.d/usb.conf" "$root/etc/modprobe.d/cardtable.conf"
    rmdir "$root/etc/systemd/system/cardtable.service.d" 2>/dev/null || true
    service daemon-reload
    if [ $job = uninstall ]; then
        say "The program is gone. Games, decks and configuration stay in $state and $config; --purge takes them, too."
        return
    fi
    rm -rf "${root:-}$state" "${root:-}$config" "$root/etc/cardtable-update.pub"
    # shellcheck disable=SC2086
    if [ -z "$root" ] || [ -n "$inside" ]; then
        $inside userdel cardtable 2>/dev/null || true
    fi
    say "The program and all its data are gone."
}

version=$(date -u ${SOURCE_DATE_EPOCH:+-d "@$SOURCE_DATE_EPOCH"} +%Y%m%d-%H%M%S)
case $job in
    install)
        if [ -n "$(linked)" ]; then
            confirm "Update the table in $program?"
        else
            confirm "Install the table in $root$program, its data in $state, and start it with the machine?"
        fi
        ! reads_on_usb || usb=yes
        room
        packages
        if [ -n "$(linked)" ]; then update; else install_anew; fi
        ;;
    back) back ;;
    uninstall)
        confirm "Remove the table? Games, decks and configuration stay."
        uninstall
        ;;
    purge)
        confirm "Remove the table, with all games, decks and its configuration?"
        uninstall
        ;;
esac
