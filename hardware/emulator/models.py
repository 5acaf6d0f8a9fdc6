"""Models of the Raspberry Pi as libraries tell them apart: revision code, SoC, GPIO chips, header."""

from dataclasses import dataclass

HEADER_GPIOS = range(28)
SPI0_SELECTS = {8: "spi0 CS0", 7: "spi0 CS1"}  # the kernel holds these lines once SPI is enabled
SPI0_GPIOS = range(7, 12)

_RP1_IS_FIRST = (6, 7)  # since 6.6.45 a Pi 5's header is gpiochip0; it was gpiochip4


@dataclass(frozen=True)
class GpioChip:
    """A character device of GPIO lines."""

    name: str
    label: str
    lines: int


@dataclass(frozen=True)
class Model:
    """One kind of board. `revision` is its code (raspberrypi.com, revision codes)."""

    revision: str
    kind: str
    processor: str
    ram: str
    gpio: str
    lines: int

    @property
    def has_rp1(self) -> bool:
        """Whether a separate chip has the GPIO lines, as on a Pi 5."""
        return self.gpio == "pinctrl-rp1"

    def gpio_chips(self, kernel: tuple[int, int]) -> dict[str, GpioChip]:
        """Return the GPIO chips by path, links included; the header's chip is the one called `gpio`."""
        if not self.has_rp1:
            other = GpioChip("gpiochip1", "raspberrypi-exp-gpio", 8)
            return {"/dev/gpiochip0": GpioChip("gpiochip0", self.gpio, self.lines), "/dev/gpiochip1": other}
        first = kernel >= _RP1_IS_FIRST
        header = GpioChip("gpiochip0" if first else "gpiochip4", self.gpio, self.lines)
        other = GpioChip("gpiochip10" if first else "gpiochip0", "gpio-brcmstb@107d508500", 32)
        return {f"/dev/{other.name}": other, f"/dev/{header.name}": header, "/dev/gpiochip4": header}


_MODELS = {
    "Raspberry Pi 5": Model("c04170", "Pi 5 Model B", "BCM2712", "4G", "pinctrl-rp1", 54),
    "Raspberry Pi 4": Model("c03114", "Pi 4 Model B", "BCM2711", "4G", "pinctrl-bcm2711", 58),
    "Raspberry Pi 3": Model("a02082", "Pi 3 Model B", "BCM2837", "1G", "pinctrl-bcm2835", 54),
    "Raspberry Pi Zero 2": Model("902120", "Zero 2 W", "BCM2837", "512M", "pinctrl-bcm2835", 54),
    "Raspberry Pi Zero W": Model("9000c1", "Zero W", "BCM2835", "512M", "pinctrl-bcm2835", 54),
}


def find(name: str) -> Model:
    """Return a model by its text in /proc/device-tree/model. Raise ValueError if it is not emulated."""
    for beginning, model in _MODELS.items():
        if name.startswith(beginning):
            return model
    raise ValueError(f"no Raspberry Pi that is emulated is called {name!r}; there are: {', '.join(_MODELS)}")


def line_name(gpio: int) -> str | None:
    """Return the device tree's name for a line of the header."""
    return {0: "ID_SDA", 1: "ID_SCL"}.get(gpio, f"GPIO{gpio}") if gpio in HEADER_GPIOS else None
