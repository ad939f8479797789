"""The supporting cast, and how a character's story ends (HC-21)."""

from collections.abc import Iterable
from typing import Literal

from pydantic import BaseModel, ConfigDict, Field

from domain.hot_circle.chapters.guards import gm_in_play, known_character, known_result, known_setting
from domain.hot_circle.fields import OUT_OF_TEST
from domain.hot_circle.lookup import any_test_open, character_of
from domain.hot_circle.phrases import for_gm, number, standing
from domain.hot_circle.printed import STARTING_RATING
from domain.hot_circle.refs import CastRef, CharacterRef, FactionRef, SettingRef, TestRef
from domain.hot_circle.seats import RECORDS, alive, characters, one_of
from domain.hot_circle.state.circle import Circle
from domain.hot_circle.state.people import Character, Lifepath
from domain.hot_circle.terms import RESERVED_IDS, Kind
from domain.hot_circle.words import blank, fresh_id, same
from domain.kernel import facts
from domain.kernel.chapter import Chapter, Events
from domain.kernel.decisions import CommandRefused, allowed, must, need, one_there
from domain.kernel.dice import Dice
from domain.kernel.facts import CharacterKind, Fact
from domain.kernel.messages import Command, Event
from domain.kernel.offers import Offer, Weight
from domain.kernel.people import GM_ONLY, Asker
from domain.kernel.terms import Character as CharacterSlug
from domain.kernel.terms import CharacterId, Name, Points, Slug, Text

chapter = Chapter[Circle](
    "The supporting cast",
    {
        "not_an_npc": "{character} is a player's character, and none of the supporting cast.",
        "name_missing": "Give the supporting character a name, on one line.",
        "test_open": "{test} is still open. Resolve it first.",
        "compel_open": "{compel} is still on offer. Judge and answer it first.",
        "vote_open": "The vote on {character} is still open. Close it first.",
    },
)


class CastLifepath(BaseModel):
    """A lifepath of one of the supporting cast."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    name: Name
    setting: SettingRef | None = None
    rating: int = Field(default=STARTING_RATING, ge=1, le=6)


class CastLifepathTaken(BaseModel):
    """A lifepath of one of the supporting cast."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    lifepath: Slug
    name: Name
    setting: Slug | None
    rating: Points


class CastTrait(BaseModel):
    """A trait of one of the supporting cast."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    trait: Slug
    text: Name


class RecordSupportingCharacter(Command):
    """Write down one of the cast: somebody the gamemaster runs, or more of what is known of them. Beliefs stay
    a secret.

    Needs:    the gamemaster.
    Refused:  `genre_missing`, `gm_only`, `name_missing`, `character_unknown`, `not_an_npc`, `setting_unknown`,
              `faction_unknown`.
    Yields:   `SupportingCharacterRecorded`, `SupportingBeliefNoted` for each belief.
    """

    type: Literal["hot_circle.record_supporting_character"] = "hot_circle.record_supporting_character"
    name: Text
    character: CastRef | None = Field(
        title="Who are they already?", default=None, description="Who they are already, to be fleshed out."
    )
    description: Text = Field(default="", title="In a line")
    lifepaths: tuple[CastLifepath, ...] = ()
    traits: tuple[Name, ...] = ()
    beliefs: tuple[Name, ...] = ()
    setting: SettingRef | None = None
    faction: FactionRef | None = Field(default=None, title="Serves which faction?")


class SupportingCharacterRecorded(Event):
    """Somebody the gamemaster runs is known, or better known."""

    type: Literal["hot_circle.supporting_character_recorded.v1"] = "hot_circle.supporting_character_recorded.v1"
    character: CharacterSlug
    name: Name
    description: Text
    lifepaths: tuple[CastLifepathTaken, ...]
    traits: tuple[CastTrait, ...]
    setting: Slug | None
    faction: Slug | None


class SupportingBeliefNoted(Event):
    """The gamemaster noted what somebody of the supporting cast believes."""

    type: Literal["hot_circle.supporting_belief_noted.v1"] = "hot_circle.supporting_belief_noted.v1"
    character: CharacterSlug
    text: Name


@chapter.decides(RecordSupportingCharacter)
def record_supporting_character(
    state: Circle, command: RecordSupportingCharacter, asker: Asker, dice: Dice
) -> Events:
    """HC-21: record somebody of the supporting cast; no numbers are demanded."""
    gm_in_play(state, asker)
    name = command.name.strip()
    it = None
    if command.character is not None:
        it = known_character(state, command.character)
        need(not it.is_pc, "not_an_npc", character=command.character)
    elif not name or "\n" in name or "\r" in name:
        raise CommandRefused("name_missing")
    for setting in (command.setting, *(path.setting for path in command.lifepaths)):
        if setting is not None:
            known_setting(state, setting)
    if command.faction is not None:
        one_there(state.map.factions, command.faction, "faction_unknown")
    slug = command.character or CharacterId(fresh_id(name, {*state.characters, *RESERVED_IDS}, "somebody"))
    recorded: list[Event] = [
        SupportingCharacterRecorded(
            character=slug,
            name=" ".join(name.split()) or (it.name if it else name),
            description=command.description,
            lifepaths=cast_lifepaths(it, command.lifepaths),
            traits=cast_traits(it, command.traits),
            setting=command.setting,
            faction=command.faction,
        )
    ]
    recorded += [SupportingBeliefNoted(character=slug, text=text) for text in command.beliefs]
    return recorded


def cast_lifepaths(it: Character | None, lifepaths: tuple[CastLifepath, ...]) -> tuple[CastLifepathTaken, ...]:
    """Lifepaths that are new to somebody, each with an id of its own."""
    ids = dict.fromkeys(it.lifepaths if it else ())
    known = [path.name for path in it.lifepaths.values()] if it else []
    new = []
    for path in lifepaths:
        if any(same(path.name, name) for name in known):
            continue
        slug = fresh_id(path.name, ids, "lifepath")
        ids[slug] = None
        known.append(path.name)
        new.append(CastLifepathTaken(lifepath=slug, name=path.name, setting=path.setting, rating=path.rating))
    return tuple(new)


def cast_traits(it: Character | None, traits: tuple[str, ...]) -> tuple[CastTrait, ...]:
    """Traits that are new to somebody, each with an id of its own."""
    ids = dict.fromkeys(it.traits if it else ())
    known = list(it.traits.values()) if it else []
    new = []
    for text in traits:
        if any(same(text, name) for name in known):
            continue
        slug = fresh_id(text, ids, "trait")
        ids[slug] = None
        known.append(text)
        new.append(CastTrait(trait=slug, text=text))
    return tuple(new)


@chapter.applies(SupportingCharacterRecorded, renames=True)
def _(state: Circle, event: SupportingCharacterRecorded) -> None:
    character = state.characters.setdefault(event.character, Character(Kind.NPC, event.name))
    must(not character.is_pc, f"{event.character} is a player's character")
    character.name = event.name
    character.description = event.description or character.description
    character.setting_id = event.setting or character.setting_id
    character.faction_id = event.faction or character.faction_id
    for lifepath in event.lifepaths:
        character.lifepaths[lifepath.lifepath] = Lifepath(
            lifepath.name,
            lifepath.setting,
            len(character.lifepaths) + 1,
            is_born=False,
            is_bridge=False,
            rating=lifepath.rating,
        )
    character.traits.update((trait.trait, trait.text) for trait in event.traits)


@chapter.tells(SupportingCharacterRecorded, "{name} is one of the cast{description:+. }")
def _(state: Circle, event: SupportingCharacterRecorded) -> Iterable[Fact]:
    yield facts.CharacterEntered(
        character=event.character, name=event.name, character_kind=CharacterKind.OTHER, how="supporting cast"
    )
    if event.description:
        yield facts.TextSet(owner=event.character, field="description", text=event.description)
    for path in event.lifepaths:
        yield standing(event.character, "lifepaths", path.lifepath, "", "taken", "supporting cast", path.name)
        yield number(
            event.character,
            f"lifepaths.{path.lifepath}.rating",
            path.rating,
            path.rating,
            "supporting cast",
            f"{path.name}: dice",
        )
    for trait in event.traits:
        yield standing(event.character, "traits", trait.trait, "", "held", "supporting cast", trait.text)


@chapter.applies(SupportingBeliefNoted)
def _(state: Circle, event: SupportingBeliefNoted) -> None:
    character_of(state, event.character).notes.append(event.text)


@chapter.tells(SupportingBeliefNoted, "{character} believes: {text}", to=for_gm)
def _(state: Circle, event: SupportingBeliefNoted) -> Iterable[Fact]:
    yield facts.TextSet(owner=event.character, field="notes", text=event.text, audience=GM_ONLY)


class RecordCharacterFate(Command):
    """End the character's story: dead, gone or done.

    Needs:    the gamemaster; no open test, and no compel or trait vote that waits for this character.
    Refused:  `genre_missing`, `gm_only`, `character_unknown`, `story_over`, `text_missing`, `test_unknown`,
              `test_open`, `compel_open`, `vote_open`.
    Yields:   `CharacterFateRecorded`.
    """

    type: Literal["hot_circle.record_character_fate"] = "hot_circle.record_character_fate"
    character: CharacterRef
    what: Text = Field(title="What became of them?")
    test: TestRef | None = Field(title="Out of which test?", default=None, description=OUT_OF_TEST)


class CharacterFateRecorded(Event):
    """A character's story is over."""

    type: Literal["hot_circle.character_fate_recorded.v1"] = "hot_circle.character_fate_recorded.v1"
    character: CharacterSlug
    what: Text
    test: Slug | None


@chapter.decides(RecordCharacterFate)
def record_character_fate(state: Circle, command: RecordCharacterFate, asker: Asker, dice: Dice) -> Events:
    """End a character's story; the player may begin another."""
    gm_in_play(state, asker)
    known_character(state, command.character)
    need(not blank(command.what), "text_missing")
    if command.test is not None:
        known_result(state, command.test)
    not_needed(state, command.character)
    return [CharacterFateRecorded(character=command.character, what=command.what, test=command.test)]


def not_needed(state: Circle, slug: str) -> None:
    """Refuse to end a story while something is open that only this character could settle."""
    if (test := any_test_open(state)) is not None:
        raise CommandRefused("test_open", test=test)
    for offer, compel in state.compels.items():
        if compel.open and slug in (compel.compeller, compel.target):
            raise CommandRefused("compel_open", compel=offer)
    vote = state.trait_vote
    if vote is not None and vote.open and vote.character_id == slug:
        raise CommandRefused("vote_open", character=slug)


@chapter.applies(CharacterFateRecorded)
def _(state: Circle, event: CharacterFateRecorded) -> None:
    character = character_of(state, event.character)
    must(not character.end, f"the story of {event.character} is over already")
    character.end = event.what
    if (scene := state.open_scene) and event.character in scene.present:
        scene.present.remove(event.character)


@chapter.tells(CharacterFateRecorded, "The story of {character} ends: {what}")
def _(state: Circle, event: CharacterFateRecorded) -> Iterable[Fact]:
    yield facts.CharacterLeft(character=event.character, how=event.what)


def recording_cast(state: Circle) -> Iterable[Offer]:
    """HC-21: somebody of the supporting cast."""
    settings = one_of({slug: it.name for slug, it in state.settings.items()})
    factions = one_of({slug: it.name for slug, it in state.map.factions.items()})
    yield Offer(
        command=RecordSupportingCharacter,
        label="Somebody joins the cast",
        known={"character": None},
        choices={
            name: named
            for name, named in (("setting", settings), ("lifepaths.setting", settings), ("faction", factions))
            if named
        },
        group=RECORDS,
    )


def ending_stories(state: Circle) -> Iterable[Offer]:
    """Stories that may end: of everybody whom nothing open needs."""
    free = [slug for slug in alive(state) if allowed(not_needed, state, slug)]
    if free:
        yield Offer(
            command=RecordCharacterFate,
            label="End a character's story",
            known={"test": None},
            choices={"character": characters(state, free)},
            group=RECORDS,
            weight=Weight.ASIDE,
        )
