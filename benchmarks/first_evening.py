"""From an empty ledger to the first scene in Chromium, as a newcomer: actions, keys and seconds against budgets.

Run from the repository's root: `python -m benchmarks.first_evening [GAME]... [--pictures DIR] [--width N]
[--quick | --own] [--keyboard] [--record]`. Each game is begun twice: by its quick start, and as a table of one's
own, where every due step is filled in by hand with what the game's table file says. It ends with 1 above a budget.
`--record` writes what was measured into `results/first_evening.json` and `.md`, in place of the same way before.
"""

import argparse
import json
import re
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Literal

from playwright.sync_api import Browser, Page, expect, sync_playwright

from dashboard.forms.layout_parts import narrowed
from domain.kernel.offers import Offer
from domain.kernel.preparation.next_step import next_for, preparation_of
from domain.kernel.preparation.steps import Step
from domain.kernel.preparation.table_file import BEGIN, TableFile, refers_at
from exchange.tables.quick_starts import quick_starts
from tests.browser.chromium import FLAGS, found
from tests.browser.conftest import free_port, served
from tests.support.newcomer import FORM, Newcomer
from tests.support.stopped import Stopped
from wiring.library import Library, open_library

MOST_STEPS = 80
NAMES = ("Ada", "Brin", "Cleo", "Dov", "Eske", "Fenn")
WIDTHS = (1440, 390)
RESULTS = Path(__file__).parent / "results"
HEADING = """# From an empty ledger to the first scene

By `python -m benchmarks.first_evening --record`: actions against the budget, of them those of one player, and
the height of the tallest form in pixels. An action is a click, a pick, or a field filled in however long. Keys
are those pressed, letters among them; by keyboard alone every Tab, arrow and Enter is a real press, and behind
the stroke stand, where they were counted apart, those that only led from place to place. Seconds are a
program's, on a machine that had other work beside it.

| game | way | width | hands | actions | a player's | keys | seconds | tallest form | stopped |
|---|---|---|---|---|---|---|---|---|---|
"""


@dataclass(frozen=True, slots=True)
class Budget:
    """Players, and the actions that each way may take."""

    players: int
    own: int
    player: int
    quick: int = 5


BUDGETS = {
    "vicious_crucible": Budget(4, 120, 4),
    "death_of_the_vele": Budget(4, 150, 35),
    "hot_circle": Budget(3, 110, 28),
    "open_table": Budget(3, 60, 12),
    "spc": Budget(3, 75, 12),
    "wicked_ones": Budget(4, 65, 12),
}


@dataclass(frozen=True, slots=True)
class Took:
    """One way to the first scene, as measured."""

    game: str
    way: str
    width: int
    actions: int
    budget: int
    keys: int
    seconds: float
    player: int = 0
    player_budget: int = 0
    tallest: int = 0
    stopped: str = ""
    keyboard: bool = False
    travel: int = 0
    """Those of the keys that only led from place to place: Tab and arrows."""

    @property
    def good(self) -> bool:
        """True within the budget, at the first scene."""
        return not self.stopped and self.actions <= self.budget and self.player <= self.player_budget


class Evening:
    """One campaign that is begun in the browser, and its ledger beside it to see what is due."""

    def __init__(self, page: Page, library: Library, game: str, pictures: Path | None, *, keyboard: bool) -> None:
        self.page, self.library, self.game = page, library, library.ledger.game(game)
        self.who = Newcomer(page, keyboard=keyboard)
        self._pictures, self._drawn = pictures, 0
        self.table: TableFile = quick_starts(self.game)[0].table
        self._taken: dict[str, int] = {}
        self.slug = ""
        self.heights: dict[str, int] = {}
        """The height of each form, in pixels, when it was filled in."""

    def quick(self, players: int) -> None:
        """By the quick start: the first scene is there, and the game goes on from it."""
        self._picture("new")
        self.slug = self.who.new_campaign(
            self.game.title, "Low lamp", NAMES[:players], re.compile("^.*Quick start")
        )
        self._picture("quick")

    def own(self, players: int) -> None:
        """Step by step."""
        self.slug = self.who.new_campaign(self.game.title, "A table of our own", NAMES[:players], "Set the table")
        for _ in range(MOST_STEPS):
            before = self.who.effort.actions
            key = self.one_step()
            if key is None:
                return
            by = self.who.effort.by_step
            by[key] = by.get(key, 0) + self.who.effort.actions - before
        raise Stopped("there is no end to it")

    @property
    def moment(self) -> Any:
        """The campaign as it stands."""
        return self.library.ledger.moment(self.slug)

    def one_step(self) -> str | None:
        """Take what is next; None when play has begun."""
        moment = self.moment
        preparation = preparation_of(self.game, moment)
        if preparation is None:
            return None
        campaign = moment.campaign
        gm = campaign.asker(campaign.gm)
        front = next_for(self.game, moment, gm, (), frozenset(campaign.people))
        self._in_sight()
        if front.step is not None:
            whose = sorted(front.step.whose)
            by = campaign.gm if not whose or campaign.gm in whose else whose[0]
            self._step(front.step, by)
            return front.step.key
        if front.offer is None:
            raise Stopped(f"nothing is next; waiting for {front.waiting}")
        self._offer(front.offer, self.table.steps.get(BEGIN, {}), front.by or campaign.gm)
        return BEGIN

    def _step(self, step: Step, by: str) -> None:
        answers = self._answers(step)
        if step.form is None:
            if not step.asks:
                raise Stopped(f"{step.label}: nothing is asked for")
            self._offer(step.asks[0], answers, step.asks[0].by or by)
            return
        refers = refers_at(self.game, self.moment, self.moment.campaign.asker(by))
        self._picture(f"{step.key}-empty")
        self.who.fill_in(step.form.parts, answers, refers)
        self._finish(step.key)

    def _answers(self, step: Step) -> Mapping[str, Any]:
        base = step.key.partition(":")[0]
        raw = self.table.steps.get(base)
        if step.subject and isinstance(raw, Mapping):
            raw = raw.get(step.subject)
        if isinstance(raw, list):
            turn = self._taken.get(step.key, 0)
            raw = raw[turn] if turn < len(raw) else None
        if raw is None:
            raise Stopped(f"{step.label}: it is due, and the table's file says nothing of it")
        self._taken[step.key] = self._taken.get(step.key, 0) + 1
        return dict(raw)

    def _offer(self, offer: Offer, answers: Mapping[str, Any], by: str) -> None:
        lay = next((it for it in self.game.layouts if it.command is offer.command), None)
        open_answers = {name: it for name, it in answers.items() if name not in offer.known}
        self._picture(f"{offer.tag}-empty")
        if lay is not None:
            refers = refers_at(self.game, self.moment, self.moment.campaign.asker(by))
            self.who.fill_in(tuple(narrowed(lay.parts, offer)), open_answers, refers)
        elif open_answers:
            raise Stopped(f"{offer.label}: its form is not laid by hand")
        self._finish(offer.tag)

    def _finish(self, name: str) -> None:
        self._picture(name)
        form = self.page.locator(FORM)
        box = form.bounding_box() if form.count() else None
        base = name.partition(":")[0]
        self.heights[base] = max(self.heights.get(base, 0), round(box["height"]) if box else 0)
        position = self.moment.position
        try:
            self.who.press()
        except Stopped as why:
            self._picture(f"{name}-stopped")
            raise Stopped(f"{name}: {why}") from None
        if self.moment.position == position:
            raise Stopped(f"{name}: pressed, and nothing was recorded")

    def _in_sight(self) -> None:
        """A step that comes in front lies on the screen, whatever lay there before."""
        head = self.page.locator(".tbl-head h2").first
        try:
            expect(head).to_be_in_viewport(ratio=1, timeout=10_000)
        except AssertionError:
            raise Stopped(f"{head.inner_text()}: the step lies off the screen") from None

    def _picture(self, name: str) -> None:
        if self._pictures is None:
            return
        self._drawn += 1
        size = self.page.viewport_size
        width = size["width"] if size else 0
        clean = re.sub(r"[^\w.-]", "-", name)
        path = self._pictures / f"{self.game.key}-{width}-{self._drawn:02d}-{clean}.png"
        self.page.screenshot(path=str(path), full_page=False)


def measure(browser: Browser, given: argparse.Namespace) -> Iterator[Took]:
    """Every game, way and width that was asked for."""
    for game in given.games or BUDGETS:
        for width in given.width or WIDTHS:
            for way in ("quick", "own"):
                if getattr(given, way) or not (given.quick or given.own):
                    yield _one(browser, given, game, way, width)


def _one(browser: Browser, given: argparse.Namespace, game: str, way: str, width: int) -> Took:
    budget = BUDGETS[game]
    with tempfile.TemporaryDirectory() as folder:
        database = Path(folder) / "evening.sqlite3"
        library = open_library(str(database))
        with served(database, free_port()) as port:
            scheme: Literal["light", "dark"] = "light" if width > 1000 else "dark"
            page = browser.new_page(
                viewport={"width": width, "height": 1000}, color_scheme=scheme, reduced_motion="reduce"
            )
            page.set_default_timeout(15_000)
            page.goto(f"http://127.0.0.1:{port}/")
            page.get_by_role("textbox", name="Title", exact=True).wait_for(timeout=60_000)
            evening = Evening(page, library, game, given.pictures, keyboard=given.keyboard)
            began, stopped = time.perf_counter(), ""
            try:
                getattr(evening, way)(budget.players)
            except Exception as why:
                said = str(why) if isinstance(why, Stopped) else f"{type(why).__name__}: {why}"
                stopped = " ".join(said.split())[:400]
                if given.pictures:
                    page.screenshot(path=str(given.pictures / f"{game}-{width}-{way}-stopped.png"))
            took = time.perf_counter() - began
            page.close()
        library.close()
    effort = evening.who.effort
    if given.steps:
        print("   ", effort.by_step, evening.heights, file=sys.stderr)
    player = sum(n for key, n in effort.by_step.items() if key.endswith(":ada"))
    allowed = budget.quick if way == "quick" else budget.own
    tallest = max(evening.heights.values(), default=0)
    return Took(
        game,
        way,
        width,
        effort.actions,
        allowed,
        effort.keys,
        took,
        player,
        budget.player,
        tallest,
        stopped,
        given.keyboard,
        effort.travel,
    )


def record(measured: Took) -> None:
    """Keep it among the results, in place of the same game, way, width and hands before."""
    file = RESULTS / "first_evening.json"
    before = json.loads(file.read_text(encoding="utf-8")) if file.exists() else []
    kept = {(it["game"], it["way"], it["width"], it["keyboard"]): it for it in before}
    now = asdict(measured) | {"seconds": round(measured.seconds, 1)}
    kept[measured.game, measured.way, measured.width, measured.keyboard] = now
    rows = [kept[key] for key in sorted(kept)]
    file.write_text(json.dumps(rows, indent=1) + "\n", encoding="utf-8")
    (RESULTS / "first_evening.md").write_text(HEADING + "".join(map(_row, rows)), encoding="utf-8")


def _row(it: Mapping[str, Any]) -> str:
    hands = "keyboard" if it["keyboard"] else "mouse"
    player = f"{it['player']} of {it['player_budget']}" if it["player"] else ""
    travel = f" / {it['travel']:,}" if it.get("travel") else ""
    return (
        f"| {it['game']} | {it['way']} | {it['width']} | {hands} | {it['actions']} of {it['budget']} | {player} "
        f"| {it['keys']:,}{travel} | {it['seconds']:.0f} | {it['tallest'] or ''} | {it['stopped']} |\n"
    )


def main() -> int:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", choices=[*BUDGETS, []])
    parser.add_argument("--pictures", type=Path)
    parser.add_argument("--width", type=int, action="append")
    for flag in ("--quick", "--own", "--keyboard", "--steps", "--record"):
        parser.add_argument(flag, action="store_true")
    given = parser.parse_args()
    if given.pictures:
        given.pictures.mkdir(parents=True, exist_ok=True)
    good = True
    print(
        f"{'game':20} {'way':6} {'width':>5} {'actions':>8} {'budget':>6} {'a player':>8} {'budget':>6}"
        f" {'keys':>6} {'s':>6} {'tallest':>7}"
    )
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=found(), args=list(FLAGS))
        for it in measure(browser, given):
            good &= it.good
            if given.record:
                record(it)
            said = it.stopped or ("" if it.good else "above the budget")
            print(
                f"{it.game:20} {it.way:6} {it.width:5} {it.actions:8} {it.budget:6} {it.player:8}"
                f" {it.player_budget:6} {it.keys:6} {it.seconds:6.1f} {it.tallest:7}  {said}",
                flush=True,
            )
        browser.close()
    return 0 if good else 1


if __name__ == "__main__":
    raise SystemExit(main())
