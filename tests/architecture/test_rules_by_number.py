"""From the book to the file: every numbered rule of a game is found by its number."""

import re

import pytest

from domain.registry import games
from tests.architecture.test_layers import ROOT

NO_CODE = {"VE-07": "advice to the people at the table; the program neither records nor refuses anything by it"}
"""Rules that nothing in the program follows from, and why."""


@pytest.mark.parametrize("key", games())
def test_every_rule_is_named_where_it_is_kept(key: str) -> None:
    files = (it for it in (ROOT / "domain" / key).rglob("*.py") if "register" not in it.as_posix())
    text = "\n".join(file.read_text("utf-8") for file in files)
    named = set(re.findall(r"\b[A-Z]+-\d+\b", text))
    rules = {rule.id for rule in games()[key].rules}
    assert rules
    assert rules - named == rules & NO_CODE.keys(), "write every number out: a range hides those within it"
