#!/bin/sh
# The first process of the kernel: mounts the usual file systems, and runs the chapter that the command line names. The
# root is the host's file system, read-only; /run is in memory.
export PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin
mount -t proc proc /proc
mount -t sysfs sysfs /sys
mountpoint -q /dev || mount -t devtmpfs dev /dev
mkdir -p /dev/pts /dev/shm
ln -s /proc/self/fd /dev/fd
mount -t devpts devpts /dev/pts
mount -t tmpfs shm /dev/shm
mount -t tmpfs run /run
mount -t configfs config /sys/kernel/config
mount -t cgroup2 cgroup /sys/fs/cgroup
mkdir /run/tmp /run/home
export TMPDIR=/run/tmp HOME=/run/home PYTHONDONTWRITEBYTECODE=1 PYTHONUNBUFFERED=1 TERM=dumb LC_ALL=C.UTF-8
export PYTHONPATH="$LIBRARIES"
# rpi-lgpio is told that it runs on a Pi 4, and lgpio to write its pipes in memory.
export RPI_LGPIO_REVISION=c03114 RPI_LGPIO_CHIP=0 LG_WD=/run/tmp
stty raw -echo 2>/dev/null
cd "$CHECKOUT" || exit 1
"$PYTHON" -m cardtable_lab.kernel.inside $CHAPTER
exec "$PYTHON" -m cardtable_lab.kernel.inside off
