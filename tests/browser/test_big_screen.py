"""The scoreboard on a big screen: whatever the game and the phase, every seat of a full table is whole within it."""

from collections.abc import Iterator
from typing import Literal

import pytest
from playwright.sync_api import Browser, ViewportSize, expect

from tests.browser.phases import PHASES, ROBOTS, SEATS, payload
from tests.browser.stubbed_page import StubbedPage

pytestmark = pytest.mark.browser

Motion = Literal["no-preference", "reduce"]
SCREENS: tuple[ViewportSize, ...] = ({"width": 1280, "height": 720}, {"width": 1920, "height": 1080})
LYING: ViewportSize = {"width": 844, "height": 390}
PHONES: tuple[ViewportSize, ...] = ({"width": 360, "height": 640}, {"width": 390, "height": 844}, LYING)
# The seats of which something hangs out.
TORN = """() => [...document.querySelectorAll(".seat")].filter((seat) => {
    const { top, bottom } = seat.getBoundingClientRect();
    return [...seat.querySelectorAll(".number, .name, .badge, .owes, .score")].some((part) => {
        const box = part.getBoundingClientRect();
        return part.checkVisibility() && (box.top < top || box.bottom > bottom);
    });
}).map((seat) => seat.innerText)"""
# How high the lowest card is, and how far what stands below the cards hangs out of the felt.
PILES = """() => {
    const bottom = (one) => one.getBoundingClientRect().bottom;
    const stacks = [...document.querySelectorAll(".stack")].map((one) => one.offsetHeight);
    const names = [...document.querySelectorAll(".pile figcaption")].map(bottom);
    return [Math.min(...stacks), Math.max(...names) - bottom(document.querySelector(".felt"))];
}"""
# Where most stands around, and where cards lie before eight people.
LEFT_ON = [pytest.param(game, marks=() if game in ("mito", "mythology_go") else pytest.mark.proof) for game in PHASES]
PLACES = "[data-seat], [data-zone], [data-headline], [data-prompt], .result"
SEEN = """(places) => [...document.querySelectorAll(places)].map((one) => {
    const { left, top, right, bottom } = one.getBoundingClientRect();
    const name = one.dataset.seat ? `seat ${one.dataset.seat}` : one.dataset.zone ?? one.className;
    const cut = [...one.querySelectorAll(".score")].some((part) => part.scrollWidth > part.clientWidth + 1);
    const marked = Boolean(one.querySelector(".robot-mark"));
    return { name, cut, marked, left, top, right, bottom };
})"""


@pytest.fixture(params=PHASES, scope="module")
def screen(request: pytest.FixtureRequest, browser: Browser) -> Iterator[StubbedPage]:
    """The scoreboard at the fullest table of a game."""
    page = StubbedPage(browser, request.param, "/", SCREENS[0])
    yield page
    page.close()


def wrong_in_phases(screen: StubbedPage) -> dict[str, list[str]]:
    """Return what is wrong in which phase, at which size."""
    found = {}
    for phase in PHASES[screen.game]:
        screen.tell(phase)
        found |= {f"{phase} at {size['width']}x{size['height']}": wrong_on(screen, size) for size in SCREENS}
    return {where: wrong for where, wrong in found.items() if wrong}


def wrong_on(screen: StubbedPage, size: ViewportSize) -> list[str]:
    """Return which seats and piles are not whole, and what lies over something else."""
    screen.page.set_viewport_size(size)
    seen = screen.page.evaluate(SEEN, PLACES)
    wrong = [f"{one['name']} is not whole" for one in seen if one["cut"] or not _within(one, size)]
    wrong += [f"{box['name']} and {other['name']} overlap" for n, box in enumerate(seen) for other in seen[:n]
              if _overlap(box, other)]  # fmt: skip
    robots = {f"seat {seat}" for seat in ROBOTS}
    wrong += [f"{box['name']} is not marked as what it is" for box in seen
              if box["name"].startswith("seat ") and box["marked"] != (box["name"] in robots)]  # fmt: skip
    seats = {one["name"] for one in seen if one["name"].startswith("seat ")}
    return wrong if len(seats) == SEATS[screen.game] else [*wrong, f"only {sorted(seats)} are shown"]


def _within(one: dict[str, float], size: ViewportSize) -> bool:
    return min(one["left"], one["top"]) >= 0 and one["right"] <= size["width"] and one["bottom"] <= size["height"]


def _overlap(one: dict[str, float], other: dict[str, float]) -> bool:
    wide = min(one["right"], other["right"]) - max(one["left"], other["left"])
    return wide > 1 and min(one["bottom"], other["bottom"]) - max(one["top"], other["top"]) > 1


@pytest.mark.long
def test_every_seat_is_whole(screen: StubbedPage) -> None:
    assert wrong_in_phases(screen) == {}


@pytest.mark.long
@pytest.mark.parametrize("game", LEFT_ON)
def test_every_seat_is_whole_on_the_screen_that_is_left_on(browser: Browser, game: str) -> None:
    screen = StubbedPage(browser, game, "/screen", SCREENS[0], "de")  # where sentences are longest
    wrong = wrong_in_phases(screen)
    screen.close()

    assert wrong == {}


_ON_TOP = """() => {
  for (const part of document.querySelectorAll(".moment, .moment *")) part.style.pointerEvents = "auto";
  const { left, top, width, height } = document.querySelector(".moment b").getBoundingClientRect();
  return document.elementFromPoint(left + width / 2, top + height / 2).textContent;
}"""


@pytest.mark.long
@pytest.mark.parametrize("motion", ["no-preference", "reduce"])
def test_a_moment_has_its_second_and_who_has_won_is_celebrated(screen: StubbedPage, motion: Motion) -> None:
    page = screen.page
    page.emulate_media(reduced_motion=motion)
    page.evaluate("tell('message', { event: 'race_closed', seq: 99, t: 9, last: 2 })")
    expect(page.locator(".moment.last")).to_contain_text("Bartholomew Ravenswo")
    assert page.evaluate(_ON_TOP) == "Last!", "and not behind the star"
    moving = page.evaluate("document.getAnimations().map((one) => one.animationName)")
    assert ("moment-turns" in moving) == (motion == "no-preference")
    expect(page.locator(".moment")).to_have_count(0)

    screen.tell("game over")
    if page.get_by_role("button", name="All at once").is_visible():
        page.get_by_role("button", name="All at once").click()  # who has won is not told before the count is
    expect(page.get_by_role("img", name="has won")).to_have_count(1)
    assert page.locator(".confetti").is_visible() == (motion == "no-preference")
    page.emulate_media(reduced_motion="reduce")


@pytest.mark.long
@pytest.mark.parametrize("path", ["/", "/screen"])
def test_rows_are_whole_on_a_phone_that_lies(browser: Browser, path: str) -> None:
    screen = StubbedPage(browser, "mito", path, LYING)
    torn = {phase: screen.tell(phase).evaluate(TORN) for phase in PHASES["mito"]}
    screen.close()

    assert {phase: seats for phase, seats in torn.items() if seats} == {}


@pytest.mark.long
@pytest.mark.parametrize("game", ["mito", "nur_mut"])
def test_the_piles_stay_when_a_game_is_over(browser: Browser, game: str) -> None:
    screen = StubbedPage(browser, game, "/", LYING)
    screen.tell("game over")
    for size in (*PHONES, *SCREENS):
        screen.page.set_viewport_size(size)
        high, out = screen.page.evaluate(PILES)
        assert (high > 80, out < 0) == (True, True), (size, high, out)
    screen.close()


@pytest.mark.long
@pytest.mark.parametrize("path", ["/", "/screen"])
@pytest.mark.parametrize(("rounds", "seats"), [(3, 3), (12, 5)])
def test_the_total_is_seen_however_many_rounds_there_were(browser: Browser, path: str, rounds: int, seats: int) -> None:
    screen = StubbedPage(browser, "mito", path, SCREENS[0])
    picture = {**payload("mito", "game over", "public")["picture"]}
    picture["seats"] = picture["seats"][:seats]
    scores = {str(one["seat"]): 7 for one in picture["seats"]}
    picture["rounds_played"] = [{"round": n + 1, "scores": scores, "out": 1} for n in range(rounds)]
    screen.page.evaluate("(picture) => tell('picture', picture)", picture)
    for size in SCREENS:
        screen.page.set_viewport_size(size)
        expect(screen.page.get_by_role("cell", name="7", exact=True).first).to_be_in_viewport(ratio=1)
        expect(screen.page.locator(".rounds tfoot")).to_be_in_viewport(ratio=1)
        if rounds == 3:
            expect(screen.page.locator(".rounds tbody tr").last).to_be_in_viewport(ratio=1)
    screen.close()


APART = """() => {
    const [card, cross, felt, ...words] = [".stray .card", ".stray .cross", ".felt", ".pile figcaption"]
        .flatMap((of) => [...document.querySelectorAll(of)])
        .map((one) => {
            const line = document.createRange(); // the words of a caption, not the room that it has
            line.selectNodeContents(one);
            return (one.matches("figcaption") ? line : one).getBoundingClientRect();
        });
    return [words.every((one) => one.top >= card.bottom || one.left >= card.right || one.right <= card.left),
        cross.right <= felt.right];
}"""


@pytest.mark.parametrize("game", ["mito", "nur_mut"])
def test_what_lies_wrong_covers_no_words_and_stays_on_the_felt(browser: Browser, game: str) -> None:
    screen = StubbedPage(browser, game, "/", SCREENS[0], "fr")
    assert screen.tell("correction").evaluate(APART) == [True, True]
    screen.close()
