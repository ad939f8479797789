"""The map as data: places that stay, what is new, what is gone, who is at odds."""

import re

from dashboard.pages.map.words import tensions_html, words_html
from dashboard.ui.drawing.map_data import map_data
from projections.views.relations import MapTie, Node, Relations
from tests.dashboard.nights import HOSTILE, RIGHT_TO_LEFT


def relations(*names: str, ties: tuple[tuple[str, str, bool | None], ...] = (), group: str = "") -> Relations:
    nodes = {n: Node(node=n, name=n.title(), node_kind="faction", weight=1, group=group) for n in names}
    known = {(a, b): MapTie(source=a, target=b, relation="owes", friendly=side) for a, b, side in ties}
    return Relations(nodes, known)


def test_places_do_not_move_while_nodes_come_and_go() -> None:
    ever = relations("a", "b", "c", "d", ties=(("a", "d", None), ("b", "c", True)))
    early, late = map_data(relations("a", "b"), relations("a"), ever), map_data(ever, ever, ever)
    assert early["plots"] == late["plots"]
    assert {it["id"]: it["fresh"] for it in early["nodes"]} == {"a": False, "b": True}


def test_what_is_gone_stays_as_a_ghost() -> None:
    before = relations("a", "b", "c", ties=(("a", "b", True),))
    shown = map_data(relations("a", "b"), before, before)
    assert {it["id"]: it["gone"] for it in shown["nodes"]} == {"a": False, "b": False, "c": True}
    (pair,) = shown["pairs"]
    assert pair["there"]["gone"]
    assert pair["accord"] == "neutral"


def test_those_at_odds_are_told_apart() -> None:
    torn = relations("a", "b", ties=(("a", "b", True), ("b", "a", False)))
    (pair,) = map_data(torn, torn, torn)["pairs"]
    assert pair["accord"] == "torn"
    assert (pair["there"]["friendly"], pair["back"]["friendly"], pair["there"]["fresh"]) == (True, False, False)


def test_a_tie_to_whoever_is_not_on_the_map_is_not_drawn() -> None:
    loose = Relations({}, {("a", "b"): MapTie(source="a", target="b", relation="owes", friendly=None)})
    assert map_data(loose, loose, loose)["pairs"] == []


def test_nothing_on_the_map() -> None:
    assert map_data(Relations(), Relations(), Relations())["nodes"] == []


def test_the_map_in_words_says_both_directions_and_what_has_to_give() -> None:
    torn = relations(
        "ash", "elm", "oak", ties=(("ash", "elm", True), ("elm", "ash", False), ("oak", "ash", False))
    )
    words, tense = words_html(torn), tensions_html(torn)
    assert words.count("at odds") == 4
    assert words.count("unanswered") == 1
    assert "is opposed by" in words
    assert tense.count("<li") == 1
    assert "who works against it" in tense
    assert "Nowhere" in tensions_html(relations("ash"))


def test_harm_that_is_not_answered_is_no_tension_and_a_helper_of_two_at_odds_is() -> None:
    rivals = relations("ash", "elm", "oak", ties=(("ash", "oak", False),))
    assert "Nowhere" in tensions_html(rivals)
    between = relations(
        "ash", "elm", "oak", ties=(("ash", "elm", True), ("elm", "oak", True), ("ash", "oak", False))
    )
    told = re.sub(r"<[^>]+>", "", tensions_html(between))
    assert told == "Ash helps Elm, Elm helps Oak, but Ash works against Oak (owes)"


def test_names_in_words_are_text() -> None:
    nodes = {
        key: Node(node=key, name=name, node_kind=HOSTILE, weight=1, group=HOSTILE)
        for key, name in (("a", HOSTILE), ("b", RIGHT_TO_LEFT))
    }
    ties = {
        ends: MapTie(source=ends[0], target=ends[1], relation=HOSTILE, friendly=ends == ("a", "b"))
        for ends in (("a", "b"), ("b", "a"))
    }
    for drawn in (words_html(Relations(nodes, ties)), tensions_html(Relations(nodes, ties))):
        assert "<script" not in drawn
        assert f'dir="auto">{RIGHT_TO_LEFT}' in drawn
