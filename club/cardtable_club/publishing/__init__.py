"""A club of tables: what a table publishes on an MQTT broker, and the topics and payloads that subscribers share.

Everything published is public: this package never receives any audience's secrets. Play never waits for a broker.
"""
