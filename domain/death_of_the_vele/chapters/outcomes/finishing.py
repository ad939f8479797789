"""Struggles are finished (VE-66, VE-67, VE-112, VE-117)."""

from collections import Counter
from collections.abc import Iterable
from typing import Literal

from pydantic import Field

from domain.death_of_the_vele.chapters.cast.aspects import AspectExpired
from domain.death_of_the_vele.chapters.cast.components import ComponentExpired
from domain.death_of_the_vele.chapters.experience import Awards
from domain.death_of_the_vele.chapters.guards import in_story, known_component, own_component, struggle_decided
from domain.death_of_the_vele.chapters.initiative.turns import ComponentActed
from domain.death_of_the_vele.chapters.outcomes.aspects_won import FOR_AN_ASPECT
from domain.death_of_the_vele.chapters.outcomes.deciding import RevealHiddenRoll
from domain.death_of_the_vele.chapters.outcomes.settling import share_to_settle
from domain.death_of_the_vele.chapters.struggles.attempts import attempt_made
from domain.death_of_the_vele.choices import SPIN_USES
from domain.death_of_the_vele.lookup import running_struggle, scene_of, struggle_of
from domain.death_of_the_vele.phrases import told, words
from domain.death_of_the_vele.seats import STRUGGLE, Seat, components
from domain.death_of_the_vele.state.struggle import Struggle
from domain.death_of_the_vele.state.vele import Vele
from domain.death_of_the_vele.struggle_lookup import (
    OPPONENT,
    next_to_lose,
    open_harms,
    player_of_component,
    points_left,
    side_with,
)
from domain.death_of_the_vele.terms.cast import AspectStatus, ComponentKind, ComponentStatus, Effect
from domain.death_of_the_vele.terms.dice import Die
from domain.death_of_the_vele.terms.play import XpReason
from domain.death_of_the_vele.terms.references import ComponentRef
from domain.death_of_the_vele.terms.struggle import Phase, SpinUse, StruggleKind, Winner
from domain.kernel.chapter import Chapter, Events
from domain.kernel.decisions import CommandRefused, found, must, need
from domain.kernel.dice import Dice as Chance
from domain.kernel.facts import Fact
from domain.kernel.messages import Command, Event
from domain.kernel.offers import Choice, Offer
from domain.kernel.people import Asker
from domain.kernel.terms import Person, Points, Slug, Text

chapter = Chapter[Vele](
    "Struggles are finished",
    {
        "effect_open": "{component} still has traits to lose: {effect:?point|points} of effect are left.",
        "not_below_average": "Only a d4 trait pushed alone, without the average die, earns this.",
        "claimed_already": "{component} has earned this already.",
        "not_the_winner": "Spin is for the player of the winning main component.",
        "spin_used": "Spin was used in this struggle.",
        "too_few_points_left": "Spin takes {need} points that were used for nothing; {left} are left.",
        "spin_modifier": "Spin changes a roll by +1 or -1.",
    },
)


SPIN = 3


def nothing_open(state: Vele, struggle: Struggle) -> None:
    """Refuse while anything won is not settled, or an effect not suffered."""
    share_to_settle(state, struggle)
    harm = next(open_harms(state, struggle), None)
    if harm is not None:
        raise CommandRefused("effect_open", component=next_to_lose(state, harm), effect=harm.remaining_effect)


class ClaimBelowAverage(Command):
    """Claim the XP for a lone d4 trait.

    Needs:    a d4 trait pushed alone by a component of one's own, without the average die, and rolled.
    Refused:  `no_struggle`, `not_rolled`, `component_unknown`, `not_your_component`, `not_below_average`,
              `claimed_already`.
    Yields:   `BelowAverageClaimed`, `ExperienceAwarded`.
    """

    type: Literal["death_of_the_vele.claim_below_average"] = "death_of_the_vele.claim_below_average"
    component: ComponentRef = Field(title="Who")


class BelowAverageClaimed(Event):
    """A lone d4 trait earned its XP (VE-66)."""

    type: Literal["death_of_the_vele.below_average_claimed.v1"] = "death_of_the_vele.below_average_claimed.v1"
    struggle: Slug
    component: Slug
    player: Person


@chapter.decides(ClaimBelowAverage)
def claim_below_average(state: Vele, command: ClaimBelowAverage, asker: Asker, chance: Chance) -> Events:
    """VE-66: award 1 XP for a d4 trait pushed alone, without the average die, won or lost."""
    in_story(state, asker)
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
    claimed = BelowAverageClaimed(struggle=struggle.id, component=command.component, player=asker.person)
    return [claimed, *awards.events]


@chapter.applies(BelowAverageClaimed)
def _(state: Vele, event: BelowAverageClaimed) -> None:
    struggle_of(state).below_average.append(event.component)


@chapter.tells(BelowAverageClaimed, "{component} relied on a d4 alone")
def _(state: Vele, event: BelowAverageClaimed) -> Iterable[Fact]:
    yield told("relied on a d4 alone", "struggle", event.component)


class UseSpin(Command):
    """Use the spin: three or more points the winner has left, on a next roll, for a maneuver, for an action
    without a roll.

    Needs:    the player of the winning main component; 3 points unused; words for it.
    Refused:  `no_struggle`, `effect_open`, `not_decided`, `winnings_open`, `share_open`, `not_the_winner`,
              `spin_used`, `too_few_points_left`, `text_missing`, `spin_modifier`, `component_unknown`.
    Yields:   `SpinUsed`.
    """

    type: Literal["death_of_the_vele.use_spin"] = "death_of_the_vele.use_spin"
    use: SpinUse = Field(title="What for")
    text: Text = Field(description="How it comes about.")
    target: ComponentRef | None = Field(default=None, description="Whose next roll it changes.", title="Whom")
    modifier: int | None = Field(default=None, description="+1 or -1.")


class SpinUsed(Event):
    """The winner used points left over (VE-67).

    `points_left`: all there were; `modifier`: +1 or -1 for `target`.
    """

    type: Literal["death_of_the_vele.spin_used.v1"] = "death_of_the_vele.spin_used.v1"
    struggle: Slug
    player: Person
    component: Slug
    use: SpinUse
    points_left: Points
    text: Text
    target: Slug | None = None
    modifier: int | None = None


@chapter.decides(UseSpin)
def use_spin(state: Vele, command: UseSpin, asker: Asker, chance: Chance) -> Events:
    """VE-67: use three points left over, once, with words for it."""
    in_story(state, asker)
    struggle = struggle_decided(state)
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
        known_component(state, command.target or "")
    modified = command.use is SpinUse.MODIFIER
    return [
        SpinUsed(
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


@chapter.applies(SpinUsed)
def _(state: Vele, event: SpinUsed) -> None:
    struggle, scene = struggle_of(state), scene_of(state)
    must(not struggle.spin_used, "spin was used already")
    struggle.spin_used = True
    if event.use is SpinUse.MODIFIER and event.target is not None and event.modifier is not None:
        scene.modifiers[event.target] = scene.modifiers.get(event.target, 0) + event.modifier
    if event.use is SpinUse.MANEUVER:
        scene.spin_maneuver = event.component


@chapter.tells(SpinUsed, "{player} uses spin: {text}")
def _(state: Vele, event: SpinUsed) -> Iterable[Fact]:
    about = (event.component,) if event.target is None else (event.component, event.target)
    yield told(f"{words(event.use.value)}: {event.text}", "spin", *about)


class FinishStruggle(Command):
    """Finish a struggle: experience, spent aspects, the action taken, the attempt counted.

    Needs:    nothing left to choose, settle or lose.
    Refused:  `no_struggle`, `not_decided`, `winnings_open`, `share_open`, `effect_open`.
    Yields:   `ExperienceAwarded`, `AspectExpired`, `ComponentActed`, `ExtendedAttemptRecorded`,
              `ExtendedStruggleEnded`, `ComponentExpired`, `StruggleCompleted`,
              `LevelDieGained`, as they apply.
    """

    type: Literal["death_of_the_vele.finish_struggle"] = "death_of_the_vele.finish_struggle"


class StruggleCompleted(Event):
    """A struggle is over (VE-117)."""

    type: Literal["death_of_the_vele.struggle_completed.v1"] = "death_of_the_vele.struggle_completed.v1"
    struggle: Slug


@chapter.decides(FinishStruggle)
def finish_struggle(state: Vele, command: FinishStruggle, asker: Asker, chance: Chance) -> Events:
    """VE-117: finish a struggle: XP, tagged fragile aspects, the action taken, the attempt counted."""
    in_story(state, asker)
    struggle = struggle_decided(state)
    nothing_open(state, struggle)
    awards = Awards(state)
    story_experience(state, struggle, awards)
    attempt = attempt_made(state, struggle, awards)
    events: list[Event] = list(awards.events)
    events += [
        AspectExpired(aspect=slug, reason="tagged")
        for slug in struggle.aspects_tagged
        if state.aspects[slug].status is AspectStatus.ACTIVE
    ]
    scene = state.scene
    if scene is not None and scene.initiative_running and struggle.takes_action and struggle.actor.main:
        events.append(ComponentActed(component=struggle.actor.main))
    events += attempt
    events += [
        ComponentExpired(component=slug, reason="used")
        for slug, it in state.components.items()
        if it.one_shot and it.used_in == struggle.id and it.status is not ComponentStatus.EXPIRED
    ]
    return [*events, StruggleCompleted(struggle=struggle.id)]


def story_experience(state: Vele, struggle: Struggle, awards: Awards) -> None:
    """Award XP to the players of story components for traits disabled and struggles won (VE-112)."""
    if not struggle.known:
        return
    if struggle.goal_type.is_attack:
        disabled_traits(state, struggle, awards)
        return
    winners = [struggle.actor.main] if struggle.winner is Winner.ACTOR else []
    # Whoever wins head-to-head counts as the actor.
    if state.house_rules.story_xp_as_opponent or struggle.kind is StruggleKind.HEAD_TO_HEAD:
        winners += [side.main for side in struggle.opponents.values() if side.winner is Winner.OPPONENT]
    for slug in winners:
        if slug is not None and is_story(state, slug):
            awards.give(player_of_component(state, slug), 1, XpReason.STRUGGLE_WON, struggle.id)


def is_story(state: Vele, slug: str) -> bool:
    """True if a component is a story component."""
    return state.components[slug].kind is ComponentKind.STORY


def disabled_traits(state: Vele, struggle: Struggle, awards: Awards) -> None:
    """Award one XP for each trait lost to a story component, one more for the trait it had aimed at."""
    counted = Counter(struggle.disabled_by.values())
    for slug, many in counted.items():
        if slug in state.components and is_story(state, slug):
            player = player_of_component(state, slug)
            awards.give(player, many, XpReason.TRAIT_DISABLED, struggle.id)
            if struggle.disabled_by.get(struggle.targeted_trait or "") == slug:
                awards.give(player, 1, XpReason.TARGETED_TRAIT_DISABLED, struggle.id)


@chapter.applies(StruggleCompleted, renames=True)
def _(state: Vele, event: StruggleCompleted) -> None:
    struggle = struggle_of(state)
    must(struggle.phase is Phase.APPLIED, "the struggle is not finished")
    struggle.phase = Phase.DONE


@chapter.tells(StruggleCompleted, "The struggle is finished")
def _(state: Vele, event: StruggleCompleted) -> Iterable[Fact]:
    yield told("the struggle is finished", "struggle")


def struggle_ending(state: Vele, struggle: Struggle, there: list[Seat]) -> Iterable[Offer]:
    """Offers of spin, of showing a hidden roll, and of the end of a struggle."""
    if struggle.phase is not Phase.APPLIED or not there:
        return
    main = winning_main(struggle)
    spin = main is not None and struggle.known and not struggle.spin_used
    spin = spin and points_left(struggle, state) >= SPIN
    for seat in there:
        roller = struggle.sides[OPPONENT].main
        if not struggle.known and roller is not None and player_of_component(state, roller) == seat.player:
            yield seat.offer(RevealHiddenRoll, "Show the hidden roll", group=STRUGGLE)
        mine = main is not None and player_of_component(state, main) == seat.player
        if mine and spin:
            uses = SPIN_USES
            yield seat.offer(
                UseSpin,
                f"{seat.who} uses spin",
                {},
                {
                    "use": uses,
                    "target": components(state, state.components),
                    "modifier": (Choice(1, "+1"), Choice(-1, "-1")),
                },
                group=STRUGGLE,
            )
    aspect = (
        struggle.goal_type in FOR_AN_ASPECT and struggle.winner is Winner.ACTOR and not struggle.outcome_placed
    )
    yield there[0].offer(
        FinishStruggle,
        "Finish the struggle",
        group=STRUGGLE,
        forced=not spin and not aspect and struggle.known and not still_possible(state, struggle),
    )


def still_possible(state: Vele, struggle: Struggle) -> bool:
    """True if finishing would take something from somebody: an XP unclaimed, a target that Chain may reach."""
    claims = any(True for player in state.story.players for _ in below_average(state, struggle, Seat(player)))
    chain = struggle.winner is Winner.ACTOR and any(it.effect is Effect.CHAIN for it in struggle.actor.effects)
    return claims or (chain and struggle.chained is None)


def below_average(state: Vele, struggle: Struggle, seat: Seat) -> Iterable[Offer]:
    """Offer of the XP for a lone d4 trait."""
    for side in struggle.sides.values():
        if side.average_dice or struggle.kind is StruggleKind.HEALING:
            continue
        for slug in side.contributors:
            pushed = [die for die in side.pushed.values() if die.component == slug]
            if len(pushed) != 1 or slug in struggle.below_average:
                continue
            d4 = state.components[slug].traits[pushed[0].trait].die is Die.D4
            if d4 and player_of_component(state, slug) == seat.player:
                label = f"{state.components[slug].name} relied on a d4 alone: 1 XP"
                yield seat.offer(ClaimBelowAverage, label, {"component": slug}, group=STRUGGLE)
