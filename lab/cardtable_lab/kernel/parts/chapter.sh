#!/bin/sh
# Runs the chapter that the kernel's command line names, from the checkout, by the installed table's Python; then
# switches the machine off.
for word in $(cat /proc/cmdline); do
    case $word in CHAPTER=* | CHECKOUT=*) export "${word?}" ;; esac
done
mkdir -p /checkout
# The option has no name where mount(8) still hands it over as it is, and has one from util-linux 2.39 on.
mount -r -t hostfs checkout /checkout -o "$CHECKOUT" 2>/dev/null \
    || mount -r -t hostfs checkout /checkout -o "hostfs=$CHECKOUT"
export PYTHONPATH=/checkout:/checkout/lab PYTHONDONTWRITEBYTECODE=1 PYTHONUNBUFFERED=1 HOME=/root LC_ALL=C.UTF-8
cd /checkout || exit 1
/opt/cardtable/bin/python -m cardtable_lab.kernel.inside "$CHAPTER"
exec /opt/cardtable/bin/python -m cardtable_lab.kernel.inside off
