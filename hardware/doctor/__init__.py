"""`cardtable doctor`: examines every reader, button, light and Pico, and names faults with likely cures.

Nothing here is needed to play.
"""
