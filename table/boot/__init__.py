"""A flashed card: what `cardtable.txt` on its boot partition says, applied at every start of the machine.

It is done before the table starts, as root. Of games, and of a table that runs, it knows nothing.
"""
