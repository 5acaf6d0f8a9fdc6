"""Stands in for pyscard in separate processes: see `tests.on_usb`."""

ENVIRONMENT = "CARDTABLE_TESTS_USB"  # names the pipe of the hands
