#!/bin/sh
# Runs the chapter that the kernel's command line names, from the checkout, with the installed table's Python; then
# powers the machine off.
for word in $(cat /proc/cmdline); do
    case $word in CHAPTER=* | CHECKOUT=*) export "${word?}" ;; esac
done
mkdir -p /checkout
# Until util-linux 2.38, mount(8) passes the option on as it is, without a name; since 2.39, it needs one.
mount -r -t hostfs checkout /checkout -o "$CHECKOUT" 2>/dev/null \
    || mount -r -t hostfs checkout /checkout -o "hostfs=$CHECKOUT"
export PYTHONPATH=/checkout:/checkout/lab PYTHONDONTWRITEBYTECODE=1 PYTHONUNBUFFERED=1 HOME=/root LC_ALL=C.UTF-8
cd /checkout || exit 1
/opt/cardtable/bin/python -m cardtable_lab.kernel.inside "$CHAPTER"
exec /opt/cardtable/bin/python -m cardtable_lab.kernel.inside off
