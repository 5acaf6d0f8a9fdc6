"""The measurements of `make bench` and the tests of `make prove`."""
