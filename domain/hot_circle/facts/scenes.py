"""Scenes retold, and what happened in them without a roll."""

from collections.abc import Iterable

from domain.hot_circle import events as say
from domain.hot_circle.names import names
from domain.hot_circle.state import Circle
from domain.hot_circle.terms import HOME, Presence, Rank
from domain.kernel import facts
from domain.kernel.facts import Fact

from . import tracks
from .telling import number, standing, tells, told, words


@tells(say.SceneOpened)
def _(state: Circle, event: say.SceneOpened) -> Iterable[Fact]:
    yield facts.SceneOpened(scene=event.scene, title=event.title, present=event.present)


@tells(say.SceneClosed)
def _(state: Circle, event: say.SceneClosed) -> Iterable[Fact]:
    yield facts.SceneClosed(scene=event.scene, outcome=event.outcome)


@tells(say.PresenceChanged)
def _(state: Circle, event: say.PresenceChanged) -> Iterable[Fact]:
    text = "enters the scene" if event.step is Presence.ENTERS else "leaves the scene"
    yield told(text, "presence", event.character)


@tells(say.InstinctAsserted)
def _(state: Circle, event: say.InstinctAsserted) -> Iterable[Fact]:
    yield told(event.what, "instinct", event.character)


@tells(say.DecidedWithoutTest)
def _(state: Circle, event: say.DecidedWithoutTest) -> Iterable[Fact]:
    yield told(f"{event.intent}: {words(event.decision)}, {words(event.why)}", "no test", event.character)


@tells(say.AssetUsed)
def _(state: Circle, event: say.AssetUsed) -> Iterable[Fact]:
    name = names(state).get(event.asset, event.asset)
    yield told(f"{name}: {event.how}" if event.how else name, "asset used", event.character)


@tells(say.AssetBrought)
def _(state: Circle, event: say.AssetBrought) -> Iterable[Fact]:
    asset = state.characters[event.character].permanent_assets[event.asset]
    about = (event.character, asset.npc_id) if asset.npc_id else (event.character,)
    yield told(asset.name, "asset brought", *about)


@tells(say.PermanentAssetLost)
def _(state: Circle, event: say.PermanentAssetLost) -> Iterable[Fact]:
    asset = state.characters[event.character].permanent_assets[event.asset]
    yield standing(
        event.character, "permanent_assets", event.asset, "held", "lost", event.how, asset.name, good=False
    )
    if asset.fate_paid:
        yield tracks.of_lost_asset(event.character, event.asset, asset)


@tells(say.ConditionApplied)
def _(state: Circle, event: say.ConditionApplied) -> Iterable[Fact]:
    yield standing(
        event.character, "conditions", event.condition, "", event.rank.value, words(event.cause), event.text,
        good=False,
    )  # fmt: skip
    yield tracks.of_condition(state, event.character, event.condition)


@tells(say.ConditionRaised)
def _(state: Circle, event: say.ConditionRaised) -> Iterable[Fact]:
    text = state.characters[event.character].conditions[event.condition].text
    yield standing(
        event.character, "conditions", event.condition, Rank.MINOR.value, Rank.MAJOR.value, "raised", text,
        good=False,
    )  # fmt: skip
    yield tracks.of_condition(state, event.character, event.condition)


@tells(say.ConsequenceRecorded)
def _(state: Circle, event: say.ConsequenceRecorded) -> Iterable[Fact]:
    yield told(event.text, "consequence", *event.affects)


@tells(say.AdjudicationRecorded)
def _(state: Circle, event: say.AdjudicationRecorded) -> Iterable[Fact]:
    if event.subject in state.characters and event.field in ("fate", "persona"):
        now = int(event.after)
        yield number(event.subject, event.field, now - int(event.before), now, event.reason, event.field.title())
        return
    yield facts.Adjudicated(
        subject=event.subject or HOME, field=event.field, before=event.before, after=event.after,
        reason=event.reason,
    )  # fmt: skip
