"""Stands in for pyscard in processes of their own: see `tests.on_usb`."""

ENVIRONMENT = "CARDTABLE_TESTS_USB"  # names the pipe of the hands
