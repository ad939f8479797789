"""The stage of the replay by itself, in Chromium: what did not change stays, what is lost is asked for."""

import json
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from dashboard.pages.replay.html_cache import Sending
from dashboard.ui import browser_components

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("browser")]

_STAND = """
async (source) => {
  await import(URL.createObjectURL(new Blob([source], { type: "text/javascript" })));
  const line = { rev: "r", stretches: [[1, 9]], marks: [], density: [], branches: [], current: true };
  globalThis.campaignLedger.lines[line.rev] = line;
  const root = document.getElementById("root");
  window.said = [];
  const say = (name, value) => window.said.push([name, value]);
  const { parts } = globalThis.campaignLedger, answers = { setStateValue: say, setTriggerValue: say };
  window.show = (data) => parts.replay({ parentElement: root, data, ...answers });
}
"""
ROSTER = '{"people":[],"chosen":""}'
UNASKED = '{"path":"","steps":[],"struck":[]}'


def stand(page: Page) -> None:
    """Have the page show nothing but a stage."""
    page.set_content('<div id="root"><div class="replay"></div></div>')
    page.evaluate(_STAND, browser_components.script().content.decode())


@pytest.fixture
def stage(chromium: Browser) -> Iterator[Page]:
    page = chromium.new_page()
    complaints: list[str] = []
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.on("dialog", lambda dialog: complaints.append(dialog.message))
    stand(page)
    yield page
    page.close()
    assert complaints == []


def show(page: Page, sent: Sending, at: int = 5, *, roster: str = ROSTER, stamp: str = "r|", **panes: str) -> None:
    texts = {"sheet": "", "table": "", "around": "", "changed": "", "map": ""} | panes
    texts |= {
        "near": f'[[{at},"story","It happens",1]]',
        "roster": roster,
        "explain": UNASKED,
        "faction_map": "null",
    }
    data: dict[str, Any] = {"campaign": "c", "rev": "r", "at": at, "ack": 0, "stamp": stamp}
    data |= {"chosen": "", "ticket": "", **sent.message({**texts, "beside": "true"})}
    page.evaluate("(data) => void window.show(data)", data)


def rows(*positions: int, at: int) -> str:
    made = "".join(
        f'<li><button type="button" data-go="{it}"{" aria-current=true" if it == at else ""}>{it}</button></li>'
        for it in positions
    )
    return f'<ol class="feed">{made}</ol>'


def test_a_row_that_stays_keeps_its_element_and_the_keyboard(stage: Page) -> None:
    sent = Sending()
    show(stage, sent, around=rows(3, 4, 5, 6, at=5))
    stage.evaluate("for (const row of document.querySelectorAll('.feed li')) row.old = true")
    stage.locator('[data-go="6"]').focus()
    show(stage, sent, at=6, around=rows(4, 5, 6, 7, at=6))
    seen = "[...document.querySelectorAll('.feed li')].map((row) => [row.textContent, !!row.old])"
    assert stage.evaluate(seen) == [["4", True], ["5", False], ["6", False], ["7", False]]
    assert stage.evaluate("document.activeElement.dataset.go") == "6"
    assert stage.locator("[aria-current]").all_text_contents()[-1] == "6"


def test_of_a_sheet_only_what_changed_is_exchanged(stage: Page) -> None:
    def sheet(*values: int) -> str:
        blocks = "".join(f'<div class="block" data-path="w.{i}"><b>{v}</b></div>' for i, v in enumerate(values))
        blocks = f'<section><div class="blocks">{blocks}</div></section>'
        return f'<article class="sheet" aria-label="Sheet of Wren">{blocks}</article>'

    sent = Sending()
    show(stage, sent, sheet=sheet(1, 2, 3))
    stage.evaluate("for (const block of document.querySelectorAll('.block')) block.old = true")
    show(stage, sent, at=6, sheet=sheet(1, 9, 3))
    seen = "[...document.querySelectorAll('.block')].map((block) => [block.textContent, !!block.old])"
    assert stage.evaluate(seen) == [["1", True], ["9", False], ["3", True]]


def test_a_sheet_that_comes_again_is_what_the_server_says_of_it(stage: Page, chromium: Browser) -> None:
    """Rows and blocks change, come, go, move to another list or section and stand there twice, while other
    sheets are looked at."""
    chance, fresh, sent = Random(7), chromium.new_page(), Sending()
    sheets = {name: [[f"{part}.{n}" for n in range(6)] for part in ("tags", "gear")] for name in ("Wren", "Moss")}
    value = dict.fromkeys((it for parts in sheets.values() for part in parts for it in part), 0)
    pools = {name: [["luck"], ["hope", "luck"]] for name in sheets}

    def sheet(name: str) -> str:
        def block(path: str, inside: str) -> str:
            return f'<div class="block b-tags" data-path="{path}">{inside}<button type="button">?</button></div>'

        def section(at: int, part: list[str]) -> str:
            rows = [
                f'<li class="row" data-path="{it}"><b>{value[it]}</b> {n % 2}</li>' for n, it in enumerate(part)
            ]
            lists = "".join(f'<ul class="tags">{"".join(rows[n : n + 3])}</ul>' for n in range(0, len(rows), 3))
            tokens = "".join(
                block(pool, f"<b>{value[sheets[name][at][0]] % 3}</b>") for pool in pools[name][at] if part
            )
            blocks = tokens + block(f"{name}.{at}", lists)
            return f'<section><h3>Part {at}</h3><div class="blocks">{blocks}</div></section>'

        sections = "".join(section(at, part) for at, part in enumerate(sheets[name]))
        return f'<article class="sheet" aria-label="Sheet of {name}">{sections}</article><p>{name} looks on</p>'

    for at in range(1, 41):
        name = chance.choice(list(sheets))
        one, other = chance.sample(sheets[name], 2)
        match chance.randrange(6):
            case 5:
                pools[name][chance.randrange(2)] = chance.sample(["luck", "hope", "luck"], chance.randrange(1, 4))
            case 0 if len(one) > 1:
                other.insert(chance.randrange(len(other) + 1), one.pop(chance.randrange(len(one))))
            case 1:
                chance.shuffle(one)
            case 2 if one:
                one.append(chance.choice(one))
            case _ if one:
                value[chance.choice(one)] = at
        show(stage, sent, at=at % 9 + 1, sheet=sheet(name))
        stand(fresh)
        show(fresh, Sending(), at=at % 9 + 1, sheet=sheet(name))
        shown = "document.querySelector('.sheet-home:not(.put-away)').innerHTML.replaceAll(' data-near=\"\"', '')"
        assert stage.evaluate(shown) == fresh.evaluate(shown), at
    fresh.close()


def test_only_of_a_long_sheet_what_is_out_of_sight_is_left_out_of_a_drawing(stage: Page) -> None:
    def sheet(rows: int) -> str:
        tags = "".join(
            f'<li class="plain" data-path="w.t.{n}"><b>What was lost on the way {n}</b></li>' for n in range(rows)
        )
        block = f'<div class="block b-tags" data-path="w.t"><ul class="tags">{tags}</ul></div>'
        return f'<article class="sheet" aria-label="Sheet of Wren"><section>{block}</section></article>'

    sent, seen = Sending(), "getComputedStyle(document.querySelector('.sheet > section')).contentVisibility"
    for at, (rows, how) in enumerate(((5, "visible"), (900, "auto"), (5, "visible")), start=4):
        show(stage, sent, at=at, sheet=sheet(rows))
        stage.wait_for_function(f"(how) => {seen} === how", arg=how, timeout=5_000)
        assert stage.evaluate(seen) == how


def long_sheet(name: str, told: str = "") -> str:
    """A sheet of some screens, in six sections."""
    row = "It was said at length, and is written down here for whoever comes after. " * 8
    section = "".join(
        f'<li class="plain" data-path="{name}.{n}"><b>{name} {n}{told}</b> {row}</li>' for n in range(9)
    )
    sections = f'<section><ul class="tags">{section}</ul></section>' * 6
    return f'<article class="sheet" data-asks="0" aria-label="Sheet of {name}">{sections}</article>'


_FIRST_FRAME = """() => {
  // Of each section in sight in the first frame after a drawing: whether it is drawn.
  const { show } = window, in_sight = ({ top, bottom }) => top < innerHeight && bottom > 0;
  const seen = () => [...document.querySelectorAll(".sheet-home:not(.put-away) section")]
    .filter((it) => in_sight(it.getBoundingClientRect()))
    .map((it) => it.querySelector("b").checkVisibility({ contentVisibilityAuto: true }));
  window.show = (data) => {
    show(data);
    window.drawn = new Promise((done) => requestAnimationFrame(() => setTimeout(() => done(seen()))));
  };
}"""


def test_of_the_sheets_that_are_kept_only_the_one_shown_can_be_seen_and_reached(stage: Page) -> None:
    people, sent = ["Wren", "Moss", "Gull", "Sparrow", "Heron", "Crane", "Rook"], Sending()
    for at, name in enumerate(people, start=1):
        show(stage, sent, at=at, sheet=long_sheet(name) + f"<p>{name} <button>asks</button></p>")
    homes = stage.locator(".sheet-home")
    assert homes.count() == 6, "the one that was not looked at for longest is gone"
    assert homes.locator("visible=true").get_by_text("Wren").count() == 0
    assert stage.locator(".sheet:visible").all_text_contents()[0].startswith("Rook")
    assert stage.get_by_role("article").count() == stage.get_by_role("button", name="asks").count() == 1
    assert homes.evaluate_all("(all) => all.map((it) => it.inert)") == [True] * 5 + [False]
    high = stage.evaluate("[...document.querySelectorAll('.put-away')].map((it) => it.offsetHeight)")
    assert high == [0] * 5, "nor does it take any room"
    for _ in range(30):
        stage.keyboard.press("Tab")
        assert stage.evaluate("!document.activeElement.closest('.put-away')")
    assert not stage.evaluate("window.find('Gull 3')"), "nor is it found on the page"
    assert stage.evaluate("window.find('Rook 3')")
    stage.emulate_media(media="print")
    assert [it.is_visible() for it in homes.all()] == [False] * 5 + [True]


def test_a_sheet_that_is_opened_again_is_there_in_the_first_frame(stage: Page) -> None:
    sent, at = Sending(), 1
    stage.evaluate(_FIRST_FRAME)
    for name in ("Wren", "Moss", "Wren", "Moss"):
        show(stage, sent, at=at, sheet=long_sheet(name, f" at {at}"))
        stage.wait_for_timeout(100)  # which parts of it are in sight is noticed while nothing else is to do
        at += 1
    for scrolled in (False, True, False):
        if scrolled:
            stage.evaluate("window.scrollTo(0, document.body.scrollHeight / 2)")
            stage.wait_for_timeout(100)
        for name in ("Wren", "Moss"):
            show(stage, sent, at=at, sheet=long_sheet(name, f" at {at}"))
            seen = stage.evaluate("window.drawn")
            assert seen
            assert all(seen), (name, scrolled, seen)
            assert stage.locator(".sheet:visible b").first.text_content() == f"{name} 0 at {at}"
            at += 1


def test_nothing_of_a_sheet_stays_for_whoever_is_looked_as_next(stage: Page) -> None:
    sent = Sending()
    for at, (name, stamp) in enumerate(
        (("Moss", "gm|"), ("Wren", "gm|"), ("Gull", "bo|"), ("Rook", "bo|")), start=1
    ):
        show(
            stage, sent, at=at, stamp=stamp, sheet=long_sheet(name, " knows who lit it" if stamp == "gm|" else "")
        )
    assert stage.locator(".sheet-home").count() == 2
    assert "who lit it" not in stage.content()


def test_words_marked_on_a_sheet_are_not_marked_once_it_is_put_away(stage: Page) -> None:
    sent = Sending()
    show(stage, sent, at=1, sheet=long_sheet("Wren"))
    stage.evaluate("getSelection().selectAllChildren(document.querySelector('.sheet b'))")
    assert stage.evaluate("String(getSelection())") == "Wren 0"
    show(stage, sent, at=2, sheet=long_sheet("Moss"))
    assert stage.evaluate("String(getSelection())") == ""
    stage.locator(".sheet:visible b").first.click()  # who marks words does not ask; nobody marks any
    assert stage.evaluate("window.said.at(-1)[1].path") == "Moss.0"


def test_the_choice_of_sheets_keeps_its_buttons_and_moves_its_marks(stage: Page) -> None:
    def people(shown: str, touched: str, *more: str) -> str:
        face = {
            "letters": "W",
            "light": "#123",
            "dark": "#abc",
            "kind": "person",
            "gone": False,
            "picture": None,
            "style": "",
        }
        rows = [
            {"id": it, "name": it.title(), "face": face, "played": it != "moss", "how": "", "gone": False}
            | {"touched": it == touched, "shown": it == shown}
            for it in ("wren", "sparrow", "moss", *more)
        ]
        return json.dumps({"people": rows, "chosen": ""})

    def seen() -> list[list[Any]]:
        """Of each button its name, whether it was there before, is shown and carries a dot."""
        found: list[list[Any]] = stage.locator(".page > .part button").evaluate_all(
            """(all) => all.map((it) =>
            [it.textContent, !!it.old, it.classList.contains("shown"), !!it.querySelector(".dot")])"""
        )
        return found

    sent = Sending()
    show(stage, sent, roster=people("wren", "wren"))
    stage.locator(".page > .part button").evaluate_all("(all) => { for (const it of all) it.old = true; }")
    show(stage, sent, at=6, roster=people("moss", "sparrow"))
    follow = ["Follow the story", True, False, False]
    assert seen() == [
        follow,
        ["Wren", True, False, False],
        ["Sparrow", True, False, True],
        ["Moss", True, True, False],
    ]
    show(stage, sent, at=7, roster=people("moss", "", "gull"))
    assert [name for name, *_ in seen()] == ["Follow the story", "Wren", "Sparrow", "Gull", "Moss"]
    assert [old for _, old, *_ in seen()] == [True, True, True, False, True]
    stage.locator("[data-id=gull]").click()
    assert ["picked", {"id": "gull"}] in stage.evaluate("window.said")


def test_the_whole_line_is_painted_anew_only_where_its_cursor_is_seen_to_move(stage: Page) -> None:
    stage.evaluate(
        """() => {
          const { lines } = globalThis.campaignLedger, paint = CanvasRenderingContext2D.prototype.drawImage;
          lines.r = { ...lines.r, stretches: [[1, 1_000_000]] };
          window.painted = 0;
          const counted = function (...of) { window.painted++; paint.apply(this, of); };
          CanvasRenderingContext2D.prototype.drawImage = counted;
        }"""
    )
    sent = Sending()

    def painted(at: int) -> int:
        """Pictures painted until the page stands at a moment, and for some frames more."""
        show(stage, sent, at=at)
        stage.locator(".number", has_text=f"{at:,}").wait_for()
        stage.wait_for_timeout(100)
        return int(stage.evaluate("window.painted"))

    stage.evaluate("document.fonts.ready.then(() => true)")
    show(stage, sent, at=5)
    stage.wait_for_function("window.painted > 0")
    first = painted(5)
    assert painted(6) == first
    assert painted(500_000) > first


def test_a_list_of_many_sessions_is_laid_out_in_few_groups(stage: Page) -> None:
    """At every step the browser finds out of each group whether it is in sight."""
    stage.evaluate(
        """() => {
          const { lines } = globalThis.campaignLedger;
          const of = (_, i) => ({ at: i + 1, form: "session", title: "", session: i + 1 });
          lines.r = { ...lines.r, stretches: [[1, 200]], marks: Array.from({ length: 200 }, of) };
        }"""
    )
    show(stage, Sending())
    expect(stage.locator(".rail .session")).to_have_count(200)
    assert stage.locator(".rail .group").count() == 5


def test_a_lost_piece_is_asked_for_and_meanwhile_nothing_is_torn(stage: Page) -> None:
    sent = Sending()
    show(stage, sent, around=rows(4, 5, at=5))
    sent.message({"around": rows(5, 6, at=6)})  # this one never arrives
    show(stage, sent, at=6, around=rows(5, 6, at=6))
    assert stage.evaluate("window.said") == [["lost", True]]
    assert stage.locator(".feed li").all_text_contents() == ["4", "5"]
    sent.begin_anew()
    show(stage, sent, at=6, around=rows(5, 6, at=6))
    assert stage.locator(".feed li").all_text_contents() == ["5", "6"]
    assert stage.evaluate("window.said.length") == 1


def test_markup_that_should_never_come_is_dropped(stage: Page) -> None:
    hostile = (
        '<p class="quiet" onclick="alert(1)">word</p><script>alert(2)</script><img src="x" onerror="alert(3)">'
        '<a class="way" href="javascript:alert(4)">go</a>'
        '<a class="way" data-way href="disputes?campaign=c&amp;at=3">way</a><iframe srcdoc="x"></iframe>'
        '<svg onload="alert(5)"></svg><form action="/x"><b>kept out</b></form>'
    )
    show(stage, Sending(), table=hostile)
    left = stage.locator(".replay .drawn").nth(1).inner_html()
    assert left == (
        '<p class="quiet">word</p><a class="way">go</a>'
        '<a class="way" data-way="" href="disputes?campaign=c&amp;at=3">way</a>'
    )
