"""The host's page in a browser: becoming host, a new game with its options, and what the hardware says."""

from pathlib import Path

import pytest
from playwright.sync_api import Page, Route, expect

from table.reporting import reproducing
from tests.playing import Playing

pytestmark = pytest.mark.browser


def become_host(page: Page, table: Playing) -> None:
    page.goto(f"{table.url}/host", wait_until="domcontentloaded")
    page.get_by_label("The PIN").fill(table.pin)
    page.get_by_role("button", name="Become host").tap()
    expect(page.get_by_role("button", name="New game", exact=True)).to_be_visible()


@pytest.mark.long
def test_a_wrong_pin_is_told(table: Playing, phone: Page) -> None:
    phone.goto(f"{table.url}/host", wait_until="domcontentloaded")
    phone.get_by_label("The PIN").fill("000001" if table.pin == "000000" else "000000")
    phone.get_by_role("button", name="Become host").tap()

    expect(phone.get_by_role("alert")).to_have_text("That is not the host’s PIN. The table’s terminal shows it.")


@pytest.mark.long
def test_who_holds_his_button_is_host(table: Playing, phone: Page) -> None:
    def asks(path: str, body: dict[str, object]) -> None:
        assert phone.request.post(f"{table.url}/api/v1/{path}", data=body, headers={"Origin": table.url}).ok

    asks("seats/3/take", {})
    phone.goto(f"{table.url}/host", wait_until="domcontentloaded")
    phone.get_by_role("button", name="I am at the table").tap()
    expect(phone.get_by_role("status").get_by_text("Hold the button of your own seat")).to_be_visible()

    asks("tabletop", {"do": "press", "seat": 3})

    expect(phone.get_by_role("button", name="New game", exact=True)).to_be_visible()


@pytest.mark.long
def test_nothing_moves_under_the_finger_of_a_new_host(table: Playing, phone: Page) -> None:
    waiting: list[Route] = []
    phone.route("**/api/v1/games", lambda route: waiting.append(route))  # what can be played comes late
    phone.goto(f"{table.url}/host", wait_until="domcontentloaded")
    phone.get_by_label("The PIN").fill(table.pin)
    with phone.expect_request("**/api/v1/games"):
        phone.get_by_role("button", name="Become host").tap()
    expect(phone.get_by_label("The PIN")).to_have_count(0)
    new = phone.get_by_role("button", name="New game", exact=True)
    expect(new).to_have_count(0)

    waiting.pop().continue_()

    expect(new).to_be_visible()
    expect(phone.get_by_text("What the table cannot see")).to_be_visible()  # it is above that button


@pytest.mark.long
def test_while_a_round_is_on_no_button_makes_a_host(table: Playing, phone: Page) -> None:
    table.touches("number2.1", "discard")
    table.shows("number2.1")
    phone.goto(f"{table.url}/host", wait_until="domcontentloaded")

    expect(phone.get_by_role("button", name="I am at the table")).to_be_disabled()


def test_a_game_with_other_people_and_options_is_begun(table: Playing, phone: Page) -> None:
    become_host(phone, table)
    phone.get_by_role("button", name="New game", exact=True).tap()
    for seat, name in ((1, "Zoe"), (2, "Yan"), (3, ""), (4, "Xi")):
        phone.get_by_label(f"Name at seat {seat}").fill(name)
    phone.get_by_label("Whose rules").select_option("published")
    phone.get_by_text("House rules").tap()
    slaps = phone.get_by_role("checkbox", name="mosquito includes player")
    expect(slaps).not_to_be_checked()  # as published
    phone.get_by_label("rounds").fill("2")
    phone.get_by_role("button", name="Start", exact=True).tap()

    shown = table.waits_until(lambda view: view["rounds"] == 2)
    assert [(seat["seat"], seat["name"]) for seat in shown["seats"]] == [(1, "Zoe"), (2, "Yan"), (4, "Xi")]
    table.host().asks("games", players=["Zoe", "Yan", "Xi"])  # fewer seats than before
    table.waits_until(lambda view: [seat["seat"] for seat in view["seats"]] == [1, 2, 3])


@pytest.mark.long
def test_what_is_typed_stays_while_the_page_draws_itself_anew(table: Playing, phone: Page) -> None:
    become_host(phone, table)
    phone.get_by_role("button", name="New game", exact=True).tap()
    phone.get_by_text("House rules").tap()
    rounds = phone.get_by_label("rounds")
    rounds.press("2")  # and the finger rests

    for _ in range(2):
        phone.wait_for_event("response", lambda answer: answer.url.endswith("/wired"))  # the page draws itself anew
    expect(rounds).to_have_value("2")


@pytest.mark.long
def test_what_cannot_be_begun_is_told_and_the_form_stays(table: Playing, phone: Page) -> None:
    become_host(phone, table)
    phone.get_by_role("button", name="New game", exact=True).tap()
    phone.get_by_label("Name at seat 2").fill("Ana")
    phone.get_by_role("button", name="Start", exact=True).tap()

    expect(phone.get_by_role("alert")).to_have_text("Two of them have the same name.")
    expect(phone.get_by_label("Name at seat 2")).to_have_value("Ana")


def test_the_host_pauses_rules_and_ends_the_game(table: Playing, phone: Page) -> None:
    become_host(phone, table)
    headline = phone.locator(".headline")
    for card in ("number2.1", "number4.1"):
        table.touches(card, "discard")
        table.waits_until(lambda view, card=card: card in str(view["piles"]) or bool(view["correction"]))
    phone.get_by_role("button", name="Accept it").tap()
    expect(headline).to_have_text("Ben’s turn")
    phone.get_by_role("button", name="Pause").tap()
    expect(headline).to_have_text("Paused")
    phone.get_by_role("button", name="Go on").tap()
    expect(headline).to_have_text("Ben’s turn")
    phone.get_by_text("What the table cannot see").tap()
    phone.locator("[data-choice='turn']", has_text="Cleo").tap()
    expect(headline).to_have_text("Cleo’s turn")
    phone.get_by_role("button", name="End the game …").tap()
    phone.get_by_role("button", name="End it").tap()

    expect(headline).to_have_text("Game ended")


@pytest.mark.long
def test_buttons_are_tried_and_readers_told(fresh_table: Playing, phone: Page) -> None:
    become_host(phone, fresh_table)
    expect(phone.get_by_text("All readers work.")).to_be_visible()
    expect(phone.locator("[data-computer]")).to_contain_text("This computer is in order.")

    fresh_table.taps(2)

    expect(phone.locator(".presses li").nth(1)).to_have_text("21")  # seat 2, once


@pytest.mark.long
def test_a_phone_that_is_gone_is_freed(table: Playing, phone: Page) -> None:
    table.phone().asks("seats/2/take")
    become_host(phone, table)

    phone.locator("[data-free='2']").tap()

    expect(phone.get_by_text("No phone holds a seat.")).to_be_visible()


@pytest.mark.long
def test_what_needs_words_is_said_in_words(table: Playing, phone: Page) -> None:
    table.host().asks(
        "games", game="mythology_go", players=["Ana", "Ben"], options={"terrain_max": 1, "final_turns": 0}
    )
    table.touches("gorgon.1", "seat.1")
    table.waits_until(lambda view: view["game"] == "mythology_go")
    become_host(phone, table)
    phone.get_by_text("What the table cannot see").tap()
    phone.get_by_role("textbox", name="Name the creature that the draw pile is searched for.").fill("harpy")
    phone.locator("[data-choice='djinn']").tap()

    expect(phone.locator(".news li").first).to_contain_text(
        "Only the player who has just played a Djinn face up may name a card."
    )


@pytest.mark.long
def test_the_host_keeps_games_or_not_and_puts_a_backup_back(table: Playing, phone: Page) -> None:
    become_host(phone, table)
    kept = phone.get_by_role("region", name="What is kept")
    with phone.expect_response(lambda answer: answer.url.endswith("/keeping") and answer.request.method == "POST"):
        kept.get_by_label("Keep this game, too").uncheck()
    expect(kept.get_by_label("Keep this game, too")).not_to_be_checked()
    assert table.phone().gets("keeping") == {"keeps": True, "this_game": False}

    expect(kept.get_by_role("link", name="Take a backup")).to_have_count(0)  # it holds what nobody may see
    table.host().asks("choices", choice="abort")

    with phone.expect_download() as taken:
        kept.get_by_role("link", name="Take a backup").tap()
    kept.get_by_label("Put a backup back").set_input_files(taken.value.path())
    kept.get_by_role("button", name="Put it back").tap()
    expect(kept.get_by_role("status")).to_contain_text("The table uses it from its next start")


@pytest.mark.long
def test_a_name_is_forgotten_only_after_the_host_was_asked_once_more(table: Playing, phone: Page) -> None:
    become_host(phone, table)
    kept = phone.get_by_role("region", name="What is kept")
    kept.get_by_label("Name").fill("Zoe")
    kept.get_by_role("button", name="Forget …").tap()
    kept.get_by_role("button", name="Leave it").tap()
    kept.get_by_label("Name").fill("Zoe")
    kept.get_by_role("button", name="Forget …").tap()
    kept.get_by_role("button", name="Forget the name").tap()

    expect(kept.get_by_role("alert")).to_have_text("A game is on: forget a name when it is over.")


@pytest.mark.long
def test_what_fails_on_a_page_is_in_the_log_and_a_report_is_there_once_the_game_is_over(
    fresh_table: Playing, phone: Page, tmp_path: Path
) -> None:
    become_host(phone, fresh_table)
    with phone.expect_response("**/api/v1/errors") as response:
        # As a browser tells of an error that nobody has caught; a real one the fixture would complain of.
        phone.evaluate("dispatchEvent(new ErrorEvent('error', { error: new RangeError('a card too many') }))")
    assert response.value.ok
    expect(phone.get_by_text("Once the game is over: a report shows every hand.")).to_be_visible()

    phone.get_by_role("button", name="End the game …").tap()
    phone.get_by_role("button", name="End it").tap()
    with phone.expect_download() as taken:
        phone.get_by_role("link", name="Take a report").tap()
    taken.value.save_as(tmp_path / "report.zip")
    (failed,) = [one for one in reproducing.read(tmp_path / "report.zip").log if one["event"] == "a page has failed"]
    assert (failed["page"], failed["error"]) == ("/host", "RangeError: a card too many")


@pytest.mark.long
def test_the_page_uses_its_width_and_stands_in_as_many_columns_as_it_has_room_for(table: Playing, phone: Page) -> None:
    become_host(phone, table)
    phone.locator("[data-computer]").wait_for()
    seen = {}
    for width, height in ((360, 640), (844, 390), (1280, 800), (1920, 1080)):
        phone.set_viewport_size({"width": width, "height": height})
        seen[width] = phone.evaluate("""() => {
            const boxes = [...document.querySelectorAll(".columns > div")].map((one) => one.getBoundingClientRect());
            const left = Math.min(...boxes.map((one) => one.left));
            const right = Math.max(...boxes.map((one) => one.right));
            const scrolls = document.documentElement.scrollWidth > innerWidth;
            return [new Set(boxes.map((one) => one.left)).size, (right - left) / innerWidth > 0.85, scrolls];
        }""")

    assert seen == {360: [1, True, False], 844: [2, True, False], 1280: [3, True, False], 1920: [3, True, False]}
