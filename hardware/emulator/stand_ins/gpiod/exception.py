"""Exceptions for using something that is closed."""


class ChipClosedError(Exception):
    def __init__(self) -> None:
        super().__init__("I/O operation on closed chip")


class RequestReleasedError(Exception):
    def __init__(self) -> None:
        super().__init__("GPIO lines have been released")
