"""Plans stay with the GM, offers of arcs with one player, and sheets show what facts changed."""

from domain.kernel.people import Asker, Role, may_see
from domain.kernel.ruling import names_at, retell
from domain.kernel.sheet import Counter, Progress, Tags
from domain.kernel.terms import PersonId
from domain.vicious_crucible import GAME, events
from tests.domain.vicious_crucible.crucible_table import SCRIPTS, SECRET, moments

ANA = Asker(PersonId("sanna-player"), Role.PLAYER)
BEN = Asker(PersonId("dario-player"), Role.PLAYER)
READER = Asker(PersonId("reader"), Role.READER)
GM = Asker(PersonId("gm"), Role.GM)


def test_nobody_but_the_gm_finds_a_plan() -> None:
    for script in SCRIPTS.values():
        for moment, event in moments(script):
            told = retell(GAME, moment, event)
            note = event.note if isinstance(event, events.NpcPlanNoted) else SECRET
            for viewer in (ANA, READER):
                seen = [fact for fact in told.facts if may_see(viewer, fact.audience)]
                assert note not in repr(seen)
                assert SECRET not in repr(names_at(GAME, moment))
                if may_see(viewer, told.audience):
                    assert note not in told.headline
            if told.audience != "table":
                assert all(fact.audience == told.audience for fact in told.facts)
        for character in (*GAME.cast(moment.game), "gm"):
            for viewer in (ANA, READER):
                shown = repr(GAME.sheet(moment.game, character).seen_by(viewer))
                assert SECRET not in shown
                assert "as his arc would have it" not in shown


def test_the_gm_reads_plans_and_notes() -> None:
    *_, (moment, _) = moments(SCRIPTS["npcs_never_grow"])
    assert SECRET in repr(GAME.sheet(moment.game, "ruben").seen_by(GM))
    assert "as his arc would have it" in repr(GAME.sheet(moment.game, "dario").seen_by(GM))


def test_an_offer_of_arcs_is_for_one_player() -> None:
    for moment, event in moments(SCRIPTS["one_arc_ends_and_another_begins"]):
        if isinstance(event, events.ArcsOffered):
            told = retell(GAME, moment, event)
            assert may_see(ANA, told.audience)
            assert not may_see(BEN, told.audience)
            paths = {block.path for block in GAME.sheet(moment.game, "sanna").seen_by(BEN).blocks}
            assert "sanna.offered_arcs" not in paths


def test_a_sheet_holds_the_paths_that_facts_change() -> None:
    *_, (moment, _) = moments(SCRIPTS["flux_and_alloy"])
    blocks = {block.path: block for block in GAME.sheet(moment.game, "sanna").blocks}
    heat, track, elements = (blocks[f"sanna.{name}"] for name in ("heat", "alloy", "elements"))
    assert isinstance(heat, Counter)
    assert heat.value == moment.game.characters["sanna"].heat
    assert isinstance(track, Progress)
    assert (track.have, track.need, track.brings) == (2, 5, "unlock an element of Exile's Road")
    assert isinstance(elements, Tags)
    assert {tag.id: tag.state for tag in elements.tags}["oathbound"] == "unlocked"
    assert len(blocks) == len(GAME.sheet(moment.game, "sanna").blocks)


def test_a_cast_off_has_no_pools() -> None:
    *_, (moment, _) = moments(SCRIPTS["npcs_never_grow"])
    paths = {block.path for block in GAME.sheet(moment.game, "dario").blocks}
    assert "dario.heat" not in paths
    assert "dario.arc" in paths


def test_the_gms_board_lists_the_arcs_of_player_characters() -> None:
    *_, (moment, _) = moments(SCRIPTS["flux_and_alloy"])
    board = GAME.sheet(moment.game, "gm")
    assert "Admit what you lost." in repr(board.seen_by(GM))
    assert board.seen_by(ANA).blocks == ()


def test_heat_told_is_heat_held() -> None:
    for script in SCRIPTS.values():
        for moment, event in moments(script):
            for fact in retell(GAME, moment, event).facts:
                if fact.path == "sanna.heat" and hasattr(fact, "now"):
                    assert fact.now == moment.game.characters["sanna"].heat
