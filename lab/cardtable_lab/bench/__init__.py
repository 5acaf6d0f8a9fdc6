"""What `make bench` measures and `make prove` proves."""
