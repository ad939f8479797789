"""The end of a struggle: experience, spin, the attempt counted (VE-66, VE-67, VE-112, VE-117)."""

from collections import Counter

from domain.death_of_the_vele.commands import outcomes as ask
from domain.death_of_the_vele.events import aspects, turns
from domain.death_of_the_vele.events import outcomes as say
from domain.death_of_the_vele.events.components import ComponentExpired
from domain.death_of_the_vele.reckoning import (
    open_harms,
    player_of_component,
    points_left,
    side_with,
    sufferer,
)
from domain.death_of_the_vele.state import Struggle, Vele
from domain.death_of_the_vele.terms import (
    AspectStatus,
    ComponentKind,
    ComponentStatus,
    Die,
    SpinUse,
    StruggleKind,
    Winner,
    XpReason,
)
from domain.kernel.chapter import Events
from domain.kernel.decisions import CommandRefused, found, need
from domain.kernel.messages import Event
from domain.kernel.people import Asker

from .awards import Awards
from .cases import answers
from .common import own_component, running_struggle
from .series import attempt_made
from .stages import decided
from .winnings import share_to_settle

SPIN = 3


def nothing_open(state: Vele, struggle: Struggle) -> None:
    """Everything won is settled, and every effect suffered."""
    share_to_settle(state, struggle)
    harm = next(open_harms(state, struggle), None)
    if harm is not None:
        raise CommandRefused("effect_open", component=sufferer(state, harm), effect=harm.remaining_effect)


@answers(ask.ClaimBelowAverage)
def claim_below_average(state: Vele, command: ask.ClaimBelowAverage, asker: Asker) -> Events:
    """VE-66: a d4 trait alone, without the average die, is worth 1 XP, won or lost."""
    struggle = found(running_struggle(state), "no_struggle")
    need(not struggle.before_roll, "not_rolled")
    it = own_component(state, command.component, asker)
    need(command.component not in struggle.below_average, "claimed_already", component=command.component)
    name = side_with(state, struggle, command.component)
    side = struggle.sides[name] if name is not None else None
    pushed = [die for die in side.pushed.values() if die.component == command.component] if side else []
    alone = len(pushed) == 1 and it.traits[pushed[0].trait].die is Die.D4
    if side is None or not alone or side.average_dice or struggle.kind is StruggleKind.HEALING:
        raise CommandRefused("not_below_average", component=command.component)
    awards = Awards(state)
    awards.give(asker.person, 1, XpReason.BELOW_AVERAGE, command.component)
    claimed = say.BelowAverageClaimed(struggle=struggle.id, component=command.component, player=asker.person)
    return [claimed, *awards.events]


@answers(ask.UseSpin)
def use_spin(state: Vele, command: ask.UseSpin, asker: Asker) -> Events:
    """VE-67: three points left over, once, with words for it."""
    struggle = decided(state)
    nothing_open(state, struggle)
    main = winning_main(struggle)
    if main is None or player_of_component(state, main) != asker.person or not struggle.known:
        raise CommandRefused("not_the_winner")
    need(not struggle.spin_used, "spin_used")
    left = points_left(struggle, state)
    need(left >= SPIN, "too_few_points_left", left=left, need=SPIN)
    need(command.text.strip(), "text_missing")
    if command.use is SpinUse.MODIFIER:
        need(command.modifier in (1, -1), "spin_modifier")
        need(command.target in state.components, "component_unknown", component=command.target)
    modified = command.use is SpinUse.MODIFIER
    return [
        say.SpinUsed(
            struggle=struggle.id,
            player=asker.person,
            component=main,
            use=command.use,
            points_left=left,
            text=command.text,
            target=command.target if modified else None,
            modifier=command.modifier if modified else None,
        )
    ]


def winning_main(struggle: Struggle) -> str | None:
    """The main component of the side that won."""
    if struggle.winner is Winner.ACTOR:
        return struggle.actor.main
    if struggle.winner is Winner.OPPONENT:
        won = [side for side in struggle.opponents.values() if side.winner is Winner.OPPONENT]
        return max(won, key=lambda side: side.score).main if won else None
    return None


@answers(ask.FinishStruggle)
def finish_struggle(state: Vele, command: ask.FinishStruggle, asker: Asker) -> Events:
    """VE-117: XP, tagged fragile aspects, the action taken, the attempt in an extended struggle."""
    struggle = decided(state)
    nothing_open(state, struggle)
    awards = Awards(state)
    story_experience(state, struggle, awards)
    attempt = attempt_made(state, struggle, awards)
    events: list[Event] = list(awards.events)
    events += [
        aspects.AspectExpired(aspect=slug, reason="tagged")
        for slug in struggle.aspects_tagged
        if state.aspects[slug].status is AspectStatus.ACTIVE
    ]
    scene = state.scene
    if scene is not None and scene.initiative_running and struggle.takes_action and struggle.actor.main:
        events.append(turns.ComponentActed(component=struggle.actor.main))
    events += attempt
    events += [
        ComponentExpired(component=slug, reason="used")
        for slug, it in state.components.items()
        if it.one_shot and it.used_in == struggle.id and it.status is not ComponentStatus.EXPIRED
    ]
    return [*events, say.StruggleCompleted(struggle=struggle.id)]


def story_experience(state: Vele, struggle: Struggle, awards: Awards) -> None:
    """VE-112: a story component's player earns by traits disabled and by struggles won; a PC's never."""
    if not struggle.known:
        return
    if struggle.goal_type.is_attack:
        disabled_traits(state, struggle, awards)
        return
    winners = [struggle.actor.main] if struggle.winner is Winner.ACTOR else []
    if state.house_rules.story_xp_as_opponent:
        winners += [side.main for side in struggle.opponents.values() if side.winner is Winner.OPPONENT]
    for slug in winners:
        if slug is not None and is_story(state, slug):
            awards.give(player_of_component(state, slug), 1, XpReason.STRUGGLE_WON, struggle.id)


def is_story(state: Vele, slug: str) -> bool:
    """Whether a component is a story component."""
    return state.components[slug].kind is ComponentKind.STORY


def disabled_traits(state: Vele, struggle: Struggle, awards: Awards) -> None:
    """One XP for each trait lost to a story component, one more for the trait it had aimed at."""
    counted = Counter(struggle.disabled_by.values())
    for slug, many in counted.items():
        if slug in state.components and is_story(state, slug):
            player = player_of_component(state, slug)
            awards.give(player, many, XpReason.TRAIT_DISABLED, struggle.id)
            if struggle.disabled_by.get(struggle.targeted_trait or "") == slug:
                awards.give(player, 1, XpReason.TARGETED_TRAIT_DISABLED, struggle.id)
