"""The networks around a table: a Wi-Fi of its own, and its name in whatever network it is in.

It speaks with NetworkManager and avahi over D-Bus. Of cards, games and the table's settings it knows nothing.
"""
