"""`make kernel`: a real Linux kernel, without a Pi, runs the table's hardware layer (docs/kernel.md).

User-mode Linux is a kernel that runs as a program, here built from Debian's source. It boots from this machine's files
and has a Pi's interfaces: spidev, GPIO chips, USB serial ports, input devices, Wi-Fi, disks. Only the hardware behind
these interfaces is emulated. `building` builds the kernel, `machine` boots it, `chapters` lists what runs in it, and
`inside` holds the code that runs there.
"""
