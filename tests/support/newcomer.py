"""Somebody who prepares a table in a browser: finds each field by its label, fills it in and presses the button.

Counted on the way are actions (a click, a pick, or a field filled in however long) and keys.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from playwright.sync_api import Locator, Page, expect
from playwright.sync_api import TimeoutError as PlaywrightTimeout

from domain.kernel.forms.filling import Refers
from domain.kernel.forms.layouts import (
    Choices,
    Count,
    Group,
    Part,
    Paste,
    Pick,
    Question,
    Slots,
    Spread,
    Tick,
    Weigh,
    Write,
    Written,
    label_of,
)
from domain.kernel.forms.line_grammar import Line
from domain.kernel.offers import Choice
from tests.support.keyboard import Keyboard
from tests.support.stopped import Stopped

FORM = ".st-key-table-form"
MENU = "[data-testid=stSelectboxVirtualDropdown]"


@dataclass(slots=True)
class Effort:
    """The effort of a newcomer."""

    actions: int = 0
    keys: int = 0
    travel: int = 0
    """Those of the keys that only led from place to place."""
    by_step: dict[str, int] = field(default_factory=dict)

    def add(self, keys: int = 0) -> None:
        """One action, with so many keys."""
        self.actions += 1
        self.keys += keys


class Newcomer:
    """One person at one page, by pointer; with `keyboard` nothing is ever clicked, every key pressed counts."""

    def __init__(self, page: Page, *, keyboard: bool = False) -> None:
        self.page = page
        self.effort = Effort()
        self.keyboard = Keyboard(page) if keyboard else None

    def click(self, what: Locator, key: str = "Enter") -> None:
        """Press something, by keyboard with that key, and wait until the page has taken it in."""
        if self.keyboard:
            self.keyboard.activate(what, key)
        else:
            what.click()
        self.done()

    def write(self, box: Locator, text: str) -> None:
        """Fill a text field in, and leave it."""
        if box.input_value() == text:
            return
        if self.keyboard:
            self.keyboard.write(box, text)
            self.keyboard.press("Tab")
            self.done()
        else:
            box.fill(text)
            box.press("Tab")
            self.done(keys=len(text))

    def done(self, keys: int = 0) -> None:
        """One action more, and a look at the page until nothing moves."""
        self.effort.add(keys)
        if self.keyboard:
            self.effort.keys, self.effort.travel = self.keyboard.count, self.keyboard.travelled
        self.settled()

    def settled(self) -> None:
        """Wait until nothing is being drawn any more."""
        self.page.wait_for_timeout(60)
        app = self.page.get_by_test_id("stApp")
        expect(app).to_have_attribute("data-test-script-state", re.compile("notRunning|stopped"), timeout=30_000)

    def new_campaign(self, game: str, title: str, players: Iterable[str], press: str | re.Pattern[str]) -> str:
        """Fill in the form of a new campaign, from the shelf. Answers its link name."""
        page = self.page
        opener = page.locator(".st-key-founding-open button:visible")
        page.locator(".st-key-founding-open button:visible, .st-key-found-it button:visible").first.wait_for(
            timeout=60_000
        )
        self.settled()
        if opener.count():
            self.click(opener)
        else:
            self.effort.add()  # counted alike on a shelf that is empty
        picked = page.locator(".st-key-found-game").get_by_role("radio", name=game, exact=True)
        if picked.count() == 0:
            picked = page.locator(".st-key-found-game button", has_text=re.compile(f"^{re.escape(game)}$"))
        self.click(picked)
        self.write(page.get_by_role("textbox", name="Title", exact=True), title)
        names = list(players)
        if names:
            self.write(page.get_by_role("textbox", name="Players, one a line"), "\n".join(names))
        self.click(page.get_by_role("button", name=press))
        problem = page.locator(".st-key-founding-form [role=alert]")
        page.wait_for_url(re.compile("/table"), timeout=30_000) if not problem.count() else None
        if problem.count():
            raise Stopped(problem.inner_text())
        self.settled()
        return re.sub(".*campaign=", "", page.url).partition("&")[0]

    def press(self) -> None:
        """Press the form's own button."""
        before = self._ticket()
        rolls = self.page.locator(f".st-key-roll-{before} button:visible")
        self.click(
            rolls.first if rolls.count() else self.page.locator(f".st-key-record-{before} button:visible").first
        )
        for _ in range(100):
            if self._ticket() != before:
                return
            refused = self.page.locator(".tbl-no, [role=alert]")
            if refused.count() and "Not recorded" in refused.first.inner_text():
                raise Stopped(" ".join(refused.first.inner_text().split()))
            self.page.wait_for_timeout(100)
        raise Stopped("the button was pressed, and nothing came of it")

    def _ticket(self) -> str:
        """The form that lies open, as its button tells it."""
        buttons = self.page.locator("[class*='st-key-record-table-']")
        names = " ".join(buttons.evaluate_all("its => its.map(it => it.className)"))  # it may go at any moment
        found = re.search(r"st-key-record-(table-\w+)", names)
        return found[1] if found else ""

    def fill_in(self, parts: Iterable[Part], answers: Mapping[str, Any], refers: Refers) -> None:
        """Fill in what stands in these answers. What is not asked for in the form is a reason to stop."""
        _Filling(self, self._ticket(), refers, answers).parts(parts, answers, "")


class _Filling:
    """One form."""

    def __init__(self, who: Newcomer, ticket: str, refers: Refers, whole: Mapping[str, Any]) -> None:
        self._who, self._page, self._ticket = who, who.page, ticket
        self._refers, self._whole = refers, whole

    def parts(self, parts: Iterable[Part], answers: Mapping[str, Any], at: str) -> None:
        for part in parts:
            if isinstance(part, Group):
                if any(it.field in answers for it in _asked(part.parts)):
                    if part.aside:
                        self._open(part.title, at)
                    self.parts(part.parts, answers, at)
            elif part.field in answers:
                self._part(part, answers[part.field], f"{at}.{part.field}" if at else part.field)

    def _open(self, title: str, at: str) -> None:
        """Open what is folded away under a title: of a row, the fold within it."""
        slots, _, number = at.rpartition(".")
        row = f".st-key-{_class(self._ticket, f'{slots}-{number}-row')}"
        box = self._page.locator(row if number.isdigit() else FORM).first
        fold = box.locator("details", has=self._page.locator("summary", has_text=title)).first
        if fold.get_attribute("open") is None:
            self._who.click(fold.locator("summary").first)

    def _at(self, place: str, label: str) -> Locator:
        """The field of a place, which must be called what the form says."""
        key = re.sub(r"[^a-zA-Z0-9_-]", "-", f"{self._ticket}|{place}")
        found = self._page.locator(f".st-key-{key}")
        try:
            expect(found).to_be_visible(timeout=10_000)
        except AssertionError:
            raise Stopped(f"{label}: there is no such field") from None
        if label and label not in found.inner_text() and not found.get_by_label(label).count():
            raise Stopped(f"{label}: the field is called {found.inner_text()[:60]!r}")
        return found

    def _part(self, part: Question, value: Any, place: str) -> None:
        label = label_of(part)
        match part:
            case Write():
                said = part.line.write(value) if part.line and isinstance(value, Mapping) else str(value)
                if part.suggest:
                    self._choose(self._at(place, label), [said], free=True)
                else:
                    self._who.write(self._at(place, label).locator("input, textarea").first, said)
            case Count():
                self._who.write(self._at(place, label).locator("input").first, str(value))
            case Tick():
                box = self._at(place, label)
                if box.locator("input").is_checked() != value:
                    self._who.click(box.locator("input" if self._who.keyboard else "label").first, "Space")
            case Pick() | Weigh():
                listed = value if isinstance(value, list) else [value]
                free = isinstance(part, Pick) and part.free
                if not part.required and not isinstance(part.of, Written):
                    listed = [it for it in listed if free or self._is_there(part.of, it)]
                self._choose(self._at(place, label), [self._label(part.of, it) for it in listed], free=free)
            case Spread():
                self._spread(part, value, place)
            case Paste():
                self._who.write(self._at(place, label).locator("textarea"), _lines(part.line, value))
            case Slots():
                self._slots(part, value, place)

    def _slots(self, part: Slots, value: Any, place: str) -> None:
        rows = [{"name": it} if isinstance(it, str) and part.line is None else it for it in value]
        if part.line is None:
            extra: tuple[Part, ...] = part.parts
            first = f"{place}.{len(rows) - 1}."
            while not self._page.locator(f".st-key-{_class(self._ticket, first[:-1])}-row").count():
                self._who.click(self._page.locator(f".st-key-{_class(self._ticket, place)}-more button:visible"))
        else:
            self._who.write(self._at(f"{place}.#", "").locator("textarea"), _lines(part.line, rows))
            extra = part.parts
        covered = part.line.fields() if part.line else frozenset()
        for number, row in enumerate(rows):
            if isinstance(row, Mapping):
                rest = {name: it for name, it in row.items() if name not in covered}
                self.parts(extra, rest, f"{place}.{number}")

    def _spread(self, part: Spread, value: Mapping[str, int], place: str) -> None:
        choices = self._choices(part.over)
        wanted = {
            it.value: next((n for name, n in value.items() if name in (it.value, it.label)), part.initial)
            for it in choices
        }
        changes = {
            name: sum(spread.get(str(it), 0) != n for it, n in wanted.items())
            for name, spread in part.presets.items()
        }
        nearest = min(changes, key=lambda name: changes[name], default=None)
        if nearest is not None and changes[nearest] + 1 < sum(n != part.initial for n in wanted.values()):
            self._who.click(self._page.locator(FORM).get_by_role("button", name=nearest, exact=True))
        for choice in choices:
            box = self._at(f"{place}.{choice.value}", choice.label).locator("input")
            self._who.write(box, str(wanted[choice.value]))

    def _choices(self, of: Choices) -> tuple[Choice, ...]:
        if isinstance(of, Written):
            return ()
        return tuple(self._refers(of)) if isinstance(of, str) else of

    def _label(self, of: Choices, value: Any) -> str:
        said = str(value).casefold()
        known = self._choices(of)
        named = next((it for it in known if it.label.casefold() == said), None)
        valued = next((it for it in known if str(it.value).casefold() == said), None)
        found = named or valued
        return found.label if found else str(value)

    def _is_there(self, of: Choices, value: Any) -> bool:
        """Nobody picks what was never made: steps that nobody has to take were left out."""
        said = str(value).casefold()
        return any(said in (it.label.casefold(), str(it.value).casefold()) for it in self._choices(of))

    def _choose(self, at: Locator, labels: list[str], *, free: bool = False) -> None:
        pills = at.get_by_test_id("stButtonGroup")
        for label in labels:
            if pills.count():
                wanted = re.compile(rf"^\s*{re.escape(label)}(\s*·.*)?\s*$")
                one = at.locator("button", has_text=wanted)
                if not one.count():
                    raise Stopped(f"{label} is not among {pills.inner_text()!r}")
                if (
                    one.first.get_attribute("aria-checked") != "true"
                    and one.first.get_attribute("aria-pressed") != "true"
                ):
                    self._who.click(one.first)
                continue
            self._from_list(at, label, free=free)

    def _from_list(self, at: Locator, label: str, *, free: bool) -> None:
        chosen = at.get_by_role("combobox").first.input_value()
        tags = at.locator("[data-baseweb=tag], [data-testid=stMultiSelectTag]").all_inner_texts()
        if any(it.partition(" · ")[0].strip() == label for it in (chosen, *tags)):
            return  # it is chosen already
        for again in range(3):
            try:
                self._type_and_pick(at.get_by_role("combobox").first, label, free=free)
                break
            except (PlaywrightTimeout, AssertionError):
                offered = self._page.get_by_role("option").all_inner_texts()[:8]
                if again == 2:
                    raise Stopped(f"{label} is not in the list: {offered}") from None
        self._who.done(keys=len(label))

    def _type_and_pick(self, box: Locator, label: str, *, free: bool) -> None:
        hands = self._who.keyboard
        if hands:
            hands.write(box, label)
        else:
            box.click(timeout=4_000)
            box.fill(label)
        wanted = re.compile(rf"^\s*(Add: )?{re.escape(label)}(\s*·.*)?\s*$")
        option = self._page.get_by_role("option").filter(has_text=wanted).first
        if free:
            self._page.wait_for_timeout(150)
            if not option.count():
                hands.press("Enter") if hands else box.press("Enter")
                return
        if hands:
            hands.open(box)
            option.wait_for(timeout=4_000)
            hands.pick(box, option)
        else:
            option.click(timeout=4_000)


def _class(ticket: str, place: str) -> str:
    return re.sub(r"[^a-zA-Z0-9_-]", "-", f"{ticket}|{place}")


def _lines(line: Line, rows: Any) -> str:
    if isinstance(rows, str):
        return rows
    return "\n".join(it if isinstance(it, str) else line.write(it) for it in rows)


def _asked(parts: Iterable[Part]) -> Iterator[Question]:
    for part in parts:
        if isinstance(part, Group):
            yield from _asked(part.parts)
        else:
            yield part
