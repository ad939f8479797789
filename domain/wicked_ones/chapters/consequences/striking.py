"""Effects of a consequence once it stands (WO-40 to WO-45, WO-47, WO-50)."""

from collections.abc import Iterable
from typing import Literal

from domain.kernel import facts
from domain.kernel.chapter import Chapter
from domain.kernel.decisions import must
from domain.kernel.facts import Fact
from domain.kernel.messages import Event
from domain.kernel.terms import Character, CharacterId, Slug, Text
from domain.wicked_ones.chapters.consequences.losses import change_events
from domain.wicked_ones.chapters.phases.shock import Striking, wound
from domain.wicked_ones.house_rules import Overlap
from domain.wicked_ones.lookup import character_of, required, roll_of, scene_is_open, scene_of, standing_of
from domain.wicked_ones.phrases import condition, state_of, told, words
from domain.wicked_ones.printed import less, worse
from domain.wicked_ones.state.play import Consequence
from domain.wicked_ones.state.underworld import Underworld
from domain.wicked_ones.terms.harm import Kind, Severity, Trouble
from domain.wicked_ones.terms.rolls import Attribute, Effect, Position

chapter = Chapter[Underworld]("What a consequence does")


class EffectReduced(Event):
    """A roll's effect is one step less than it seemed."""

    type: Literal["wicked_ones.effect_reduced.v1"] = "wicked_ones.effect_reduced.v1"
    roll: Slug
    was: Effect
    now: Effect


class PositionWorsened(Event):
    """A monster's position is worse from here on in this scene."""

    type: Literal["wicked_ones.position_worsened.v1"] = "wicked_ones.position_worsened.v1"
    character: Character
    was: Position
    now: Position


class ComplicationHappened(Event):
    """A complication happened; what it takes or ticks stands in the events after it."""

    type: Literal["wicked_ones.complication_happened.v1"] = "wicked_ones.complication_happened.v1"
    consequence: Slug
    trouble: Trouble | None
    text: Text


class CharacterDied(Event):
    """A Wicked One died."""

    type: Literal["wicked_ones.character_died.v1"] = "wicked_ones.character_died.v1"
    character: Character
    cause: Text


def effects_of(state: Underworld, slug: str, it: Consequence, chosen: Attribute | None = None) -> list[Event]:
    """Events of everything a consequence does once it is accepted."""
    striking = Striking(state, it.target, slug, it.severity)
    victim = state.characters.get(it.target)
    if it.severity is Severity.NONE or (victim is not None and not victim.alive):
        return []
    for kind in striking_kinds(it.kinds):
        match kind:
            case Kind.REDUCED_EFFECT:
                reduce_effect(striking, it.roll_id)
            case Kind.WORSE_POSITION:
                worsen_position(striking)
            case Kind.SHOCK:
                given = it.attributes or ([chosen] if chosen else [])
                striking.shock(given, Overlap.PER_ATTRIBUTE)
            case Kind.BLOODIED:
                wound(striking, it.attributes or tuple(Attribute))
            case Kind.COMPLICATION:
                striking.events.append(ComplicationHappened(consequence=slug, trouble=it.trouble, text=it.details))
                striking.events += change_events(
                    state, it.target, it.changes, it.severity, it.details or "complication"
                )
            case Kind.DEATH:
                cause = it.details or "slain"
                striking.events.append(CharacterDied(character=CharacterId(it.target), cause=cause))
    return striking.events


def striking_kinds(kinds: tuple[Kind, ...]) -> tuple[Kind, ...]:
    """Kinds that count: a wound brings its own shock, and beside a death only a complication counts."""
    if Kind.DEATH in kinds:
        return tuple(kind for kind in kinds if kind in (Kind.COMPLICATION, Kind.DEATH))
    return tuple(kind for kind in kinds if kind is not Kind.SHOCK or Kind.BLOODIED not in kinds)


def reduce_effect(striking: Striking, roll_id: str | None) -> None:
    """Add the event of a roll's effect one step less, where there is one (WO-40)."""
    roll = striking.state.rolls.get(roll_id or "")
    if roll_id is not None and roll is not None and less(roll.effect) is not roll.effect:
        striking.events.append(EffectReduced(roll=roll_id, was=roll.effect, now=less(roll.effect)))


def worsen_position(striking: Striking) -> None:
    """Add the event of a position one step worse, for what comes next in this scene (WO-41)."""
    was = standing_of(striking.state, striking.target)
    if scene_is_open(striking.state) and worse(was) is not was:
        striking.events.append(PositionWorsened(character=CharacterId(striking.target), was=was, now=worse(was)))


@chapter.applies(EffectReduced)
def _(state: Underworld, event: EffectReduced) -> None:
    roll = roll_of(state, event.roll)
    must(roll.effect is event.was, f"the effect of {event.roll} was not {event.was}")
    roll.effect = event.now


@chapter.tells(EffectReduced, "The effect of {roll} falls from {was} to {now}")
def _(state: Underworld, event: EffectReduced) -> Iterable[Fact]:
    yield told(f"the effect is {event.now} instead of {event.was}", "effect", state.rolls[event.roll].character)


@chapter.applies(PositionWorsened)
def _(state: Underworld, event: PositionWorsened) -> None:
    character_of(state, event.character)
    scene_of(state).standing[event.character] = event.now


@chapter.tells(PositionWorsened, "{character} now stands {now}")
def _(state: Underworld, event: PositionWorsened) -> Iterable[Fact]:
    yield state_of(
        event.character,
        "scene",
        "standing",
        event.was,
        event.now,
        "a consequence",
        label="Position",
        good=event.now is Position.DOMINANT,
    )


@chapter.applies(ComplicationHappened)
def _(state: Underworld, event: ComplicationHappened) -> None:
    """No change here: the changes it makes stand in the events after it."""
    required(state.consequences, event.consequence, "consequence")


@chapter.tells(ComplicationHappened, "Trouble{text:+: }")
def _(state: Underworld, event: ComplicationHappened) -> Iterable[Fact]:
    form = words(event.trouble) if event.trouble else "complication"
    yield told(event.text or "trouble", form, state.consequences[event.consequence].target)
    if event.text:
        yield facts.Turn(test="", who="", text=event.text, way=facts.Way.TRUE)


@chapter.applies(CharacterDied, renames=True)
def _(state: Underworld, event: CharacterDied) -> None:
    it = character_of(state, event.character)
    must(it.alive, f"{event.character} is dead already")
    it.alive = False
    it.knell_pending = it.dark_hearts > 0
    state.compels = {slug: it for slug, it in state.compels.items() if it.character != event.character}


@chapter.tells(CharacterDied, "{character} dies: {cause}")
def _(state: Underworld, event: CharacterDied) -> Iterable[Fact]:
    yield condition(event.character, "dead", comes=True, why=event.cause)
    yield facts.CharacterLeft(character=event.character, how="dead")
