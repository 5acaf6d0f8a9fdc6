"""A club of tables: what a table publishes on an MQTT broker, and what every subscriber must know.

Everybody may know what is published: no audience's secret gets in here. Play never waits for a broker.
"""
