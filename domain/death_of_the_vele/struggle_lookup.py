"""Lookups in a struggle: results, fate windows, winnings, harms; for rules, offers and whoever applies events."""

from collections.abc import Iterable, Iterator

from .state.struggle import Harm, PowerDie, PushedDie, Share, Side, Struggle
from .state.vele import Vele
from .terms.cast import ComponentKind, ComponentStatus, Effect
from .terms.dice import Die
from .terms.play import Tone
from .terms.struggle import HarmCause, SideName, StruggleKind, Winner

ACTOR: str = SideName.ACTOR.value
OPPONENT: str = SideName.OPPONENT.value


def unit_of(state: Vele, slug: str) -> list[str]:
    """A component and everything attached to it: they act and suffer as one (VE-29)."""
    return [slug, *state.components[slug].attached_to]


def contributor_of(state: Vele, side: Side, slug: str) -> str | None:
    """The main component or ally in whose unit a component takes part in a side."""
    return next((it for it in side.contributors if slug in unit_of(state, it)), None)


def side_with(state: Vele, struggle: Struggle, slug: str) -> str | None:
    """The side a component takes part in."""
    found = (name for name, side in struggle.sides.items() if contributor_of(state, side, slug))
    return next(found, None)


def player_of_component(state: Vele, slug: str) -> str:
    """The player of a component now."""
    it = state.components[slug]
    return it.played_by or it.controller or it.owner


def players_on(state: Vele, side: Side) -> list[str]:
    """The players of a side, the main component's first, those of what is attached to somebody last."""
    attached = (each for slug in side.contributors for each in state.components[slug].attached_to)
    return list(dict.fromkeys(player_of_component(state, slug) for slug in (*side.contributors, *attached)))


def initiative_place(state: Vele, player: str) -> int:
    """Place of a player in the order of the act, from 0; after everybody, if the player has none."""
    order = state.act.initiative_order if state.act is not None else []
    return order.index(player) if player in order else len(order)


def by_initiative(state: Vele, slugs: Iterable[str]) -> list[str]:
    """Components in the order of their players' initiative."""
    return sorted(slugs, key=lambda slug: initiative_place(state, player_of_component(state, slug)))


# Results


def highest_die(side: Side) -> int:
    """The highest struggle or average die; what a block was worth; 0 for a side without dice (VE-58)."""
    if side.fixed is not None:
        return side.fixed
    faces = [it.value for it in side.pushed.values() if it.value is not None]
    faces += [it.value for it in side.average_dice if it.value is not None]
    return max(faces, default=0)


def result_of(side: Side) -> int:
    """The highest die, plus bonuses, less difficulties (VE-60)."""
    return highest_die(side) + beside_dice(side)


def beside_dice(side: Side) -> int:
    """Bonuses less difficulties: what a side has beside its dice."""
    return sum(it.amount for it in side.bonuses) - sum(it.amount for it in side.difficulties)


def power_dice(side: Side, against: str) -> list[PowerDie]:
    """The power dice that were paid for against one side of a struggle."""
    paid_for = {(it.component, it.effect): it.targets for it in side.effects if it.targets}
    return [it for it in side.power_dice if against in paid_for.get((it.component, it.effect), (against,))]


def highest_power(side: Side, effect: Effect, against: str) -> int:
    """The highest power die of a kind, against one side of a struggle; 0 without any."""
    faces = [it.value for it in power_dice(side, against) if it.effect is effect and it.value is not None]
    return max(faces, default=0)


# Fate windows


def window_order(state: Vele, struggle: Struggle) -> list[str]:
    """The sides in the order in which they may use fate (VE-59)."""
    opponents = list(struggle.opponents)
    tone = state.story.dramatic_tone
    if tone.needs_fallback:
        actor_is_pc = is_pc(state, struggle.actor)
        unlike = [name for name in opponents if is_pc(state, struggle.sides[name]) is not actor_is_pc]
        if unlike:
            story_first = tone is Tone.HEROIC
            return [ACTOR, *opponents] if actor_is_pc is not story_first else [*opponents, ACTOR]
        tone = state.story.same_kind_tone or Tone.PULPY
    return [ACTOR, *opponents] if tone is Tone.PULPY else [*opponents, ACTOR]


def is_pc(state: Vele, side: Side) -> bool:
    """True if a side is led by a component of a PC."""
    return side.main is not None and state.components[side.main].kind is ComponentKind.PC


def open_window(state: Vele, struggle: Struggle) -> str | None:
    """The side that may use fate now; None when all are done."""
    return next((name for name in window_order(state, struggle) if not struggle.sides[name].fate_closed), None)


# Winnings


def next_settlement(struggle: Struggle) -> tuple[str, str] | None:
    """The sides (winner, loser) whose dice are being shared out, or are next."""
    for name, side in struggle.opponents.items():
        if side.settled or side.winner in (None, Winner.NONE):
            continue
        return (ACTOR, name) if side.winner is Winner.ACTOR else (name, ACTOR)
    return None


def beaten_by_somebody(struggle: Struggle) -> bool:
    """True if the acting side lost to any of its opponents (VE-82)."""
    return any(side.winner is Winner.OPPONENT for side in struggle.opponents.values())


def last_won(struggle: Struggle) -> bool:
    """True if the settlement under way is the last one the acting side won."""
    won = [side for side in struggle.opponents.values() if side.winner is Winner.ACTOR and not side.settled]
    return len(won) <= 1


def dice_of(side: Side, *, still_there: bool) -> list[Die]:
    """The struggle dice of a side, own or from the bowl."""
    return [it.die for it in side.pushed.values() if not (still_there and it.home)]


def pushed_by(state: Vele, side: Side, contributor: str) -> dict[str, PushedDie]:
    """The dice a contributor's unit pushed."""
    return {key: it for key, it in side.pushed.items() if contributor_of(state, side, it.component) == contributor}


def next_chooser(struggle: Struggle) -> str | None:
    """The component that takes the next die of the winnings: by rounds, the main one last (VE-62); or None."""
    if not struggle.winnings:
        return None
    hungry = [(len(it.dice), n, it) for n, it in enumerate(struggle.shares.values()) if len(it.dice) < it.quota]
    return min(hungry, key=lambda each: each[:2])[2].component if hungry else None


def unsettled(struggle: Struggle) -> Share | None:
    """The first share still to be settled."""
    return next((it for it in struggle.shares.values() if not it.settled), None)


# Harms


def losable_traits(state: Vele, harm: Harm, slug: str) -> list[str]:
    """The traits a component can lose to a harm. A one-shot absorbs nothing."""
    it = state.components[slug]
    if it.one_shot or it.status is not ComponentStatus.ACTIVE:
        return []
    if harm.cause is HarmCause.CONTROL:
        open_to_it = (name for name, trait in it.traits.items() if trait.active and not trait.damage_mark)
        return [name for name in open_to_it if harm.by not in it.traits[name].control_marks]
    return [name for name, trait in it.traits.items() if trait.usable]


def possible_losses(state: Vele, harm: Harm, slug: str) -> list[tuple[str, str]]:
    """Possible losses in the turn of a component: (component, trait), of all that is attached to it."""
    own = [(slug, trait) for trait in losable_traits(state, harm, slug)]
    if slug == harm.target and own and not harm.started:
        aimed = [(slug, trait) for _, trait in own if trait == harm.aimed]
        return aimed or own
    if harm.cause is HarmCause.CONTROL:
        return own
    attached = state.components[slug].attached_to
    return own + [(other, trait) for other in attached for trait in losable_traits(state, harm, other)]


def next_to_lose(state: Vele, harm: Harm) -> str | None:
    """The component that loses the next trait; None when the harm is spent or nobody has anything to lose."""
    if harm.remaining_effect < 1 and harm.traits < 1:
        return None
    turns = (*harm.order, harm.target)
    return next((slug for slug in turns if possible_losses(state, harm, slug)), None)


def open_harms(state: Vele, struggle: Struggle) -> Iterator[Harm]:
    """The harms that still take something."""
    return (harm for harm in struggle.harms if next_to_lose(state, harm) is not None)


def points_left(struggle: Struggle, state: Vele) -> int:
    """The winner's points that were used for nothing (VE-67)."""
    if struggle.winner in (None, Winner.NONE):
        return 0
    hurts = struggle.winner is Winner.ACTOR or struggle.kind is StruggleKind.HEAD_TO_HEAD
    if struggle.goal_type.is_attack and hurts:
        return max((harm.remaining_effect for harm in struggle.harms), default=0)
    if struggle.kind is StruggleKind.HEALING and struggle.subject is not None:
        attempt = state.components[struggle.subject].healing
        return max(0, struggle.score - (attempt.used if attempt else 0))
    return max(0, struggle.score - struggle.sticky_paid)


def main_of(state: Vele, side: str) -> tuple[str, ...]:
    """The main component of a side of the struggle under way; empty where there is none."""
    struggle = state.struggle
    main = struggle.sides[side].main if struggle is not None and side in struggle.sides else None
    return (main,) if main is not None else ()
