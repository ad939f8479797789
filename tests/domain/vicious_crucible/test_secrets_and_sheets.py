"""Plans stay with the GM, offers of arcs with one player, and sheets show what facts changed."""

from domain.kernel.people import Asker, Role, may_see
from domain.kernel.ruling import names_at, retell
from domain.kernel.sheet import Counter, Progress, Tags
from domain.kernel.terms import PersonId
from domain.vicious_crucible import GAME
from domain.vicious_crucible.chapters.arcs.new_arcs import ArcsOffered
from domain.vicious_crucible.chapters.contests.purposes import HardPlaceSoftened
from domain.vicious_crucible.chapters.gm_records import NpcPlanNoted
from domain.vicious_crucible.chapters.scenes.scenes import SceneEnded, SceneFramed
from projections.views.relations import relations_of
from projections.views.sheets import seen_by, sheets_of
from tests.domain.vicious_crucible.crucible_table import SCRIPTS, SECRET, moments

ANA = Asker(PersonId("sanna-player"), Role.PLAYER)
BEN = Asker(PersonId("dario-player"), Role.PLAYER)
READER = Asker(PersonId("reader"), Role.READER)
GM = Asker(PersonId("gm"), Role.GM)


def test_nobody_but_the_gm_finds_a_plan() -> None:
    for script in SCRIPTS.values():
        for moment, event in moments(script):
            told = retell(GAME, moment, event)
            note = event.note if isinstance(event, NpcPlanNoted) else SECRET
            for viewer in (ANA, READER):
                seen = [fact for fact in told.facts if may_see(viewer, fact.audience)]
                assert note not in repr(seen)
                assert SECRET not in repr(names_at(GAME, moment))
                if may_see(viewer, told.audience):
                    assert note not in told.headline
            if told.audience != "table":
                assert all(fact.audience == told.audience for fact in told.facts)
        for character in GAME.listed(moment.game):
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
        if isinstance(event, ArcsOffered):
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


def test_the_board_is_a_page_for_the_gm_alone() -> None:
    """VC-46: whoever asks for all there is finds it, if they may see it."""
    *_, (moment, _) = moments(SCRIPTS["flux_and_alloy"])
    every = sheets_of(GAME, moment)
    seen = {sheet.character: sheet.title for sheet in seen_by(GM, every)}
    assert seen["gm"] == "The GM's board"
    assert "gm" not in {sheet.character for sheet in seen_by(ANA, every)}
    assert "gm" not in GAME.cast(moment.game)
    assert not {it.character for it in every if it.page} & set(GAME.cast(moment.game))


def test_a_place_has_a_page_with_what_is_hard_there_and_whose_markers_stand_there() -> None:
    """VC-06, VC-07, VC-33."""
    seen: dict[str, dict[str, str]] = {}
    for moment, event in moments(SCRIPTS["a_hard_place_is_softened"]):
        if isinstance(event, SceneFramed | HardPlaceSoftened | SceneEnded):
            (page,) = (it for it in seen_by(ANA, sheets_of(GAME, moment)) if it.character == "gatehouse")
            tags = [tag for block in page.blocks if isinstance(block, Tags) for tag in block.tags]
            seen[type(event).__name__] = {tag.text: f"{tag.state} {tag.detail}".strip() for tag in tags}
    assert seen["SceneFramed"] == {
        "Watchful Guards": "hard always a d8",
        "Old Stones": "open",
        "Sanna": "in the scene",
        "Dario": "in the scene",
        "Ruben": "in the scene",
    }
    assert seen["HardPlaceSoftened"]["Watchful Guards"] == "softened always a d4"


def test_the_map_knows_where_markers_stand_and_what_is_hard() -> None:
    told = [
        fact
        for moment, event in moments(SCRIPTS["scenes_and_markers"])
        for fact in retell(GAME, moment, event).facts
    ]
    chart = relations_of(told)
    *_, (moment, _) = moments(SCRIPTS["scenes_and_markers"])
    for slug, it in moment.game.characters.items():
        there = [end for start, end in chart.ties if start == slug and end in moment.game.locations]
        assert there == ([it.marker] if it.marker else []), "a marker is at one place only"
    assert chart.ties["gatehouse--watchful-guards", "gatehouse"].relation == "is a hard place of"
    assert any(it.marker_before for it in moment.game.characters.values())


def test_a_softened_place_is_softened_on_the_map() -> None:
    told = [
        fact
        for moment, event in moments(SCRIPTS["a_hard_place_is_softened"])
        for fact in retell(GAME, moment, event).facts
    ]
    tie = relations_of(told).ties["gatehouse--watchful-guards", "gatehouse"]
    assert (tie.relation, tie.friendly) == ("is softened at", None)


def test_heat_told_is_heat_held() -> None:
    for script in SCRIPTS.values():
        for moment, event in moments(script):
            for fact in retell(GAME, moment, event).facts:
                if fact.path == "sanna.heat" and hasattr(fact, "now"):
                    assert fact.now == moment.game.characters["sanna"].heat
