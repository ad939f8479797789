"""The map through a campaign: as of any position, both directions at once, what moved it, what was ever on it."""

import pytest

from domain.kernel.facts import Fact, NodeSet, RelationSet
from ledger.log.lines import Lines
from projections.history.stored_facts import StoredFact
from projections.views.faction_map import MapHistory
from projections.views.relations import Accord, map_changes, pairings, relations_of


def node(one: str, weight: int = 1, group: str = "", *, removed: bool = False) -> NodeSet:
    return NodeSet(node=one, name=one.title(), node_kind="faction", weight=weight, group=group, removed=removed)


def tie(source: str, target: str, relation: str = "owes", friendly: bool | None = None) -> RelationSet:
    return RelationSet(source=source, target=target, relation=relation, friendly=friendly)


def map_history(*told: tuple[int, Fact], lines: Lines | None = None) -> MapHistory:
    return MapHistory(tuple(StoredFact(position, fact) for position, fact in told), lines or Lines())


@pytest.mark.parametrize(
    ("there", "back", "accord", "tense"),
    [
        (True, True, Accord.ALLIED, False),
        (False, False, Accord.OPPOSED, False),
        (True, False, Accord.TORN, True),
        (False, True, Accord.TORN, True),
        (True, None, Accord.ONE_SIDED, False),
        (None, False, Accord.ONE_SIDED, False),
        (None, None, Accord.NEUTRAL, False),
    ],
)
def test_two_directions_come_to_one_standing(
    there: bool | None, back: bool | None, accord: Accord, tense: bool
) -> None:
    relations = relations_of([node("a"), node("b"), tie("b", "a", friendly=back), tie("a", "b", friendly=there)])
    (pair,) = pairings(relations)
    assert (pair.one, pair.other, pair.accord, pair.tense) == ("a", "b", accord, tense)
    assert pair.there is not None
    assert pair.there.friendly is there


def test_help_that_meets_silence_is_unanswered() -> None:
    (pair,) = pairings(relations_of([node("a"), node("b"), tie("b", "a", friendly=True)]))
    assert pair.accord is Accord.ONE_SIDED
    assert pair.there is None


def test_the_map_as_of_a_position_is_that_of_its_line() -> None:
    lines = Lines({6: 3})  # record 6 returned to 3
    whole = map_history(
        (2, node("a")), (3, node("b")), (4, tie("a", "b")), (7, tie("b", "a", "hunts")), lines=lines
    )
    assert whole.at(0).nodes == {}
    assert set(whole.at(2).nodes) == {"a"}
    assert set(whole.at(5).ties) == {("a", "b")}
    assert set(whole.at(7).ties) == {("b", "a")}
    assert whole.records(7) == [2, 3, 7]


def test_all_that_was_ever_on_it_is_the_same_whatever_is_looked_at() -> None:
    lines = Lines({6: 3})
    whole = map_history(
        (2, node("a", 5)),
        (3, node("b")),
        (4, node("gone")),
        (5, tie("gone", "a")),
        (7, node("a", 2, "Docks")),
        (8, node("gone", removed=True)),
        (9, tie("a", "b", "")),
        lines=lines,
    )
    ever = whole.ever()
    assert set(ever.nodes) == {"a", "b", "gone"}
    assert (ever.nodes["a"].weight, ever.nodes["a"].group) == (5, "Docks")
    assert set(ever.ties) == {("gone", "a")}
    assert whole.names()["gone"] == "Gone"


def test_what_changed_names_the_record_that_did_it_last() -> None:
    whole = map_history(
        (2, node("a")),
        (3, node("b", 2)),
        (4, tie("a", "b", "owes", None)),
        (6, tie("a", "b", "hunts", False)),
        (7, node("b", 4, "Docks")),
        (8, tie("a", "b", "hunts", True)),
    )
    found = [(it.path, it.was, it.now, it.better) for it in whole.changes(4, 8)]
    assert found == [
        ("map.b", "weight 2", "weight 4, Docks", None),
        ("map.a.b", "owes", "hunts", True),
    ]
    assert whole.moved(8, 4) == {"map.a.b": 8, "map.b": 7}
    assert whole.touched(8, 4) == {"a": 2, "b": 3}
    (turned,) = whole.changes(6, 8)[1:]
    assert (turned.was, turned.now) == ("hunts (works against)", "hunts (helps)")


def test_whoever_leaves_the_map_takes_their_ties_along() -> None:
    whole = map_history((2, node("a")), (3, node("b")), (4, tie("a", "b")), (5, node("b", removed=True)))
    assert whole.at(5).ties == {}
    assert [it.path for it in whole.changes(4, 5)] == ["map.b", "map.a.b"]
    assert whole.moved(5, 4) == {"map.b": 5, "map.a.b": 5}


def test_a_new_name_is_a_change() -> None:
    was, now = relations_of([node("a")]), relations_of([NodeSet(node="a", name="The Ash", node_kind="faction")])
    (change,) = map_changes(was, now)
    assert (change.was, change.now) == ("A, weight 1", "The Ash, weight 1")


def test_no_map_is_no_atlas() -> None:
    assert not MapHistory()
    assert MapHistory().at(5).nodes == {}


@pytest.mark.parametrize("order", [(1, 2, 3, 4, 5, 7, 8), (8, 7, 5, 4, 3, 2, 1), (5, 8, 3, 7, 4, 2, 8)])
def test_a_map_that_goes_on_from_one_before_it_is_the_one_folded_from_the_start(order: tuple[int, ...]) -> None:
    lines = Lines({6: 3})
    told: tuple[tuple[int, Fact], ...] = (
        (2, node("a")),
        (3, node("b")),
        (3, tie("b", "a")),
        (4, tie("a", "b")),
        (5, node("b", removed=True)),
        (7, tie("b", "a", "hunts")),
        (8, node("b", 3)),
    )
    whole = map_history(*told, lines=lines)
    for position in order:
        alone = map_history(*told, lines=lines).at(position)
        assert whole.at(position) == alone, position
        assert list(whole.at(position).nodes) == list(alone.nodes)
