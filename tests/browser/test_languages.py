"""Pages in every language: whole on the smallest phone, for everybody's eyes; and one that runs from right to left."""

import os
import shutil
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path

import pytest
from babel.messages.pofile import read_po
from playwright.sync_api import Browser, Page, expect

from docs.translating.collect import bring_up_to_date, written
from docs.translating.sources import found
from table import languages
from tests.browser.audit import violations
from tests.browser.phases import payload
from tests.browser.stubbed_page import StubbedPage
from tests.playing import COMMAND, Playing, running

pytestmark = [pytest.mark.browser, pytest.mark.long]

OTHERS = [pytest.param(code, marks=() if code == "de" else pytest.mark.proof) for code in languages.codes()[1:]]
PAGES = [
    "/", "/host", "/virtual", "/decks", "/history", "/people", "/tournaments", "/help", "/wifi", "/score/mythology_go",
    "/seat/1", "/rules/mito", "/screen",
]  # fmt: skip
LETTERS = str.maketrans("abcdefghijklmnopqrstuvwxyz", "אבגדהוזחטיכלמנסעפצקרשתאבגד")
TOO_WIDE = "document.documentElement.scrollWidth > document.documentElement.clientWidth"


@pytest.fixture
def small(browser: Browser) -> Iterator[Page]:
    context = browser.new_context(viewport={"width": 360, "height": 640}, is_mobile=True, has_touch=True)
    page = context.new_page()
    yield page
    context.close()


@pytest.mark.parametrize("code", OTHERS)
def test_pages_are_whole_and_for_everybodys_eyes(table: Playing, small: Page, code: str) -> None:
    wrong = {}
    for path in PAGES:
        small.goto(f"{table.url}{path}?lang={code}", wait_until="networkidle")
        assert small.locator("html").get_attribute("lang") == code
        found = violations(small, "light")
        if found or small.evaluate(TOO_WIDE):
            wrong[path] = found or "it is too wide"
    assert wrong == {}


def test_a_phone_chooses_its_own_language_and_keeps_it(table: Playing, small: Page) -> None:
    assert small.request.post(f"{table.url}/api/v1/seats/1/take", data={}, headers={"Origin": table.url}).ok
    small.goto(f"{table.url}/virtual", wait_until="networkidle")
    small.locator("[data-menu]").tap()
    small.locator("[data-language=de]").tap()
    expect(small.locator(".headline")).to_have_text("Runde 1")

    table.touches("number1.1", "discard")
    table.shows("number1.1")
    table.touches("number3.1", "discard")
    expect(small.locator("[data-prompt]")).to_contain_text("zurück")
    small.goto(f"{table.url}/", wait_until="networkidle")
    expect(small.locator("html")).to_have_attribute("lang", "de")
    assert table.table()["headline"] in ("Ana’s turn", "Ana: does not fit")  # everybody else's stays as it is


# -- a language for tests, in other letters and from right to left: added as anybody adds one, by a folder


@pytest.fixture(scope="module")
def right_to_left(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Playing]:
    home = tmp_path_factory.mktemp("languages")
    folder = home / "qr"
    folder.mkdir()
    shutil.copy(Path(__file__).parents[1] / "languages/right_to_left.toml", folder / "language.toml")
    messages = found()
    bring_up_to_date(folder, messages)
    for file in folder.glob("*.po"):
        catalog = read_po(BytesIO(file.read_bytes()))
        for message in catalog:
            if message.id:
                forms = [message.id] if isinstance(message.id, str) else list(message.id)
                said = tuple(hebrew(form) for form in forms)
                message.string = said if message.pluralizable else said[0]
        file.write_bytes(written(catalog))
    assert bring_up_to_date(folder, messages) == []
    database = tmp_path_factory.mktemp("table") / "table.db"
    line = ["play", "--database", str(database), "--lang", "qr"]
    with running(*line, environment=os.environ | {languages.MORE: str(home)}, command=[COMMAND]) as table:
        yield table


def hebrew(text: str) -> str:
    """Return a sentence in other letters, but for what stands in braces."""
    parts = text.split("{")
    return "{".join([parts[0].translate(LETTERS), *(_after_braces(part) for part in parts[1:])])


def _after_braces(part: str) -> str:
    name, _, rest = part.partition("}")
    return f"{name.partition(':')[0]}}}{rest.lower().translate(LETTERS)}"


def test_a_language_from_right_to_left_is_a_folder(right_to_left: Playing, small: Page) -> None:
    wrong = {}
    for path in ("/", "/virtual", "/host", "/people", "/score/mythology_go"):
        small.goto(f"{right_to_left.url}{path}", wait_until="networkidle")
        assert small.locator("html").get_attribute("dir") == "rtl"
        found = violations(small, "light")
        if found or small.evaluate(TOO_WIDE):
            wrong[path] = found or "it is too wide"
    assert wrong == {}
    small.goto(f"{right_to_left.url}/", wait_until="networkidle")
    expect(small.locator("nav a").first).to_have_text(hebrew("Rules"))


@pytest.mark.parametrize(("path", "cut"), [("/virtual", ".other .name"), ("/", ".rounds thead th")])
def test_a_name_from_right_to_left_that_is_cut_loses_its_end(browser: Browser, path: str, cut: str) -> None:
    page = StubbedPage(browser, "mito", path, {"width": 1280, "height": 800})
    picture = payload("mito", "round over", "public")["picture"]
    names = ["Ana", "אברהם בן־דויד הגדול", "Cleo", "محمد عبد الرحمن الطويل", "Emil"]
    picture = {**picture, "seats": [{**seat, "name": name} for seat, name in zip(picture["seats"], names, strict=True)]}
    page.page.evaluate("(picture) => tell('picture', picture)", picture)
    for name, direction in zip(names, ("ltr", "rtl", "ltr", "rtl", "ltr"), strict=True):
        expect(page.page.locator(cut, has_text=name)).to_have_css("direction", direction)
    page.close()


OUT_OF_PLACE = """() => [
    ...[...document.querySelectorAll(".photo .who")].filter((one) => one.clientWidth < 24),
    ...[...document.querySelectorAll(".stack .empty")].filter((one) => one.scrollHeight > one.clientHeight + 1),
].map((one) => one.innerText)"""


@pytest.mark.parametrize("code", ["de", "fr"])
@pytest.mark.parametrize(
    ("game", "phase", "height"),
    [("mito", "after a race", 800), ("mythology_go", "laid", 640)],  # a photo finish is shown on tall phones only
)
def test_longer_words_leave_names_and_places_their_room(
    browser: Browser, game: str, phase: str, height: int, code: str
) -> None:
    """« en dernier » beside a time leaves room for the name; a small place does not say in words that it is empty."""
    page = StubbedPage(browser, game, "/virtual", {"width": 360, "height": height}, code)
    try:
        assert page.tell(phase).evaluate(OUT_OF_PLACE) == []
    finally:
        page.close()
