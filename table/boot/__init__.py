"""A flashed card: what `cardtable.txt` on its boot partition says, applied at every start of the machine."""
