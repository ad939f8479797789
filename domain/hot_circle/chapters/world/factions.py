"""Factions: powers in a setting, how much they weigh, and what they plan (HC-04, HC-08)."""

from collections.abc import Iterable
from typing import Literal

from pydantic import Field

from domain.hot_circle.chapters.guards import gm_in_play, in_play, known_setting, no_session
from domain.hot_circle.fields import CHANGED_BY
from domain.hot_circle.lookup import faction_of
from domain.hot_circle.phrases import for_gm, standing, told
from domain.hot_circle.printed import MOST_FACTIONS_IN_A_SETTING
from domain.hot_circle.refs import FactionRef, SettingRef
from domain.hot_circle.seats import RECORDS, WORLD, one_of
from domain.hot_circle.state.circle import Circle
from domain.hot_circle.state.world import Faction
from domain.hot_circle.terms import RESERVED_IDS, Importance, Stage
from domain.hot_circle.words import blank, fresh_id, same
from domain.kernel import facts
from domain.kernel.chapter import Chapter, Events
from domain.kernel.decisions import CommandRefused, must, need, one_there
from domain.kernel.dice import Dice
from domain.kernel.facts import Fact
from domain.kernel.messages import Command, Event
from domain.kernel.offers import Offer
from domain.kernel.people import GM_ONLY, Asker
from domain.kernel.terms import Name, Slug, Text

chapter = Chapter[Circle](
    "Factions",
    {
        "faction_unknown": "There is no such faction{there:+. Those there are: }. Add a new one first.",
        "setting_unknown": "There is no such setting{there:+. Those there are: }. Session zero adds new ones.",
        "faction_exists": "A faction called {name} exists already.",
        "second_major": "{setting} already has a major power, {major}; a setting has at most one.",
        "too_many_factions": "This table keeps to {most} factions in a setting; {setting} has them.",
        "reason_missing": "Say why: which event, which reason.",
        "text_missing": "Write something down: this needs words.",
    },
)


def may_change_map(state: Circle, asker: Asker) -> None:
    """HC-05, HC-72: the group in session zero, the gamemaster between sessions."""
    no_session(state)
    need(state.stage is Stage.SESSION_ZERO or asker.is_gm, "gm_only")


def known_factions(state: Circle, *factions: str) -> None:
    """Refuse an id that is no faction's."""
    for faction in factions:
        one_there(state.map.factions, faction, "faction_unknown")


class AddFaction(Command):
    """Name a power inside one setting.

    Needs:    session zero, or the gamemaster between sessions.
    Refused:  `genre_missing`, `session_open`, `gm_only`, `setting_unknown`, `faction_exists`, `second_major`,
              `too_many_factions`.
    Yields:   `FactionAdded`.
    """

    type: Literal["hot_circle.add_faction"] = "hot_circle.add_faction"
    name: Name
    setting: SettingRef
    importance: Importance = Field(title="Major or minor?")


class FactionAdded(Event):
    """A power stands in one setting."""

    type: Literal["hot_circle.faction_added.v1"] = "hot_circle.faction_added.v1"
    faction: Slug
    name: Name
    setting: Slug
    importance: Importance


@chapter.decides(AddFaction)
def add_faction(state: Circle, command: AddFaction, asker: Asker, dice: Dice) -> Events:
    """HC-04: add a faction; a setting has at most one major power."""
    in_play(state)
    may_change_map(state, asker)
    known_setting(state, command.setting)
    need(
        not any(same(it.name, command.name) for it in state.map.factions.values()),
        "faction_exists",
        name=command.name,
    )
    major = major_of(state, command.setting)
    if command.importance is Importance.MAJOR and major is not None:
        raise CommandRefused("second_major", setting=command.setting, major=major)
    beside = sum(it.setting_id == command.setting for it in state.map.factions.values())
    if state.house_rules.strict_counts and beside >= MOST_FACTIONS_IN_A_SETTING:
        raise CommandRefused("too_many_factions", setting=command.setting, most=MOST_FACTIONS_IN_A_SETTING)
    taken = {*state.map.factions, *state.settings, *RESERVED_IDS}
    return [
        FactionAdded(
            faction=fresh_id(command.name, taken, "faction"),
            name=command.name,
            setting=command.setting,
            importance=command.importance,
        )
    ]


def major_of(state: Circle, setting: str, but: str | None = None) -> str | None:
    """The major faction of a setting, leaving one out."""
    return next(
        (
            slug
            for slug, it in state.map.factions.items()
            if it.setting_id == setting and it.importance is Importance.MAJOR and slug != but
        ),
        None,
    )


@chapter.applies(FactionAdded, renames=True)
def _(state: Circle, event: FactionAdded) -> None:
    must(event.faction not in state.map.factions, f"the faction {event.faction} is there already")
    must(event.setting in state.settings, f"there is no setting {event.setting}")
    state.map.factions[event.faction] = Faction(event.name, event.setting, event.importance)


@chapter.tells(FactionAdded, "A {importance} power in {setting}: {name}")
def _(state: Circle, event: FactionAdded) -> Iterable[Fact]:
    yield faction_node(state, event.faction)


class ChangeImportance(Command):
    """Let a faction fall or rise.

    Needs:    session zero, or the gamemaster between sessions.
    Refused:  `genre_missing`, `session_open`, `gm_only`, `faction_unknown`, `no_change`, `reason_missing`,
              `second_major`.
    Yields:   `FactionImportanceChanged`.
    """

    type: Literal["hot_circle.change_importance"] = "hot_circle.change_importance"
    faction: FactionRef
    importance: Importance = Field(title="Major or minor?")
    reason: Text = Field(title="Which event changed it?", description=CHANGED_BY)


class FactionImportanceChanged(Event):
    """A faction fell or rose."""

    type: Literal["hot_circle.faction_importance_changed.v1"] = "hot_circle.faction_importance_changed.v1"
    faction: Slug
    was: Importance
    now: Importance
    reason: Text


@chapter.decides(ChangeImportance)
def change_importance(state: Circle, command: ChangeImportance, asker: Asker, dice: Dice) -> Events:
    """HC-08: change a faction's importance: down always, up unless its setting has another major power."""
    in_play(state)
    may_change_map(state, asker)
    known_factions(state, command.faction)
    faction = state.map.factions[command.faction]
    need(faction.importance is not command.importance, "no_change")
    need(not blank(command.reason), "reason_missing")
    major = major_of(state, faction.setting_id, but=command.faction)
    if command.importance is Importance.MAJOR and major is not None:
        raise CommandRefused("second_major", setting=faction.setting_id, major=major)
    return [
        FactionImportanceChanged(
            faction=command.faction, was=faction.importance, now=command.importance, reason=command.reason
        )
    ]


@chapter.applies(FactionImportanceChanged)
def _(state: Circle, event: FactionImportanceChanged) -> None:
    faction = faction_of(state, event.faction)
    must(faction.importance is event.was, f"{event.faction} was not {event.was}")
    faction.importance = event.now


@chapter.tells(FactionImportanceChanged, "A {now} power from now on: {faction}. {reason}")
def _(state: Circle, event: FactionImportanceChanged) -> Iterable[Fact]:
    yield faction_node(state, event.faction)
    yield standing(
        event.faction,
        "importance",
        "rank",
        event.was.value,
        event.now.value,
        event.reason,
        "Importance",
        good=event.now is Importance.MAJOR,
        lasting=True,
    )


class NoteFaction(Command):
    """Keep a note on what a faction plans. Only the gamemaster reads it.

    Needs:    the gamemaster.
    Refused:  `genre_missing`, `gm_only`, `faction_unknown`, `text_missing`.
    Yields:   `FactionNoteAdded`.
    """

    type: Literal["hot_circle.note_faction"] = "hot_circle.note_faction"
    faction: FactionRef
    text: Text = Field(title="What does it plan?")


class FactionNoteAdded(Event):
    """The gamemaster noted what a faction plans."""

    type: Literal["hot_circle.faction_note_added.v1"] = "hot_circle.faction_note_added.v1"
    faction: Slug
    text: Text


@chapter.decides(NoteFaction)
def note_faction(state: Circle, command: NoteFaction, asker: Asker, dice: Dice) -> Events:
    """Note a faction's plans; no numbers are kept of them."""
    gm_in_play(state, asker)
    known_factions(state, command.faction)
    need(not blank(command.text), "text_missing")
    return [FactionNoteAdded(faction=command.faction, text=command.text)]


@chapter.applies(FactionNoteAdded)
def _(state: Circle, event: FactionNoteAdded) -> None:
    faction_of(state, event.faction).notes.append(event.text)


@chapter.tells(FactionNoteAdded, "A note on {faction}: {text}", to=for_gm)
def _(state: Circle, event: FactionNoteAdded) -> Iterable[Fact]:
    yield told(event.text, "faction note", event.faction, to=GM_ONLY)


WEIGHT = {Importance.MINOR: 1, Importance.MAJOR: 3}


def faction_node(state: Circle, faction: str) -> Fact:
    """A faction on the map, inside its setting."""
    it = state.map.factions[faction]
    return facts.NodeSet(
        node=faction,
        name=it.name,
        node_kind="faction",
        weight=WEIGHT[it.importance],
        group=state.settings[it.setting_id].name,
    )


def founding(state: Circle) -> Iterable[Offer]:
    """Powers for the settings that may have another; a major where there is none."""
    powers = [it.setting_id for it in state.map.factions.values()]
    full = MOST_FACTIONS_IN_A_SETTING if state.house_rules.strict_counts else len(powers) + 1
    room = {slug: it.name for slug, it in state.settings.items() if powers.count(slug) < full}
    free = {slug: name for slug, name in room.items() if major_of(state, slug) is None}
    for importance, settings in ((Importance.MAJOR, free), (Importance.MINOR, room)):
        if settings:
            yield Offer(
                command=AddFaction,
                label=f"Add a {importance.value} faction",
                known={"importance": importance.value},
                choices={"setting": one_of(settings)},
                group=WORLD,
            )


def rising_and_falling(state: Circle, slug: str) -> Iterable[Offer]:
    """HC-08: a faction falls always, and rises where its setting has no major power."""
    it = state.map.factions[slug]
    other = Importance.MINOR if it.importance is Importance.MAJOR else Importance.MAJOR
    if other is Importance.MINOR or major_of(state, it.setting_id) is None:
        yield Offer(
            command=ChangeImportance,
            label=f"{it.name} becomes {other.value}",
            known={"faction": slug, "importance": other.value},
            group="Map",
        )


def noting(state: Circle) -> Iterable[Offer]:
    """Notes on the plans of factions."""
    factions = one_of({slug: it.name for slug, it in state.map.factions.items()})
    if factions:
        choices = {"faction": factions}
        yield Offer(command=NoteFaction, label="Note a faction's plans", choices=choices, group=RECORDS)
