"""An image for a memory card: Debian for a Raspberry Pi with the table installed, built without a Pi.

`python -m cardtable_lab.image` builds the image, `tried` starts it on an emulated machine. This package does not import
`bench` or `kernel`.
"""
