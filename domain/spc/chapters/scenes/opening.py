"""Opening a scene, and villains who come in (SPC-08, SPC-64)."""

from collections.abc import Iterable, Sequence
from typing import Literal

from domain.kernel import facts
from domain.kernel.chapter import Chapter, Events
from domain.kernel.decisions import CommandRefused, need, one_there
from domain.kernel.dice import Dice
from domain.kernel.facts import Fact
from domain.kernel.messages import Command, Event
from domain.kernel.offers import Choice, Offer, Weight
from domain.kernel.people import Asker
from domain.kernel.terms import Character as CharacterSlug
from domain.kernel.terms import Slug, Text
from domain.spc.chapters.guards import gm_only, must_have_words, no_conflict_open, open_scene, playing, villain
from domain.spc.chapters.scenes.scenes import scene_penalty, set_and_waiting, undecided
from domain.spc.lookup import scene_of
from domain.spc.phrases import told
from domain.spc.seats import SCENE_GROUP, people
from domain.spc.state.adventure import Adventure, Scene
from domain.spc.terms import AntagonistRef, GoonRef, Kind, SceneStatus

chapter = Chapter[Adventure](
    "Opening a scene",
    {
        "presence_undecided": "It is not decided yet who is there: {characters}.",
        "goon_unknown": "There is no such goon{there:+. Those there are: }. Introduce a new one first.",
        "named_twice": "{name} is named twice.",
        "nobody_named": "Say who comes in: an antagonist or a goon.",
        "present_already": "{character} is in the scene already.",
    },
)


def may_come_in(state: Adventure, antagonists: Sequence[str], goons: Sequence[str]) -> None:
    """Refuse villains who are in the scene already, or are named twice."""
    named = [*antagonists, *goons]
    for slug in named:
        need(named.count(slug) <= 1, "named_twice", name=slug)
    for slug in antagonists:
        villain(state, slug)
    for slug in goons:
        one_there(state.goons, slug, "goon_unknown")


def harm_on_villains(
    state: Adventure, antagonists: Sequence[str], goons: Sequence[str], scene: str
) -> Sequence[Event]:
    """Events of harm that weighs on antagonists from this scene on (SPC-64)."""
    rolling = [slug for slug in (*antagonists, *goons) if slug in state.characters]
    return [event for slug in rolling for event in scene_penalty(state, slug, scene)]


class OpenScene(Command):
    """Describe the scene, with the antagonists and goons in it.

    Needs:    the Mastermind; a scene that is set; everybody has decided.
    Refused:  `mastermind_only`, `not_playing`, `adventure_over`, `no_scene_set`, `presence_undecided`,
              `words_missing`, `character_unknown`, `not_an_antagonist`, `goon_unknown`, `named_twice`.
    Yields:   `SceneOpened`; then `ScenePenaltyBegan` for antagonists with harm to bear.
    """

    type: Literal["spc.open_scene"] = "spc.open_scene"
    description: Text
    antagonists: tuple[AntagonistRef, ...] = ()
    goons: tuple[GoonRef, ...] = ()


class SceneOpened(Event):
    """The Mastermind described the scene: play in it begins."""

    type: Literal["spc.scene_opened.v1"] = "spc.scene_opened.v1"
    scene: Slug
    description: Text
    antagonists: tuple[CharacterSlug, ...]
    goons: tuple[Slug, ...]


@chapter.decides(OpenScene)
def open_the_scene(state: Adventure, command: OpenScene, asker: Asker, dice: Dice) -> Events:
    """SPC-08: describe the scene, with the villains in it, once everybody has decided."""
    gm_only(asker)
    playing(state)
    scene = set_and_waiting(state)
    waiting = undecided(state, scene)
    need(not waiting, "presence_undecided", characters=waiting)
    must_have_words(command.description, "the description of the scene")
    may_come_in(state, command.antagonists, command.goons)
    opened = SceneOpened(
        scene=scene.id, description=command.description, antagonists=command.antagonists, goons=command.goons
    )
    return [opened, *harm_on_villains(state, command.antagonists, command.goons, scene.id)]


@chapter.applies(SceneOpened)
def _(state: Adventure, event: SceneOpened) -> None:
    scene = scene_of(state, SceneStatus.SET)
    scene.status = SceneStatus.OPEN
    state.opened = True
    scene.present += (*event.antagonists, *event.goons)


@chapter.tells(SceneOpened, "{description}")
def _(state: Adventure, event: SceneOpened) -> Iterable[Fact]:
    scene = state.scene
    if scene is None:
        return
    present = tuple(scene.present)
    text = f"{scene.why}\n{event.description}"
    yield facts.SceneOpened(
        scene=event.scene,
        title=f"{scene.where}, {scene.when}",
        present=present,
        text=text,
    )
    yield facts.Told(text=event.description, form="scene", about=present)


class BringIn(Command):
    """Let them come in: antagonists or goons, into the open scene.

    Needs:    the Mastermind; an open scene; no conflict.
    Refused:  `mastermind_only`, `not_playing`, `adventure_over`, `no_scene`, `scene_not_open`, `conflict_open`,
              `character_unknown`, `not_an_antagonist`, `goon_unknown`, `named_twice`, `present_already`,
              `nobody_named`.
    Yields:   `VillainsCameIn`; then `ScenePenaltyBegan` for antagonists with harm to bear.
    """

    type: Literal["spc.bring_in"] = "spc.bring_in"
    antagonists: tuple[AntagonistRef, ...] = ()
    goons: tuple[GoonRef, ...] = ()


class VillainsCameIn(Event):
    """Antagonists or goons came into the open scene."""

    type: Literal["spc.villains_came_in.v1"] = "spc.villains_came_in.v1"
    scene: Slug
    antagonists: tuple[CharacterSlug, ...]
    goons: tuple[Slug, ...]


@chapter.decides(BringIn)
def bring_in(state: Adventure, command: BringIn, asker: Asker, dice: Dice) -> Events:
    """SPC-08: bring villains into the open scene, outside of a conflict."""
    gm_only(asker)
    playing(state)
    scene = open_scene(state)
    no_conflict_open(state)
    if not command.antagonists and not command.goons:
        raise CommandRefused("nobody_named")
    may_come_in(state, command.antagonists, command.goons)
    for slug in (*command.antagonists, *command.goons):
        need(slug not in scene.present, "present_already", character=slug)
    came = VillainsCameIn(scene=scene.id, antagonists=command.antagonists, goons=command.goons)
    return [came, *harm_on_villains(state, command.antagonists, command.goons, scene.id)]


@chapter.applies(VillainsCameIn)
def _(state: Adventure, event: VillainsCameIn) -> None:
    scene_of(state, SceneStatus.OPEN).present += (*event.antagonists, *event.goons)


@chapter.tells(VillainsCameIn, "Into the scene{antagonists:+: }{goons:+: }")
def _(state: Adventure, event: VillainsCameIn) -> Iterable[Fact]:
    yield told("comes in", "scene", *event.antagonists, *event.goons)


def opening(state: Adventure, scene: Scene, asker: Asker) -> Iterable[Offer]:
    """Offer to describe the scene, once everybody has decided."""
    if asker.is_gm and not undecided(state, scene):
        yield opens(state)


def opens(state: Adventure) -> Offer:
    """Offer of the Mastermind's description, with whoever is to be in the scene."""
    return Offer(command=OpenScene, label="Open the scene", choices=villains(state, ()), group=SCENE_GROUP)


def coming_in(state: Adventure, scene: Scene, asker: Asker) -> Iterable[Offer]:
    """Offer of villains who are not there yet."""
    coming = villains(state, scene.present)
    if asker.is_gm and coming:
        label = "Let somebody come in"
        yield Offer(command=BringIn, label=label, choices=coming, group=SCENE_GROUP, weight=Weight.ASIDE)


def villains(state: Adventure, present: Iterable[str]) -> dict[str, tuple[Choice, ...]]:
    """Choices of antagonists and goons who are not there yet, by field."""
    there = set(present)
    antagonists = [
        slug for slug, it in state.characters.items() if it.kind is Kind.ANTAGONIST and slug not in there
    ]
    goons = [slug for slug in state.goons if slug not in there]
    offered = {"antagonists": people(state, antagonists), "goons": people(state, goons)}
    return {field: choices for field, choices in offered.items() if choices}
