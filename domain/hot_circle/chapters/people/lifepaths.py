"""Life stories: the chain of lifepaths, and one of them taken twice (HC-15 to HC-17, HC-68)."""

import re
from collections.abc import Iterable
from typing import Literal

from pydantic import Field

from domain.hot_circle import tracks
from domain.hot_circle.chapters.guards import in_play, known_lifepath, known_setting, own_pc
from domain.hot_circle.chapters.people.bridges import bridged
from domain.hot_circle.chapters.people.characters import being_written
from domain.hot_circle.lookup import in_creation, lifepath_of, pc_of
from domain.hot_circle.phrases import number, standing, told, words
from domain.hot_circle.printed import DOUBLED_RATING, STARTING_RATING
from domain.hot_circle.refs import LifepathRef, ProtagonistRef, SettingRef
from domain.hot_circle.seats import CHARACTER, Seat, one_of
from domain.hot_circle.state.circle import Circle
from domain.hot_circle.state.people import Character, Lifepath
from domain.hot_circle.terms import LifepathOrigin
from domain.hot_circle.words import blank, fresh_id, normalised, same
from domain.kernel import facts
from domain.kernel.chapter import Chapter, Events
from domain.kernel.decisions import CommandRefused, found, must, need
from domain.kernel.dice import Dice
from domain.kernel.facts import Fact
from domain.kernel.messages import Command, Event
from domain.kernel.offers import Offer
from domain.kernel.people import Asker
from domain.kernel.terms import Character as CharacterSlug
from domain.kernel.terms import Name, Points, Slug, Text

chapter = Chapter[Circle](
    "Lifepaths",
    {
        "one_lifepath_per_skip": "A new lifepath comes with a time-skip, one for each, and {skips:?time-skip "
        "has|time-skips have} passed.",
        "starting_lifepaths_unset": "The gamemaster decides first how many lifepaths everybody starts with.",
        "too_many_lifepaths": "This campaign starts with {most:?lifepath|lifepaths}.",
        "lifepath_exists": "The sheet has {lifepath} already. It may be taken twice instead, once.",
        "born_first": "The first lifepath is a childhood: write it with -born, such as {setting}-born.",
        "born_later": "Only the first lifepath is a childhood, so {lifepath} cannot come later.",
        "setting_jump": "From {last} to {lifepath} leads into another setting; the gamemaster has to allow it as "
        "a bridge.",
        "requirement_missing": "First comes {requires}: the lifepath {lifepath} requires it.",
        "already_doubled": "Only one lifepath may be taken twice, and that is {lifepath}.",
        "no_lifepath_left": "All {most:?lifepath is|lifepaths are} used; taking one twice needs another.",
    },
)


_CHILDHOOD = re.compile(r"\S[\s-]born$")


class TakeLifepath(Command):
    """Take the next lifepath: a childhood first, then step by step; or the one that a time-skip brings.

    Needs:    the player; in session zero, or after a time-skip.
    Refused:  `genre_missing`, `character_unknown`, `not_a_pc`, `not_your_character`, `setting_unknown`,
              `starting_lifepaths_unset`, `too_many_lifepaths`, `one_lifepath_per_skip`, `lifepath_exists`,
              `born_first`, `born_later`, `setting_jump`, `requirement_missing`.
    Yields:   `LifepathTaken`, `PrologueTold` if one is told.
    """

    type: Literal["hot_circle.take_lifepath"] = "hot_circle.take_lifepath"
    character: ProtagonistRef
    name: Name = Field(title="Which lifepath?")
    setting: SettingRef
    prologue: Text = Field(default="", description="After a time-skip: how the character has changed.")


class LifepathTaken(Event):
    """Another part of a life story."""

    type: Literal["hot_circle.lifepath_taken.v1"] = "hot_circle.lifepath_taken.v1"
    character: CharacterSlug
    lifepath: Slug
    name: Name
    setting: Slug
    position: Points
    is_born: bool
    is_bridge: bool
    rating: Points
    origin: LifepathOrigin


class PrologueTold(Event):
    """The change in a character while time went by, as it was told."""

    type: Literal["hot_circle.prologue_told.v1"] = "hot_circle.prologue_told.v1"
    character: CharacterSlug
    text: Text


@chapter.decides(TakeLifepath)
def take_lifepath(state: Circle, command: TakeLifepath, asker: Asker, dice: Dice) -> Events:
    """HC-15, HC-17, HC-68: add the next lifepath of the chain, at rating 3."""
    in_play(state)
    it = own_pc(state, command.character, asker)
    creating = in_creation(state, it)
    has_room(state, it, creating=creating)
    may_come_next(state, it, command)
    last = list(it.lifepaths.values())[-1].setting_id if it.lifepaths else command.setting
    taken: list[Event] = [
        LifepathTaken(
            character=command.character,
            lifepath=fresh_id(command.name, it.lifepaths, "lifepath"),
            name=command.name,
            setting=command.setting,
            position=len(it.lifepaths) + 1,
            is_born=not it.lifepaths,
            is_bridge=last != command.setting,
            rating=STARTING_RATING,
            origin=LifepathOrigin.CREATION if creating else LifepathOrigin.TIME_SKIP,
        )
    ]
    if not creating and not blank(command.prologue):
        taken.append(PrologueTold(character=command.character, text=command.prologue))
    return taken


def has_room(state: Circle, it: Character, *, creating: bool) -> None:
    """Refuse a lifepath over the number to start with, unless a time-skip brings one (HC-10, HC-68)."""
    if not creating:
        need(it.lifepaths_due, "one_lifepath_per_skip", skips=state.skips)
        return
    most = found(state.starting_lifepaths, "starting_lifepaths_unset")
    need(it.picks < most, "too_many_lifepaths", most=most)


def may_come_next(state: Circle, it: Character, command: TakeLifepath) -> None:
    """Refuse a lifepath with no childhood first, no bridge, or without what it requires (HC-15, HC-17)."""
    known_setting(state, command.setting)
    need(
        not any(same(path.name, command.name) for path in it.lifepaths.values()),
        "lifepath_exists",
        lifepath=command.name,
    )
    born = childhood(command.name)
    if not it.lifepaths:
        need(born, "born_first", setting=command.setting)
        return
    need(not born, "born_later", lifepath=command.name)
    last = list(it.lifepaths.values())[-1]
    been_there = state.house_rules.free_return and any(
        path.setting_id == command.setting for path in it.lifepaths.values()
    )
    if last.setting_id != command.setting and not been_there and not bridged(it, command.name, command.setting):
        raise CommandRefused("setting_jump", lifepath=command.name, last=last.name)
    missing = lacking(state, it, command.name)
    need(not missing, "requirement_missing", lifepath=command.name, requires=missing)


def lacking(state: Circle, it: Character, name: str) -> list[str]:
    """HC-17: names of the lifepaths that a lifepath of this name requires and that are not on the sheet yet."""
    earlier = {normalised(path.name) for path in it.lifepaths.values()}
    wanted = state.requirements.get(normalised(name))
    return [one for one in wanted.requires if normalised(one) not in earlier] if wanted else []


def childhood(name: str) -> bool:
    """True where a lifepath of this name is a childhood, such as Docks-born."""
    return _CHILDHOOD.search(normalised(name)) is not None


@chapter.applies(LifepathTaken, renames=True)
def _(state: Circle, event: LifepathTaken) -> None:
    character = pc_of(state, event.character)
    must(event.lifepath not in character.lifepaths, f"{event.character} has been {event.lifepath} already")
    must(event.position == len(character.lifepaths) + 1, "lifepaths follow one another")
    character.lifepaths[event.lifepath] = Lifepath(
        event.name, event.setting, event.position, event.is_born, event.is_bridge, event.rating
    )
    if event.origin is LifepathOrigin.TIME_SKIP:
        must(character.lifepaths_due > 0, f"no time-skip brings {event.character} a lifepath")
        character.lifepaths_due -= 1
    if event.is_bridge:
        character.bridges = [
            it for it in character.bridges if it.setting_id != event.setting or not same(it.name, event.name)
        ]


@chapter.tells(
    LifepathTaken,
    "{character} has {origin:=creation>been|time_skip>become} {name} ({setting}), {rating} dice",
)
def _(state: Circle, event: LifepathTaken) -> Iterable[Fact]:
    owner, slug = event.character, event.lifepath
    why = words(event.origin)
    grown = event.origin is LifepathOrigin.TIME_SKIP
    yield standing(owner, "lifepaths", slug, "", "taken", why, event.name, lasting=grown)
    yield number(owner, f"lifepaths.{slug}.rating", event.rating, event.rating, why, f"{event.name}: dice")
    yield tracks.of_lifepath(state, owner, slug)


@chapter.applies(PrologueTold)
def _(state: Circle, event: PrologueTold) -> None:
    """No change by itself: the journal keeps it."""
    pc_of(state, event.character)


@chapter.tells(PrologueTold, "What time made of {character}: {text}")
def _(state: Circle, event: PrologueTold) -> Iterable[Fact]:
    yield told(event.text, "prologue", event.character)
    yield facts.Turn(test="", who=event.character, text=event.text)


class RepeatLifepath(Command):
    """Take one lifepath twice: it begins at 4 dice and uses two of the starting lifepaths.

    Needs:    the player; before the character plays.
    Refused:  `genre_missing`, `character_unknown`, `not_a_pc`, `not_your_character`, `wrong_time`,
              `lifepath_unknown`, `starting_lifepaths_unset`, `already_doubled`, `no_lifepath_left`.
    Yields:   `LifepathRepeated`.
    """

    type: Literal["hot_circle.repeat_lifepath"] = "hot_circle.repeat_lifepath"
    character: ProtagonistRef
    lifepath: LifepathRef


class LifepathRepeated(Event):
    """A lifepath was taken twice and begins higher."""

    type: Literal["hot_circle.lifepath_repeated.v1"] = "hot_circle.lifepath_repeated.v1"
    character: CharacterSlug
    lifepath: Slug
    rating: Points


@chapter.decides(RepeatLifepath)
def repeat_lifepath(state: Circle, command: RepeatLifepath, asker: Asker, dice: Dice) -> Events:
    """HC-16: take one lifepath a second time, which may be the childhood."""
    in_play(state)
    it = being_written(state, command.character, asker)
    known_lifepath(it, command.character, command.lifepath)
    need(it.doubled is None, "already_doubled", lifepath=it.doubled)
    most = found(state.starting_lifepaths, "starting_lifepaths_unset")
    need(it.picks < most, "no_lifepath_left", most=most)
    return [LifepathRepeated(character=command.character, lifepath=command.lifepath, rating=DOUBLED_RATING)]


@chapter.applies(LifepathRepeated)
def _(state: Circle, event: LifepathRepeated) -> None:
    character = pc_of(state, event.character)
    must(character.doubled is None, f"{event.character} has taken a lifepath twice already")
    lifepath_of(state, event.character, event.lifepath).rating = event.rating
    character.doubled = event.lifepath


@chapter.tells(LifepathRepeated, "{character} was {lifepath} twice: {rating} dice")
def _(state: Circle, event: LifepathRepeated) -> Iterable[Fact]:
    owner, slug = event.character, event.lifepath
    label = f"{state.characters[owner].lifepaths[slug].name}: dice"
    yield number(owner, f"lifepaths.{slug}.rating", 1, event.rating, "taken twice", label)
    yield tracks.of_lifepath(state, owner, slug)


def stories(state: Circle, seat: Seat) -> Iterable[Offer]:
    """The next lifepath, here or by a bridge; or one of them twice."""
    if state.starting_lifepaths is None or seat.it.picks >= state.starting_lifepaths:
        return
    it, who = seat.it, {"character": seat.who}
    settings = {slug: one.name for slug, one in state.settings.items()}
    if it.lifepaths:
        yield from next_lifepath(state, seat)
        if it.doubled is None:
            paths = one_of({slug: path.name for slug, path in it.lifepaths.items()})
            yield seat.offer(
                RepeatLifepath, f"{it.name}: take one twice", who, {"lifepath": paths}, group=CHARACTER
            )
    elif settings:
        yield seat.offer(
            TakeLifepath,
            f"{it.name}: a childhood, ending in -born",
            {**who, "prologue": ""},
            {"setting": one_of(settings)},
            group=CHARACTER,
        )


def next_lifepath(state: Circle, seat: Seat) -> Iterable[Offer]:
    """The next lifepath in the setting of the last, or an approved bridge; and for the gamemaster the approval."""
    it, who = seat.it, {"character": seat.who}
    last = list(it.lifepaths.values())[-1].setting_id or ""
    yield seat.offer(
        TakeLifepath,
        f"{it.name}: the next lifepath in {state.settings[last].name}",
        {**who, "setting": last},
        group=CHARACTER,
    )
    for bridge in it.bridges:
        taken = any(same(path.name, bridge.name) for path in it.lifepaths.values())
        if taken or childhood(bridge.name) or lacking(state, it, bridge.name):
            continue
        known = {**who, "name": bridge.name, "setting": bridge.setting_id}
        yield seat.offer(TakeLifepath, f"{it.name}: {bridge.name}, a bridge", known, group=CHARACTER)


def lifepath_due(state: Circle, seat: Seat) -> Iterable[Offer]:
    """HC-68: after a time-skip, a lifepath."""
    if seat.it.lifepaths_due and seat.it.lifepaths and not in_creation(state, seat.it):
        yield from next_lifepath(state, seat)
