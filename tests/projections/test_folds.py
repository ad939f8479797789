"""Each read model, folded from the facts it was built to show."""

from domain.kernel import facts as say
from domain.kernel.facts import CharacterKind, Kind
from domain.kernel.people import Role
from projections.history.value_history import HISTORY
from projections.views.advancement import ADVANCEMENT, Track
from projections.views.relations import RELATIONS, MapTie, Node
from projections.views.resources import RESOURCES, Balance
from projections.views.roster import ROSTER, Person, RosterEntry
from projections.views.timeline import TIMELINE
from tests.support.telling import told


def gold(delta: int, now: int, **more: object) -> say.NumberChanged:
    return say.NumberChanged(owner="ann", name="gold", delta=delta, now=now, why="so", **more)  # type: ignore[arg-type]


def test_people_sit_down_change_seats_and_leave() -> None:
    seated = say.PersonSeated(person="ann", name="Ann", role=Role.PLAYER)
    promoted = say.PersonSeated(person="ann", name="Ann", role=Role.GM)
    assert ROSTER.fold([told(seated, promoted)]).people == {"ann": Person(person="ann", name="Ann", role=Role.GM)}
    assert ROSTER.fold([told(seated), told(say.PersonLeft(person="ann"))]).people == {}


def test_characters_who_left_stay_on_the_roster() -> None:
    entered = say.CharacterEntered(
        character="hob", name="Hob", character_kind=CharacterKind.PLAYERS, player="ann", how="hero"
    )
    cast_off = say.CharacterChanged(
        character="hob", name="Old Hob", character_kind=CharacterKind.OTHER, how="cast off"
    )
    hob = RosterEntry(
        character="hob", name="Old Hob", kind=CharacterKind.OTHER, player=None, how="cast off", present=True
    )
    assert ROSTER.fold([told(entered, cast_off)]).members == {"hob": hob}
    gone = ROSTER.fold([told(entered), told(say.CharacterLeft(character="hob", how="slain"), cast_off)])
    assert not gone.members["hob"].present


def test_numbers_add_up_what_came_and_went() -> None:
    balances = RESOURCES.fold([told(gold(5, 5, label="Gold", high=9)), told(gold(-2, 3)), told(gold(1, 4))])
    assert balances == {
        ("ann", "gold"): Balance(
            owner="ann", name="gold", label="Gold", now=4, low=None, high=9, gained=6, spent=2
        )
    }


def test_an_amount_that_moves_leaves_one_and_reaches_the_other() -> None:
    moved = say.NumberMoved(giver="ann", taker="bob", name="gold", amount=2, giver_now=3, taker_now=2, why="owed")
    balances = RESOURCES.fold([told(gold(5, 5)), told(moved)])
    assert (balances["ann", "gold"].now, balances["ann", "gold"].spent) == (3, 2)
    assert (balances["bob", "gold"].now, balances["bob", "gold"].gained) == (2, 2)
    supply = say.NumberMoved(giver="bank", taker="bob", name="gold", amount=1, giver_now=None, taker_now=1, why="")
    assert set(RESOURCES.fold([told(supply)])) == {("bob", "gold")}


def test_whoever_is_taken_off_the_map_takes_their_ties_along() -> None:
    nodes = [say.NodeSet(node=node, name=node.title(), node_kind="faction") for node in ("guild", "watch", "mob")]
    ties = [
        say.RelationSet(source="guild", target="watch", relation="bribes", friendly=True),
        say.RelationSet(source="watch", target="mob", relation="hunts", friendly=False),
        say.RelationSet(source="mob", target="guild", relation="robs"),
    ]
    whole = RELATIONS.fold([told(*nodes, *ties)])
    assert whole
    assert not RELATIONS.initial
    assert whole.nodes["guild"] == Node(node="guild", name="Guild", node_kind="faction", weight=1, group="")
    assert set(whole.ties) == {("guild", "watch"), ("watch", "mob"), ("mob", "guild")}
    gone = say.NodeSet(node="mob", name="Mob", node_kind="faction", removed=True)
    left = RELATIONS.fold([told(gone)], since=whole)
    assert left.ties == {
        ("guild", "watch"): MapTie(source="guild", target="watch", relation="bribes", friendly=True)
    }
    cut = say.RelationSet(source="guild", target="watch", relation="")
    assert RELATIONS.fold([told(cut)], since=left).ties == {}


def test_a_track_keeps_what_it_has_brought() -> None:
    tracks = ADVANCEMENT.fold(
        [
            told(say.ProgressSet(owner="ann", track="xp", have=2, need=3, brings="level 2", label="XP")),
            told(say.Advanced(owner="ann", track="xp", what="level 2")),
            told(say.ProgressSet(owner="ann", track="xp", have=0, need=None, brings="")),
        ]
    )
    expected = Track(owner="ann", track="xp", label="XP", have=0, need=None, brings="", advanced=("level 2",))
    assert tracks == {("ann", "xp"): expected}


def test_entries_know_their_session_and_scene() -> None:
    opened = say.SceneOpened(scene="hall", title="The hall", present=("ann",))
    told_in_order = [
        told(position=1),
        told(say.SessionOpened(session=1, title="One"), position=2),
        told(opened, position=3),
        told(say.TestOpened(test="t", form="duel", sides=("ann", "bob")), gold(-1, 0), position=4),
        told(say.SceneClosed(scene="hall"), position=5),
        told(opened, position=6),
        told(say.SessionClosed(session=1), position=7),
        told(say.SessionOpened(session=2), position=8),
    ]
    entries = TIMELINE.fold(told_in_order).entries
    assert [entry.session for entry in entries] == [0, 1, 1, 1, 1, 1, 1, 2]
    assert [entry.scene for entry in entries] == ["", "", "hall", "hall", "hall", "hall", "hall", ""]
    assert [entry.opens for entry in entries] == ["", "session", "scene", "test", "", "scene", "", "session"]
    assert entries[3].kind is Kind.LOSS
    assert entries[3].concerns == ("ann", "bob")


def test_every_number_can_be_taken_back_to_the_records_that_made_it() -> None:
    changed = say.StateChanged(owner="ann", group="tools", name="lamp", was="lit", now="out", why="rain")
    steps = HISTORY.fold([told(gold(5, 5), changed, position=3), told(gold(-2, 3), position=8)])
    assert [(step.position, step.path, step.delta, step.now) for step in steps] == [
        (3, "ann.gold", 5, "5"),
        (3, "ann.tools.lamp", None, "out"),
        (8, "ann.gold", -2, "3"),
    ]
