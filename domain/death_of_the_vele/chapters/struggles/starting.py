"""Struggles begin (VE-51, VE-73, VE-81, VE-82)."""

from collections.abc import Iterable
from typing import Literal

from pydantic import Field

from domain.death_of_the_vele.chapters.deeds import note_deed
from domain.death_of_the_vele.chapters.guards import (
    in_story,
    in_the_scene,
    in_turn,
    known_trait,
    not_turned_down,
    own_in_the_scene,
    reached_by_dice,
    scene_with_dice,
)
from domain.death_of_the_vele.chapters.initiative.blocks import BlockSet, unblocked
from domain.death_of_the_vele.chapters.initiative.movement import within_reach
from domain.death_of_the_vele.chapters.initiative.turns import ComponentActed, initiative_by_attack
from domain.death_of_the_vele.chapters.struggles.difficulties import DifficultySet
from domain.death_of_the_vele.chapters.struggles.fights import Attack, fight_of
from domain.death_of_the_vele.chapters.struggles.series import goals_left, going_on, plain_words, side_in
from domain.death_of_the_vele.lookup import area_effects, running_struggle
from domain.death_of_the_vele.phrases import words
from domain.death_of_the_vele.state.act import Scene
from domain.death_of_the_vele.state.struggle import Side, Struggle
from domain.death_of_the_vele.state.vele import Vele
from domain.death_of_the_vele.struggle_lookup import ACTOR, OPPONENT, by_initiative, unit_of
from domain.death_of_the_vele.terms.cast import AttackMode
from domain.death_of_the_vele.terms.play import ApprovalKind, DeedKind
from domain.death_of_the_vele.terms.references import BlockRef, ComponentRef, ExtendedRef, SubjectRef, TraitRef
from domain.death_of_the_vele.terms.struggle import ExtendedKind, GoalType, StruggleKind
from domain.kernel import facts
from domain.kernel.chapter import Chapter, Events
from domain.kernel.decisions import CommandRefused, found, must, need, one_there
from domain.kernel.dice import Dice as Chance
from domain.kernel.facts import Fact
from domain.kernel.messages import Command, Event
from domain.kernel.people import Asker
from domain.kernel.terms import Person, Slug, Text

chapter = Chapter[Vele](
    "Struggles begin",
    {
        "planned_goal": "This attempt is for one of the goals planned: {goals}.",
        "extended_missing": "Say which extended struggle goes on.",
        "attempt_kind": "An attempt is a simple struggle, one against one, rolled openly.",
        "not_on_a_side": "{component} is on no side of it.",
        "resisting_side": "{component} resists; only the other side makes attempts.",
        "block_names_action": "A block names the action it forbids.",
        "heals_otherwise": "Healing is begun by naming the patient and how many traits: heal instead.",
        "subject_missing": "Say what the aspect will be about: a component, a place, the scene or the story.",
        "block_unknown": "There is no such block{there:+. Those that stand: }.",
        "block_for_others": "That block is against {target} only.",
        "block_overcome_already": "You have overcome that block: go ahead.",
        "overcome_first": "Overcoming a block hurts nobody and blocks nothing. What it forbids comes after.",
        "own_side": "{component} acts with you; nobody struggles against themselves.",
        "opponent_twice": "Each opponent is named once; attached components count as one.",
        "one_opponent": "{opponents:?opponent does|opponents do} not fit: one at most, one head-to-head, several "
        "with Area only.",
        "area_missing": "One against many takes Area or Selective Area, and {component} can use neither.",
        "hidden_kind": "Only what one side tries and another resists can be rolled unseen, and no attack.",
        "attack_mode_missing": "Say whether the attack is for damage or for control.",
        "attack_needs_target": "Say whom the attack is against.",
        "trait_to_aim_at": "Name the trait to aim at, of a single opponent.",
        "trait_lost_already": "{trait} is lost already: choose another.",
    },
)


SUBJECTS = (GoalType.MANEUVER, GoalType.ASSESS, GoalType.DECLARE)
_FORMS = {StruggleKind.OFFENSIVE_DEFENSIVE: "struggle", StruggleKind.MASS: "mass struggle"}
"""A table's words for the kinds that do not speak for themselves."""


class StartStruggle(Command):
    """State a goal, and whom it is against. A block is set at once; everything else is rolled for.

    Needs:    a component of one's own in the open scene, its turn where initiative runs.
    Refused:  `no_act`, `act_in_setup`, `no_scene`, `no_dice_now`, `struggle_running`,
              `component_unknown`, `virtual_component`, `not_your_component`, `not_in_scene`,
              `cannot_act`, `text_missing`, `turn_not_begun`, `not_your_turn`, `acted_already`,
              `must_skip`, `block_stands`, `not_accepted`, `heals_otherwise`, `attack_mode_missing`,
              `attack_needs_target`, `trait_to_aim_at`, `trait_lost_already`, `block_names_action`,
              `subject_missing`, `one_opponent`, `own_side`, `opponent_twice`, `area_missing`, `hidden_kind`,
              `block_unknown`, `block_for_others`, `block_overcome_already`, `extended_missing`,
              `extended_unknown`, `extended_over`, `not_on_a_side`, `resisting_side`,
              `target_out_of_reach`, `attempt_kind`, `overcome_first`, `trait_unknown`, `beyond_dice`,
              `planned_goal`.
    Yields:   `StruggleStarted`; for an attack before it `InitiativeStarted`, `TurnStarted` and
              `ExtendedStruggleStarted`, where they were not running; for a block `BlockSet`,
              `ComponentActed`, `DifficultySet`, `ExtendedSideJoined`.
    """

    type: Literal["death_of_the_vele.start_struggle"] = "death_of_the_vele.start_struggle"
    actor: ComponentRef = Field(title="Who")
    goal_type: GoalType = Field(title="What it is for")
    goal_text: Text = Field(title="Goal", description="What is tried; for a block, the action it forbids.")
    kind: StruggleKind = StruggleKind.OFFENSIVE_DEFENSIVE
    opponents: tuple[ComponentRef, ...] = Field(
        default=(), description="Whom it is against; nobody, for the scenery.", title="Whom"
    )
    attack_mode: AttackMode | None = Field(default=None, title="Harm, or control")
    targeted_trait: TraitRef | None = Field(
        title="Aimed at which trait", default=None, description="For an attack on one trait of the opponent."
    )
    subject: SubjectRef | None = Field(
        default=None,
        description="What the aspect will be about: a component, a place, `scene` or `story`.",
        title="About",
    )
    hidden: bool = Field(default=False, description="The other side rolls unseen; nothing is wagered.")
    extended_id: ExtendedRef | None = Field(default=None, title="Extended struggle")
    block: BlockRef | None = Field(default=None, description="The block to be overcome.")


class StruggleStarted(Event):
    """A goal was stated (VE-51).

    `counter_of`: the struggle it answers; `block`: the one to overcome; `by_spin`: spin allowed it.
    """

    type: Literal["death_of_the_vele.struggle_started.v1"] = "death_of_the_vele.struggle_started.v1"
    struggle: Slug
    kind: StruggleKind
    player: Person
    actor: Slug
    opponents: tuple[Slug, ...]
    goal_type: GoalType
    goal_text: Text
    attack_mode: AttackMode | None = None
    targeted_trait: Slug | None = Field(default=None, description="A trait of the first opponent.")
    subject: Slug | None = None
    hidden: bool = False
    extended_id: Slug | None = None
    counter_of: Slug | None = None
    block: Slug | None = None
    takes_action: bool = True
    by_spin: bool = False


@chapter.decides(StartStruggle)
def start_struggle(state: Vele, command: StartStruggle, asker: Asker, chance: Chance) -> Events:
    """VE-51: state a goal, subject to approval; a block is set at once, all else is rolled for."""
    in_story(state, asker)
    scene = scene_with_dice(state)
    if running := running_struggle(state):
        raise CommandRefused("struggle_running", struggle=running.id)
    own_in_the_scene(state, scene, command.actor, asker)
    command = as_aimed(command)
    goal_fits(state, command)
    may_act_now(state, scene, command, asker)
    opponents_fit(state, scene, command)
    kind_fits(state, command)
    attack_fits(state, command)
    attempt_fits(state, command)
    within_reach(state, command.actor, command.opponents)
    acts = takes_action(scene, command)
    if command.goal_type is GoalType.BLOCK:
        return set_block(state, scene, command)
    started: list[Event] = []
    extended_id = command.extended_id
    if command.goal_type.is_attack:
        if not scene.initiative_running:
            started += initiative_by_attack(state, asker)
        if extended_id is None:
            attack = Attack(command.actor, command.opponents, command.goal_text, command.attack_mode)
            extended_id, joined = fight_of(state, attack)
            started += joined
    begun = StruggleStarted(
        struggle=f"struggle-{state.struggles + 1}",
        kind=command.kind,
        player=asker.person,
        actor=command.actor,
        opponents=opponents_of(state, command),
        goal_type=command.goal_type,
        goal_text=command.goal_text,
        attack_mode=command.attack_mode if command.goal_type.is_attack else None,
        targeted_trait=command.targeted_trait if command.goal_type is GoalType.ATTACK_TRAIT else None,
        subject=command.subject,
        hidden=command.hidden,
        extended_id=extended_id,
        block=command.block,
        takes_action=acts,
        by_spin=not acts and command.kind is not StruggleKind.BLOCKED,
    )
    return [*started, begun, *aiming_difficulty(state, begun)]


def as_aimed(command: StartStruggle) -> StartStruggle:
    """The goal as it is meant: an attack on one that names a trait is an attack on that trait (VE-73)."""
    plain = command.goal_type is GoalType.ATTACK and command.kind is not StruggleKind.MASS
    if plain and command.targeted_trait is not None:
        return command.model_copy(update={"goal_type": GoalType.ATTACK_TRAIT})
    return command


def attack_fits(state: Vele, command: StartStruggle) -> None:
    """Check what an attack names: damage or control, a target, a trait to aim at."""
    if not command.goal_type.is_attack:
        return
    need(command.attack_mode is not None, "attack_mode_missing")
    need(command.opponents, "attack_needs_target")
    if command.goal_type is not GoalType.ATTACK_TRAIT:
        return
    target = state.components[command.opponents[0]]
    if command.targeted_trait is None or command.kind is StruggleKind.MASS:
        raise CommandRefused("trait_to_aim_at")
    trait = known_trait(target, command.opponents[0], command.targeted_trait)
    marked = command.attack_mode is AttackMode.CONTROL and trait.active and not trait.damage_mark
    lost = command.actor in trait.control_marks if marked else not trait.usable
    need(not lost, "trait_lost_already", trait=command.targeted_trait)


def aiming_difficulty(state: Vele, begun: StruggleStarted) -> list[Event]:
    """Events of the difficulty of aiming at a trait: its points (VE-73)."""
    if begun.targeted_trait is None:
        return []
    trait = state.components[begun.opponents[0]].traits[begun.targeted_trait]
    return [
        DifficultySet(
            struggle=begun.struggle,
            side=ACTOR,
            amount=trait.die.points,
            reason="aimed at one trait",
            player=begun.player,
        )
    ]


def attempt_fits(state: Vele, command: StartStruggle) -> None:
    """Refuse a struggle that does not fit the series it is an attempt in, if any."""
    if command.extended_id is None:
        need(command.goal_type is not GoalType.CONTINUE_EXTENDED, "extended_missing")
        return
    it = going_on(state, command.extended_id)
    if command.kind in (StruggleKind.MASS, StruggleKind.BLOCKED) or command.hidden:
        raise CommandRefused("attempt_kind")
    side = found(side_in(state, it, command.actor), "not_on_a_side", component=command.actor)
    if it.kind is ExtendedKind.OPPOSED and side != ACTOR:
        raise CommandRefused("resisting_side", component=command.actor)
    left = goals_left(state, it)
    if left and plain_words(command.goal_text) not in map(plain_words, left):
        raise CommandRefused("planned_goal", goals=[f"“{goal}”" for goal in left])


def opponents_of(state: Vele, command: StartStruggle) -> tuple[str, ...]:
    """Opponents of the struggle: for what a block forbids, its blocker; many, by initiative (VE-82)."""
    block = state.blocks.get(command.block or "")
    if block is not None:
        return (block.blocker,)
    mass = command.kind is StruggleKind.MASS
    return tuple(by_initiative(state, command.opponents)) if mass else command.opponents


def goal_fits(state: Vele, command: StartStruggle) -> None:
    """Refuse a goal the table has turned down, without words, or that is begun in another way."""
    if not command.goal_text.strip():
        need(command.goal_type is not GoalType.BLOCK, "block_names_action")
        raise CommandRefused("text_missing")
    if command.goal_type is GoalType.HEAL or command.kind is StruggleKind.HEALING:
        raise CommandRefused("heals_otherwise")
    if command.goal_type in SUBJECTS and command.subject is None:
        raise CommandRefused("subject_missing")
    about = state.components.get(command.subject or "")
    if about is not None:
        reached_by_dice(command.subject or "", about)
    not_turned_down(state, ApprovalKind.GOAL, command.goal_text)


def takes_action(scene: Scene, command: StartStruggle) -> bool:
    """True if it is the actor's action: overcoming a block is not, nor a maneuver by spin."""
    spun = scene.spin_maneuver == command.actor and command.goal_type is GoalType.MANEUVER
    return not spun and command.kind is not StruggleKind.BLOCKED


def may_act_now(state: Vele, scene: Scene, command: StartStruggle, asker: Asker) -> None:
    """Refuse an actor whose turn it is not, or whom a block forbids this."""
    if takes_action(scene, command):
        in_turn(state, scene, command.actor, asker)
    if command.kind is not StruggleKind.BLOCKED:
        unblocked(state, command.actor, command.goal_text, command.goal_type.value)


def opponents_fit(state: Vele, scene: Scene, command: StartStruggle) -> None:
    """Refuse opponents outside the scene, attached to the actor, or of a number this kind does not have."""
    for slug in command.opponents:
        in_the_scene(state, scene, slug)
        need(slug not in unit_of(state, command.actor), "own_side", component=slug)
    whole = [slug for opponent in command.opponents for slug in unit_of(state, opponent)]
    need(len(set(whole)) == len(whole), "opponent_twice")
    most = len(command.opponents) if command.kind is StruggleKind.MASS else 1
    least = 1 if command.kind in (StruggleKind.MASS, StruggleKind.HEAD_TO_HEAD) else 0
    if not least <= len(command.opponents) <= most:
        raise CommandRefused("one_opponent", opponents=len(command.opponents))


def kind_fits(state: Vele, command: StartStruggle) -> None:
    """Check what mass struggles, hidden rolls and blocks ask for."""
    if command.kind is StruggleKind.MASS and not area_effects(state, command.actor):
        raise CommandRefused("area_missing", component=command.actor)
    attacks = command.goal_type.is_attack
    if command.hidden and (command.kind is not StruggleKind.OFFENSIVE_DEFENSIVE or attacks):
        raise CommandRefused("hidden_kind")
    if command.hidden and not command.opponents:
        raise CommandRefused("one_opponent", opponents=0)
    if command.kind is not StruggleKind.BLOCKED:
        return
    block = one_there(
        state.blocks, command.block, "block_unknown", (one.forbidden_action for one in state.blocks.values())
    )
    if attacks or command.goal_type is GoalType.BLOCK:
        raise CommandRefused("overcome_first", block=command.block)
    if block.target is not None and block.target not in unit_of(state, command.actor):
        raise CommandRefused("block_for_others", target=block.target)
    need(command.actor not in block.overcome_by, "block_overcome_already", block=command.block)


def set_block(state: Vele, scene: Scene, command: StartStruggle) -> list[Event]:
    """Events of a block, which stands without a roll until somebody tries (VE-81)."""
    target = command.opponents[0] if command.opponents else None
    block = BlockSet(
        block=f"block-{state.blocks_set + 1}",
        blocker=command.actor,
        target=target,
        forbidden_action=command.goal_text,
    )
    return [block, ComponentActed(component=command.actor)] if scene.initiative_running else [block]


@chapter.applies(StruggleStarted, renames=True)
def _(state: Vele, event: StruggleStarted) -> None:
    must(state.struggle is None or not state.struggle.running, "another struggle is under way")
    for slug in (event.actor, *event.opponents):
        must(slug in state.components or slug in state.aspects or slug in state.blocks, f"there is no {slug}")
    state.struggles += 1
    sides = {ACTOR: Side(main=event.actor)}
    for number, slug in enumerate(event.opponents, start=1):
        sides[OPPONENT if number == 1 else f"{OPPONENT}-{number}"] = Side(main=slug)
    sides.setdefault(OPPONENT, Side(main=None))
    block = state.blocks.get(event.block or "")
    if block is not None and block.value is not None:
        sides[OPPONENT].fixed = block.value
        sides[OPPONENT].ready = True
    aimed = event.targeted_trait
    state.struggle = Struggle(
        id=event.struggle,
        kind=event.kind,
        goal_type=event.goal_type,
        goal_text=event.goal_text,
        player=event.player,
        sides=sides,
        attack_mode=event.attack_mode,
        targeted_trait=f"{event.opponents[0]}.{aimed}" if aimed else None,
        hidden=event.hidden,
        extended_id=event.extended_id,
        counter_of=event.counter_of,
        takes_action=event.takes_action,
        subject=event.subject,
        block=event.block,
        spin_maneuver=event.by_spin,
    )
    if event.by_spin and state.scene is not None:
        state.scene.spin_maneuver = None
    note_deed(state, DeedKind.GOAL, event.player, event.struggle)


@chapter.tells(StruggleStarted, "{actor} tries: {goal_text}")
def _(state: Vele, event: StruggleStarted) -> Iterable[Fact]:
    yield facts.TestOpened(
        test=event.struggle,
        form=_FORMS.get(event.kind, words(event.kind.value)),
        sides=(event.actor, *event.opponents),
        aim=event.goal_text,
    )
    yield facts.Aim(test=event.struggle, who=event.actor, text=event.goal_text)
