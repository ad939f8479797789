"""A person's own page between two sessions: their evening, what they can take, what waits for them."""

from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from domain.hot_circle.chapters.people.paper_sheets import EnterSheet
from domain.hot_circle.chapters.rewards.milestones import EndCampaign
from domain.kernel import facts as say
from domain.kernel.available_offers import offers_at
from domain.kernel.campaign.factions import NameFaction
from domain.kernel.campaign.sessions import OpenSession
from domain.kernel.facts import CharacterKind
from domain.kernel.journal.attached.state import AttachedFile
from domain.kernel.journal.attached.terms import Belongs, BelongsTo, FileRole
from domain.kernel.journal.state import Dispute, Journal, Note, NoteForm
from domain.kernel.messages import Command
from domain.kernel.offers import Offer, Weight
from domain.kernel.people import EVERYONE, GM_ONLY, Role, Viewer
from domain.kernel.preparation.next_step import due_people
from domain.kernel.sheet import Counter, CounterForm, Progress, Section, Sheet, Table, Tag, Tags, Texts
from domain.kernel.terms import PersonId
from domain.registry import games
from projections.story.between import (
    Reminder,
    RunningClock,
    SecretText,
    StepGroup,
    asked_of,
    clocks_on,
    left_in,
    notes_for_next_time,
    own_characters,
    plans_on,
    ready_for,
    shares_of,
    steps_allowed,
    steps_asked,
    steps_in_order,
)
from projections.views.advancement import Track, TrackStory
from projections.views.roster import VOICE, Roster, RosterEntry
from tests.support.telling import told
from wiring.library import open_library
from wiring.samples import samples

ANN = Viewer(PersonId("ann"), Role.PLAYER)
GM = Viewer(PersonId("gm"), Role.GM)


def member(who: str, player: str | None, **more: Any) -> RosterEntry:
    given: dict[str, Any] = {"kind": CharacterKind.PLAYERS, "how": "hero", "present": True, **more}
    return RosterEntry(character=who, name=who.title(), player=player, **given)


CAST = {
    it.character: it
    for it in (
        member("wren", "ann"),
        member("moss", "bob"),
        member("dead", "ann", present=False),
        member("heard", "ann", how=VOICE),
        member("guard", None, kind=CharacterKind.OTHER),
    )
}
ROSTER = Roster({}, CAST)


def sheet(who: str, heat: int) -> Sheet:
    blocks = (
        Counter(path=f"{who}.heat", label="Heat", value=heat),
        Counter(path=f"{who}.doom", label="Doom", value=heat, high=4, form=CounterForm.CLOCK),
        Texts(path=f"{who}.plan", label="Plan", texts=("Burn\n the mill.",), audience=GM_ONLY),
        Texts(path=f"{who}.look", label="Look", texts=("Tall.",), audience=EVERYONE),
    )
    return Sheet(character=who, title=who.title(), sections=(Section("All", blocks),))


def test_each_has_their_own_characters_and_the_gm_all_that_are_played() -> None:
    assert [it.character for it in own_characters(ROSTER, ANN)] == ["wren"]
    assert [it.character for it in own_characters(ROSTER, GM)] == ["wren", "moss"]
    assert [it.character for it in own_characters(ROSTER, ANN, frozenset({"dead"}))] == ["wren", "dead"]
    assert own_characters(ROSTER, Viewer(PersonId(""), Role.READER)) == []


def test_who_died_in_the_evening_still_has_had_it() -> None:
    died = told(say.CharacterLeft(character="dead", how="drowned"), position=21)
    assert left_in([told(say.SessionOpened(session=2), position=20), died]) == {"dead"}


def test_an_evening_is_what_came_of_the_scenes_one_was_in() -> None:
    evening = [told(say.SessionOpened(session=2), position=20)]
    for number in range(11, 18):
        who = "wren" if number != 14 else "moss"
        evening += [
            told(
                say.SceneOpened(scene=f"s{number}", title=f"Scene {number}", present=(who,)),
                position=12 + 2 * number,
            ),
            told(say.SceneClosed(scene=f"s{number}", outcome=f"It came to {number}."), position=13 + 2 * number),
        ]
    (wren,) = shares_of(
        [CAST["wren"]], ROSTER, evening, [sheet("wren", 1), sheet("moss", 1)], [sheet("wren", 3), sheet("moss", 2)]
    )
    assert wren.evening[0] == "Scene 11: It came to 11."
    assert wren.evening[-1] == "Scene 17: It came to 17."
    assert len(wren.evening) == 4
    assert not any("14" in line for line in wren.evening)
    (in_a_line,) = shares_of([CAST["wren"]], ROSTER, evening, [], [], lines=1)
    assert in_a_line.evening == wren.evening[-1:]
    assert [(it.label, it.was, it.now) for it in wren.changed] == [
        ("Heat", "1", "3"),
        ("Doom", "1 of 4", "3 of 4"),
    ]


def test_a_change_is_told_once_and_no_more_of_it_than_changed() -> None:
    def kept(row: str, state: str, have: int) -> Sheet:
        blocks = (
            Table(
                path="wren.sparks", label="Sparks", columns=("what", "held"), rows=(("Same", "yes"), (row, "no"))
            ),
            Tags(path="wren.goals", label="Goals", tags=(Tag("1", "find the bell", state=state),)),
            Counter(path="wren.growth", label="Growth", value=have, high=8),
            Progress(path="wren.next", label="Growth", have=have, need=8, brings=""),
        )
        return Sheet(character="wren", title="Wren", sections=(Section("All", blocks),))

    (wren,) = shares_of(
        [CAST["wren"]],
        ROSTER,
        [told(say.SessionOpened(session=2), position=20)],
        [kept("Old", "open", 6)],
        [kept("New", "done", 7)],
    )
    assert [(it.label, it.was, it.now) for it in wren.changed] == [
        ("Sparks", "Old · no", "New · no"),
        ("Goals", "find the bell · open", "done"),
        ("Growth", "6 of 8", "7 of 8"),
    ]


def test_what_can_be_taken_is_ones_own_and_full() -> None:
    growth = {
        (who, name): TrackStory(
            track=Track(owner=who, track=name, label=name, have=have, need=2, brings="a die", advanced=()),
            moves=(),
        )
        for who, name, have in (("wren", "a", 2), ("wren", "b", 1), ("moss", "a", 2))
    }
    assert [(it.owner, it.track) for it in ready_for(growth, [CAST["wren"]])] == [("wren", "a")]


def a_journal() -> Any:
    recording = AttachedFile(
        number=1,
        person="bob",
        digest="a" * 64,
        media="audio/ogg",
        size=9,
        name="night.ogg",
        role=FileRole.RECORDING,
        belongs=Belongs(kind=BelongsTo.CAMPAIGN),
        heard=["ann", "bob"],
        agreed=["bob"],
    )
    notes = [
        Note("Where is the oil?", "table", NoteForm.TO_PERSON, to=PersonId("ann"), person=PersonId("bob")),
        Note("The ferry.", "table", NoteForm.NEXT_TIME, person=PersonId("ann")),
        Note("Done with.", "table", NoteForm.NEXT_TIME, person=PersonId("ann"), ticked=True),
    ]
    disputes = {1: Dispute(4, 9, "bob", "The lamp was out.", [])}
    journal = Journal(notes=notes, files=[recording], disputes=disputes)
    return SimpleNamespace(journal=journal)


def test_what_waits_for_somebody() -> None:
    asked = asked_of(a_journal(), ANN, ["Open it"], {"bob": "Bob"})
    assert [(it.about, it.text, it.position) for it in asked] == [
        ("Your step", "Open it", None),
        ("Bob wrote to you", "Where is the oil?", None),
        ("Bob disputes moment 9", "The lamp was out.", 9),
        ("You are heard in a recording", "night.ogg: do you agree to it?", None),
    ]
    assert [it.about for it in asked_of(a_journal(), GM, (), {})] == ["bob disputes moment 9"]
    assert asked_of(a_journal(), replace(ANN, role=Role.READER), ["Open it"], {}) == ()
    assert notes_for_next_time(a_journal(), ANN) == (Reminder(2, "The ferry."),)
    assert notes_for_next_time(a_journal(), GM) == ()


def test_steps_that_nobody_asks_for_stand_together_by_their_heading() -> None:
    offers = [
        Offer(command=OpenSession, label="Open it", group="Play"),
        Offer(command=OpenSession, label="Theirs", by="bob", group="Play"),
        Offer(command=OpenSession, label="Asked", group="Play"),
        Offer(command=OpenSession, label="Open it", group="Play: later"),
        Offer(command=OpenSession, label="Shut it", group="Play", weight=Weight.ENDING),
        Offer(command=OpenSession, label="Rest", weight=Weight.ASIDE),
    ]
    allowed = steps_allowed(ANN, offers, ["Asked"])
    assert allowed == (StepGroup("Play", ("Open it",)), StepGroup("", ("Rest",)))


def test_a_step_is_asked_of_whoever_it_waits_for_and_of_nobody_else(played_samples: Path) -> None:
    library = open_library(str(played_samples))
    ledger, asked_in = library.ledger, set()
    for sample in samples(games()):
        game = sample.game
        for at in range(10, ledger.head(sample.slug), 29):
            moment = ledger.moment(sample.slug, at)
            due = due_people(game, moment)
            for person, seat in moment.campaign.people.items():
                viewer = Viewer(PersonId(person), seat.role)
                offers = offers_at(game, moment, PersonId(person))
                steps = steps_asked(game, moment, viewer, offers)
                assert not steps or person in due
                labels = {label for group in steps_allowed(viewer, offers, steps) for label in group.labels}
                assert not labels & set(steps)
                if steps:
                    asked_in.add(game.key)
    library.close()
    assert len(asked_in) >= 4


@pytest.mark.parametrize(("heat", "runs"), [(1, True), (4, False)])
def test_clocks_that_run_and_plans_that_only_the_gm_has(heat: int, runs: bool) -> None:
    assert clocks_on([sheet("wren", heat)]) == ((RunningClock("Wren", "Doom", heat, 4),) if runs else ())
    assert plans_on([sheet("wren", heat)]) == (SecretText("Wren", "Plan", "Burn the mill."),)


def test_what_one_would_do_next_comes_before_what_stands_beside_play_and_what_ends_it() -> None:
    def offered(command: type[Command], label: str, weight: Weight = Weight.TURN) -> Offer:
        return Offer(command=command, label=label, weight=weight)

    offers = [
        offered(EndCampaign, "End", Weight.ENDING),
        offered(EnterSheet, "Paper", Weight.ASIDE),
        offered(NameFaction, "A faction of the table"),
        offered(OpenSession, "Session"),
    ]
    assert [it.label for it in steps_in_order(offers, games()["hot_circle"])] == ["Session", "Paper", "End"]
