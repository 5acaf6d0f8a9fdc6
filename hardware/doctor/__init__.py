"""What `cardtable doctor` finds: one look at every reader, button, light and Pico, the fault, and its likely cure.

Nothing here is needed to play.
"""
