"""Rolling, and the windows of fate (VE-58, VE-59, VE-67)."""

from collections.abc import Iterable, Iterator
from itertools import takewhile
from typing import Literal

from pydantic import BaseModel, ConfigDict, Field

from domain.death_of_the_vele.chapters.deeds import rest_on_deeds
from domain.death_of_the_vele.chapters.guards import before_roll, in_story, own_side, struggle_rolled
from domain.death_of_the_vele.chapters.initiative.movement import distance
from domain.death_of_the_vele.chapters.struggles.starting import _FORMS
from domain.death_of_the_vele.lookup import component_of, narrator_of, side_of, struggle_of
from domain.death_of_the_vele.names import SCENERY, WOUNDS
from domain.death_of_the_vele.phrases import told, words
from domain.death_of_the_vele.state.struggle import Bonus, Side, Struggle
from domain.death_of_the_vele.state.vele import Vele
from domain.death_of_the_vele.struggle_lookup import (
    ACTOR,
    OPPONENT,
    highest_die,
    main_of,
    open_harms,
    open_window,
    player_of_component,
    players_on,
    window_order,
)
from domain.death_of_the_vele.terms.cast import Effect
from domain.death_of_the_vele.terms.dice import Die
from domain.death_of_the_vele.terms.references import SideRef
from domain.death_of_the_vele.terms.struggle import Phase, StruggleKind
from domain.kernel import facts
from domain.kernel.chapter import Chapter, Events
from domain.kernel.decisions import CommandRefused, ImpossibleHistoryError, must, need
from domain.kernel.dice import Dice as Chance
from domain.kernel.facts import Fact
from domain.kernel.messages import Command, Event
from domain.kernel.people import EVERYONE, Asker, Audience, only
from domain.kernel.terms import Person, PersonId, Slug

chapter = Chapter[Vele](
    "Rolling, and the windows of fate",
    {
        "fate_window_closed": "Your fate window is closed.",
        "fate_not_yet": "{side} uses fate first.",
        "range_unpaid": "The target is {zones:?zone|zones} away, and Range was paid for {paid:?zone|zones}. "
        "Declare it first.",
        "not_taking_part": "You take no part in this struggle, and do not narrate.",
        "dice_covered": "Show the covered dice first.",
        "area_unpaid": "Declare Area or Selective Area before the roll: one struggle against many takes it.",
    },
)


def advance(state: Vele) -> None:
    """Set the phase a decided struggle has reached: wagers shared out, and its effects absorbed."""
    struggle = struggle_of(state)
    if struggle.phase not in (Phase.DECIDED, Phase.SETTLED, Phase.APPLIED):
        return
    struggle.phase = Phase.DECIDED
    if all(side.settled for side in struggle.opponents.values()):
        struggle.phase = Phase.SETTLED if any(open_harms(state, struggle)) else Phase.APPLIED


def taking_part(state: Vele, struggle: Struggle, asker: Asker) -> None:
    """Refuse anybody but those who take part, and the narrator: they may roll and read the dice."""
    people = {player for side in struggle.sides.values() for player in players_on(state, side)}
    need(asker.person in people | {narrator_of(state)}, "not_taking_part")


class RollStruggle(Command):
    """Roll everything: struggle dice, average dice, power dice.

    Needs:    every side ready; to take part, or to narrate.
    Refused:  `no_struggle`, `already_rolled`, `sides_not_ready`, `not_taking_part`, `dice_covered`,
              `area_unpaid`, `range_unpaid`.
    Yields:   `StruggleRolled`; for a hidden roll also `HiddenDiceRolled`.
    """

    type: Literal["death_of_the_vele.roll_struggle"] = "death_of_the_vele.roll_struggle"


class StruggleDie(BaseModel):
    """A die as it fell: whose trait pushed it (nobody's for an average die)."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    side: Slug
    component: Slug | None = None
    trait: Slug | None = None
    die: Die
    value: int


class StruggleRolled(Event):
    """The dice fell (VE-58). `modifiers`: what spin had put on a side's next roll."""

    type: Literal["death_of_the_vele.struggle_rolled.v1"] = "death_of_the_vele.struggle_rolled.v1"
    struggle: Slug
    rolls: tuple[StruggleDie, ...]
    power_rolls: tuple[StruggleDie, ...] = ()
    modifiers: dict[Slug, int] = Field(default_factory=dict)


class HiddenDiceRolled(Event):
    """The dice of the side that rolls unseen (VE-68)."""

    type: Literal["death_of_the_vele.hidden_dice_rolled.v1"] = "death_of_the_vele.hidden_dice_rolled.v1"
    struggle: Slug
    player: Person
    rolls: tuple[StruggleDie, ...]
    power_rolls: tuple[StruggleDie, ...] = ()


@chapter.decides(RollStruggle)
def roll_struggle(state: Vele, command: RollStruggle, asker: Asker, chance: Chance) -> Events:
    """VE-58: roll all sides together: struggle dice, average dice, power dice."""
    in_story(state, asker)
    struggle = before_roll(state)
    ready_to_roll(state, struggle)
    taking_part(state, struggle, asker)
    seen: list[StruggleDie] = []
    seen_power: list[StruggleDie] = []
    unseen: list[StruggleDie] = []
    unseen_power: list[StruggleDie] = []
    sizes = [die.sides for side in struggle.sides.values() for die in roll_order(side)]
    # All at once, so that a form can say beforehand which dice are wanted.
    fallen = iter(chance.roll(*sizes) if sizes else ())
    for name, side in struggle.sides.items():
        secret = struggle.hidden and name != ACTOR
        faces, power = rolled_side(name, side, fallen)
        (unseen if secret else seen).extend(faces)
        (unseen_power if secret else seen_power).extend(power)
    events: list[Event] = [
        StruggleRolled(
            struggle=struggle.id,
            rolls=tuple(seen),
            power_rolls=tuple(seen_power),
            modifiers=modifiers(state, struggle),
        )
    ]
    main = struggle.sides[OPPONENT].main
    if struggle.hidden and main is not None:
        player = player_of_component(state, main)
        events.append(
            HiddenDiceRolled(
                struggle=struggle.id, player=player, rolls=tuple(unseen), power_rolls=tuple(unseen_power)
            )
        )
    return events


def ready_to_roll(state: Vele, struggle: Struggle) -> None:
    """Refuse the roll until every side has laid its dice."""
    waiting = [name for name, side in struggle.sides.items() if not side.ready]
    need(not waiting, "sides_not_ready", sides=waiting)
    need(not any(side.hand for side in struggle.sides.values()), "dice_covered")
    effects = {it.effect for it in struggle.actor.effects}
    if struggle.kind is StruggleKind.MASS and not any(effect.takes_in_many for effect in effects):
        raise CommandRefused("area_unpaid")
    actor = struggle.actor.main
    mains = [side.main for side in struggle.opponents.values()]
    far = max((distance(state, actor, main) for main in mains if main and actor), default=0)
    ranged = max((it.points for it in struggle.actor.effects if it.effect is Effect.RANGE), default=0)
    need(far <= ranged, "range_unpaid", zones=far, paid=ranged)


def roll_order(side: Side) -> list[Die]:
    """The sizes a side rolls, in order."""
    pushed = [it.die for it in side.pushed.values()]
    return [*pushed, *(Die.D6 for _ in side.average_dice), *(it.die for it in side.power_dice)]


def rolled_side(name: str, side: Side, faces: Iterator[int]) -> tuple[list[StruggleDie], list[StruggleDie]]:
    """The dice of one side with the next of these faces: struggle and average dice, then power dice."""
    rolls = [
        StruggleDie(side=name, component=it.component, trait=it.trait, die=it.die, value=next(faces))
        for it in side.pushed.values()
    ]
    rolls += [StruggleDie(side=name, die=Die.D6, value=next(faces)) for _ in side.average_dice]
    power = [
        StruggleDie(side=name, component=it.component, die=it.die, value=next(faces)) for it in side.power_dice
    ]
    return rolls, power


def modifiers(state: Vele, struggle: Struggle) -> dict[str, int]:
    """Modifiers that spin had put on the next roll of those who take part, by side (VE-67)."""
    waiting = state.scene.modifiers if state.scene is not None else {}
    summed = {
        name: sum(waiting.get(slug, 0) for slug in side.contributors) for name, side in struggle.sides.items()
    }
    touched = {name for name, side in struggle.sides.items() if any(slug in waiting for slug in side.contributors)}
    return {name: summed[name] for name in struggle.sides if name in touched}


def must_know_traits(state: Vele, event: StruggleRolled | HiddenDiceRolled) -> None:
    """Raise where a die that fell belongs to a trait that is not there."""
    for roll in (*event.rolls, *event.power_rolls):
        if roll.component is not None and roll.trait is not None:
            must(roll.trait in component_of(state, roll.component).traits, f"there is no trait {roll.trait}")


def _keep_faces(struggle: Struggle, event: StruggleRolled | HiddenDiceRolled) -> None:
    averages = dict.fromkeys(struggle.sides, 0)
    for roll in event.rolls:
        side = struggle.sides[roll.side]
        if roll.trait is None:
            side.average_dice[averages[roll.side]].value = roll.value
            averages[roll.side] += 1
        else:
            side.pushed[f"{roll.component}.{roll.trait}"].value = roll.value
    powers = dict.fromkeys(struggle.sides, 0)
    for roll in event.power_rolls:
        struggle.sides[roll.side].power_dice[powers[roll.side]].value = roll.value
        powers[roll.side] += 1


def keep_faces(struggle: Struggle, event: StruggleRolled | HiddenDiceRolled) -> None:
    """Note the face of every die. Raises `ImpossibleHistoryError` for a die that no side holds."""
    try:
        _keep_faces(struggle, event)
    except LookupError as missing:
        raise ImpossibleHistoryError(f"a die is read that no side holds: {missing}") from missing


@chapter.applies(StruggleRolled, renames=True)
def _(state: Vele, event: StruggleRolled) -> None:
    struggle = struggle_of(state)
    must(struggle.phase is Phase.POWERING, "not everybody is ready to roll")
    struggle.phase = Phase.ROLLED
    must_know_traits(state, event)
    keep_faces(struggle, event)
    for name, modifier in event.modifiers.items():
        struggle.sides[name].bonuses.append(Bonus(modifier, "spin"))
    if state.scene is not None and event.modifiers:
        for side in struggle.sides.values():
            for slug in side.contributors:
                state.scene.modifiers.pop(slug, None)
    for side in struggle.sides.values():
        side.fate_closed = side.main is None
    rest_on_deeds(state)


@chapter.applies(HiddenDiceRolled)
def _(state: Vele, event: HiddenDiceRolled) -> None:
    must_know_traits(state, event)
    keep_faces(struggle_of(state), event)


def roller_of(struggle: Struggle, side: Side) -> str:
    """The main component of a side; without one, what resists by itself."""
    return side.main or (WOUNDS if struggle.kind is StruggleKind.HEALING else SCENERY)


def purpose_of(struggle: Struggle) -> str:
    """The kind of struggle, and after it what this one is about."""
    form = _FORMS.get(struggle.kind, words(struggle.kind.value))
    return f"{form}: {struggle.goal_text}" if struggle.goal_text else form


def die_fact(state: Vele, number: int, roll: StruggleDie, *, kept: bool) -> facts.Die:
    """Fact of a die as it fell, named by its trait."""
    label = "average"
    if roll.component is not None:
        it = state.components[roll.component]
        label = it.traits[roll.trait].name if roll.trait is not None else "power"
    return facts.Die(f"{roll.trait or label}-{number}", roll.die.sides, roll.value, label, kept)


def roll_facts(
    state: Vele, event: StruggleRolled | HiddenDiceRolled, audience: Audience = EVERYONE
) -> Iterable[Fact]:
    """Facts of one roll for each side, the highest die kept; power dice apart."""
    struggle = state.struggle
    if struggle is None:
        return
    for name, side in struggle.sides.items():
        best = highest_die(side)
        faces = [roll for roll in event.rolls if roll.side == name]
        if faces:
            first = next((n for n, roll in enumerate(faces) if roll.value == best), None)
            yield facts.DiceRolled(
                roller=roller_of(struggle, side),
                purpose=purpose_of(struggle),
                reads=facts.Reads.HIGHEST,
                dice=tuple(die_fact(state, n, roll, kept=n == first) for n, roll in enumerate(faces)),
                test=event.struggle,
                reading=str(best),
                audience=audience,
            )
        powers = [roll for roll in event.power_rolls if roll.side == name]
        if powers:
            yield facts.DiceRolled(
                roller=roller_of(struggle, side),
                purpose="power",
                dice=tuple(die_fact(state, n, roll, kept=True) for n, roll in enumerate(powers)),
                test=event.struggle,
                audience=audience,
            )


@chapter.tells(StruggleRolled, "The dice fall")
def _(state: Vele, event: StruggleRolled) -> Iterable[Fact]:
    yield from roll_facts(state, event)


def the_roller(state: Vele, event: HiddenDiceRolled) -> Audience:
    """Audience of hidden dice: only the player who rolls them."""
    return only(PersonId(event.player))


@chapter.tells(HiddenDiceRolled, "{player} rolls unseen", to=the_roller)
def _(state: Vele, event: HiddenDiceRolled) -> Iterable[Fact]:
    yield from roll_facts(state, event, audience=only(PersonId(event.player)))


class PassFate(Command):
    """Leave fate alone: a side's window for fate and free tags closes. There is no return.

    Needs:    a part in the side whose window is open; for further sides at once, that they are next and one's own.
    Refused:  `no_struggle`, `not_rolled`, `side_unknown`, `not_on_side`, `fate_window_closed`,
              `fate_not_yet`.
    Yields:   `FatePassed` each.
    """

    type: Literal["death_of_the_vele.pass_fate"] = "death_of_the_vele.pass_fate"
    side: SideRef = "actor"
    further: bool = Field(
        title="My other sides too",
        default=False,
        description="Also for your other sides, as far as they come next.",
    )


class FatePassed(Event):
    """A side is done with fate and free tags (VE-59)."""

    type: Literal["death_of_the_vele.fate_passed.v1"] = "death_of_the_vele.fate_passed.v1"
    struggle: Slug
    side: Slug


@chapter.decides(PassFate)
def pass_fate(state: Vele, command: PassFate, asker: Asker, chance: Chance) -> Events:
    """VE-59: close a side's window for fate, for good."""
    in_story(state, asker)
    struggle = struggle_rolled(state)
    fate_window_open(state, struggle, command.side, asker)
    sides = [command.side, *(own_windows_after(state, struggle, command.side, asker) if command.further else ())]
    return [FatePassed(struggle=struggle.id, side=name) for name in sides]


def own_windows_after(state: Vele, struggle: Struggle, name: str, asker: Asker) -> list[str]:
    """The windows that open next, as long as only this person plays on their sides."""
    waiting = [each for each in window_order(state, struggle) if not struggle.sides[each].fate_closed]
    after = waiting[waiting.index(name) + 1 :]
    alone = (players_on(state, struggle.sides[each]) == [asker.person] for each in after)
    return [each for each, mine in takewhile(lambda pair: pair[1], zip(after, alone, strict=True))]


def fate_window_open(state: Vele, struggle: Struggle, name: str, asker: Asker) -> None:
    """Refuse the use of fate for a side where the asker may not use it now."""
    side = own_side(state, struggle, name, asker)
    need(not side.fate_closed, "fate_window_closed", side=name)
    first = open_window(state, struggle)
    need(first == name, "fate_not_yet", side=first)


@chapter.applies(FatePassed)
def _(state: Vele, event: FatePassed) -> None:
    side = side_of(state, event.side)
    must(not side.fate_closed, f"{event.side} is done with fate")
    side.fate_closed = True
    struggle_of(state).phase = Phase.FATE


@chapter.tells(FatePassed, "{side} is done with fate")
def _(state: Vele, event: FatePassed) -> Iterable[Fact]:
    yield told("done with fate", "struggle", *main_of(state, event.side))
