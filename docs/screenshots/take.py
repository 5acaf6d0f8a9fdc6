"""Retake the screenshots in this folder from a real table in a real browser: `make screenshots`."""

from collections.abc import Callable, Iterable
from pathlib import Path
from tempfile import TemporaryDirectory

from playwright.sync_api import Browser, Page, sync_playwright

from docs.screenshots import flashed, moving
from tests.browser.conftest import CHROMIUM, DESK, FLAGS, PHONE
from tests.browser.seats import hold
from tests.browser.test_score import EIGHT
from tests.on_usb import OnUsb, environment, on_usb
from tests.playing import Playing, playing, running

HERE = Path(__file__).parent
SIZES = {"phone": PHONE, "desk": DESK, "wall": {"width": 1920, "height": 1080}}
ONE = ("phone",)
QUALITY = 88  # of JPEG, 0 to 100: enough for a README
NAMES = ["Ana", "Ben", "Cleo", "Dan"]
HAND = ["number3.1", "spider5.1", "number4.2", "mosquito1.1", "number2.3", "moth4.1", "number1.2", "ant2.1"]
TERRAINS = [  # the cards that three people play, turn by turn
    ("troll.1", "harpy.1", "elf.2"),
    ("dragon.1", "minotaur.1", "sphinx.1"),
    ("goblin.1", "cerberus.1", "harpy.2"),
    ("harpy.4", "werewolf.1", "phoenix.1"),
]
Prepare = Callable[[Page, Playing], None]


def main() -> None:
    """Play an evening and take screenshots along the way."""
    with TemporaryDirectory() as folder, sync_playwright() as playwright:
        database = Path(folder) / "table.db"
        hold(database, {1: HAND, 2: HAND[:0], 3: HAND[:0]}, ["number5.8", "number5.7", "number2.1"])
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        with playing(database) as table:
            _evening(browser, table)
        with playing(Path(folder) / "start.db") as table:
            show(browser, table, "start", "/", all_games, sizes=("desk",))
        with playing(Path(folder) / "auto.db", "--auto") as table:
            table.waits_until(lambda view: any(pile["count"] > 3 for pile in view["piles"].values()))
            show(browser, table, "scoreboard-auto", "/", played, sizes=("phone", "desk"))
        _moving(browser, Path(folder) / "moving.db")
        _mytho(browser, Path(folder) / "mytho.db")
        _nur_mut(browser, Path(folder) / "nur_mut.db")
        _mythology_go(browser, Path(folder) / "mythology_go.db")
        _usb(browser, Path(folder) / "mito")
        _usb_with_two_piles(browser, Path(folder) / "mytho")
        (Path(folder) / "flashed").mkdir()
        flashed.take(browser, Path(folder) / "flashed")
        with playing(Path(folder) / "count.db") as table:
            show(browser, table, "score", "/score/mythology_go", enter, sizes=("phone", "desk"))
            show(browser, table, "score-result", "/score/mythology_go", count, sizes=("phone", "desk"))
            show(browser, table, "rules-mythology-go", "/rules/mythology_go", sizes=ONE)
        browser.close()


def _moving(browser: Browser, database: Path) -> None:
    """Record the animated picture."""
    hold(database, {1: HAND, 2: HAND[:0], 3: HAND[:0]}, ["number5.8", "number5.7", "number2.1"])
    with playing(database) as table:
        table.host().asks("hands", do="turn_up")
        table.shows("number2.1")
        moving.record(browser, table, HERE / "playing.webp")


def _mytho(browser: Browser, database: Path) -> None:
    """Lay a card openly, then lie, and get caught."""
    hands = {1: ["7s", "kd", "3c", "10d", "5c"], 2: ["2h", "5s", "as", "9d", "4c"], 3: ["6s", "jh", "8c", "10s", "2d"]}
    hold(database, hands, ["4d", "9h", "ac", "7h"])
    with playing(database, "mytho", "--players", "3") as table:
        host = table.host()
        host.asks("hands", do="turn_up")
        table.shows("7h")
        _lay(table, 1, "7s", "visible")
        show(browser, table, "virtual-mytho", "/virtual", sit(2), sizes=ONE)
        _lay(table, 2, "4c", "hidden")
        table.taps(3)
        table.waits_until(lambda view: bool(view["correction"]))
        show(browser, table, "scoreboard-mytho", "/", sizes=("phone", "desk"))
        show(browser, table, "rules-mytho", "/rules/mytho", sizes=ONE)


def _nur_mut(browser: Browser, database: Path) -> None:
    """Lay a card, and be brave."""
    hands = {1: ["nm12", "nm01", "nm02"], 2: ["nm13", "nm14", "nm15"], 3: ["nm21", "nm22", "nm23"]}
    draw = ["nm04", "nm81", "nm45", "nm09"]
    hold(database, hands, draw, up=dict.fromkeys([*draw, *(card for hand in hands.values() for card in hand)], 0))
    with playing(database, "nur_mut", "--players", "3") as table:
        table.host().asks("hands", do="turn_up")
        table.waits_until(lambda view: view["running"])
        _lay(table, 1, "nm12", "pile.1")
        table.taps(2)
        table.waits_until(lambda view: view["courage"])
        show(browser, table, "virtual-nur-mut", "/virtual", sit(2), sizes=ONE)
        show(browser, table, "scoreboard-nur-mut", "/", sizes=("phone", "desk"))
        show(browser, table, "rules-nur-mut", "/rules/nur_mut", sizes=ONE)


def _mythology_go(browser: Browser, database: Path) -> None:
    """Lay cards in front of all players."""
    hands = {1: [], 2: ["elf.1", "troll.2", "harpy.3", "djinn.1", "satyr.1"], 3: []}
    hold(database, hands, [])
    with playing(database, "mythology_go", "--players", "3") as table:
        host = table.host()
        for cards in TERRAINS:
            for seat, card in enumerate(cards, 1):
                table.lays_before(seat, card)
                host.asks("choices", choice="end_turn")
        show(browser, table, "virtual-mythology-go", "/virtual", sit(2), sizes=ONE)
        show(browser, table, "scoreboard-mythology-go", "/", sizes=("phone", "desk"))


def _usb(browser: Browser, folder: Path) -> None:
    """Follow the steps of docs/usb.md: join, sit down, name a card, and lay one that does not fit."""
    folder.mkdir()
    line = ("run", "--usb", "--database", str(folder / "table.db"), "mito", "--players", "Ana,Ben,Cleo")
    with running(*line, environment=environment(folder)) as table:
        usb = OnUsb(table, folder / "usb.pipe", 0)

        def name(page: Page, table: Playing) -> None:
            at_seat(page, table)
            usb.touches(1)
            page.locator(".unknown").wait_for()

        def refused(page: Page, table: Playing) -> None:
            at_seat(page, table)
            page.locator("[data-label='4']").click()
            page.locator("[data-card='number4.1']").wait_for()
            usb.touches(2)
            page.locator("[data-label='1']").click()
            page.locator(".turn.wrong").wait_for()

        show(browser, table, "usb-start", "/", who, sizes=ONE)
        show(browser, table, "usb-seat", "/seat/1", at_seat, sizes=ONE)
        show(browser, table, "usb-name", "/seat/1", name, sizes=ONE)
        show(browser, table, "usb-refused", "/seat/1", refused, sizes=ONE)


def _usb_with_two_piles(browser: Browser, folder: Path) -> None:
    """Choose on a phone which pile the next card goes to."""
    folder.mkdir()
    with on_usb(folder, "mytho", ("Ana", "Ben", "Cleo")) as usb:
        seat = usb.is_shown(1, lambda view: view["game"] == "mytho")["turn"] or 1
        usb.chooses(seat, "visible")
        usb.touches(1)
        usb.names(seat, "7 of hearts")
        seat = usb.is_shown(seat, lambda view: view["piles"]["visible"]["top"] == "7h" and view["turn"])["turn"]
        usb.phones[seat].asks(f"seats/{seat}/leave")

        def choose(page: Page, table: Playing) -> None:
            at_seat(page, table)
            page.locator("button[data-zone='hidden']").click()
            page.locator("[data-aimed='hidden']").wait_for()

        show(browser, usb.table, "usb-choose", f"/seat/{seat}", choose, sizes=ONE)


def _lay(table: Playing, seat: int, card: str, zone: str) -> None:
    """Lay a card from a seat's hand."""
    before = table.waits_until(lambda view: bool(view["piles"]))["piles"][zone]["count"]
    person = table.phone()
    person.asks(f"seats/{seat}/take")
    person.asks("hands", do="lay", seat=seat, cards=[card], zone=zone)
    table.waits_until(lambda view: view["piles"][zone]["count"] > before)
    person.asks(f"seats/{seat}/leave")


def _evening(browser: Browser, table: Playing) -> None:
    show(browser, table, "scoreboard-join", "/", sizes=ONE)
    show(browser, table, "screen-welcome", "/screen", live, sizes=("wall",))
    show(browser, table, "welcome", "/virtual")
    show(browser, table, "login", "/host")
    table.host().asks("hands", do="turn_up")
    table.shows("number2.1")
    show(browser, table, "virtual", "/virtual", sit(1))
    table.touches("number5.5", "discard")
    table.waits_until(lambda view: bool(view["correction"]))
    show(browser, table, "scoreboard-refused", "/", sizes=ONE)
    show(browser, table, "why", "/", why, sizes=ONE)
    table.touches("number5.5", "discard")
    table.waits_until(lambda view: not view["correction"])
    _touch(table, "mosquito3.1")
    for seat in (2, 1, 3):
        table.taps(seat)
    table.waits_until(lambda view: view["result"] is not None)
    show(browser, table, "scoreboard", "/")
    show(browser, table, "scoreboard-light", "/", theme="light", sizes=("desk",))
    show(browser, table, "screen", "/screen", live, sizes=("desk", "wall"))
    show(browser, table, "host", "/host", log_in)
    show(browser, table, "seat", "/seat/2", take)
    show(browser, table, "decks", "/decks")
    show(browser, table, "rules", "/rules/mito")
    host = table.host()
    host.asks("choices", choice="abort")
    host.asks("games", players=NAMES)
    _count(table, number=1)
    show(browser, table, "scoreboard-round", "/", sizes=("desk",))
    host.asks("choices", choice="abort")
    host.asks("games", players=NAMES[:3])
    show(browser, table, "practice", "/virtual", practise, sizes=ONE)


def _touch(table: Playing, card: str) -> None:
    table.touches(card, "discard")
    table.shows(card)


def _count(table: Playing, *, number: int) -> None:
    """Play a round to its end: a player goes out, and the others count their cards."""
    _touch(table, f"number{number}.8")
    table.presses(1)
    table.waits_until(lambda view: view["headline"] == "Ana is out")
    table.releases(1)
    for seat, card in ((2, "spider1.1"), (3, "moth2.1"), (4, "number5.3")):
        table.touches(card, f"seat.{seat}")
        table.waits_until(lambda view, seat=seat: view["seats"][seat - 1]["counting"] == 1)
        table.taps(seat)
        table.waits_until(lambda view, seat=seat: view["seats"][seat - 1]["counting"] is None)


def sit(seat: int) -> Prepare:
    """Take a seat at the virtual table."""

    def prepare(page: Page, _table: Playing) -> None:
        page.locator(f"[data-chair='{seat}']").click()
        page.locator(".pick").first.wait_for()

    return prepare


def at_seat(page: Page, _table: Playing) -> None:
    """Take a seat at a table of real cards."""
    page.locator("[data-take]").click()
    page.locator(".me").wait_for()


def who(page: Page, _table: Playing) -> None:
    """Wait until the page asks who you are."""
    page.locator(".my-seat").wait_for()


def played(page: Page, _table: Playing) -> None:
    """Wait until a card is face up on a pile."""
    page.locator(".top").wait_for()


def all_games(page: Page, _table: Playing) -> None:
    """Wait until all nine games can be chosen."""
    page.wait_for_function("document.querySelectorAll('[data-game] img').length >= 9")


def live(page: Page, _table: Playing) -> None:
    """Wait until the page is live and shows the seats."""
    page.get_by_text("live", exact=True).wait_for()
    page.locator("[data-seat], .free").first.wait_for()


def why(page: Page, _table: Playing) -> None:
    """Open the explanation of the latest verdict."""
    page.locator(".verdict").first.click()
    page.get_by_role("heading", name="The rule").wait_for()


def log_in(page: Page, table: Playing) -> None:
    """Become host, and open the preview of what an undo would take back."""
    page.get_by_label("The PIN").fill(table.pin)
    page.get_by_role("button", name="Become host").click()
    page.get_by_role("button", name="Undo …").click()
    page.locator(".really").wait_for()


def enter(page: Page, _table: Playing) -> None:
    """Enter the cards in front of eight players."""
    for _ in range(6):
        page.locator(".players .add").click()
    for number, kinds in enumerate(EIGHT):
        page.locator(".players button").nth(number).click()
        for kind in kinds.split():
            page.locator(f"[data-card='{kind}']").click()
    page.locator(".players button").first.click()
    page.locator("[data-card='anubis']").click()
    page.evaluate("scrollTo(0, 0)")


def count(page: Page, table: Playing) -> None:
    enter(page, table)
    page.get_by_role("button", name="Count round 1").click()
    page.get_by_role("button", name="All at once").click()
    page.locator("details[data-player='Ana'] summary").click()


def take(page: Page, _table: Playing) -> None:
    """Take a seat on that seat's own page."""
    page.locator("[data-take]").click()
    page.locator("[data-button]").wait_for()


def practise(page: Page, _table: Playing) -> None:
    """Start the practice game."""
    page.locator("[data-chair='1']").click()
    page.locator("[data-menu]").click()
    page.get_by_role("button", name="New here? Learn it in a minute").click()
    page.locator(".coach").wait_for()
    page.locator(".top[data-card='number2.1']").wait_for()


def show(
    browser: Browser,
    table: Playing,
    name: str,
    path: str,
    prepare: Prepare | None = None,
    *,
    theme: str = "dark",
    sizes: Iterable[str] = SIZES,
) -> None:
    """Take screenshots of a page at each of `sizes`, then free the seats that were taken for them."""
    for size in sizes:
        context = browser.new_context(viewport=SIZES[size], color_scheme=theme, reduced_motion="reduce")  # type: ignore[arg-type]
        page = context.new_page()
        page.goto(table.url + path, wait_until="domcontentloaded")
        page.locator("h1").wait_for()
        if prepare is not None:
            prepare(page, table)
        page.evaluate("document.fonts.ready")
        page.screenshot(path=HERE / f"{name}-{size}.jpg", quality=QUALITY, animations="disabled")
        context.close()
        host = table.host()
        for seat in range(1, 6):
            host.asks(f"seats/{seat}/free")


if __name__ == "__main__":
    main()
