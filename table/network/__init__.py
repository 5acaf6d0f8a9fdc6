"""The networks around a table: a Wi-Fi of its own, its name in whatever network it is in, and how its computer is.

It speaks with NetworkManager and avahi over D-Bus. Of cards, games and the table's settings it knows nothing.
"""
