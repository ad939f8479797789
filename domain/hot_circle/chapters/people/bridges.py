"""Numbers of lifepaths, requirements of a rare one, bridges between settings (HC-10, HC-15, HC-17)."""

from collections.abc import Iterable
from typing import Literal

from pydantic import Field

from domain.hot_circle.chapters.guards import gm_in_play, known_setting, pc, session_zero
from domain.hot_circle.lookup import pc_of
from domain.hot_circle.phrases import told
from domain.hot_circle.refs import ProtagonistRef, SettingRef
from domain.hot_circle.seats import CHARACTER, RECORDS, SESSION_ZERO, one_of
from domain.hot_circle.state.circle import Circle
from domain.hot_circle.state.people import Bridge, Character
from domain.hot_circle.state.world import Requirement
from domain.hot_circle.terms import HOME, Stage
from domain.hot_circle.words import normalised, same
from domain.kernel import facts
from domain.kernel.chapter import Chapter, Events
from domain.kernel.decisions import must, need
from domain.kernel.dice import Dice
from domain.kernel.facts import Fact
from domain.kernel.messages import Command, Event
from domain.kernel.offers import Choice, Offer
from domain.kernel.people import Asker
from domain.kernel.terms import Character as CharacterSlug
from domain.kernel.terms import Name, Points, Slug

chapter = Chapter[Circle](
    "How many lifepaths, and which",
    {
        "too_few": "Everybody starts with at least one lifepath, not {count}.",
        "characters_complete": "A character is complete already, so the number of lifepaths stands.",
        "lifepaths_taken": "{character} has used {picks:?lifepath|lifepaths} already, so {count} is too few.",
        "requirement_empty": "Say which lifepaths come before {lifepath}.",
    },
)


class SetStartingLifepaths(Command):
    """Set how many lifepaths: two for amateurs, five or six for the powerful, for everybody.

    Needs:    the gamemaster, session zero, nobody complete yet.
    Refused:  `genre_missing`, `gm_only`, `session_zero_only`, `too_few`, `characters_complete`,
              `lifepaths_taken`, `no_change`.
    Yields:   `StartingLifepathsSet`.
    """

    type: Literal["hot_circle.set_starting_lifepaths"] = "hot_circle.set_starting_lifepaths"
    count: int = Field(title="How many?", le=100, description="Two to six is usual.")


class StartingLifepathsSet(Event):
    """Everybody starts with so many lifepaths."""

    type: Literal["hot_circle.starting_lifepaths_set.v1"] = "hot_circle.starting_lifepaths_set.v1"
    count: Points


@chapter.decides(SetStartingLifepaths)
def set_starting_lifepaths(state: Circle, command: SetStartingLifepaths, asker: Asker, dice: Dice) -> Events:
    """HC-10: set the number of lifepaths to start with: two for amateurs, up to six for the powerful."""
    gm_in_play(state, asker)
    session_zero(state)
    need(command.count >= 1, "too_few", count=command.count)
    need(not any(it.complete for it in state.pcs.values()), "characters_complete")
    for slug, it in state.pcs.items():
        need(it.picks <= command.count, "lifepaths_taken", character=slug, picks=it.picks, count=command.count)
    need(command.count != state.starting_lifepaths, "no_change")
    return [StartingLifepathsSet(count=command.count)]


@chapter.applies(StartingLifepathsSet)
def _(state: Circle, event: StartingLifepathsSet) -> None:
    state.starting_lifepaths = event.count


@chapter.tells(StartingLifepathsSet, "Everybody starts with {count:?lifepath|lifepaths}")
def _(state: Circle, event: StartingLifepathsSet) -> Iterable[Fact]:
    yield facts.TextSet(owner=HOME, field="starting_lifepaths", text=str(event.count))


class RequireLifepaths(Command):
    """Hold a lifepath back: a rare or powerful one, until others came before it.

    Needs:    the gamemaster.
    Refused:  `genre_missing`, `gm_only`, `requirement_empty`.
    Yields:   `LifepathRequirementSet`.
    """

    type: Literal["hot_circle.require_lifepaths"] = "hot_circle.require_lifepaths"
    lifepath_name: Name = Field(title="Which lifepath?")
    requires: tuple[Name, ...] = Field(title="Which come first?")


class LifepathRequirementSet(Event):
    """A lifepath is held back until others came before it."""

    type: Literal["hot_circle.lifepath_requirement_set.v1"] = "hot_circle.lifepath_requirement_set.v1"
    lifepath_name: Name
    requires: tuple[Name, ...]


@chapter.decides(RequireLifepaths)
def require_lifepaths(state: Circle, command: RequireLifepaths, asker: Asker, dice: Dice) -> Events:
    """HC-17: require other lifepaths before a rare one."""
    gm_in_play(state, asker)
    need(command.requires, "requirement_empty", lifepath=command.lifepath_name)
    return [LifepathRequirementSet(lifepath_name=command.lifepath_name, requires=command.requires)]


@chapter.applies(LifepathRequirementSet)
def _(state: Circle, event: LifepathRequirementSet) -> None:
    state.requirements[normalised(event.lifepath_name)] = Requirement(event.lifepath_name, list(event.requires))


@chapter.tells(LifepathRequirementSet, "{lifepath_name} requires {requires}")
def _(state: Circle, event: LifepathRequirementSet) -> Iterable[Fact]:
    yield told(f"{event.lifepath_name} requires {', '.join(event.requires)}", "requirement")


class ApproveBridge(Command):
    """Let a lifepath lead this character into another setting.

    Needs:    the gamemaster.
    Refused:  `genre_missing`, `gm_only`, `character_unknown`, `not_a_pc`, `setting_unknown`, `no_change`.
    Yields:   `BridgeApproved`.
    """

    type: Literal["hot_circle.approve_bridge"] = "hot_circle.approve_bridge"
    character: ProtagonistRef
    name: Name = Field(title="Which lifepath?")
    setting: SettingRef = Field(title="Into which setting?")


class BridgeApproved(Event):
    """A lifepath may lead this character into another setting."""

    type: Literal["hot_circle.bridge_approved.v1"] = "hot_circle.bridge_approved.v1"
    character: CharacterSlug
    name: Name
    setting: Slug


@chapter.decides(ApproveBridge)
def approve_bridge(state: Circle, command: ApproveBridge, asker: Asker, dice: Dice) -> Events:
    """HC-15: let a lifepath lead into another setting, as the gamemaster."""
    gm_in_play(state, asker)
    it = pc(state, command.character)
    known_setting(state, command.setting)
    need(not bridged(it, command.name, command.setting), "no_change")
    return [BridgeApproved(character=command.character, name=command.name, setting=command.setting)]


def bridged(it: Character, name: str, setting: str) -> bool:
    """True where this step into another setting is approved."""
    return any(bridge.setting_id == setting and same(bridge.name, name) for bridge in it.bridges)


@chapter.applies(BridgeApproved)
def _(state: Circle, event: BridgeApproved) -> None:
    must(event.setting in state.settings, f"there is no setting {event.setting}")
    pc_of(state, event.character).bridges.append(Bridge(event.name, event.setting))


@chapter.tells(BridgeApproved, "The lifepath {name} may lead {character} into {setting}")
def _(state: Circle, event: BridgeApproved) -> Iterable[Fact]:
    yield told(f"{event.name}: a bridge into {state.settings[event.setting].name}", "bridge", event.character)


def starting_number(state: Circle) -> Iterable[Offer]:
    """HC-10: setting the number of lifepaths that everybody starts with."""
    if state.stage is not Stage.SESSION_ZERO or any(it.complete for it in state.pcs.values()):
        return
    most = max((it.picks for it in state.pcs.values()), default=0)
    counts = tuple(Choice(n, str(n)) for n in range(max(2, most), 7) if n != state.starting_lifepaths)
    if counts:
        yield Offer(
            command=SetStartingLifepaths,
            label="Decide the number of starting lifepaths",
            choices={"count": counts},
            group=SESSION_ZERO,
        )


def holding_back() -> Offer:
    """HC-17: a lifepath that waits for others."""
    return Offer(command=RequireLifepaths, label="Hold a lifepath back", group=RECORDS)


def bridging(state: Circle) -> Iterable[Offer]:
    """HC-15: bridges the gamemaster may allow."""
    for slug, it in state.pcs.items():
        last = list(it.lifepaths.values())[-1].setting_id if it.lifepaths else None
        wanting = it.lifepaths_due > 0 or not it.complete
        elsewhere = one_of({to: one.name for to, one in state.settings.items() if to != last})
        if wanting and last is not None and elsewhere:
            yield Offer(
                command=ApproveBridge,
                label=f"Allow {it.name} a bridge",
                known={"character": slug},
                choices={"setting": elsewhere},
                group=CHARACTER,
            )
