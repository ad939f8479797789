"""The sheet and the advancement promise an aspect slot only where one will come (VE-28)."""

import pytest

from domain.death_of_the_vele import GAME
from domain.death_of_the_vele.slots import all_aspect_slots
from domain.death_of_the_vele.state.vele import Vele
from domain.kernel import facts
from domain.kernel.moment import AnyMoment
from domain.kernel.ruling import retell
from domain.kernel.scenario import Script
from domain.kernel.sheet import Progress
from tests.domain.death_of_the_vele.vele_table import SCRIPTS, moments, played

OPENED = SCRIPTS["scenes_a_whole_opening"]


def promise(moment: AnyMoment, slug: str) -> Progress | None:
    found = [
        block
        for block in GAME.sheet(moment.game, slug).blocks
        if isinstance(block, Progress) and block.path.endswith("aspect_slots")
    ]
    return found[0] if found else None


def worth(state: Vele, slug: str, points: int) -> int:
    """The aspect slots a component would have, were it worth so much."""
    it = state.components[slug]
    before = it.allocated_total
    it.allocated_total += points - it.value
    slots = all_aspect_slots(state, it)
    it.allocated_total = before
    return slots


def test_members_of_a_group_are_promised_nothing() -> None:
    moment = played(OPENED)
    members = [slug for slug, it in moment.game.components.items() if it.group is not None]
    assert members
    assert [promise(moment, slug) for slug in members] == [None] * len(members)


def test_a_pc_is_promised_the_value_that_passes_the_floor_of_its_level() -> None:
    moment = played(OPENED)
    for player in moment.game.story.players.values():
        pc = player.pc
        assert pc is not None
        told = promise(moment, pc)
        assert told is not None
        assert told.need is not None
        now = all_aspect_slots(moment.game, moment.game.components[pc])
        assert told.have == moment.game.components[pc].value < told.need
        assert worth(moment.game, pc, told.need - 1) == now
        assert worth(moment.game, pc, told.need) == now + 1


def test_by_the_level_alone_value_brings_nothing() -> None:
    moment = played(SCRIPTS["house_rules_aspects_by_level"])
    pcs = [it.pc for it in moment.game.story.players.values() if it.pc is not None]
    assert pcs
    assert all(promise(moment, pc) is None for pc in pcs)


@pytest.mark.parametrize("script", SCRIPTS.values(), ids=list(SCRIPTS))
def test_the_advancement_promises_what_the_sheet_does(script: Script) -> None:
    tracks: dict[str, facts.ProgressSet] = {}
    moment = None
    for moment, event in moments(script):
        for fact in retell(GAME, moment, event).facts:
            if isinstance(fact, facts.ProgressSet) and fact.track == "aspect_slots":
                tracks[fact.owner] = fact
    assert moment is not None
    for slug in GAME.cast(moment.game):
        block = promise(moment, slug)
        told = tracks.get(slug)
        assert (block is None) is (told is None), slug
        if block is not None and told is not None:
            assert (block.have, block.need, block.brings) == (told.have, told.need, told.brings), slug
