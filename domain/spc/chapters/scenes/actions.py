"""Actions outside of a conflict: systems that just happen (SPC-10 to SPC-15, SPC-17)."""

from collections.abc import Iterable
from typing import Literal

from pydantic import Field

from domain.kernel import facts
from domain.kernel.chapter import Chapter, Events
from domain.kernel.decisions import CommandRefused, allowed, found, must, need
from domain.kernel.dice import Dice
from domain.kernel.facts import Fact
from domain.kernel.messages import Command, Event
from domain.kernel.offers import Offer, Weight
from domain.kernel.people import Asker
from domain.kernel.terms import Character as CharacterSlug
from domain.kernel.terms import CharacterId, Slug, Text
from domain.spc.chapters.adventure.tracks import (
    goal_accomplished,
    goal_moved,
    purity_moved,
    reaches_goal,
    room_for_goal,
    room_for_purity,
)
from domain.spc.chapters.guards import (
    acts_for,
    known_character,
    must_be_present,
    must_have_words,
    no_conflict_open,
    open_scene,
    playing,
    waiting_action,
)
from domain.spc.choices import SYSTEMS
from domain.spc.lookup import action_of, features_of, scene_of
from domain.spc.phrases import told, words
from domain.spc.printed import GOAL_MOVES, PURITY_MOVES
from domain.spc.seats import ACTION_GROUP, named, seat_of, values
from domain.spc.state.adventure import Action, Adventure, Scene
from domain.spc.state.cast import Character
from domain.spc.terms import ActionStatus, CharacterRef, FeatureRef, OutcomeSystem, SceneStatus, TrackReason

chapter = Chapter[Adventure](
    "Actions",
    {
        "players_act": "{character} is run by the Mastermind, who narrates; actions are declared for Characters.",
        "system_missing": "Choose one of the six outcome systems.",
        "feature_unknown": "There is no such feature on the sheet of {character}. Name one that is.",
        "sacrifice_missing": "Advancement takes self-sacrifice: say what is given up.",
        "advance_missing": "Advancement serves the goal: say how.",
        "nobody_opposes": "Nobody opposes this; choose another system.",
    },
)


class DeclareAction(Command):
    """Say what your Character does, and by which outcome system. It then waits for opposition.

    Needs:    your own Character, present in the open scene; no conflict; no other action waiting.
    Refused:  `not_playing`, `adventure_over`, `no_scene`, `scene_not_open`, `conflict_open`, `goal_scene_pending`,
              `character_unknown`, `players_act`, `not_your_character`, `character_absent`, `action_waiting`,
              `system_missing`, `words_missing`, `feature_unknown`, `sacrifice_missing`, `advance_missing`,
              `goal_at_its_end`, `track_at_limit`, `goons_do_not_act`.
    Yields:   `ActionDeclared`.
    """

    type: Literal["spc.declare_action"] = "spc.declare_action"
    character: CharacterRef = Field(title="Who")
    outcome_system: OutcomeSystem | None = None
    text: Text
    features: tuple[FeatureRef, ...] = Field(
        default=(), description="Powers, weaknesses, rituals, gadgets or talents of your own that are used in it."
    )
    sacrifice: Text = Field(default="", description="For advancement: what is given up.")
    advance: Text = Field(default="", description="For advancement: how it serves the goal.")


class ActionDeclared(Event):
    """A Character's action waits for opposition.

    `features` are those used in it; `sacrifice` and `advance` belong to advancement: what is given up, and how it
    serves the goal.
    """

    type: Literal["spc.action_declared.v1"] = "spc.action_declared.v1"
    action: Slug
    character: CharacterSlug
    outcome_system: OutcomeSystem
    text: Text
    features: tuple[Slug, ...]
    sacrifice: Text
    advance: Text


@chapter.decides(DeclareAction)
def declare_action(state: Adventure, command: DeclareAction, asker: Asker, dice: Dice) -> Events:
    """SPC-10, SPC-15, SPC-17: declare an action by one of the six systems, with the features used in it."""
    playing(state)
    open_scene(state)
    no_conflict_open(state)
    if state.pending_goal_scenes:
        raise CommandRefused("goal_scene_pending", character=state.pending_goal_scenes[0])
    it = known_character(state, command.character)
    need(not it.is_antagonist, "players_act", character=command.character)
    acts_for(state, command.character, asker)
    must_be_present(state, command.character)
    if state.action is not None and state.action.status is ActionStatus.DECLARED:
        raise CommandRefused("action_waiting", character=state.action.character)
    system = declared_system(state, command, it)
    return [
        ActionDeclared(
            action=f"action-{state.actions + 1}",
            character=command.character,
            outcome_system=system,
            text=command.text,
            features=command.features,
            sacrifice=command.sacrifice,
            advance=command.advance,
        )
    ]


def declared_system(state: Adventure, command: DeclareAction, it: Character) -> OutcomeSystem:
    """The system of an action that says everything its system takes; refused otherwise."""
    system = found(command.outcome_system, "system_missing")
    must_have_words(command.text, "what your Character does")
    known = features_of(it)
    for feature in command.features:
        need(feature in known, "feature_unknown", character=command.character, feature=feature)
    if system is OutcomeSystem.ADVANCEMENT:
        need(command.sacrifice.strip(), "sacrifice_missing")
        need(command.advance.strip(), "advance_missing")
    track_has_room(state, command.character, system)
    return system


def track_has_room(state: Adventure, slug: str, system: OutcomeSystem) -> None:
    """Refuse a system whose step the track cannot take."""
    if system in PURITY_MOVES:
        room_for_purity(state, slug, PURITY_MOVES[system])
    elif system in GOAL_MOVES:
        room_for_goal(state, slug, GOAL_MOVES[system])


@chapter.applies(ActionDeclared, renames=True)
def _(state: Adventure, event: ActionDeclared) -> None:
    scene_of(state, SceneStatus.OPEN)
    must(state.action is None or state.action.status is not ActionStatus.DECLARED, "an action waits already")
    state.actions += 1
    state.action = Action(
        id=event.action,
        character=event.character,
        outcome_system=event.outcome_system,
        text=event.text,
        features=list(event.features),
        sacrifice=event.sacrifice,
        advance=event.advance,
    )


@chapter.tells(ActionDeclared, "{character} acts ({outcome_system:_}): {text}")
def _(state: Adventure, event: ActionDeclared) -> Iterable[Fact]:
    yield told(event.text, words(event.outcome_system), event.character)
    yield facts.Turn(test="", who=event.character, text=event.text)
    if event.advance:
        yield facts.Turn(test="", who=event.character, text=event.advance)
    if event.sacrifice:
        yield facts.Cost(test="", who=event.character, text=event.sacrifice)


class SettleAction(Command):
    """Settle an action as described, since nobody opposes it. Its track moves by one where its system says so.

    Needs:    your own action, waiting, by systems one to five.
    Refused:  `not_playing`, `adventure_over`, `no_action`, `action_settled`, `action_opposed`,
              `not_your_character`, `nobody_opposes`, `track_at_limit`.
    Yields:   `ActionNarrated`; then `PurityTrackMoved` or `GoalTrackMoved`, and `GoalAccomplished`,
              `GoalSceneGranted` when the goal comes to its end.
    """

    type: Literal["spc.settle_action"] = "spc.settle_action"


class ActionNarrated(Event):
    """The action happened as described: nobody opposed it."""

    type: Literal["spc.action_narrated.v1"] = "spc.action_narrated.v1"
    action: Slug
    character: CharacterSlug


@chapter.decides(SettleAction)
def settle_action(state: Adventure, command: SettleAction, asker: Asker, dice: Dice) -> Events:
    """SPC-11, SPC-12, SPC-13, SPC-14, SPC-15, SPC-18: settle as described, and move the system's track by one."""
    playing(state)
    action = waiting_action(state)
    slug, system = action.character, action.outcome_system
    acts_for(state, slug, asker)
    need(system is not OutcomeSystem.CONFLICT, "nobody_opposes", character=slug)
    track_has_room(state, slug, system)
    events: list[Event] = [ActionNarrated(action=action.id, character=CharacterId(slug))]
    if system in PURITY_MOVES:
        events.append(purity_moved(state, slug, PURITY_MOVES[system], TrackReason(system.value)))
    elif system in GOAL_MOVES:
        moved = goal_moved(
            state, slug, GOAL_MOVES[system], TrackReason(system.value), action.sacrifice, action.advance
        )
        events.append(moved)
        if reaches_goal(state, state.characters[slug], moved.delta, moved.goal):
            events += goal_accomplished(state, slug)
    return events


@chapter.applies(ActionNarrated)
def _(state: Adventure, event: ActionNarrated) -> None:
    action_of(state, event.action).status = ActionStatus.SETTLED


@chapter.tells(ActionNarrated, "It happens as {character} wants it")
def _(state: Adventure, event: ActionNarrated) -> Iterable[Fact]:
    yield told("it happens", "action", event.character)


class WithdrawAction(Command):
    """Take back an action that still waits, to choose another system or another action.

    Needs:    your own action, or any for the Mastermind; it waits.
    Refused:  `not_playing`, `adventure_over`, `no_action`, `action_settled`, `action_opposed`,
              `not_your_character`.
    Yields:   `ActionWithdrawn`.
    """

    type: Literal["spc.withdraw_action"] = "spc.withdraw_action"


class ActionWithdrawn(Event):
    """The action was taken back before anything came of it."""

    type: Literal["spc.action_withdrawn.v1"] = "spc.action_withdrawn.v1"
    action: Slug
    character: CharacterSlug


@chapter.decides(WithdrawAction)
def withdraw_action(state: Adventure, command: WithdrawAction, asker: Asker, dice: Dice) -> Events:
    """SPC-10: take an action back, for another system or another action."""
    playing(state)
    action = waiting_action(state)
    if not asker.is_gm:
        acts_for(state, action.character, asker)
    return [ActionWithdrawn(action=action.id, character=CharacterId(action.character))]


@chapter.applies(ActionWithdrawn)
def _(state: Adventure, event: ActionWithdrawn) -> None:
    action_of(state, event.action).status = ActionStatus.WITHDRAWN


@chapter.tells(ActionWithdrawn, "{character} takes it back")
def _(state: Adventure, event: ActionWithdrawn) -> Iterable[Fact]:
    yield told("thinks better of it", "action", event.character)
    yield facts.HeadlineTold()


def acting(state: Adventure, scene: Scene, asker: Asker) -> Iterable[Offer]:
    """Offers of an action to each Character present, by any system whose step its track can take."""
    for slug in scene.present:
        it = state.characters.get(slug)
        if it is None or it.is_antagonist or not (seat := seat_of(state, slug, asker)):
            continue
        known = {"character": slug}
        features = {"features": named(features_of(it))} if features_of(it) else {}
        systems = [one for one in OutcomeSystem if allowed(track_has_room, state, slug, one)]
        plain = [one for one in systems if one is not OutcomeSystem.ADVANCEMENT]
        yield seat.offer(
            DeclareAction,
            f"{it.name} acts",
            {**known, "sacrifice": "", "advance": ""},
            {"outcome_system": values(plain, SYSTEMS), **features},
            group=ACTION_GROUP,
        )
        if OutcomeSystem.ADVANCEMENT in systems:
            system = {**known, "outcome_system": OutcomeSystem.ADVANCEMENT.value}
            label = f"{it.name} makes a sacrifice for the goal"
            yield seat.offer(DeclareAction, label, system, features, group=ACTION_GROUP)


def settling(state: Adventure, action: Action, asker: Asker) -> Iterable[Offer]:
    """Offer to settle the action that waits."""
    actor = seat_of(state, action.character, asker)
    if actor and action.outcome_system is not OutcomeSystem.CONFLICT:
        yield actor.offer(SettleAction, "Nobody opposes it: it happens", group=ACTION_GROUP)


def withdrawing(state: Adventure, action: Action, asker: Asker) -> Iterable[Offer]:
    """Offer to take back the action that waits."""
    if actor := seat_of(state, action.character, asker):
        yield actor.offer(WithdrawAction, "Take the action back", group=ACTION_GROUP, weight=Weight.ASIDE)
