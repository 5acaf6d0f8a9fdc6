"""Exceptions raised when a chip is used after it was closed, or a line request after it was released."""


class ChipClosedError(Exception):
    def __init__(self) -> None:
        super().__init__("I/O operation on closed chip")


class RequestReleasedError(Exception):
    def __init__(self) -> None:
        super().__init__("GPIO lines have been released")
