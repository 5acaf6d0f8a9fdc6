"""A club of tables: what a table publishes on an MQTT broker, and what everybody who listens there has to know.

What is published everybody may know: an audience's secret does not come in here. Play never waits for a broker.
"""
