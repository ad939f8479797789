"""Player characters are brought (VE-116)."""

from collections.abc import Iterable
from typing import Literal

from pydantic import Field

from domain.death_of_the_vele.chapters.guards import fresh_id, in_story
from domain.death_of_the_vele.chapters.pools import ActDiceGranted
from domain.death_of_the_vele.lookup import as_held, aspect_ids, player_of
from domain.death_of_the_vele.names import only_told
from domain.death_of_the_vele.phrases import progress, towards_an_aspect
from domain.death_of_the_vele.printed import XP_STEP, level_at, pc_aspect_floor, step_die
from domain.death_of_the_vele.seats import seats
from domain.death_of_the_vele.state.cast import Aspect, Component
from domain.death_of_the_vele.state.vele import Vele
from domain.death_of_the_vele.terms.cast import AspectWritten, ComponentKind, Origin, Size
from domain.death_of_the_vele.terms.dice import Dice, Home, Pool
from domain.death_of_the_vele.terms.play import ActStatus
from domain.death_of_the_vele.terms.references import EarlierCampaign, EarlierCharacter, NewThing
from domain.kernel import facts
from domain.kernel.chapter import Chapter, Events
from domain.kernel.decisions import CommandRefused, must, need
from domain.kernel.dice import Dice as Chance
from domain.kernel.facts import CharacterKind, Fact
from domain.kernel.messages import Command, Event
from domain.kernel.offers import Offer
from domain.kernel.people import Asker
from domain.kernel.terms import Name, Person, Points, Position, Slug, Text

chapter = Chapter[Vele](
    "Player characters are brought",
    {
        "carried_already": "{player} has brought this PC already: it is here as {pc}.",
        "has_pc": "You brought {pc} already, and everybody has one PC.",
        "new_has_no_xp": "A new PC brings no XP; {xp} would make it one from an earlier story.",
        "xp_unconfirmed": "Nothing here proves {xp} XP, which make level {level}. Bring the PC from its earlier "
        "campaign, or say that the table confirms it.",
        "xp_spent_over_earned": "Nobody spends {spent} XP of {earned} earned.",
        "aspect_slots_full": "{component} has {slots:?aspect slot|aspect slots}; {aspects:?aspect is|aspects are} "
        "too many.",
    },
)


class BringPlayerCharacter(Command):
    """Bring a PC: new, or from an earlier story with what it had earned.

    Needs:    no PC of one's own yet; an id nobody has.
    Refused:  `has_pc`, `id_taken`, `id_empty`, `xp_spent_over_earned`, `new_has_no_xp`, `aspect_slots_full`,
              `xp_unconfirmed`.
    Yields:   `PlayerCharacterBrought`, `ActDiceGranted`.
    """

    type: Literal["death_of_the_vele.bring_player_character"] = "death_of_the_vele.bring_player_character"
    name: Name
    id: NewThing | None = None
    concept: Text = Field(default="", description="What it is, in two words.")
    aspects: tuple[Name, ...] = ()
    returning: bool = Field(
        title="It comes from an earlier story", default=False, description="It comes from an earlier story."
    )
    xp_earned: Points = Field(default=0, title="XP earned")
    xp_spent: Points = Field(default=0, title="XP spent")
    confirmed: bool = Field(
        title="The table confirms it",
        default=False,
        description="The table confirms what nothing here proves: XP for more than level 1.",
    )


@chapter.decides(BringPlayerCharacter)
def bring_player_character(state: Vele, command: BringPlayerCharacter, asker: Asker, chance: Chance) -> Events:
    """VE-116: bring a PC, one for each player, with XP as far as the table confirms it."""
    in_story(state, asker)
    if not command.returning and (command.xp_earned or command.xp_spent):
        player = state.story.players[asker.person]
        need(player.pc is None, "has_pc", pc=player.pc)
        raise CommandRefused("new_has_no_xp", xp=command.xp_earned)
    level = level_at(command.xp_earned)
    if level > 1 and not command.confirmed:
        raise CommandRefused("xp_unconfirmed", xp=command.xp_earned, level=level)
    return pc_brought(state, command, asker, returning=command.returning)


class BringFromEarlier(Command):
    """Bring a PC from an earlier campaign: with the XP that its records prove.

    Needs:    no PC of one's own yet; an id nobody has; the earlier campaign, a position of it and that record's
              seal, where the PC stood with just this XP.
    Refused:  `has_pc`, `carried_already`, `id_taken`, `id_empty`, `xp_spent_over_earned`, `aspect_slots_full`.
    Yields:   `PlayerCharacterBrought`, `ExperienceProven`, `ActDiceGranted`.
    """

    type: Literal["death_of_the_vele.bring_from_earlier"] = "death_of_the_vele.bring_from_earlier"
    campaign: EarlierCampaign = Field(
        title="Earlier campaign", description="What the earlier campaign is called in commands."
    )
    position: Position = Field(
        title="Moment it is taken at", description="The record of it that the PC is taken at."
    )
    seal: str = Field(pattern="^[0-9a-f]{12,64}$", description="That record's seal, as a receipt gives it.")
    character: EarlierCharacter = Field(
        title="What it was called there", description="What the PC was called there."
    )
    story: Name = Field(description="The title of that story.")
    name: Name
    id: NewThing | None = None
    concept: Text = Field(default="", description="What it is, in two words.")
    aspects: tuple[Name, ...] = ()
    xp_earned: Points = Field(title="XP earned")
    xp_spent: Points = Field(default=0, title="XP spent")
    told: Points = Field(
        title="XP without proof",
        default=0,
        description="XP of these that no record proves: they were only written down there.",
    )


class PlayerCharacterBrought(Event):
    """A player's own character is in the story (VE-116). `returning`: it comes from an earlier story."""

    type: Literal["death_of_the_vele.player_character_brought.v1"] = (
        "death_of_the_vele.player_character_brought.v1"
    )
    pc: Slug
    player: Person
    name: Name
    concept: Text
    aspects: tuple[AspectWritten, ...]
    returning: bool
    xp_earned: Points
    xp_spent: Points


class ExperienceProven(Event):
    """The XP a PC brought stood in an earlier campaign, at a position with this seal (VE-116)."""

    type: Literal["death_of_the_vele.experience_proven.v2"] = "death_of_the_vele.experience_proven.v2"
    player: Person
    pc: Slug
    campaign: Slug
    position: Position
    seal: str
    character: Slug
    story: Name
    xp_earned: Points
    told: Points
    """XP of these that no record proves: they were only told when the PC first came to a campaign."""


@chapter.decides(BringFromEarlier)
def bring_from_earlier(state: Vele, command: BringFromEarlier, asker: Asker, chance: Chance) -> Events:
    """VE-116: bring a PC from an earlier campaign; the claim is checked where that can be read."""
    in_story(state, asker)
    source = (command.campaign, command.character)
    others = state.story.players.items()
    twice = next((who for who, it in others if it.carried_from == source and who != asker.person), None)
    if twice is not None:
        raise CommandRefused("carried_already", pc=state.story.players[twice].pc, player=twice)
    come = pc_brought(state, command, asker, returning=True)
    first, *rest = come
    assert isinstance(first, PlayerCharacterBrought)
    proven = ExperienceProven(
        player=asker.person,
        pc=first.pc,
        campaign=command.campaign,
        position=command.position,
        seal=command.seal,
        character=command.character,
        story=command.story,
        xp_earned=command.xp_earned,
        told=command.told,
    )
    return [first, proven, *rest]


def pc_brought(
    state: Vele, command: BringPlayerCharacter | BringFromEarlier, asker: Asker, *, returning: bool
) -> Events:
    """Events of a PC with its aspects and XP, and of the level dice that are due to it."""
    player = state.story.players[asker.person]
    need(player.pc is None, "has_pc", pc=player.pc)
    slug = fresh_id(state, command.id, command.name)
    need(
        command.xp_spent <= command.xp_earned,
        "xp_spent_over_earned",
        earned=command.xp_earned,
        spent=command.xp_spent,
    )
    slots = pc_aspect_floor(level_at(command.xp_earned))
    if len(command.aspects) > slots:
        raise CommandRefused(
            "aspect_slots_full", component=command.name, slots=slots, aspects=len(command.aspects)
        )
    come = PlayerCharacterBrought(
        pc=slug,
        player=asker.person,
        name=command.name,
        concept=command.concept,
        aspects=tuple(
            AspectWritten(aspect=aspect, text=text) for aspect, text in aspect_ids(state, command.aspects).items()
        ),
        returning=returning,
        xp_earned=command.xp_earned,
        xp_spent=command.xp_spent,
    )
    return [come, *level_dice_due(state, asker.person, command.xp_earned)]


def level_dice_due(state: Vele, player: str, earned: int) -> list[Event]:
    """Events of dice for the XP of a returning PC, where the act's dice were handed out before it came."""
    it, running = state.story.players[player], state.act is not None and state.act.status is not ActStatus.ENDED
    steps = (it.xp_earned + earned - it.xp_apart) // XP_STEP
    dice = Dice.of(die for step in range(it.steps_taken + 1, steps + 1) if (die := step_die(step)))
    if not running or not dice:
        return []
    return [ActDiceGranted(home=Home(pool=Pool.CHARACTER, owner=player), dice=as_held(state, dice))]


@chapter.applies(PlayerCharacterBrought, renames=True)
def _(state: Vele, event: PlayerCharacterBrought) -> None:
    player = player_of(state, event.player)
    must(player.pc is None and event.pc not in state.components, f"{event.pc} cannot be brought")
    player.pc = event.pc
    player.xp_brought = event.xp_earned
    player.xp_earned += event.xp_earned
    player.xp_spent += event.xp_spent
    player.xp_balance += event.xp_earned - event.xp_spent
    player.steps_taken = max(player.steps_taken, (player.xp_earned - player.xp_apart) // XP_STEP)
    player.level = max(player.level, level_at(player.xp_earned - player.xp_apart))
    state.components[event.pc] = Component(
        name=event.name,
        owner=event.player,
        controller=event.player,
        size=Size.PC_MAIN,
        kind=ComponentKind.PC,
        concept=event.concept,
    )
    for it in event.aspects:
        state.aspects[it.aspect] = Aspect(text=it.text, subject=event.pc, origin=Origin.START)


@chapter.applies(ExperienceProven)
def _(state: Vele, event: ExperienceProven) -> None:
    player = player_of(state, event.player)
    player.proven_by = f"“{event.story}”, record {event.position}"
    player.xp_told = event.told
    player.carried_from = (event.campaign, event.character)


@chapter.tells(PlayerCharacterBrought, "{player} brings {name}")
def _(state: Vele, event: PlayerCharacterBrought) -> Iterable[Fact]:
    yield facts.CharacterEntered(
        character=event.pc,
        name=event.name,
        character_kind=CharacterKind.PLAYERS,
        player=event.player,
        how=event.concept or "player character",
    )
    for it in event.aspects:
        yield facts.StateChanged(
            owner=event.pc,
            group="aspects",
            name=it.aspect,
            label=it.text,
            was="",
            now="active",
            why="brought along",
            good=True,
        )
    player = state.story.players[event.player]
    if event.xp_earned:
        yield facts.NumberChanged(
            owner=event.player,
            name="xp_earned",
            label="XP earned",
            delta=event.xp_earned,
            now=player.xp_earned,
            low=0,
            why="an earlier story",
        )
        yield facts.NumberChanged(
            owner=event.player,
            name="xp_balance",
            label="XP to spend",
            delta=event.xp_earned - event.xp_spent,
            now=player.xp_balance,
            low=0,
            why="an earlier story",
        )
    yield progress(state, event.player)
    yield from towards_an_aspect(state, event.pc)


@chapter.tells(ExperienceProven, "{xp_earned} XP of {pc} are proven by “{story}”{told:+, of them without proof: }")
def _(state: Vele, event: ExperienceProven) -> Iterable[Fact]:
    text = f"{event.xp_earned} XP, proven by “{event.story}”" + only_told(event.told)
    yield facts.TextSet(owner=event.pc, field="brought", text=text)


def bringing(state: Vele, asker: Asker) -> Iterable[Offer]:
    """Offers to bring a PC, to players without one."""
    for seat in seats(state, asker):
        if state.story.players[seat.player].pc is None:
            yield seat.offer(BringPlayerCharacter, f"{seat.who} brings a PC", group="Characters")
            yield seat.offer(
                BringFromEarlier, f"{seat.who} brings a PC from an earlier campaign", group="Characters"
            )
