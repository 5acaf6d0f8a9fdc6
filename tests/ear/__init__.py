"""Somebody who only hears plays whole games with what a phone says and offers."""
