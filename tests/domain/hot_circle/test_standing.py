"""The campaign page's table of factions, where the map has to give, and what advancement says of what is lost."""

from domain.hot_circle import GAME
from domain.kernel.facts import NodeSet, RelationSet
from domain.kernel.ruling import retell
from domain.kernel.sheet import Table
from projections.history.stored_facts import StoredFact
from projections.views.advancement import GROWTH
from projections.views.relations import pairings, relations_of, triangles
from tests.domain.hot_circle.circle_table import SCRIPTS, moments
from tests.domain.hot_circle.test_samples import played


def facts_of_the_long_sample() -> list[NodeSet | RelationSet]:
    _, happened, end = played("lamps-of-veil")
    moved = [event for event in happened if type(event).__name__.startswith("Faction")]
    told = (fact for event in moved for fact in retell(GAME, end, event).facts)
    return [fact for fact in told if isinstance(fact, NodeSet | RelationSet)]


def test_the_table_of_factions_names_every_relation() -> None:
    page = GAME.sheet(played("lamps-of-veil")[2].game, "campaign")
    (table,) = [block for block in page.blocks if isinstance(block, Table) and block.label == "Factions"]
    rows = {str(row[0]): row[3:] for row in table.rows}
    assert rows["The Lamplighters' Guild"] == ("", "The Bell Sisters, House Amberley")
    assert rows["The Eelmongers"] == ("The Lamplighters' Guild, The Bell Sisters", "")


def test_the_map_of_the_long_sample_gives_where_somebody_helps_two_who_are_at_odds() -> None:
    relations = relations_of(facts_of_the_long_sample())
    assert [(it.one, it.other) for it in pairings(relations) if it.tense] == [
        ("house-amberley", "the-lamplighters-guild")
    ]
    assert [it.nodes for it in triangles(relations)] == [
        ("the-eelmongers", "the-lamplighters-guild", "the-bell-sisters")
    ]


def test_what_is_lost_is_not_told_as_had_for_good() -> None:
    kept = (
        StoredFact(moment.position, fact)
        for moment, event in moments(SCRIPTS["circles_and_contacts"])
        for fact in retell(GAME, moment, event).facts
    )
    track = GROWTH.of(kept)["mara", "temporary_assets.sergeant-voss.upgrade"].track
    assert (track.have, track.need, track.brings) == (12, None, "Sergeant Voss, lost since")


def test_a_point_is_told_by_what_it_is_for() -> None:
    headlines = [retell(GAME, moment, event).headline for moment, event in moments(SCRIPTS["a_session_ends"])]
    assert "Mara has come nearer to the first goal" in headlines
    assert "Mara gains 1 persona for goal furthered: the first" in headlines
