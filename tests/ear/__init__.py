"""Somebody who only hears plays whole games: what a phone says and offers is enough."""
