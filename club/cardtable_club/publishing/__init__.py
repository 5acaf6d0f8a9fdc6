"""A club of tables: what a table publishes on an MQTT broker, and what every subscriber must know.

What is published everybody may know: an audience's secret does not come in here. Play never waits for a broker.
"""
