"""An image for a card: Debian for a Raspberry Pi with the table installed, built without a Pi.

`python -m cardtable_lab.image` builds it, `tried` starts it on an emulated machine. It knows nothing of benches and
kernels.
"""
