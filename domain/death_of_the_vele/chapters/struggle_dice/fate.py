"""Fate and free tags (VE-106, VE-107)."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

from pydantic import BaseModel, ConfigDict, Field

from domain.death_of_the_vele.chapters.cast.aspects import AspectExpired
from domain.death_of_the_vele.chapters.deeds import note_deed, rest_on_deeds
from domain.death_of_the_vele.chapters.experience import Awards
from domain.death_of_the_vele.chapters.guards import (
    in_story,
    known_aspect,
    must_narrate,
    not_turned_down,
    open_scene,
    struggle_rolled,
)
from domain.death_of_the_vele.chapters.struggle_dice.rolling import fate_window_open
from domain.death_of_the_vele.lookup import aspect_of, can_use_fate, narrates, side_of, struggle_of
from domain.death_of_the_vele.phrases import told, used, words
from domain.death_of_the_vele.seats import FATE, Seat
from domain.death_of_the_vele.state.cast import Aspect
from domain.death_of_the_vele.state.struggle import Bonus, PushedDie, Side, Struggle
from domain.death_of_the_vele.state.vele import Vele
from domain.death_of_the_vele.struggle_lookup import OPPONENT, player_of_component
from domain.death_of_the_vele.terms.cast import AspectStatus, Durability
from domain.death_of_the_vele.terms.dice import Die
from domain.death_of_the_vele.terms.play import ApprovalKind, DeedKind, XpReason
from domain.death_of_the_vele.terms.references import AspectRef, ComponentRef, SideRef, TraitRef
from domain.death_of_the_vele.terms.struggle import FateUse
from domain.kernel import facts
from domain.kernel.chapter import Chapter, Events
from domain.kernel.decisions import CommandRefused, must, need
from domain.kernel.dice import Dice as Chance
from domain.kernel.facts import Fact
from domain.kernel.messages import Command, Event
from domain.kernel.offers import Choice, Offer
from domain.kernel.people import EVERYONE, Asker, Audience, only
from domain.kernel.terms import Person, PersonId, Slug, Text

chapter = Chapter[Vele](
    "Fate and free tags",
    {
        "reroll_needs_aspect": "A reroll takes a fitting aspect; without one fate gives +1.",
        "die_unknown": "There is no such die on the side of {side}{there:+. Its dice: }.",
        "not_for_narrator": "The narrator needs no fate for this.",
        "own_aspect_needed": "Name an aspect of one of your own components.",
        "attaches_otherwise": "Attach the components, and pay with fate there.",
        "free_tag_used": "The free tag of {aspect} was used; a fate XP would call on it.",
    },
)


WITH_ASPECT, WITHOUT = 2, 1
IN_A_STRUGGLE = (FateUse.BONUS, FateUse.REROLL)


@dataclass(slots=True)
class _FateAsked:
    """A use of fate or of a free tag before its die is thrown: `again` is (component, trait, size, old face)."""

    struggle: str | None = None
    side: str | None = None
    bonus: int = 0
    again: tuple[str | None, str | None, Die, int] | None = None


class UseFate(Command):
    """Spend one XP on fate: in a struggle for a bonus or a reroll, elsewhere for a feat or a piece of fiction.

    Needs:    1 XP to spend, none spent on fate in this scene; in a struggle the window of one's side.
    Refused:  `no_scene`, `too_little_xp`, `fate_used`, `not_accepted`, `aspect_unknown`, `aspect_not_active`,
              `own_aspect_only`, `no_struggle`, `not_rolled`, `decided_already`, `side_unknown`, `not_on_side`,
              `fate_window_closed`, `fate_not_yet`, `reroll_needs_aspect`, `die_unknown`, `text_missing`,
              `narrator_only`, `not_for_narrator`, `own_aspect_needed`, `attaches_otherwise`.
    Yields:   `FateUsed`, `ExperienceSpent`.
    """

    type: Literal["death_of_the_vele.use_fate"] = "death_of_the_vele.use_fate"
    use: FateUse
    aspect: AspectRef | None = Field(default=None, description="A fitting aspect: +2 or a reroll instead of +1.")
    side: SideRef | None = Field(default=None, description="In a struggle, the side it is for.")
    component: ComponentRef | None = Field(default=None, description="For a reroll: whose die.")
    trait: TraitRef | None = Field(default=None, description="For a reroll: the trait that pushed it.")
    text: Text = ""


class Reroll(BaseModel):
    """A die thrown again: whose trait pushed it (nobody's for the average die)."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    component: Slug | None = None
    trait: Slug | None = None
    die: Die
    old: int
    new: int


class FateUsed(Event):
    """A player used fate (VE-106)."""

    type: Literal["death_of_the_vele.fate_used.v1"] = "death_of_the_vele.fate_used.v1"
    player: Person
    use: FateUse
    aspect: Slug | None = None
    struggle: Slug | None = None
    side: Slug | None = None
    bonus: int = 0
    reroll: Reroll | None = None
    text: Text = ""


@chapter.decides(UseFate)
def use_fate(state: Vele, command: UseFate, asker: Asker, chance: Chance) -> Events:
    """VE-106: use fate for 1 XP, once a scene: +2 or a reroll with a fitting aspect, +1 without, or fiction."""
    in_story(state, asker)
    scene = open_scene(state)
    need(command.use is not FateUse.INSTANT_ATTACH, "attaches_otherwise")
    awards = Awards(state)
    if awards.balance(asker.person) < 1:
        raise CommandRefused("too_little_xp", have=awards.balance(asker.person), need=1)
    need(not scene.fate_xp_used.get(asker.person), "fate_used")
    not_turned_down(state, ApprovalKind.FATE, command.text)
    aspect_counts(state, command.aspect)
    own_aspect_only(state, command.aspect, asker)
    asked = fate_asked(state, command, asker, aspect=command.aspect is not None)
    used = FateUsed(
        player=asker.person,
        use=command.use,
        aspect=command.aspect,
        struggle=asked.struggle,
        side=asked.side,
        bonus=asked.bonus,
        reroll=rerolled(asked, chance),
        text=command.text,
    )
    awards.spend(asker.person, 1, XpReason.FATE, command.aspect or "")
    return [used, *awards.events]


def aspect_counts(state: Vele, slug: str | None) -> None:
    """Refuse an aspect that counts no more, if one is named."""
    if slug is None:
        return
    aspect = known_aspect(state, slug)
    if aspect.status is AspectStatus.ACTIVE:
        return
    raise CommandRefused("aspect_not_active", aspect=aspect.text, status=aspect.status)


def is_own(state: Vele, aspect: Aspect, player: str) -> bool:
    """True if an aspect is on something this person plays."""
    return aspect.subject in state.components and player_of_component(state, aspect.subject) == player


def own_aspect_only(state: Vele, slug: str | None, asker: Asker) -> None:
    """Refuse fate on another's aspect, where the house rules say so (VE-P3)."""
    if not state.house_rules.fate_own_aspect_once:
        return
    own = slug is not None and is_own(state, state.aspects[slug], asker.person)
    need(own, "own_aspect_only")


class TagAspect(Command):
    """Use the free tag of an aspect: what fate with an aspect brings, for no XP.

    Needs:    an aspect whose free tag is unused; in a struggle the window of one's side.
    Refused:  as `UseFate`, and `free_tag_used`, `aspect_unknown`, `attaches_otherwise`, `fate_not_yet`,
              `fate_window_closed`, `not_on_side`, `text_missing`.
    Yields:   `FreeTagUsed`; a fragile aspect expires with it.
    """

    type: Literal["death_of_the_vele.tag_aspect"] = "death_of_the_vele.tag_aspect"
    aspect: AspectRef
    use: FateUse = FateUse.BONUS
    side: SideRef | None = Field(default=None, description="In a struggle, the side it is for.")
    component: ComponentRef | None = Field(default=None, description="For a reroll: whose die.")
    trait: TraitRef | None = Field(default=None, description="For a reroll: the trait that pushed it.")
    text: Text = ""


class FreeTagUsed(Event):
    """Somebody used the free tag of an aspect (VE-107)."""

    type: Literal["death_of_the_vele.free_tag_used.v1"] = "death_of_the_vele.free_tag_used.v1"
    player: Person
    use: FateUse
    aspect: Slug
    struggle: Slug | None = None
    side: Slug | None = None
    bonus: int = 0
    reroll: Reroll | None = None
    text: Text = ""


@chapter.applies(FateUsed, renames=True)
def _(state: Vele, event: FateUsed) -> None:
    """The XP, and that it is the scene's one, stand in the event after it."""
    apply_fate(state, event, "fate")


def whoever_knows_the_result(state: Vele) -> Audience:
    """Audience of a struggle's result: a hidden roll is its roller's."""
    struggle = state.struggle
    main = struggle.sides[OPPONENT].main if struggle is not None else None
    if struggle is None or struggle.known or main is None:
        return EVERYONE
    return only(PersonId(player_of_component(state, main)))


def seen_by(state: Vele, event: FateUsed | FreeTagUsed) -> Audience:
    """Audience of fate used: of a hidden die thrown again, its roller alone."""
    return whoever_knows_the_result(state) if event.reroll is not None and event.side == OPPONENT else EVERYONE


@chapter.tells(FateUsed, "{player} uses fate: {use}{text:+, }", to=seen_by)
def _(state: Vele, event: FateUsed) -> Iterable[Fact]:
    yield from fate_facts(state, event, "fate")


@chapter.decides(TagAspect)
def tag_aspect(state: Vele, command: TagAspect, asker: Asker, chance: Chance) -> Events:
    """VE-107: use a free tag, whoever comes first; a fragile aspect ends with it."""
    in_story(state, asker)
    open_scene(state)
    aspect_counts(state, command.aspect)
    aspect = state.aspects[command.aspect]
    need(aspect.free_tag, "free_tag_used", aspect=command.aspect)
    need(command.use is not FateUse.INSTANT_ATTACH, "attaches_otherwise")
    asked = fate_asked(state, command, asker, aspect=True)
    used = FreeTagUsed(
        player=asker.person,
        use=command.use,
        aspect=command.aspect,
        struggle=asked.struggle,
        side=asked.side,
        bonus=asked.bonus,
        reroll=rerolled(asked, chance),
        text=command.text,
    )
    ends = asked.struggle is None and aspect.durability is Durability.FRAGILE
    return [used, AspectExpired(aspect=command.aspect, reason="tagged")] if ends else [used]


def fate_asked(state: Vele, command: UseFate | TagAspect, asker: Asker, *, aspect: bool) -> _FateAsked:
    """The use of fate as asked: in a struggle a bonus or a reroll, elsewhere words by the right person."""
    if command.use not in IN_A_STRUGGLE:
        may_tell(state, command, asker)
        return _FateAsked()
    struggle = struggle_rolled(state)
    name = command.side or "actor"
    fate_window_open(state, struggle, name, asker)
    if command.use is FateUse.BONUS:
        return _FateAsked(struggle.id, name, WITH_ASPECT if aspect else WITHOUT)
    need(aspect, "reroll_needs_aspect")
    die = die_on_the_table(struggle, name, command.component, command.trait)
    return _FateAsked(struggle.id, name, again=die)


def may_tell(state: Vele, command: UseFate | TagAspect, asker: Asker) -> None:
    """Refuse a use of fate outside a roll by the wrong person: facts are the narrator's, own aspects players'."""
    need(command.text.strip(), "text_missing")
    if command.use is FateUse.CHANGE_FACT:
        must_narrate(state, asker)
    if command.use in (FateUse.OWN_ASPECT_FICTION, FateUse.CANCEL_CHANGE):
        need(not narrates(state, asker), "not_for_narrator")
    if command.use is FateUse.OWN_ASPECT_FICTION:
        aspect = state.aspects.get(command.aspect or "")
        if aspect is None or not is_own(state, aspect, asker.person):
            raise CommandRefused("own_aspect_needed")


def die_on_the_table(
    struggle: Struggle, name: str, component: str | None, trait: str | None
) -> tuple[str | None, str | None, Die, int]:
    """A die of a side: (component, trait, size, face); the average die when none is named."""
    side = struggle.sides[name]
    if component is None and trait is None and side.average_dice and side.average_dice[0].value is not None:
        return None, None, Die.D6, side.average_dice[0].value
    die: PushedDie | None = side.pushed.get(f"{component}.{trait}")
    if die is None or die.value is None:
        raise CommandRefused("die_unknown", side=name, there=[one.trait for one in side.pushed.values()])
    return die.component, die.trait, die.die, die.value


def rerolled(asked: _FateAsked, chance: Chance) -> Reroll | None:
    """The die of a reroll with its old and new face; None if nothing is rerolled."""
    if asked.again is None:
        return None
    component, trait, die, old = asked.again
    (new,) = chance.roll(die.sides)
    return Reroll(component=component, trait=trait, die=die, old=old, new=new)


def apply_fate(state: Vele, event: FateUsed | FreeTagUsed, reason: str) -> None:
    """Apply a bonus to a side, or one die thrown again."""
    if event.struggle is None:
        if event.use is not FateUse.INSTANT_ATTACH:
            note_deed(state, DeedKind.FICTION, event.player, "fiction")
        return
    side = side_of(state, event.side or "")
    if event.bonus:
        side.bonuses.append(Bonus(event.bonus, reason))
    again = event.reroll
    if again is not None and again.trait is None:
        side.average_dice[0].value = again.new
    elif again is not None:
        side.pushed[f"{again.component}.{again.trait}"].value = again.new
    rest_on_deeds(state)


def fate_facts(state: Vele, event: FateUsed | FreeTagUsed, form: str) -> Iterable[Fact]:
    """Facts of a bonus, of a die thrown again, or of words."""
    audience = seen_by(state, event)
    again = event.reroll
    if again is not None:
        name = again.component or event.side or ""
        yield facts.DieChanged(
            roller=name,
            die=again.trait or "average",
            size=again.die.sides,
            was=again.old,
            now=again.new,
            why=form,
            rerolled=True,
            test=event.struggle,
            audience=audience,
        )
        return
    said = f"+{event.bonus} to the result" if event.bonus else f"{words(event.use.value)}: {event.text}"
    yield told(said, form, event.player)
    what = "fate" if form == "fate" else f"a {form}"
    yield from used(event.player, event.text, what, event.struggle, audience)


@chapter.applies(FreeTagUsed, renames=True)
def _(state: Vele, event: FreeTagUsed) -> None:
    aspect = aspect_of(state, event.aspect)
    must(aspect.free_tag, f"the free tag of {event.aspect} is used")
    aspect.free_tag = False
    if event.struggle is not None and aspect.durability is Durability.FRAGILE:
        struggle_of(state).aspects_tagged.append(event.aspect)
    apply_fate(state, event, "free tag")


@chapter.tells(FreeTagUsed, "{player} uses the free tag of {aspect}: {use}", to=seen_by)
def _(state: Vele, event: FreeTagUsed) -> Iterable[Fact]:
    yield from fate_facts(state, event, "free tag")
    aspect = state.aspects[event.aspect]
    yield facts.StateChanged(
        owner=aspect.subject,
        group="aspects",
        name=event.aspect,
        label=aspect.text,
        was="free tag",
        now="active",
        why="free tag used",
    )


def free_tags(state: Vele) -> tuple[Choice, ...]:
    """Aspects that still have their free tag."""
    return tuple(
        Choice(slug, it.text)
        for slug, it in state.aspects.items()
        if it.status is AspectStatus.ACTIVE and it.free_tag
    )


def fate_on_offer(state: Vele, struggle: Struggle, seat: Seat, name: str, side: Side) -> Iterable[Offer]:
    """Offers of fate for an XP, and of free tags."""
    active = [(slug, it) for slug, it in state.aspects.items() if it.status is AspectStatus.ACTIVE]
    counted = tuple(Choice(slug, it.text) for slug, it in active)
    tags = free_tags(state)
    bonus = {"use": FateUse.BONUS.value, "side": name, "component": None, "trait": None}
    if can_use_fate(state, seat.player):
        if not state.house_rules.fate_own_aspect_once:
            yield seat.offer(UseFate, f"{seat.who} uses fate: +1", {**bonus, "aspect": None}, group=FATE)
        if counted:
            yield seat.offer(
                UseFate, f"{seat.who} uses fate on an aspect: +2", bonus, {"aspect": counted}, group=FATE
            )
            yield from rerolls(state, seat, name, side, counted)
    if tags:
        yield seat.offer(TagAspect, f"{seat.who} uses a free tag: +2", bonus, {"aspect": tags}, group=FATE)


def rerolls(state: Vele, seat: Seat, name: str, side: Side, aspects: tuple[Choice, ...]) -> Iterable[Offer]:
    """Offers of dice that may be thrown again."""
    for die in side.pushed.values():
        known = {"use": FateUse.REROLL.value, "side": name, "component": die.component, "trait": die.trait}
        trait = state.components[die.component].traits[die.trait].name
        title = f"{seat.who} uses fate on an aspect: the {die.value} for {trait} again"
        yield seat.offer(UseFate, title, known, {"aspect": aspects}, group=FATE, dice=(die.die.sides,))
