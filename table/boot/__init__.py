"""The set-up of a flashed SD card: `cardtable.txt` on its boot partition, applied at every boot.

This happens as root, before the table starts. It knows nothing about games or a running table.
"""
