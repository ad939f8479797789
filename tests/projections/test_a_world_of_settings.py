"""The read models on a world of settings and factions, with tracks on lives and belongings, and a situation."""

from domain.kernel import facts as say
from domain.kernel.facts import Fact
from ledger.answers import ToldRecord
from ledger.log.lines import Lines
from projections.history.stored_facts import MAP
from projections.views.advancement import GROWTH, outlook
from projections.views.faction_map import MapHistory
from projections.views.recap import RECAP, standing_texts
from projections.views.relations import Accord, MapTie, Relations, pairings, triangles
from tests.support.folding import all_kept
from tests.support.telling import told

SETTINGS = {"Docks": ("eel", "boats"), "Guildhall": ("chandlers", "clerks"), "Temple": ("sisters",)}
MAJOR = {"eel", "chandlers", "sisters"}
COOPERATE = (
    ("eel", "boats"),
    ("boats", "clerks"),
    ("chandlers", "clerks"),
    ("clerks", "chandlers"),
    ("sisters", "chandlers"),
)
COMPETE = (
    ("eel", "chandlers"),
    ("boats", "eel"),
    ("chandlers", "sisters"),
    ("clerks", "boats"),
    ("sisters", "eel"),
)


def faction(one: str, group: str, *, major: bool) -> say.NodeSet:
    return say.NodeSet(node=one, name=one.title(), node_kind="faction", weight=3 if major else 1, group=group)


def relation(ends: tuple[str, str], *, helps: bool) -> say.RelationSet:
    word = "cooperates with" if helps else "competes with"
    return say.RelationSet(source=ends[0], target=ends[1], relation=word, friendly=helps)


def persona(have: int, need: int | None, brings: str) -> say.ProgressSet:
    return say.ProgressSet(owner="mara", track="deckhand", have=have, need=need, brings=brings, label="Deckhand")


def fate(asset: str, have: int, need: int) -> say.ProgressSet:
    return say.ProgressSet(owner="mara", track=asset, have=have, need=need, brings=f"{asset} for good")


def world() -> list[ToldRecord]:
    """Session zero, one session, and what the gamemaster changed after it."""
    steps: list[tuple[Fact, ...]] = [
        *((faction(one, group, major=one in MAJOR),) for group, all_of in SETTINGS.items() for one in all_of),
        *((relation(ends, helps=True),) for ends in COOPERATE),
        *((relation(ends, helps=False),) for ends in COMPETE),
        (say.TextSet(owner="campaign", field="situation", text="The harbour is to be sold."),),
        (persona(0, 6, "4 dice"), fate("rope", 0, 9), fate("smith", 0, 12)),
        (say.SessionOpened(session=1),),
        (say.SceneOpened(scene="quay", title="The quay", present=("mara",)),),
        (persona(5, 6, "4 dice"), fate("rope", 9, 9), fate("smith", 9, 12)),
        (say.Advanced(owner="mara", track="deckhand", what="4 dice"), persona(0, 12, "5 dice")),
        (say.SceneClosed(scene="quay"),),
        (say.SessionClosed(session=1),),
        (relation(("eel", "boats"), helps=False),),
        (faction("chandlers", "Guildhall", major=False),),
        (say.TextSet(owner="campaign", field="situation", text="The harbour is sold."),),
    ]
    return [told(*facts, position=position) for position, facts in enumerate(steps, start=1)]


SOLD = 26


def the_map() -> MapHistory:
    return MapHistory(tuple(it for it in all_kept(world()) if isinstance(it.fact, MAP)), Lines())


def test_the_map_of_session_zero_is_complete_and_shows_who_is_used() -> None:
    map_history = the_map()
    zero = map_history.at(15)
    assert (len(zero.nodes), len(zero.ties)) == (5, 10)
    accords = {(pair.one, pair.other): pair.accord for pair in pairings(zero)}
    assert accords["boats", "eel"] is Accord.TORN
    assert accords["chandlers", "clerks"] is Accord.ALLIED
    assert accords["boats", "clerks"] is Accord.TORN
    assert accords["chandlers", "eel"] is Accord.ONE_SIDED


def test_somebody_between_two_at_odds_is_found_whichever_way_the_help_goes() -> None:
    assert not triangles(the_map().at(15)), "competition alone leaves nobody in between"
    harm = MapTie(source="a", target="c", relation="", friendly=False)
    for helps in ((("a", "b"), ("b", "c")), (("b", "a"), ("c", "b")), (("a", "b"), ("c", "b"))):
        ties = {ends: MapTie(source=ends[0], target=ends[1], relation="", friendly=True) for ends in helps}
        (only,) = triangles(Relations({}, {**ties, ("a", "c"): harm}))
        assert only.nodes == ("b", "a", "c")
    assert not triangles(Relations({}, {("a", "c"): harm}))


def test_what_was_changed_between_the_sessions_is_told_from_the_sessions_end() -> None:
    map_history, end = the_map(), RECAP.fold(world()).closed
    assert end is not None
    assert [(it.path, it.was, it.now) for it in map_history.changes(end, SOLD)] == [
        ("map.chandlers", "weight 3, Guildhall", "weight 1, Guildhall"),
        ("map.eel.boats", "cooperates with", "competes with"),
    ]
    assert map_history.touched(SOLD, end) == {"eel": 1, "boats": 1, "chandlers": 1}
    assert {pair.accord for pair in pairings(map_history.at(SOLD)) if "eel" in (pair.one, pair.other)} == {
        Accord.OPPOSED,
        Accord.ONE_SIDED,
    }


def test_the_tracks_say_what_can_be_had_and_how_it_came() -> None:
    growth = GROWTH.fold(world())
    view = outlook(story.track for story in growth.values())
    assert [it.track for it in view.ready] == ["rope"]
    assert [(it.track, it.left) for it in view.ahead] == [("smith", 3), ("deckhand", 12)]
    assert [(it.have, it.need, it.gained) for it in growth["mara", "deckhand"].moves] == [
        (0, 6, ""),
        (5, 6, ""),
        (5, 6, "4 dice"),
        (0, 12, ""),
    ]


def test_the_situation_is_the_one_stated_last() -> None:
    (said,) = standing_texts(all_kept(world()))
    assert (said.owner, said.field, said.text, said.position) == (
        "campaign",
        "situation",
        "The harbour is sold.",
        SOLD,
    )


def test_the_session_is_what_lies_between_its_ends() -> None:
    recap = RECAP.fold(world())
    (scene,) = recap.scenes
    assert (recap.opened, recap.closed, scene.title, len(scene.highlights)) == (18, 23, "The quay", 1)
