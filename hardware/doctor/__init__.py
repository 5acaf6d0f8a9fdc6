"""What `cardtable doctor` does: it examines every reader, button, light and Pico, and names faults and likely cures.

Nothing here is needed to play.
"""
