"""Player characters: who they are, and what they believe, do and are called before they play (HC-11 to HC-14)."""

from collections.abc import Iterable
from typing import Literal

from pydantic import Field

from domain.hot_circle import tracks
from domain.hot_circle.chapters.artha import FateAwarded, PersonaAwarded
from domain.hot_circle.chapters.guards import in_play, own_pc
from domain.hot_circle.fields import PLACE, TRIGGER
from domain.hot_circle.lookup import in_creation, pc_of
from domain.hot_circle.phrases import belief_text, instinct_text, standing
from domain.hot_circle.printed import STARTING_FATE, STARTING_PERSONA
from domain.hot_circle.refs import FormerRef, PlayerRef, ProtagonistRef
from domain.hot_circle.seats import CHARACTER, Seat, any_of
from domain.hot_circle.state.circle import Circle
from domain.hot_circle.state.people import Belief, Character, Instinct
from domain.hot_circle.terms import PER_CHARACTER, PLACES, RESERVED_IDS, FateCause, Form, Kind, PersonaCause, Slot
from domain.hot_circle.words import blank, fresh_id, same
from domain.kernel import facts
from domain.kernel.chapter import Chapter, Events
from domain.kernel.decisions import CommandRefused, must, need, one_there
from domain.kernel.dice import Dice
from domain.kernel.facts import CharacterKind, Fact
from domain.kernel.messages import Command, Event
from domain.kernel.offers import Offer
from domain.kernel.people import Asker
from domain.kernel.terms import Character as CharacterSlug
from domain.kernel.terms import CharacterId, Name, Person, Slug, Text

chapter = Chapter[Circle](
    "Player characters",
    {
        "gm_cannot_be_player": "The gamemaster runs no protagonist: {person} cannot do both.",
        "not_a_player": "Seat {person} as a player first.",
        "has_character": "{player} already plays {character}; a player has one protagonist.",
        "wrong_time": "{character} is being played. Beliefs and instincts change at the end of a session.",
        "too_many_beliefs": "A character holds exactly {most} beliefs.",
        "belief_incomplete": "A belief needs both a stance and a goal: I believe this, so I must do that.",
        "too_many_instincts": "A character has exactly {most} instincts.",
        "instinct_form": "Write it as I always, I never, or when this happens, then I do that; only the last has "
        "a trigger.",
        "traits_by_vote_only": "Traits change only by trait vote.",
        "trait_exists": "The sheet has {trait} already.",
        "too_many_traits": "A character starts with {most} traits.",
    },
)


class CreateCharacter(Command):
    """Make your protagonist: a point of fate and one of persona from the start.

    Needs:    the player, or the gamemaster for a seated player.
    Refused:  `genre_missing`, `gm_cannot_be_player`, `not_a_player`, `not_your_character`, `has_character`,
              `character_unknown`.
    Yields:   `CharacterCreated`, `FateAwarded`, `PersonaAwarded`.
    """

    type: Literal["hot_circle.create_character"] = "hot_circle.create_character"
    player: PlayerRef
    name: Name
    age: Text = ""
    pronouns: Text = ""
    description: Text = Field(default="", title="How does it look and sound?")
    replaces: FormerRef | None = Field(
        title="Whose place does it take?",
        default=None,
        description="Whose place it takes, when a story has ended.",
    )


class CharacterCreated(Event):
    """A player has a protagonist."""

    type: Literal["hot_circle.character_created.v1"] = "hot_circle.character_created.v1"
    character: CharacterSlug
    player: Person
    name: Name
    age: Text
    pronouns: Text
    description: Text
    replaces: CharacterSlug | None


@chapter.decides(CreateCharacter)
def create_character(state: Circle, command: CreateCharacter, asker: Asker, dice: Dice) -> Events:
    """HC-11, HC-19: create one protagonist for each player, with one point of each kind."""
    in_play(state)
    need(command.player != state.seated_gm, "gm_cannot_be_player", person=command.player)
    need(command.player in state.seated_players, "not_a_player", person=command.player)
    need(asker.is_gm or asker.person == command.player, "not_your_character", character=command.name)
    for slug, it in state.pcs.items():
        need(it.player != command.player, "has_character", character=slug, player=command.player)
    if command.replaces is not None:
        one_there(state.characters, command.replaces, "character_unknown")
    slug = CharacterId(fresh_id(command.name, {*state.characters, *RESERVED_IDS}, "character"))
    return [
        CharacterCreated(
            character=slug,
            player=command.player,
            name=command.name,
            age=command.age,
            pronouns=command.pronouns,
            description=command.description,
            replaces=command.replaces,
        ),
        FateAwarded(
            character=slug, amount=STARTING_FATE, cause=FateCause.STARTING, source=None, test=None, complication=""
        ),
        PersonaAwarded(character=slug, amount=STARTING_PERSONA, cause=PersonaCause.STARTING, source=None),
    ]


@chapter.applies(CharacterCreated, renames=True)
def _(state: Circle, event: CharacterCreated) -> None:
    must(event.character not in state.characters, f"there is a character {event.character} already")
    state.characters[event.character] = Character(
        kind=Kind.PC,
        name=event.name,
        player=event.player,
        age=event.age,
        pronouns=event.pronouns,
        description=event.description,
    )


@chapter.tells(CharacterCreated, "{player} plays {name}")
def _(state: Circle, event: CharacterCreated) -> Iterable[Fact]:
    yield facts.CharacterEntered(
        character=event.character,
        name=event.name,
        character_kind=CharacterKind.PLAYERS,
        player=event.player,
        how="player character",
    )
    for field, text in (("age", event.age), ("pronouns", event.pronouns), ("description", event.description)):
        if text:
            yield facts.TextSet(owner=event.character, field=field, text=text)


def being_written(state: Circle, slug: str, asker: Asker) -> Character:
    """The asker's own character, whose sheet may still be written; refused otherwise."""
    it = own_pc(state, slug, asker)
    need(in_creation(state, it), "wrong_time", character=slug)
    return it


class SetBelief(Command):
    """Write one of three beliefs: how the character sees the world, and what it must do about it.

    Needs:    the player; before the character plays.
    Refused:  `genre_missing`, `character_unknown`, `not_a_pc`, `not_your_character`, `wrong_time`,
              `too_many_beliefs`, `belief_incomplete`.
    Yields:   `BeliefSet`.
    """

    type: Literal["hot_circle.set_belief"] = "hot_circle.set_belief"
    character: ProtagonistRef
    slot: int = Field(title="Which of the three?", ge=1, le=99, description=PLACE)
    stance: Text = Field(title="I believe")
    goal: Text = Field(title="so I must")


class BeliefSet(Event):
    """A belief was written."""

    type: Literal["hot_circle.belief_set.v1"] = "hot_circle.belief_set.v1"
    character: CharacterSlug
    slot: Slot
    stance: Text
    goal: Text


@chapter.decides(SetBelief)
def set_belief(state: Circle, command: SetBelief, asker: Asker, dice: Dice) -> Events:
    """HC-12: set a belief, a stance and a goal, of which there are three."""
    in_play(state)
    being_written(state, command.character, asker)
    need(command.slot <= PER_CHARACTER, "too_many_beliefs", most=PER_CHARACTER)
    if blank(command.stance) or blank(command.goal):
        raise CommandRefused("belief_incomplete")
    return [
        BeliefSet(character=command.character, slot=str(command.slot), stance=command.stance, goal=command.goal)
    ]


@chapter.applies(BeliefSet)
def _(state: Circle, event: BeliefSet) -> None:
    pc_of(state, event.character).beliefs[event.slot] = Belief(event.stance, event.goal)


@chapter.tells(BeliefSet, "{character} believes: {stance}. So: {goal}")
def _(state: Circle, event: BeliefSet) -> Iterable[Fact]:
    yield facts.TextSet(
        owner=event.character, field=f"beliefs.{event.slot}", text=belief_text(event.stance, event.goal)
    )
    yield tracks.of_goal(state, event.character, event.slot)


class SetInstinct(Command):
    """Write one of three instincts: I always, I never, or when this then I.

    Needs:    the player; before the character plays.
    Refused:  `genre_missing`, `character_unknown`, `not_a_pc`, `not_your_character`, `wrong_time`,
              `too_many_instincts`, `instinct_form`.
    Yields:   `InstinctSet`.
    """

    type: Literal["hot_circle.set_instinct"] = "hot_circle.set_instinct"
    character: ProtagonistRef
    slot: int = Field(title="Which of the three?", ge=1, le=99, description=PLACE)
    form: Form = Field(title="I")
    trigger: Text = Field(title="When what happens?", default="", description=TRIGGER)
    text: Text = Field(title="Do what?")


class InstinctSet(Event):
    """An instinct was written."""

    type: Literal["hot_circle.instinct_set.v1"] = "hot_circle.instinct_set.v1"
    character: CharacterSlug
    slot: Slot
    form: Form
    trigger: Text
    text: Text


@chapter.decides(SetInstinct)
def set_instinct(state: Circle, command: SetInstinct, asker: Asker, dice: Dice) -> Events:
    """HC-13: set an instinct, of which there are three, each in one of three forms."""
    in_play(state)
    being_written(state, command.character, asker)
    need(command.slot <= PER_CHARACTER, "too_many_instincts", most=PER_CHARACTER)
    well_formed(command.form, command.trigger, command.text)
    return [
        InstinctSet(
            character=command.character,
            slot=str(command.slot),
            form=command.form,
            trigger=command.trigger,
            text=command.text,
        )
    ]


def well_formed(form: Form, trigger: str, text: str) -> None:
    """Refuse an instinct of no form: I always, I never, when this then I; the last has a trigger (HC-13)."""
    if blank(text) or (form is Form.WHEN) is blank(trigger):
        raise CommandRefused("instinct_form", form=form)


@chapter.applies(InstinctSet)
def _(state: Circle, event: InstinctSet) -> None:
    pc_of(state, event.character).instincts[event.slot] = Instinct(event.form, event.trigger, event.text)


@chapter.tells(InstinctSet, "An instinct of {character} ({form}{trigger:+ }): {text}")
def _(state: Circle, event: InstinctSet) -> Iterable[Fact]:
    text = instinct_text(event.form, event.trigger, event.text)
    yield facts.TextSet(owner=event.character, field=f"instincts.{event.slot}", text=text)


class ChooseTrait(Command):
    """Choose a trait: one of the three a character starts with, what people call it.

    Needs:    the player; before the character plays.
    Refused:  `genre_missing`, `character_unknown`, `not_a_pc`, `not_your_character`, `traits_by_vote_only`,
              `too_many_traits`, `trait_exists`.
    Yields:   `TraitGained`.
    """

    type: Literal["hot_circle.choose_trait"] = "hot_circle.choose_trait"
    character: ProtagonistRef
    text: Name = Field(title="What do people call it?")


class TraitGained(Event):
    """A character has a trait: from the beginning, or by vote."""

    type: Literal["hot_circle.trait_gained.v1"] = "hot_circle.trait_gained.v1"
    character: CharacterSlug
    trait: Slug
    text: Name
    by_vote: bool


@chapter.decides(ChooseTrait)
def choose_trait(state: Circle, command: ChooseTrait, asker: Asker, dice: Dice) -> Events:
    """HC-14: choose one of three traits to begin with; after that traits change by vote only."""
    in_play(state)
    it = own_pc(state, command.character, asker)
    need(in_creation(state, it), "traits_by_vote_only")
    need(not any(same(text, command.text) for text in it.traits.values()), "trait_exists", trait=command.text)
    need(len(it.traits) < PER_CHARACTER, "too_many_traits", most=PER_CHARACTER)
    return [
        TraitGained(
            character=command.character,
            trait=fresh_id(command.text, it.traits, "trait"),
            text=command.text,
            by_vote=False,
        )
    ]


@chapter.applies(TraitGained, renames=True)
def _(state: Circle, event: TraitGained) -> None:
    character = pc_of(state, event.character)
    must(event.trait not in character.traits, f"{event.character} is {event.trait} already")
    character.traits[event.trait] = event.text
    character.traits_changed += event.by_vote


@chapter.tells(TraitGained, "People call {character} {text}")
def _(state: Circle, event: TraitGained) -> Iterable[Fact]:
    why = "trait vote" if event.by_vote else "creation"
    yield standing(event.character, "traits", event.trait, "", "held", why, event.text, lasting=event.by_vote)


def creating(state: Circle, asker: Asker) -> Iterable[Offer]:
    """HC-11: a protagonist, for whoever has none."""
    have = {it.player for it in state.pcs.values()}
    for player in state.seated_players:
        if player not in have and (asker.is_gm or asker.person == player):
            whose = "" if asker.person == player else f" for {state.seated_names.get(player, player)}"
            yield Offer(
                command=CreateCharacter,
                label=f"Create a protagonist{whose}",
                known={"player": player, "replaces": None},
                group=CHARACTER,
            )


def convictions(seat: Seat) -> Iterable[Offer]:
    """Beliefs, instincts and traits that are still missing on a sheet."""
    it, who = seat.it, {"character": seat.who}
    for slot in range(1, PER_CHARACTER + 1):
        if str(slot) not in it.beliefs:
            label = f"{it.name}: {PLACES[slot - 1]} belief"
            yield seat.offer(SetBelief, label, {**who, "slot": slot}, group=CHARACTER)
        if str(slot) not in it.instincts:
            label = f"{it.name}: {PLACES[slot - 1]} instinct"
            yield seat.offer(SetInstinct, label, {**who, "slot": slot}, {"form": any_of(Form)}, group=CHARACTER)
    if len(it.traits) < PER_CHARACTER:
        yield seat.offer(ChooseTrait, f"{it.name}: {PLACES[len(it.traits)]} trait", who, group=CHARACTER)
