"""Modules and style sheets as one: what becomes of each statement, what is left out, and that ours keep the rules."""

import re
from graphlib import CycleError
from pathlib import Path

import pytest

from web.pages.together import joined

ROOT = Path(__file__).parents[2]
OURS = sorted([*(ROOT / "web/static").rglob("*.mjs"), *(ROOT / "web/games").rglob("static/*.mjs")])
SHEETS = sorted([*(ROOT / "web/static").glob("*.css"), *(ROOT / "web/games").rglob("static/*.css")])
FILES = {
    "/static/together.mjs": "// told apart\nbegins;\n",
    "/static/page.mjs": 'import { a } from "./a.mjs";\nimport "./b.mjs";\na();\nconst c = () => import("./c.mjs");\n',
    "/static/a.mjs": 'import { b } from "./b.mjs";\nexport const a = () => b;\n',
    "/static/b.mjs": "export const b = 1;\n",
    "/static/c.mjs": 'import { a } from "./a.mjs";\nexport const c = a;\n',
    "/static/round.mjs": 'import "./about.mjs";\n',
    "/static/about.mjs": 'import "./round.mjs";\n',
    "/static/lost.mjs": 'import "./gone.mjs";\n',
    "/static/one.css": "/* first */\na { color: red; }\n",
    "/games/x/looks.css": '/* looks */\n@import url("cards.css");\nb { color: blue; }\n',
    "/games/x/cards.css": "c { color: green; }\n",
}


@pytest.mark.parametrize(
    ("text", "body", "exports"),
    [
        ('import { a, b as c } from "./x.mjs";', "const { a: a, b: c } = $0;", ""),
        ('import {\n  a,\n  b,\n} from "./x.mjs";', "const { a: a, b: b } = $0;", ""),
        ('import{a as b}from"./x.mjs";var c=b;', "const { a: b } = $0;var c=b;", ""),
        ('import * as x from "./x.mjs";', "const x = $0;", ""),
        ('import x from "./x.mjs";', "const { default: x } = $0;", ""),
        ('import "./x.mjs";', "", ""),
        ("export const a = 1;", "const a = 1;", "a"),
        ("export function a() {}\nexport async function b() {}", "function a() {}\nasync function b() {}", "a, b"),
        ("export class A {}", "class A {}", "A"),
        ("export { a, b as c };", "", "a: a, c: b"),
        ("let a=1;export{a as b};", "let a=1;", "b: a"),
        ('export { a, b as c } from "./x.mjs";', "", "a: $0.a, c: $0.b"),
        ('export * from "./x.mjs";', "", "...$0"),
        ("var a=1;export default function(){}", "var a=1;const $default = function(){}", "default: $default"),
        ('await import("./x.mjs");', 'await together.load("/static/x.mjs");', ""),
        ("import(`/games/${game}/parts.mjs`);", "together.load(`/games/${game}/parts.mjs`);", ""),
        ("// one\na();\n  // two\n/** three\n * @param */\nb(); // four\n", "a();\nb(); // four", ""),
        ("/** @type {any} */ (x).y = 1;\n/* z */\n", "/** @type {any} */ (x).y = 1;", ""),
        ("/*! whose it is */\na();", "/*! whose it is */\na();", ""),
        ('const a = "import { b } from here";', 'const a = "import { b } from here";', ""),
    ],
)
def test_a_module_becomes_a_function(text: str, body: str, exports: str) -> None:
    made = joined.module("/static/page.mjs", text)

    assert (made.body, made.exports) == (body, exports)


def test_modules_stand_after_what_they_import_and_nothing_stands_there_twice() -> None:
    text = joined.script(["/static/page.mjs"], FILES.get)

    assert re.findall(r"define\(\"/static/(\w+)", text) == ["b", "a", "page"]
    assert text.startswith("begins;\n")
    assert text.endswith('await together.begin(["/static/page.mjs"]);\n')
    assert 'define("/static/page.mjs", ["/static/a.mjs", "/static/b.mjs"], async ($0, $1) => {' in text


def test_what_a_page_has_is_not_brought_again() -> None:
    text = joined.script(["/static/c.mjs"], FILES.get, but=["/static/page.mjs"])

    assert re.findall(r"define\(\"/static/(\w+)", text) == ["c"]


def test_what_is_not_there_the_browser_misses() -> None:
    assert re.findall(r"define\(\"/static/(\w+)", joined.script(["/static/lost.mjs"], FILES.get)) == ["lost"]


def test_no_modules_wait_for_each_other() -> None:
    with pytest.raises(CycleError):
        joined.script(["/static/round.mjs"], FILES.get)


def test_style_sheets_stand_in_their_order_with_what_they_include() -> None:
    assert joined.sheet(["/games/x/looks.css", "/static/one.css"], FILES.get) == (
        "c { color: green; }\nb { color: blue; }\na { color: red; }\n"
    )


@pytest.mark.long
@pytest.mark.parametrize("file", OURS, ids=lambda file: file.name)
def test_nothing_of_a_module_of_ours_is_left_that_only_modules_may_say(file: Path) -> None:
    made = joined.module("/static/page.mjs", file.read_text())

    assert re.findall(r"(?:^|[;}])\s*(?:import|export)\b.*", made.body, re.MULTILINE) == []
    assert re.findall(r"export let|import\.meta", file.read_text()) == [], "it would change unseen"


@pytest.mark.parametrize("file", SHEETS, ids=lambda file: file.name)
def test_style_sheets_of_ours_name_files_by_their_whole_path(file: Path) -> None:
    text = re.sub(r"@import url\(\"\w+\.css\"\);\n", "", file.read_text())

    assert re.findall(r"url\(\"?(?!\"?/|\"?data:|\"?#)[^)]*\)|@import", text) == []
