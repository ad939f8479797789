"""Preparation of an adventure: the steps it still needs before its first scene, in the order of the rulebook."""

from collections.abc import Iterable, Iterator
from dataclasses import replace

from domain.kernel.campaign.state import Campaign
from domain.kernel.offers import Offer
from domain.kernel.preparation.players import PLAYERS
from domain.kernel.preparation.steps import Preparation, Step
from domain.kernel.terms import PersonId

from .chapters.adventure.adventures import starting
from .chapters.scenes.opening import opens
from .chapters.scenes.scenes import next_scene, presence
from .forms.preview import PREVIEW
from .forms.sheets import AGAIN_OR_NEW, CHARACTER
from .forms.villains import VILLAINS
from .lookup import scene_under_way, whose_turn
from .state.adventure import Adventure, Scene
from .terms import MASTERMIND, Kind, Status

CHARACTERS = "Characters"
WHO_IS_THERE = "Who is there"


def prepares(state: Adventure, campaign: Campaign) -> Preparation | None:
    """The steps up to the first scene of the adventure; None from then on until the adventure has ended."""
    if state.status is Status.PLAYING and state.opened:
        return None
    over = state.status is Status.ENDED
    title = "Before the next adventure" if over or state.adventure > 1 else "Before the first scene"
    return Preparation(title=title, steps=tuple(_steps(state, campaign)), begins=opens(state))


def _steps(state: Adventure, campaign: Campaign) -> Iterator[Step]:
    previewed = state.preview is not None and state.status is not Status.ENDED
    yield _preview(previewed=previewed)
    if previewed:
        yield _villains(state)
    characters = list(_characters(state, campaign, previewed=previewed))
    yield from characters
    yield _start(state, characters)
    scene = scene_under_way(state)
    yield _scene(state, campaign, scene)
    if scene is not None:
        yield from _there(state, campaign, scene)


def _preview(*, previewed: bool) -> Step:
    return Step(
        key="preview",
        label="The villainy",
        why="What the Mastermind has in mind: Characters are made for it.",
        have=int(previewed),
        need=1,
        missing=() if previewed else ("what kind of villainy it is",),
        form=PREVIEW,
    )


def _villains(state: Adventure) -> Step:
    rolling = {slug for slug, it in state.characters.items() if it.kind is Kind.ANTAGONIST}
    return Step(
        key="villains",
        label="Villains",
        why="Antagonists, who want something, and goons, who do not. More may come in later.",
        have=len(rolling | state.goons.keys()),
        after=("preview",),
        form=VILLAINS,
    )


def _characters(state: Adventure, campaign: Campaign, *, previewed: bool) -> Iterator[Step]:
    """One for each player: needed before the adventure begins, and open to whoever comes later."""
    playing, between = state.status is Status.PLAYING, scene_under_way(state) is None
    for number, person in enumerate(campaign.players, start=1):
        mine = state.character_of(person) if previewed else None
        earlier = any(
            it.player == person and it.kind is Kind.CHARACTER and slug != mine
            for slug, it in state.characters.items()
        )
        if mine is not None or between:
            lacking = mine is None and not playing
            yield Step(
                key=f"character:{person}",
                label="A Character" if mine is None else state.characters[mine].name,
                why="Somebody to play in this adventure. Scenes are set in the order in which they are made.",
                whose=frozenset({person}),
                subject=str(number),
                have=int(mine is not None),
                need=None if playing and mine is None else 1,
                after=("preview",),
                missing=(f"a Character for {campaign.people[person].name}",) if lacking else (),
                form=AGAIN_OR_NEW if earlier and mine is None else CHARACTER,
                under=CHARACTERS,
            )


def _start(state: Adventure, characters: Iterable[Step]) -> Step:
    begun = state.status is Status.PLAYING
    return Step(
        key="start",
        label="The adventure begins",
        why="From now on scenes are set in turn; the first seat sets the first.",
        have=int(begun),
        need=1,
        after=(PLAYERS, "preview", *(step.key for step in characters)),
        missing=() if begun else ("the word to begin",),
        asks=() if begun else (starting(),),
    )


def _scene(state: Adventure, campaign: Campaign, scene: Scene | None) -> Step:
    person = scene.setter if scene else _next_setter(state, campaign)
    setter = PersonId(person) if person in campaign.players else None
    return Step(
        key="scene",
        label="The first scene",
        why="Where and when it is set, and why their Character is there.",
        whose=frozenset({setter}) if setter else frozenset(),
        have=int(scene is not None),
        need=1,
        after=("start",),
        missing=() if scene else ("where, when and why",),
        asks=_to_set(state, campaign, person),
    )


def _next_setter(state: Adventure, campaign: Campaign) -> str | None:
    """The person who sets the next scene: whose goal scene is owed, or whose turn it is; over, the first seat."""
    if state.status is Status.ENDED and state.seats:
        turn = state.seats[0]
    elif state.pending_goal_scenes:
        turn = state.characters[state.pending_goal_scenes[0]].player or MASTERMIND
    elif state.seats:
        turn = whose_turn(state)
    else:
        turn = next(iter(campaign.players), MASTERMIND)
    return campaign.gm if turn == MASTERMIND else turn


def _to_set(state: Adventure, campaign: Campaign, person: str | None) -> tuple[Offer, ...]:
    if person is None or state.status is not Status.PLAYING or scene_under_way(state) is not None:
        return ()
    return _in_the_name_of(campaign, person, next_scene(state, campaign.asker(person)))


def _in_the_name_of(campaign: Campaign, person: str, offers: Iterable[Offer]) -> tuple[Offer, ...]:
    return tuple(offer if person == campaign.gm else replace(offer, by=person) for offer in offers)


def _there(state: Adventure, campaign: Campaign, scene: Scene) -> Iterator[Step]:
    for number, person in enumerate(campaign.players, start=1):
        mine = state.character_of(person)
        if mine is None or person not in state.seats or scene.setter == person:
            continue
        name, decided = state.characters[mine].name, mine in scene.decided
        offers = () if decided else presence(state, scene, campaign.asker(person))
        yield Step(
            key=f"there:{person}",
            label=f"Is {name} there?",
            why="Everybody says so for their own Character.",
            whose=frozenset({person}),
            subject=str(number),
            have=int(decided),
            need=1,
            after=("scene",),
            missing=() if decided else (f"whether {name} is there",),
            asks=_in_the_name_of(campaign, person, offers),
            under=WHO_IS_THERE,
        )
