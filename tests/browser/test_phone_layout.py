"""The phone page holds: in every phase of every game nothing has to be scrolled, and nothing covers anything else."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, ViewportSize, expect

from table import languages
from tests.browser.audit import violations
from tests.browser.phases import PHASES
from tests.browser.stubbed_page import StubbedPage

pytestmark = pytest.mark.browser

SIZES: tuple[ViewportSize, ...] = (
    {"width": 360, "height": 640},
    {"width": 390, "height": 844},
    {"width": 412, "height": 915},
    {"width": 844, "height": 390},
)
# German has the longest words; of the others `make prove` looks at all.
TABLES = [
    pytest.param((game, code), id=f"{game}-{code}", marks=() if code in ("en", "de") else pytest.mark.proof)
    for game in PHASES
    for code in languages.codes()
]
ROBOT = ":is([data-seat='2'], [data-tab='2']) .robot-mark"
WANTED = "[data-zone], [data-hand], [data-button], [data-choice], [data-draw], [data-headline], [data-menu]"
# What is wrong with the places of a page: beyond the window, over one another, or under something that takes the tap.
WRONG = """(wanted) => {
    const FINGER = 43.9; // px
    const named = (one) => [...one.attributes].filter(({ name }) => name.startsWith("data-") && name !== "data-drop")
        .map(({ name, value }) => `${name}=${value}`)[0];
    const places = [...document.querySelectorAll(wanted)]
        .filter((one) => one.checkVisibility() && !one.closest("dialog"))
        .map((one) => ({ one, name: named(one), box: one.getBoundingClientRect() }));
    const prompt = document.querySelector("[data-prompt]");
    if (prompt) {
        const line = document.createRange();
        line.selectNodeContents(prompt);
        places.push({ one: prompt, name: "prompt", box: line.getClientRects()[0] });
    }
    const wrong = [];
    if (places.length < 5) wrong.push("hardly anything is shown");
    if (document.documentElement.scrollHeight > innerHeight || document.documentElement.scrollWidth > innerWidth)
        wrong.push("the page scrolls");
    for (const { one, name, box } of places) {
        if (box.left < -0.5 || box.top < -0.5 || box.right > innerWidth + 0.5 || box.bottom > innerHeight + 0.5)
            wrong.push(`${name} is not whole: ${[box.left, box.top, box.right, box.bottom].map(Math.round)}`);
        if (!one.matches("[data-hand], [data-headline], [data-prompt]") && Math.min(box.width, box.height) < FINGER)
            wrong.push(`${name} is too small for a finger: ${Math.round(box.width)} x ${Math.round(box.height)}`);
        const hit = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
        if (!hit || !(one.contains(hit) || hit.contains(one))) wrong.push(`${name} is under ${hit?.className}`);
    }
    for (const one of document.querySelectorAll("[data-tab], [data-tab] .short"))
        if (one.scrollWidth > one.clientWidth + 1) wrong.push(`${one.textContent} is cut`);
    for (const [n, { one, name, box }] of places.entries())
        for (const { one: other, name: its, box: there } of places.slice(n + 1)) {
            if (one.contains(other) || other.contains(one)) continue;
            const [wide, high] = [Math.min(box.right, there.right) - Math.max(box.left, there.left),
                Math.min(box.bottom, there.bottom) - Math.max(box.top, there.top)];
            if (wide > 1 && high > 1)
                wrong.push(`${name} and ${its} overlap by ${Math.round(wide)} x ${Math.round(high)}`);
        }
    return wrong;
}"""

# Whether the end of what is to be done hangs out of its place.
CUT = """() => {
    const bottom = (one) => document.querySelector(one).getBoundingClientRect().bottom;
    return bottom("[data-prompt]") > bottom(".turn") + 1;
}"""


@pytest.fixture(params=TABLES, scope="module")
def phone(request: pytest.FixtureRequest, browser: Browser) -> Iterator[StubbedPage]:
    """A phone at the fullest table of a game, in each language."""
    game, code = request.param
    page = StubbedPage(browser, game, "/virtual", SIZES[0], code)
    yield page
    page.close()


def wrong_at(page: Page, size: ViewportSize) -> list[str]:
    page.set_viewport_size(size)
    found: list[str] = page.evaluate(WRONG, WANTED)
    return found


@pytest.mark.long
def test_everything_is_whole_and_nothing_covers_it(phone: StubbedPage) -> None:
    found = {}
    for phase in PHASES[phone.game]:
        page = phone.tell(phase)
        assert page.locator(ROBOT).count() == 1, f"{phase}: a robot is marked as one"
        found |= {f"{phase} at {size['width']}x{size['height']}": wrong_at(page, size) for size in SIZES}

    assert {where: wrong for where, wrong in found.items() if wrong} == {}


@pytest.mark.long
@pytest.mark.parametrize("phone", [(game, languages.USUAL) for game in PHASES], indirect=True, ids=[*PHASES])
def test_everybody_can_read_and_use_it_in_the_first_phase_and_the_last(phone: StubbedPage) -> None:
    first, *_, last = PHASES[phone.game]

    assert {phase: violations(phone.tell(phase)) for phase in (first, last)} == {first: {}, last: {}}


def test_a_prompt_that_is_too_long_ends_in_dots_not_between_two_lines(browser: Browser) -> None:
    cut = {}
    phone = StubbedPage(browser, "nur_mut", "/virtual", SIZES[0], "de")
    page = phone.tell("correction")
    for size in SIZES:
        page.set_viewport_size(size)
        cut[size["width"]] = page.evaluate(CUT)
    phone.close()
    screen = StubbedPage(browser, "mythology_go", "/virtual", {"width": 1920, "height": 1080}, "de")
    cut[1920] = screen.tell("turn").evaluate(CUT)
    screen.close()

    assert set(cut.values()) == {False}


@pytest.mark.long
def test_the_button_leaves_the_own_pile_its_words_where_all_is_twice_as_large(browser: Browser) -> None:
    phone = StubbedPage(browser, "nur_mut", "/virtual", {"width": 640, "height": 400})
    page = phone.tell("turn")
    words, button = page.locator(".own .left").bounding_box(), page.locator(".big .cap").bounding_box()
    phone.close()

    assert words is not None
    assert button is not None
    assert words["x"] + words["width"] <= button["x"]


@pytest.mark.long
@pytest.mark.parametrize("game", ["mito", "mytho", "nur_mut"])
def test_why_a_card_lies_wrong_stays_until_it_is_put_right(browser: Browser, game: str) -> None:
    phone = StubbedPage(browser, game, "/virtual", SIZES[0])
    phone.page.emulate_media(reduced_motion="no-preference")
    seen = {phase: phone.tell(phase).locator(".passing") for phase in ("turn", "correction")}
    expect(seen["correction"]).to_be_visible()
    expect(seen["correction"]).to_have_css("animation-name", "none")
    phone.tell("turn")
    expect(seen["turn"]).to_have_css("animation-name", "passes")
    phone.close()


@pytest.mark.proof
def test_everybody_can_read_and_use_it(phone: StubbedPage) -> None:
    found = {phase: violations(phone.tell(phase)) for phase in PHASES[phone.game]}

    assert {phase: wrong for phase, wrong in found.items() if wrong} == {}
