"""How scenes change things without a roll."""

from domain.hot_circle import events as say
from domain.hot_circle.state import Circle, Condition, Scene
from domain.hot_circle.terms import ConditionOrigin, Presence, Rank, SessionStatus

from .fold import (
    character_of,
    condition_of,
    evolve,
    instinct_of,
    must,
    permanent_of,
    scene_of,
)


@evolve.on(say.SceneOpened)
def _(state: Circle, event: say.SceneOpened) -> None:
    must(state.game_session.status is SessionStatus.OPEN, "a scene needs an open session")
    must(state.scene is None and event.scene not in state.scenes, "one scene at a time, each once")
    for character in event.present:
        character_of(state, character)
    state.scenes[event.scene] = Scene(event.title, list(event.present), event.continues)
    state.scene = event.scene


@evolve.on(say.SceneClosed)
def _(state: Circle, event: say.SceneClosed) -> None:
    scene_of(state, event.scene).open = False
    state.scene = None


@evolve.on(say.PresenceChanged)
def _(state: Circle, event: say.PresenceChanged) -> None:
    scene = scene_of(state, event.scene)
    character_of(state, event.character)
    entering = event.step is Presence.ENTERS
    must((event.character in scene.present) is not entering, f"{event.character} is where it was")
    if entering:
        scene.present.append(event.character)
    else:
        scene.present.remove(event.character)


@evolve.on(say.InstinctAsserted)
def _(state: Circle, event: say.InstinctAsserted) -> None:
    """A fact of the story; it moves no number."""
    instinct_of(state, event.character, event.slot)


@evolve.on(say.DecidedWithoutTest)
def _(state: Circle, event: say.DecidedWithoutTest) -> None:
    """A fact of the story; it moves no number."""
    scene_of(state, event.scene)


@evolve.on(say.AssetUsed)
def _(state: Circle, event: say.AssetUsed) -> None:
    """A fact of the story; it moves no number."""
    scene_of(state, event.scene)


@evolve.on(say.AssetBrought)
def _(state: Circle, event: say.AssetBrought) -> None:
    scene = scene_of(state, event.scene)
    npc = permanent_of(state, event.character, event.asset).npc_id
    if npc is not None and npc not in scene.present:
        scene.present.append(npc)


@evolve.on(say.PermanentAssetLost)
def _(state: Circle, event: say.PermanentAssetLost) -> None:
    asset = permanent_of(state, event.character, event.asset)
    must(not asset.lost, f"{event.asset} is lost already")
    asset.lost = True
    character_of(state, event.character).refunds.append(event.asset)


@evolve.on(say.ConditionApplied)
def _(state: Circle, event: say.ConditionApplied) -> None:
    conditions = character_of(state, event.character).conditions
    must(event.condition not in conditions, f"{event.character} is {event.condition} already")
    conditions[event.condition] = Condition(event.text, event.rank, ConditionOrigin.GM)


@evolve.on(say.ConditionRaised)
def _(state: Circle, event: say.ConditionRaised) -> None:
    condition = condition_of(state, event.character, event.condition)
    must(condition.rank is Rank.MINOR, f"{event.condition} is major already")
    condition.rank = Rank.MAJOR


@evolve.on(say.ConsequenceRecorded)
def _(state: Circle, event: say.ConsequenceRecorded) -> None:
    """A fact of the story; it moves no number."""
    must(event.test in state.results, f"{event.test} is not over")


@evolve.on(say.AdjudicationRecorded)
def _(state: Circle, event: say.AdjudicationRecorded) -> None:
    character = state.characters.get(event.subject)
    if character is not None and event.field in ("fate", "persona"):
        must(str(getattr(character, event.field)) == event.before, f"{event.field} was not {event.before}")
        must(event.after.isdecimal(), f"{event.field} cannot become {event.after!r}")
        setattr(character, event.field, int(event.after))
        return
    fields = character.adjudicated if character else state.adjudicated.setdefault(event.subject, {})
    must(fields.get(event.field, "") == event.before, f"{event.field} was not {event.before!r}")
    fields[event.field] = event.after
    if not event.after:
        del fields[event.field]
