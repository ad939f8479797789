"""Effects of an attack (VE-64, VE-72, VE-74, VE-91, VE-92, VE-100)."""

from collections.abc import Iterable
from typing import Literal

from domain.death_of_the_vele.chapters.struggle_dice.rolling import advance
from domain.death_of_the_vele.lookup import component_of, struggle_of
from domain.death_of_the_vele.phrases import told, words
from domain.death_of_the_vele.state.struggle import Harm, Side, Struggle
from domain.death_of_the_vele.state.vele import Vele
from domain.death_of_the_vele.struggle_lookup import by_initiative, highest_power, pushed_by
from domain.death_of_the_vele.terms.cast import AttackMode, Effect
from domain.death_of_the_vele.terms.dice import Die
from domain.death_of_the_vele.terms.struggle import HarmCause, StruggleKind, Winner
from domain.death_of_the_vele.verdicts import Use, Verdict
from domain.kernel.chapter import Chapter
from domain.kernel.facts import Fact
from domain.kernel.messages import Event
from domain.kernel.terms import Points, Slug

chapter = Chapter[Vele]("What an attack does")


def score_with_power(score: int, winner: Side, loser: Side, loser_name: str) -> int:
    """Score with the winner's highest power die (VE-89) added and the loser's highest (VE-90) taken off."""
    defended = highest_power(loser, Effect.POWER_DEFENSE, loser_name)
    return max(0, score + highest_power(winner, Effect.POWER_ATTACK, loser_name) - defended)


def cause_of(struggle: Struggle) -> HarmCause:
    """The kind of marks an attack leaves."""
    return HarmCause.CONTROL if struggle.attack_mode is AttackMode.CONTROL else HarmCause.DAMAGE


def attack_effect(state: Vele, struggle: Struggle, verdict: Verdict) -> list[Event]:
    """Events of what an attack does: the score is the effect, absorbed round by round (VE-72, VE-74).

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
    order = loss_order(state, side) if cause is HarmCause.DAMAGE else ()
    aimed = struggle.targeted_trait.partition(".")[2] if struggle.targeted_trait and not peer_won else None
    return [
        EffectDealt(
            struggle=struggle.id,
            target=side.main,
            cause=cause,
            effect=verdict.score,
            by=by,
            aimed=aimed,
            order=order,
        )
    ]


def loss_order(state: Vele, side: Side) -> tuple[str, ...]:
    """Order of those who lose the first traits: each ally once a trait contributed, by rounds; then the target."""
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
            yield LethalApplied(
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
        yield ReflectiveApplied(
            struggle=use.struggle.id, target=attacker, by=use.side.main or use.declared.component
        )


class EffectDealt(Event):
    """An attack has `effect` points for `target` to absorb (VE-72).

    `by`: the main component of the side that dealt it; `aimed`: the trait that goes first; `order`: who loses the
    first traits, round by round.
    """

    type: Literal["death_of_the_vele.effect_dealt.v1"] = "death_of_the_vele.effect_dealt.v1"
    struggle: Slug
    target: Slug
    cause: HarmCause
    effect: Points
    by: Slug
    aimed: Slug | None = None
    order: tuple[Slug, ...] = ()


@chapter.applies(EffectDealt)
def _(state: Vele, event: EffectDealt) -> None:
    component_of(state, event.target)
    struggle_of(state).harms.append(
        Harm(
            target=event.target,
            cause=event.cause,
            by=event.by,
            remaining_effect=event.effect,
            aimed=event.aimed,
            order=list(event.order),
        )
    )
    advance(state)


@chapter.tells(EffectDealt, "{by} deals {target} an effect of {effect}: {cause}")
def _(state: Vele, event: EffectDealt) -> Iterable[Fact]:
    yield told(f"{words(event.cause.value)} of {event.effect}", "effect", event.target, event.by)


class LethalApplied(Event):
    """Lethal adds points of `effect`, or whole `traits`, to the losses of `target` (VE-91, VE-92)."""

    type: Literal["death_of_the_vele.lethal_applied.v1"] = "death_of_the_vele.lethal_applied.v1"
    struggle: Slug
    target: Slug
    by: Slug
    effect: Points = 0
    traits: Points = 0


@chapter.applies(LethalApplied)
def _(state: Vele, event: LethalApplied) -> None:
    for harm in struggle_of(state).harms:
        # A whole trait is removed as by damage, also where the attack itself is for control (VE-92).
        another = event.traits and harm.cause is HarmCause.CONTROL
        if harm.target == event.target and harm.by == event.by and not another:
            harm.remaining_effect += event.effect
            harm.traits += event.traits
            break
    else:
        lethal = Harm(event.target, HarmCause.LETHAL, event.by, event.effect, event.traits)
        struggle_of(state).harms.append(lethal)
    advance(state)


@chapter.tells(LethalApplied, "{by} is lethal to {target}")
def _(state: Vele, event: LethalApplied) -> Iterable[Fact]:
    more = "one further trait" if event.traits else f"{event.effect} more effect"
    yield told(f"lethal: {more}", "effect", event.target, event.by)


class ReflectiveApplied(Event):
    """A beaten defender (`by`) takes a trait from the attacker, `target` (VE-100)."""

    type: Literal["death_of_the_vele.reflective_applied.v1"] = "death_of_the_vele.reflective_applied.v1"
    struggle: Slug
    target: Slug
    by: Slug


@chapter.applies(ReflectiveApplied)
def _(state: Vele, event: ReflectiveApplied) -> None:
    struggle_of(state).harms.append(Harm(event.target, HarmCause.REFLECTIVE, event.by, traits=1))
    advance(state)


@chapter.tells(ReflectiveApplied, "{by} turns the attack on {target}")
def _(state: Vele, event: ReflectiveApplied) -> Iterable[Fact]:
    yield told("reflected: one trait of the attacker", "effect", event.target, event.by)
