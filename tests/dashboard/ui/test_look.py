"""The style of every page: what a rule costs the pages that it is not for."""

import re

from dashboard.ui import look

AROUND_EVERY_PAGE = (
    "stApp",
    "stMain",
    "stMainBlockContainer",
    "stVerticalBlock",
    "stLayoutWrapper",
    "stElementContainer",
)
_BY_CONTENT = re.compile(r'\[data-testid(?:="(\w+)")?\]:has\(((?:[^()]|\([^()]*\))*)\)')
_PRINT = re.compile(r"@media print \{(?:[^{}]|\{[^{}]*\})*\}")


def searching(style: str) -> list[str]:
    """Rules on screen for what stands around every page that look for something in it at any depth."""
    on_screen = _PRINT.sub("", style)
    found = []
    for rule in _BY_CONTENT.finditer(on_screen):
        named, inside = rule[1], rule[2]
        steps = [it.strip() for it in inside.split(">")]
        at_any_depth = steps[0] != "" or any(" " in it for it in steps)
        if at_any_depth and (named is None or named in AROUND_EVERY_PAGE):
            found.append(rule[0])
    return found


def test_no_rule_searches_the_whole_page_at_each_change_of_it() -> None:
    """The browser would, at each step of the replay, for every element around the sheet."""
    assert searching(look.stylesheet().content.decode()) == []


def test_such_a_rule_is_found() -> None:
    style = """[data-testid="stMain"]:has(.x) { a: b } [data-testid]:has(> .a .b) { a: b }
    [data-testid="stMain"]:has(> .x > .y) { a: b } [data-testid="stColumn"]:has(.x) { a: b }
    @media print { html { a: b } [data-testid="stMain"]:has(.printed) { a: b } }"""
    assert searching(style) == ['[data-testid="stMain"]:has(.x)', "[data-testid]:has(> .a .b)"]
