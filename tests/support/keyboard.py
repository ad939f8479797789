"""The keyboard of somebody who has no pointer: every press is a real one, and counted."""

from collections import Counter

from playwright.sync_api import Locator, Page, expect

from tests.support.stopped import Stopped

FARTHEST = 250
"""So many presses from one field to the next are farther than anybody goes."""

WAY = """(it) => {
  const here = document.activeElement;
  if (here === it || it.contains(here)) return "here";
  const group = it.closest("[data-testid=stButtonGroup]");
  const follows = here.compareDocumentPosition(it) & Node.DOCUMENT_POSITION_FOLLOWING;
  if (group && group.contains(here) && here.closest("button")) return follows ? "ArrowRight" : "ArrowLeft";
  if (here === document.body || here.contains(it)) return "Tab";
  return follows ? "Tab" : "Shift+Tab";
}"""
"""The key that leads from the focus to an element: pills of one field are walked with arrows."""

MARKED = """() => {
  const box = document.activeElement, id = box && box.getAttribute("aria-activedescendant");
  const option = id && document.getElementById(id);
  return option ? option.id : "";
}"""
"""The option of an open list that Enter would take."""


class Keyboard:
    """One person's keys at one page."""

    def __init__(self, page: Page) -> None:
        self._page = page
        self.pressed: Counter[str] = Counter()

    @property
    def count(self) -> int:
        """Keys pressed so far, letters among them."""
        return self.pressed.total()

    @property
    def travelled(self) -> int:
        """Keys that only led from place to place."""
        return sum(count for key, count in self.pressed.items() if "Tab" in key or key.startswith("Arrow"))

    def press(self, key: str) -> None:
        """One key."""
        self._page.keyboard.press(key)
        self.pressed[key] += 1

    def reach(self, what: Locator) -> None:
        """Go there by Tab, and by arrows within a row of choices."""
        turns, before = 0, ""
        for _ in range(FARTHEST):
            way: str = what.evaluate(WAY)
            if way == "here":
                return
            turns += before not in ("", way)
            if turns > 4:
                break  # Tab goes past it, there and back again
            before = way
            self.press(way)
        raise Stopped(f"the keyboard does not reach {' '.join(what.inner_text().split())[:60] or what}")

    def activate(self, what: Locator, key: str = "Enter") -> None:
        """Go there and press it."""
        self.reach(what)
        self.press(key)

    def write(self, box: Locator, text: str) -> None:
        """Go there, and write that in place of what stands there."""
        self.reach(box)
        if box.input_value():
            self.press("Control+a")
        self._page.keyboard.insert_text(text)
        self.pressed["letters"] += len(text)

    def open(self, box: Locator) -> None:
        """Open the list of a field, where writing into it has not."""
        try:
            expect(box).to_have_attribute("aria-expanded", "true", timeout=2_000)
        except AssertionError:
            self.press("ArrowDown")

    def pick(self, box: Locator, wanted: Locator) -> None:
        """Go down the list that lies open under a field as far as that option, and take it."""
        option = wanted.get_attribute("id")
        for _ in range(self._page.get_by_role("option").count() + 1):
            expect(box).to_be_focused()
            if self._page.evaluate(MARKED) == option:
                self.press("Enter")
                return
            self.press("ArrowDown")
        raise Stopped(f"the arrows do not reach {wanted.inner_text()}")
