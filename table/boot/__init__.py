"""The set-up of a flashed SD card: `cardtable.txt` on its boot partition, applied at every boot.

It runs as root, before the table starts, and knows nothing about games or a running table.
"""
