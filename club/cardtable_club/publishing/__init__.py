"""A club of tables: what a table publishes on an MQTT broker, and the topics and payloads that subscribers share.

Everything published is public: this package never gets the secrets of any audience. Play never waits for a broker.
"""
