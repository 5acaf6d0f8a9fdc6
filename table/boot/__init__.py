"""A flashed card: `cardtable.txt` on its boot partition, applied at every boot.

This happens as root, before the table starts. It knows nothing of games or of a running table.
"""
