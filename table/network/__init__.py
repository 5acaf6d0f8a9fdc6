"""The network around a table: its own Wi-Fi, its name on the network, and the health of its computer.

It speaks with NetworkManager and avahi over D-Bus. Of cards, games and the table's settings it knows nothing.
"""
