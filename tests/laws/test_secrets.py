"""The law of sheets notices a game whose sheet hides a number that the table is told."""

from dataclasses import replace
from typing import Any

import pytest
from msgspec import structs

from campaign_laws.laws.secrets import SecretLaws
from domain.kernel.people import EVERYONE, GM_ONLY
from domain.kernel.sheet import Counter, Section, Sheet
from domain.registry import games

SPC = games()["spc"]


def hidden(state: Any, owner: str) -> Sheet:
    """The sheet as it is, its numbers for the GM alone."""
    sheet = SPC.sheet(state, owner)
    kept = (
        tuple(structs.replace(it, audience=GM_ONLY) if isinstance(it, Counter) else it for it in section.blocks)
        for section in sheet.sections
    )
    titles = (section.title for section in sheet.sections)
    return structs.replace(sheet, sections=tuple(Section(*it) for it in zip(titles, kept, strict=True)))


def test_a_number_hidden_on_a_sheet_may_not_be_told_to_the_table() -> None:
    class Leaking(SecretLaws):
        game = replace(SPC, sheet=hidden)

    with pytest.raises(AssertionError, match=f"tells {EVERYONE} of .* shows to {GM_ONLY} alone"):
        Leaking().test_what_a_sheet_keeps_is_told_to_nobody_else()
