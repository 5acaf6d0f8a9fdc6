"""Exceptions for the use of something closed."""


class ChipClosedError(Exception):
    """The chip has been closed."""

    def __init__(self) -> None:
        super().__init__("I/O operation on closed chip")


class RequestReleasedError(Exception):
    """The lines have been released."""

    def __init__(self) -> None:
        super().__init__("GPIO lines have been released")
