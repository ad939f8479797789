"""Laws over the chapters that all games share, and breaches that the laws must notice."""

from dataclasses import replace
from typing import Any

import pytest

from campaign_laws.laws.chapters import HANDED_ON, imported, importing_later, listed
from campaign_laws.laws.references import misplaced_ids
from campaign_laws.laws.replay import SourceReader, WithoutHouseRules
from campaign_laws.playing import MEMORY, founding
from domain.kernel.campaign.rulebook import CAMPAIGN
from domain.kernel.chapter import Evolution
from domain.kernel.journal.rulebook import JOURNAL
from domain.kernel.logged.rulebook import LOGGED
from domain.kernel.messages import Command, Event, tag_of
from domain.kernel.references import ids_without_reference
from domain.kernel.scenario import run_scenario
from domain.registry import games
from ledger.answers import Submission
from ledger.ledger import Ledger
from tests.support.scripts import folder_of, scenarios_of
from tests.support.tower import TOWER, LayStones, StonesLaid

TAKEN_IN = {
    "journal.recognize_person": ["known_as"],
    "journal.begin_intake": ["voices.id"],
    "journal.take_in_entry": ["voice", "changes.owner"],
    "journal.adjust_earlier_value": ["owner"],
    "journal.attach_file": ["belongs.id"],
    "journal.write_note": ["about"],
}
"""Ids that come from elsewhere, and no form asks for: who somebody is in other campaigns, voices of imports.
What a file belongs to is where it is put; what a note is about may be a place or a scene that has no id.
"""
SHARED = [*CAMPAIGN.commands, *JOURNAL.commands]


@pytest.mark.parametrize("command", SHARED, ids=tag_of)
def test_an_id_of_a_shared_command_says_what_it_refers_to_or_is_made_of(command: type[Command]) -> None:
    assert list(ids_without_reference(command)) == TAKEN_IN.get(tag_of(command), [])
    assert not misplaced_ids(command)


def test_a_chapter_of_every_campaign_or_its_journal_imports_only_those_before_it() -> None:
    kernel = folder_of("kernel")
    parts = ("campaign", "journal")
    order = [name for part in parts for name in listed(kernel / part / "rulebook.py", f"domain.kernel.{part}")]
    assert len(order) == len(CAMPAIGN.chapters) + len(JOURNAL.chapters)
    files = {name: kernel.joinpath(*name.split(".")[2:]).with_suffix(".py") for name in order}
    assert not importing_later(order, files)
    for file in files.values():
        assert not HANDED_ON.search(file.read_text("utf-8")), file.name
    for part in parts:
        states = set(imported(kernel / part / "state.py", f"domain.kernel.{part}"))
        assert not {it for it in states if it.rpartition(".")[0] in order or it in order}


@pytest.mark.parametrize("evolve", [CAMPAIGN.evolve, JOURNAL.evolve], ids=["campaign", "journal"])
def test_no_function_that_applies_a_shared_event_judges(evolve: Evolution[Any]) -> None:
    for kind, function in evolve.functions.items():
        assert not SourceReader("domain").judges(function), tag_of(kind)


def test_what_asks_a_house_rule_is_noticed() -> None:
    """Both passes see a function that does it."""
    asking = lambda state, event: state.house_rules.heat  # noqa: E731
    asking.__module__ = "domain.made_up"
    assert SourceReader("elsewhere").judges(asking) == {f"domain.made_up.{asking.__qualname__}": {"house_rules"}}
    game = games()["spc"]
    evolve = WithoutHouseRules(lambda state, event: state.house_rules.two_pools)
    with pytest.raises(AssertionError, match="two_pools"):
        evolve.apply(game.initial(game.house_rules()), Event(type="spc.made_up.v1"))


def test_a_rule_that_judges_otherwise_today_is_found() -> None:
    def generous(state: object, command: LayStones, asker: object, dice: object) -> list[StonesLaid]:
        return [StonesLaid(face=min(6, face + 1)) for face in dice.roll(*[6] * command.count)]  # type: ignore[attr-defined]

    ledger = Ledger({"tower": TOWER}, MEMORY)
    ledger.found(founding(TOWER))
    ledger.rule("a-table", Submission(command=LayStones(), faces=(2,)))
    assert not ledger.review.recheck("a-table").differing
    ledger.review._at_head("a-table").codec.game = replace(TOWER, decide=generous)
    assert len(ledger.review.recheck("a-table").differing) == 1
    ledger.close()


def test_the_open_table_shows_every_refusal_of_logged_play() -> None:
    shown = run_scenario(games()["open_table"], scenarios_of("open_table")["play_taken_in"])
    assert set(LOGGED.refusals) <= set(shown.refusals)
    assert {tag_of(event) for event in LOGGED.events} <= set(shown.tags)
