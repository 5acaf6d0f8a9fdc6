"""The networks around a table: a Wi-Fi of its own.

It speaks with NetworkManager over D-Bus. Of cards, games and the table's settings it knows nothing.
"""
