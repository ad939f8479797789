"""Flashbacks, teaming up and abilities, which stress pays for (WO-18 to WO-20)."""

from collections.abc import Iterable
from typing import Literal

from pydantic import Field

from domain.kernel import facts
from domain.kernel.chapter import Chapter, Events
from domain.kernel.decisions import CommandRefused, need
from domain.kernel.dice import Dice
from domain.kernel.facts import Fact
from domain.kernel.messages import Event
from domain.kernel.offers import Offer
from domain.kernel.people import Asker
from domain.kernel.terms import Character, Name, Points, Text, slugify
from domain.wicked_ones.chapters.guards import Described, described, in_play, living, open_scene, own
from domain.wicked_ones.chapters.resources.stress import Segments, must_own, segment_left, stress_spent
from domain.wicked_ones.lookup import character_of, scene_is_open
from domain.wicked_ones.phrases import told
from domain.wicked_ones.seats import Seat, alive, powers_of
from domain.wicked_ones.state.underworld import Underworld
from domain.wicked_ones.terms.holdings import StressReason
from domain.wicked_ones.terms.refs import MonsterRef

chapter = Chapter[Underworld](
    "Flashbacks, teaming up, abilities",
    {
        "nobody_with_you": "Say with whom {character} teams up.",
    },
)


class Flashback(Described):
    """Play a flashback: show what was prepared beforehand.

    Needs:    an open scene; your own living monster with a segment left.
    Refused:  `scene_missing`, `no_stress_left`, `describe_first`, `not_your_character`, `unknown_character`,
              `dead`.
    Yields:   `FlashbackPlayed`, `StressSpent`; `WentFeral` with the last segment.
    """

    type: Literal["wicked_ones.flashback"] = "wicked_ones.flashback"
    character: MonsterRef
    uses: Text = Field(
        title="What it draws on", default="", description="What it draws on: an ability, a room, gold."
    )


class FlashbackPlayed(Event):
    """A flashback showed what was prepared beforehand. `uses`: what it draws on."""

    type: Literal["wicked_ones.flashback_played.v1"] = "wicked_ones.flashback_played.v1"
    character: Character
    uses: Text
    description: Text


@chapter.decides(Flashback)
def flashback(state: Underworld, command: Flashback, asker: Asker, dice: Dice) -> Events:
    """WO-18: play a flashback within a scene, for one segment of stress."""
    in_play(state)
    described(command)
    it = own(state, command.character, asker)
    open_scene(state)
    played = FlashbackPlayed(character=command.character, uses=command.uses, description=command.description)
    segment_left(it, command.character)
    return [played, *stress_spent(it, command.character, 1, StressReason.FLASHBACK)]


@chapter.applies(FlashbackPlayed)
def _(state: Underworld, event: FlashbackPlayed) -> None:
    """No change here: the cost stands in the event after it."""
    character_of(state, event.character)


@chapter.tells(FlashbackPlayed, "Earlier, {character}: {description}")
def _(state: Underworld, event: FlashbackPlayed) -> Iterable[Fact]:
    yield told(event.description, "flashback", event.character)
    yield facts.Turn(test="", who=event.character, text=event.description, way=facts.Way.REMEMBERS)


class TeamUp(Described):
    """Act together with others.

    Needs:    your own living monster with a segment left; somebody to team up with.
    Refused:  `no_stress_left`, `nobody_with_you`, `describe_first`, `not_your_character`, `unknown_character`,
              `dead`.
    Yields:   `TeamedUp`, `StressSpent`; `WentFeral` with the last segment.
    """

    type: Literal["wicked_ones.team_up"] = "wicked_ones.team_up"
    character: MonsterRef
    partners: tuple[MonsterRef, ...]
    agreed_benefit: Text = Field(
        title="What it brings", default="", description="What it brings, as the table agreed."
    )


class TeamedUp(Event):
    """A monster acted together with `partners`."""

    type: Literal["wicked_ones.teamed_up.v1"] = "wicked_ones.teamed_up.v1"
    character: Character
    partners: tuple[Character, ...]
    agreed_benefit: Text
    description: Text


@chapter.decides(TeamUp)
def team_up(state: Underworld, command: TeamUp, asker: Asker, dice: Dice) -> Events:
    """WO-19: team up with somebody, for one segment of stress."""
    in_play(state)
    described(command)
    it = own(state, command.character, asker)
    partners = tuple(slug for slug in dict.fromkeys(command.partners) if slug != command.character)
    need(partners, "nobody_with_you", character=command.character)
    for slug in partners:
        living(state, slug)
    together = TeamedUp(
        character=command.character,
        partners=partners,
        agreed_benefit=command.agreed_benefit,
        description=command.description,
    )
    segment_left(it, command.character)
    return [together, *stress_spent(it, command.character, 1, StressReason.TEAM_UP)]


@chapter.applies(TeamedUp)
def _(state: Underworld, event: TeamedUp) -> None:
    """No change here: the cost stands in the event after it."""
    character_of(state, event.character)


@chapter.tells(TeamedUp, "{character} teams up with {partners}: {description}")
def _(state: Underworld, event: TeamedUp) -> Iterable[Fact]:
    yield told(event.agreed_benefit or event.description, "team up", event.character, *event.partners)
    yield facts.Turn(test="", who=event.character, text=event.description)
    if event.agreed_benefit:
        yield facts.Turn(test="", who=event.character, text=event.agreed_benefit)


class UseAbility(Described):
    """Use an ability of the calling, or a magic item.

    Needs:    your own living monster that has it, and the stress it takes.
    Refused:  `ability_not_owned`, `no_stress_left`, `amount_without_note`, `describe_first`, `not_your_character`,
              `unknown_character`, `dead`.
    Yields:   `AbilityUsed`; `StressSpent` if it takes any, `WentFeral` with the last segment.
    """

    type: Literal["wicked_ones.use_ability"] = "wicked_ones.use_ability"
    character: MonsterRef
    ability: Name = Field(description="The ability or the item.")
    stress: Segments | None = Field(default=None, description="Left out: what the house says an ability costs.")
    note: Text = Field(default="", description="What its text says, when it costs otherwise.")
    effect_text: Text = Field(title="What it does", default="", description="What it does, as the table agreed.")


class AbilityUsed(Event):
    """A monster used an ability or a magic item, for so much `stress`.

    `note`: why it costs otherwise than usual.
    """

    type: Literal["wicked_ones.ability_used.v1"] = "wicked_ones.ability_used.v1"
    character: Character
    ability: Name
    stress: Points
    effect_text: Text
    note: Text
    description: Text


@chapter.decides(UseAbility)
def use_ability(state: Underworld, command: UseAbility, asker: Asker, dice: Dice) -> Events:
    """WO-20: use an ability for what the house says, unless its text says otherwise; magic items may be free."""
    in_play(state)
    described(command)
    it = own(state, command.character, asker)
    must_own(it, command.character, command.ability)
    slug = slugify(command.ability)
    item = slug not in it.abilities
    usual = state.house_rules.ability_stress
    cost = usual if command.stress is None else command.stress
    if cost != usual and not (item and cost == 0) and not command.note.strip():
        raise CommandRefused("amount_without_note", usual=usual, given=cost)
    used = AbilityUsed(
        character=command.character,
        ability=it.items[slug] if item else it.abilities[slug],
        stress=cost,
        effect_text=command.effect_text,
        note=command.note,
        description=command.description,
    )
    if not cost:
        return [used]
    reason = StressReason.MAGIC_ITEM if item else StressReason.ABILITY
    segment_left(it, command.character)
    return [used, *stress_spent(it, command.character, cost, reason)]


@chapter.applies(AbilityUsed)
def _(state: Underworld, event: AbilityUsed) -> None:
    """No change here: the cost stands in the event after it."""
    character_of(state, event.character)


@chapter.tells(AbilityUsed, "{character} uses {ability}: {description}")
def _(state: Underworld, event: AbilityUsed) -> Iterable[Fact]:
    yield told(f"{event.ability}: {event.effect_text or event.description}", "ability", event.character)


def uses(state: Underworld, seat: Seat) -> Iterable[Offer]:
    """Offers of a flashback, of teaming up, and of abilities."""
    who = {"character": seat.character}
    powers = powers_of(seat)
    if powers:
        yield seat.offer(
            UseAbility,
            f"{seat.name} uses an ability or a magic item",
            {**who, "stress": None},
            {"ability": powers},
            group=seat.name,
        )
    others = alive(state, but=seat.character)
    if others:
        yield seat.offer(TeamUp, f"{seat.name} teams up", who, {"partners": others}, group=seat.name)
    if scene_is_open(state):
        yield seat.offer(Flashback, f"{seat.name} flashes back", who, group=seat.name)
