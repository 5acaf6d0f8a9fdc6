"""The network around a table: its own Wi-Fi, its name on the network, and the health of its computer.

It talks to NetworkManager and avahi over D-Bus. It knows nothing about cards, games or the table's settings.
"""
