"""What is heard: five sounds that nobody takes for each other, and a voice that says what this phone was told."""

from itertools import combinations
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.playing import Playing

pytestmark = pytest.mark.browser

RATE = 22_050
# How long a sound lasts, in s, and how high it is: how often it crosses nought in a second.
MEASURED = """async ([sound, rate]) => {
    const { sounds } = await import("/static/heard.mjs");
    const audio = new OfflineAudioContext(1, 2 * rate, rate);
    sounds(sound, audio, 0);
    const heard = (await audio.startRendering()).getChannelData(0);
    let last = 0;
    let crossed = 0;
    let loudest = 0;
    for (let n = 1; n < heard.length; n++) {
        loudest = Math.max(loudest, Math.abs(heard[n]));
        if (Math.abs(heard[n]) < 0.02) continue;
        if (heard[n] * heard[n - 1] < 0) crossed += 1;
        last = n;
    }
    return { s: last / rate, hz: (crossed * rate) / (2 * last), loudest };
}"""
SPOKEN = """() => {
    window.spoken = [];
    window.SpeechSynthesisUtterance = class { constructor(text) { this.text = text; } };
    Object.defineProperty(window, "speechSynthesis", { value: {
        getVoices: () => [{ lang: "de-DE", localService: true }, { lang: "en-GB", localService: true }],
        speak({ text, lang, voice }) {
            window.spoken.push({ text, lang, voice: voice?.lang });
            console.info(text);
        },
        cancel: () => window.spoken.push({ hushed: true }),
    } });
    localStorage.setItem("speech", "on");
}"""


@pytest.mark.long
def test_sounds_are_told_apart_by_ear(table: Playing, phone: Page) -> None:
    phone.goto(f"{table.url}/help", wait_until="domcontentloaded")
    heard: dict[str, Any] = {
        sound: phone.evaluate(MEASURED, [sound, RATE]) for sound in ("card", "no", "bang", "turn", "end")
    }

    for one, other in combinations(heard, 2):
        longer, higher = (max(heard[one][what], heard[other][what]) / min(heard[one][what], heard[other][what])
                          for what in ("s", "hz"))  # fmt: skip
        assert longer > 1.5 or higher > 1.5, (one, heard[one], other, heard[other])
    assert {sound for sound, one in heard.items() if not 0.2 < one["loudest"] <= 1} == set(), heard
    assert max(heard, key=lambda one: float(heard[one]["loudest"])) == "bang"


def test_a_phone_is_quiet_until_somebody_wants_to_hear_it(table: Playing, phone: Page) -> None:
    asked: list[str] = []
    phone.on("request", lambda request: asked.append(request.url))
    phone.goto(f"{table.url}/virtual", wait_until="networkidle")
    table.touches("number1.1", "discard")
    table.shows("number1.1")

    assert not any("heard.mjs" in url for url in asked)
    assert phone.evaluate("localStorage.getItem('sound')") is None


@pytest.mark.long
def test_a_phone_says_what_it_was_told_in_its_language(table: Playing, phone: Page) -> None:
    phone.add_init_script(f"({SPOKEN})()")
    assert phone.request.post(f"{table.url}/api/v1/seats/1/take", data={}, headers={"Origin": table.url}).ok
    with phone.expect_console_message(lambda one: one.text.startswith("Runde 1")):
        phone.goto(f"{table.url}/virtual?lang=de", wait_until="networkidle")

    with phone.expect_console_message(lambda one: one.text.startswith("Du bist dran")):
        table.touches("number1.1", "discard")
    spoken = phone.evaluate("window.spoken")
    said = next(one for one in spoken if one.get("text", "").startswith("Du bist dran"))
    assert (said["lang"], said["voice"]) == ("de", "de-DE")
    expect(phone.locator("[data-prompt]")).to_have_text("Spiel eine 2 oder eine 5, oder zieh.")
    whole = "Du bist dran. Spiel eine 2 oder eine 5, oder tippe, um zu ziehen. Hand leer? Halte den Knopf."
    assert said["text"].startswith(whole)  # what the buttons say, too, and then what happened
    assert spoken[spoken.index(said) - 1] == {"hushed": True}  # what was said before does not matter any more
