"""Genre and style, the settings, and whether to play with dice or cards (HC-01, HC-03, HC-45)."""

from collections.abc import Iterable
from typing import Literal

from pydantic import Field

from domain.hot_circle.chapters.guards import in_play, session_zero
from domain.hot_circle.printed import MOST_SETTINGS
from domain.hot_circle.seats import SESSION_ZERO, WORLD
from domain.hot_circle.state.circle import Circle
from domain.hot_circle.state.world import Setting
from domain.hot_circle.terms import HOME, RESERVED_IDS, Randomizer, Stage
from domain.hot_circle.words import blank, fresh_id, same
from domain.kernel import facts
from domain.kernel.chapter import Chapter, Events
from domain.kernel.decisions import CommandRefused, must, need
from domain.kernel.dice import Dice
from domain.kernel.facts import Fact
from domain.kernel.messages import Command, Event
from domain.kernel.offers import Offer
from domain.kernel.people import Asker
from domain.kernel.terms import Name, Slug, Text

chapter = Chapter[Circle](
    "Session zero",
    {
        "genre_settled": "The genre is settled: {genre}.",
        "randomizer_fixed": "Dice or cards is decided before the first session; it is {randomizer}.",
        "no_change": "That is how it stands already, so there is nothing to record.",
        "setting_exists": "A setting called {name} exists already.",
        "too_many_settings": "This table keeps to {most} settings at the most.",
    },
)


class BeginSessionZero(Command):
    """Begin session zero: write down what kind of story this is to be. Everything else follows.

    Needs:    session zero, anybody at the table.
    Refused:  `genre_missing`, `genre_settled`, `session_zero_only`.
    Yields:   `SessionZeroBegun`.
    """

    type: Literal["hot_circle.begin_session_zero"] = "hot_circle.begin_session_zero"
    genre: Text
    style: Text


class SessionZeroBegun(Event):
    """The group settled what kind of story this is to be."""

    type: Literal["hot_circle.session_zero_begun.v1"] = "hot_circle.session_zero_begun.v1"
    genre: Text
    style: Text


@chapter.decides(BeginSessionZero)
def begin_session_zero(state: Circle, command: BeginSessionZero, asker: Asker, dice: Dice) -> Events:
    """HC-01: begin with genre and style, which come before everything else."""
    need(state.stage is not Stage.ENDED, "campaign_ended")
    session_zero(state)
    need(not state.genre, "genre_settled", genre=state.genre)
    if blank(command.genre) or blank(command.style):
        raise CommandRefused("genre_missing")
    return [SessionZeroBegun(genre=command.genre, style=command.style)]


@chapter.applies(SessionZeroBegun, renames=True)
def _(state: Circle, event: SessionZeroBegun) -> None:
    must(not state.genre, "session zero begins once")
    state.genre, state.style = event.genre, event.style


@chapter.tells(SessionZeroBegun, "Session zero begins: {genre}, {style}")
def _(state: Circle, event: SessionZeroBegun) -> Iterable[Fact]:
    yield facts.ChapterOpened(chapter="season-1", title="Season 1")
    yield facts.TextSet(owner=HOME, field="genre", text=event.genre)
    yield facts.TextSet(owner=HOME, field="style", text=event.style)


class SetRandomizer(Command):
    """Choose dice or cards: what successes are counted on.

    Needs:    session zero, anybody at the table.
    Refused:  `genre_missing`, `randomizer_fixed`, `no_change`.
    Yields:   `RandomizerSet`.
    """

    type: Literal["hot_circle.set_randomizer"] = "hot_circle.set_randomizer"
    randomizer: Randomizer


class RandomizerSet(Event):
    """Successes are counted on this."""

    type: Literal["hot_circle.randomizer_set.v1"] = "hot_circle.randomizer_set.v1"
    randomizer: Randomizer


@chapter.decides(SetRandomizer)
def set_randomizer(state: Circle, command: SetRandomizer, asker: Asker, dice: Dice) -> Events:
    """HC-45: choose dice or cards for the whole campaign."""
    in_play(state)
    need(state.stage is Stage.SESSION_ZERO, "randomizer_fixed", randomizer=state.randomizer)
    need(command.randomizer is not state.randomizer, "no_change")
    return [RandomizerSet(randomizer=command.randomizer)]


@chapter.applies(RandomizerSet)
def _(state: Circle, event: RandomizerSet) -> None:
    state.randomizer = event.randomizer


@chapter.tells(RandomizerSet, "Successes are counted on {randomizer}")
def _(state: Circle, event: RandomizerSet) -> Iterable[Fact]:
    yield facts.TextSet(owner=HOME, field="randomizer", text=event.randomizer.value)


class AddSetting(Command):
    """Name a setting: a background that people are born into.

    Needs:    session zero, anybody at the table.
    Refused:  `genre_missing`, `session_zero_only`, `setting_exists`, `too_many_settings`.
    Yields:   `SettingAdded`.
    """

    type: Literal["hot_circle.add_setting"] = "hot_circle.add_setting"
    name: Name
    character_types: tuple[Name, ...] = Field(
        title="Who lives there?", default=(), description="Who lives there, by kind."
    )


class SettingAdded(Event):
    """A setting is part of the world."""

    type: Literal["hot_circle.setting_added.v1"] = "hot_circle.setting_added.v1"
    setting: Slug
    name: Name
    character_types: tuple[Name, ...]


@chapter.decides(AddSetting)
def add_setting(state: Circle, command: AddSetting, asker: Asker, dice: Dice) -> Events:
    """HC-03: add a setting; four to six are advised, and demanded only by the house."""
    in_play(state)
    session_zero(state)
    need(
        not any(same(it.name, command.name) for it in state.settings.values()), "setting_exists", name=command.name
    )
    if state.house_rules.strict_counts and len(state.settings) >= MOST_SETTINGS:
        raise CommandRefused("too_many_settings", most=MOST_SETTINGS)
    slug = fresh_id(command.name, {*state.settings, *RESERVED_IDS}, "setting")
    return [SettingAdded(setting=slug, name=command.name, character_types=command.character_types)]


@chapter.applies(SettingAdded, renames=True)
def _(state: Circle, event: SettingAdded) -> None:
    must(event.setting not in state.settings, f"the setting {event.setting} is there already")
    state.settings[event.setting] = Setting(event.name, list(event.character_types))


@chapter.tells(SettingAdded, "A setting: {name}{character_types:+, home of }")
def _(state: Circle, event: SettingAdded) -> Iterable[Fact]:
    home = f": {', '.join(event.character_types)}" if event.character_types else ""
    yield facts.TextSet(owner=HOME, field=f"settings.{event.setting}", text=f"{event.name}{home}")


def beginning() -> Iterable[Offer]:
    """Genre and style, before everything else."""
    yield Offer(command=BeginSessionZero, label="Settle genre and style", group=SESSION_ZERO)


def adding_setting(state: Circle) -> Iterable[Offer]:
    """HC-03: another setting, as far as it is advised."""
    if state.stage is Stage.SESSION_ZERO and len(state.settings) < MOST_SETTINGS:
        yield Offer(command=AddSetting, label="Add a setting", group=WORLD)


def randomizer(state: Circle) -> Iterable[Offer]:
    """HC-45: dice or cards."""
    if state.stage is Stage.SESSION_ZERO:
        other = Randomizer.CARDS if state.randomizer is Randomizer.DICE else Randomizer.DICE
        yield Offer(
            command=SetRandomizer,
            label=f"Play with {other.value}",
            known={"randomizer": other.value},
            group=SESSION_ZERO,
        )
