"""What a decided struggle brings without anybody's choice: effect, ability effects, blocks, healing."""

from collections.abc import Callable, Iterable

from domain.death_of_the_vele.events import aspects, attacks, effects, feats, story, turns
from domain.death_of_the_vele.reckoning import OPPONENT, by_initiative, pushed_by
from domain.death_of_the_vele.state import Side, Struggle, Vele
from domain.death_of_the_vele.terms import (
    AspectStatus,
    AttackMode,
    ComponentKind,
    Die,
    Durability,
    Effect,
    HarmCause,
    MoveCost,
    Origin,
    StruggleKind,
    TraitMade,
    Winner,
)
from domain.kernel.dice import Dice as Chance
from domain.kernel.messages import Event

from .common import aspect_ids
from .mending import healed_by
from .verdicts import Use, Verdict

STICKY = 3


def followups(state: Vele, struggle: Struggle, verdicts: list[Verdict], chance: Chance) -> list[Event]:
    """Everything that falls into place, in the order of settling."""
    events: list[Event] = []
    if struggle.kind is StruggleKind.BLOCKED:
        events += block_tried(state, struggle, verdicts[0])
    if struggle.kind is StruggleKind.HEALING:
        events += healed_by(
            state, struggle, verdicts[0].actor_result, verdicts[0].opponent_result, verdicts[0].score
        )
    if struggle.goal_type.is_attack:
        for verdict in verdicts:
            events += attack_effect(state, struggle, verdict)
    for name, side in struggle.sides.items():
        for declared in side.effects:
            if (brought := _BRINGS.get(declared.effect)) is not None:
                events += tuple(brought(Use(state, struggle, verdicts, name, side, declared, chance, events)))
    return events


def block_tried(state: Vele, struggle: Struggle, verdict: Verdict) -> list[Event]:
    """VE-81: a block is rolled at the first try; its value stays."""
    events: list[Event] = []
    slug, actor = struggle.block or "", struggle.actor.main or ""
    if struggle.sides[OPPONENT].fixed is None:
        events.append(feats.BlockValueFixed(block=slug, value=verdict.opponent_result))
    if verdict.winner is Winner.ACTOR:
        return [*events, feats.BlockOvercome(block=slug, component=actor)]
    return [*events, feats.BlockHeld(block=slug, component=actor)]


def cause_of(struggle: Struggle) -> HarmCause:
    """What the marks of an attack are."""
    return HarmCause.CONTROL if struggle.attack_mode is AttackMode.CONTROL else HarmCause.DAMAGE


def attack_effect(state: Vele, struggle: Struggle, verdict: Verdict) -> list[Event]:
    """VE-72: the score is the effect; allies absorb damage in rounds, the target last (VE-74).

    Head-to-head, whoever wins counts as the actor (VE-64).
    """
    side, by = struggle.sides[verdict.side], struggle.actor.main
    peer_won = struggle.kind is StruggleKind.HEAD_TO_HEAD and verdict.winner is Winner.OPPONENT
    if peer_won:
        side, by = struggle.actor, side.main
    won = peer_won or verdict.winner is Winner.ACTOR
    if not won or side.main is None or by is None or verdict.score < 1:
        return []
    cause = cause_of(struggle)
    order = rounds(state, side) if cause is HarmCause.DAMAGE else ()
    aimed = struggle.targeted_trait.partition(".")[2] if struggle.targeted_trait and not peer_won else None
    return [
        attacks.EffectDealt(
            struggle=struggle.id,
            target=side.main,
            cause=cause,
            effect=verdict.score,
            by=by,
            aimed=aimed,
            order=order,
        )
    ]


def rounds(state: Vele, side: Side) -> tuple[str, ...]:
    """Who loses the first traits: each ally one for each trait it contributed, round by round, the target last."""
    given = {slug: len(pushed_by(state, side, slug)) for slug in by_initiative(state, side.allies)}
    order: list[str] = []
    for number in range(max(given.values(), default=0)):
        order += [slug for slug, many in given.items() if many > number]
        order.append(side.main or "")
    return tuple(order)


def lethal(use: Use) -> Iterable[Event]:
    """VE-91, VE-92: a point of effect, or a further trait, even where the attack failed."""
    by = use.side.main or ""
    size = use.declared.size
    for verdict in use.faced:
        target = use.across(verdict)
        if target is not None:
            yield attacks.LethalApplied(
                struggle=use.struggle.id,
                target=target,
                by=by,
                effect=1 if size is Die.D10 else 0,
                traits=1 if size is Die.D12 else 0,
            )


def reflective(use: Use) -> Iterable[Event]:
    """VE-100: a beaten defender takes one trait from the attacker."""
    beaten = [it for it in use.verdicts if it.side == use.name and it.winner is Winner.ACTOR]
    attacker = use.struggle.actor.main
    if beaten and attacker is not None:
        yield attacks.ReflectiveApplied(
            struggle=use.struggle.id, target=attacker, by=use.side.main or use.declared.component
        )


def finesse(use: Use) -> Iterable[Event]:
    """VE-93: on success a temporary aspect on the target; from a score of 3 it lasts."""
    won = [it for it in use.won if it in use.faced]
    slugs = aspect_ids(use.state, [use.declared.text] * len(won))
    for verdict, slug in zip(won, slugs, strict=True):
        yield placed(use, slug, use.across(verdict) or "scene", verdict.score)


def placed(use: Use, slug: str, subject: str, score: int) -> aspects.AspectPlaced:
    """A temporary aspect that an ability brings."""
    return aspects.AspectPlaced(
        aspect=slug,
        subject=subject,
        text=use.declared.text,
        origin=Origin.MANEUVER,
        durability=Durability.STICKY if score >= STICKY else Durability.FRAGILE,
        free_tag=True,
        creator=use.declared.component,
        player=use.state.components[use.declared.component].controller,
    )


def auto_finesse(use: Use) -> Iterable[Event]:
    """VE-94: the aspect is there since it was declared; a score of 3 makes it last."""
    best = max((it.score for it in use.won), default=0)
    aspect = use.declared.aspect
    if aspect is not None and best >= STICKY and use.state.aspects[aspect].status is AspectStatus.ACTIVE:
        yield feats.AspectMadeSticky(struggle=use.struggle.id, aspect=aspect)


def moves(use: Use) -> Iterable[Event]:
    """VE-95: it moves if the struggle is won with a score above the points spent."""
    zone = use.declared.zone
    if zone is None or max((it.score for it in use.won), default=0) <= use.declared.points:
        return
    slug = use.declared.targets[0] if use.declared.targets else use.declared.component
    was = use.state.components[slug].zone
    if was != zone:
        yield turns.ComponentMoved(component=slug, was=was, to=zone, cost=MoveCost.EFFECT)


def block_value(use: Use) -> int:
    """A block's value: the result, and the power die if one was paid."""
    return use.result + max((it.value or 0 for it in use.side.power_dice), default=0)


def new_blocks(use: Use, value: int, against: list[Verdict]) -> Iterable[Event]:
    """The block that an ability sets; in a mass struggle one for each opponent it holds against."""
    if use.one_by_one:
        for number, verdict in enumerate(against):
            yield new_block(use, value, use.across(verdict), number=number)
    elif against:
        yield new_block(use, value, use.declared.targets[0] if use.declared.targets else None)


def new_block(
    use: Use, value: int, target: str | None, *, action: str = "", lasting: bool = False, number: int = 0
) -> Event:
    """A block with a value, the one after `number` others of the same effect."""
    number += use.state.blocks_set + 1 + sum(1 for it in use.before if isinstance(it, feats.BlockSet))
    return feats.BlockSet(
        block=f"block-{number}",
        blocker=use.declared.component,
        target=target,
        forbidden_action=action or use.declared.text,
        value=value,
        lasting=lasting,
    )


def block(use: Use) -> Iterable[Event]:
    """VE-97: on success a block with this result."""
    yield from new_blocks(use, block_value(use), [it for it in use.won if it in use.faced])


def auto_block(use: Use) -> Iterable[Event]:
    """VE-98: success is not needed; after a failure the dice are rolled again for the value."""
    if use.won:
        yield from new_blocks(use, block_value(use), use.faced)
        return
    sizes = [it.die.sides for it in use.side.pushed.values()] + [6 for _ in use.side.average_dice]
    faces = use.chance.roll(*sizes)
    yield feats.BlockRolled(
        struggle=use.struggle.id,
        component=use.declared.component,
        rolls=tuple(zip(sizes, faces, strict=True)),
    )
    bonus = max((it.value or 0 for it in use.side.power_dice), default=0)
    yield from new_blocks(use, max(faces, default=0) + bonus, use.faced)


def fiction(use: Use) -> Iterable[Event]:
    """VE-104: on success it is so, and seeing through it has to beat this result."""
    if use.won:
        yield story.FictionRecorded(
            author=use.state.components[use.declared.component].controller,
            text=use.declared.text,
            about=(use.declared.component,),
            block_value=use.result,
        )
        seen_through = f"see through: {use.declared.text}"
        yield new_block(use, use.result, None, action=seen_through, lasting=True)


def create(use: Use) -> Iterable[Event]:
    """VE-105: on success it is there until the scene ends."""
    if not use.won:
        return
    creator = use.state.components[use.declared.component]
    yield effects.ComponentCreated(
        struggle=use.struggle.id,
        component=use.declared.targets[0],
        name=use.declared.text,
        owner=creator.controller,
        kind=creator.kind if creator.kind is not ComponentKind.TEMPORARY else ComponentKind.STORY,
        traits=tuple(
            TraitMade(
                trait=it.id or "trait", name=it.name, die=it.die, is_focus=it.is_focus, trait_kind=it.trait_kind
            )
            for it in use.declared.traits
        ),
        creator=use.declared.component,
    )


_BRINGS: dict[Effect, Callable[[Use], Iterable[Event]]] = {
    Effect.LETHAL: lethal,
    Effect.REFLECTIVE: reflective,
    Effect.FINESSE: finesse,
    Effect.AUTO_FINESSE: auto_finesse,
    Effect.MOVE: moves,
    Effect.BLOCK: block,
    Effect.AUTO_BLOCK: auto_block,
    Effect.FICTION: fiction,
    Effect.CREATE: create,
}
