"""Opposition makes a conflict: who is in it, and against whom (SPC-16, SPC-20)."""

from collections.abc import Iterable
from itertools import combinations
from typing import Literal

from pydantic import Field

from domain.kernel import facts
from domain.kernel.chapter import Chapter, Events
from domain.kernel.decisions import CommandRefused, allowed, must, need
from domain.kernel.dice import Dice
from domain.kernel.facts import Fact
from domain.kernel.messages import Command, Event
from domain.kernel.offers import Offer
from domain.kernel.people import Asker
from domain.kernel.terms import Character as CharacterSlug
from domain.kernel.terms import CharacterId, Slug
from domain.spc.chapters.guards import (
    acts_for,
    conflict_under_way,
    must_be_present,
    own,
    playing,
    taking_part,
    waiting_action,
)
from domain.spc.lookup import action_of, character_of, conflict_of
from domain.spc.phrases import told
from domain.spc.seats import ACTION_GROUP, SETUP_GROUP, name, seat_of
from domain.spc.state.adventure import Action, Adventure, Scene
from domain.spc.state.conflict import Conflict, Participant
from domain.spc.terms import ActionStatus, CharacterRef, ParticipantRef, Stage

chapter = Chapter[Adventure](
    "Opposition and participants",
    {
        "opposes_itself": "It takes two to oppose each other: name somebody else than {participant}.",
        "setup_is_over": "The first turn has begun: the setup of {conflict} is over.",
        "in_it_already": "{participant} is in the conflict already.",
        "pair_declared": "{a} and {b} oppose each other already.",
    },
)


def in_setup(conflict: Conflict) -> None:
    """Refuse after the first turn has begun."""
    need(conflict.status is Stage.SETUP, "setup_is_over", conflict=conflict.id)


class OpposeAction(Command):
    """Oppose the action that waits: it becomes a conflict, and no track moves.

    Needs:    somebody of your own, present in the scene.
    Refused:  `not_playing`, `adventure_over`, `no_action`, `action_settled`, `action_opposed`,
              `goons_do_not_act`, `character_unknown`, `not_your_character`, `mastermind_only`,
              `character_absent`, `opposes_itself`.
    Yields:   `ActionOpposed`, `ConflictOpened`, `ParticipantEntered` for both, `OppositionDeclared`.
    """

    type: Literal["spc.oppose_action"] = "spc.oppose_action"
    by: CharacterRef = Field(title="Who")


class ActionOpposed(Event):
    """Somebody (`by`) opposes the action, so that no track moves by its system."""

    type: Literal["spc.action_opposed.v1"] = "spc.action_opposed.v1"
    action: Slug
    by: CharacterSlug


class ConflictOpened(Event):
    """An opposed action became a conflict."""

    type: Literal["spc.conflict_opened.v1"] = "spc.conflict_opened.v1"
    conflict: Slug
    action: Slug


@chapter.decides(OpposeAction)
def oppose_action(state: Adventure, command: OpposeAction, asker: Asker, dice: Dice) -> Events:
    """SPC-16: oppose the action that waits: a conflict between these two begins, and no track moves."""
    playing(state)
    action = waiting_action(state)
    own(state, command.by, asker)
    must_be_present(state, command.by)
    need(command.by != action.character, "opposes_itself", participant=command.by)
    actor = CharacterId(action.character)
    return [
        ActionOpposed(action=action.id, by=command.by),
        ConflictOpened(conflict=f"conflict-{state.conflicts + 1}", action=action.id),
        ParticipantEntered(participant=actor),
        ParticipantEntered(participant=command.by),
        OppositionDeclared(a=actor, b=command.by),
    ]


@chapter.applies(ActionOpposed)
def _(state: Adventure, event: ActionOpposed) -> None:
    action = action_of(state, event.action)
    must(action.status is ActionStatus.DECLARED, "only an action that waits can be opposed")
    action.status = ActionStatus.OPPOSED
    action.opposed_by = event.by


@chapter.tells(ActionOpposed, "{by} opposes it")
def _(state: Adventure, event: ActionOpposed) -> Iterable[Fact]:
    yield told("opposes it", "action", event.by)
    yield facts.HeadlineTold()


@chapter.applies(ConflictOpened, renames=True)
def _(state: Adventure, event: ConflictOpened) -> None:
    must(state.conflict is None or not state.conflict.open, "a conflict is open already")
    state.conflicts += 1
    state.conflict = Conflict(id=event.conflict, action=event.action)


@chapter.tells(ConflictOpened, "{conflict} begins")
def _(state: Adventure, event: ConflictOpened) -> Iterable[Fact]:
    action = state.action
    if action is not None:
        yield told(action.text, "conflict", action.character)


class EnterConflict(Command):
    """Take part in the conflict.

    Needs:    somebody of your own, present in the scene; the conflict is being set up.
    Refused:  `not_playing`, `adventure_over`, `no_conflict`, `setup_is_over`, `goons_do_not_act`,
              `character_unknown`, `not_your_character`, `mastermind_only`, `character_absent`, `in_it_already`.
    Yields:   `ParticipantEntered`.
    """

    type: Literal["spc.enter_conflict"] = "spc.enter_conflict"
    participant: CharacterRef = Field(title="Who")


class ParticipantEntered(Event):
    """Somebody takes part in the conflict."""

    type: Literal["spc.participant_entered.v1"] = "spc.participant_entered.v1"
    participant: CharacterSlug


@chapter.decides(EnterConflict)
def enter_conflict(state: Adventure, command: EnterConflict, asker: Asker, dice: Dice) -> Events:
    """SPC-20: enter the conflict; anybody present in the scene may, but no goon."""
    conflict = conflict_under_way(state)
    in_setup(conflict)
    own(state, command.participant, asker)
    must_be_present(state, command.participant)
    need(command.participant not in conflict.participants, "in_it_already", participant=command.participant)
    return [ParticipantEntered(participant=command.participant)]


@chapter.applies(ParticipantEntered)
def _(state: Adventure, event: ParticipantEntered) -> None:
    conflict = conflict_of(state, Stage.SETUP)
    must(event.participant not in conflict.participants, f"{event.participant} takes part already")
    character_of(state, event.participant)
    conflict.participants[event.participant] = Participant()


@chapter.tells(ParticipantEntered, "{participant} is in the conflict")
def _(state: Adventure, event: ParticipantEntered) -> Iterable[Fact]:
    yield told("is in the conflict", "conflict", event.participant)


class DeclareOpposition(Command):
    """Say that two participants oppose each other.

    Needs:    one of the two is your own; the conflict is being set up.
    Refused:  `not_playing`, `adventure_over`, `no_conflict`, `setup_is_over`, `goons_do_not_act`,
              `not_a_participant`, `opposes_itself`, `pair_declared`, `not_your_character`.
    Yields:   `OppositionDeclared`.
    """

    type: Literal["spc.declare_opposition"] = "spc.declare_opposition"
    a: ParticipantRef = Field(title="Who")
    b: ParticipantRef = Field(title="Whom")


class OppositionDeclared(Event):
    """Participants `a` and `b` oppose each other."""

    type: Literal["spc.opposition_declared.v1"] = "spc.opposition_declared.v1"
    a: CharacterSlug
    b: CharacterSlug


@chapter.decides(DeclareOpposition)
def declare_opposition(state: Adventure, command: DeclareOpposition, asker: Asker, dice: Dice) -> Events:
    """SPC-20: say that two participants oppose each other, by either side; the order means nothing."""
    conflict = conflict_under_way(state)
    in_setup(conflict)
    for slug in (command.a, command.b):
        taking_part(state, conflict, slug)
    need(command.a != command.b, "opposes_itself", participant=command.a)
    need(command.b not in conflict.opponents(command.a), "pair_declared", a=command.a, b=command.b)
    if not any(allowed(acts_for, state, slug, asker) for slug in (command.a, command.b)):
        raise CommandRefused("not_your_character", character=command.a)
    return [OppositionDeclared(a=command.a, b=command.b)]


@chapter.applies(OppositionDeclared)
def _(state: Adventure, event: OppositionDeclared) -> None:
    conflict = conflict_of(state, Stage.SETUP)
    must({event.a, event.b} <= conflict.participants.keys(), "both of a pair take part")
    must(event.a != event.b and event.b not in conflict.opponents(event.a), "a pair is two, and declared once")
    conflict.oppositions.append((event.a, event.b))


@chapter.tells(OppositionDeclared, "{a} and {b} oppose each other")
def _(state: Adventure, event: OppositionDeclared) -> Iterable[Fact]:
    for source, target in ((event.a, event.b), (event.b, event.a)):
        yield facts.RelationSet(source=source, target=target, relation="opposes", friendly=False)


def opposing(state: Adventure, scene: Scene, action: Action, asker: Asker) -> Iterable[Offer]:
    """Offers to oppose the action that waits, for anybody else in the scene."""
    for slug in scene.present:
        if slug in state.characters and slug != action.character and (seat := seat_of(state, slug, asker)):
            label = f"{name(state, slug)} opposes it"
            yield seat.offer(OpposeAction, label, {"by": slug}, group=ACTION_GROUP)


def pairing(state: Adventure, it: Conflict, asker: Asker) -> Iterable[Offer]:
    """Offers of pairs that do not oppose each other yet."""
    for a, b in combinations(it.participants, 2):
        seat = seat_of(state, a, asker) or seat_of(state, b, asker)
        if seat and b not in it.opponents(a):
            label = f"{name(state, a)} and {name(state, b)} oppose each other"
            yield seat.offer(DeclareOpposition, label, {"a": a, "b": b}, group=SETUP_GROUP)


def entering(state: Adventure, it: Conflict, asker: Asker) -> Iterable[Offer]:
    """Offers to enter the conflict, for those in the scene who are not in it yet."""
    for slug in state.scene.present if state.scene else ():
        if slug in state.characters and slug not in it.participants and (seat := seat_of(state, slug, asker)):
            label = f"{name(state, slug)} enters the conflict"
            yield seat.offer(EnterConflict, label, {"participant": slug}, group=SETUP_GROUP)
