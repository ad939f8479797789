"""Preparation of a crucible: the steps it still needs before its first scene, in the order of the rulebook."""

from collections.abc import Iterable, Iterator
from dataclasses import replace

from domain.kernel.campaign.state import Campaign
from domain.kernel.offers import Offer
from domain.kernel.people import Asker, Role
from domain.kernel.preparation.players import PLAYERS
from domain.kernel.preparation.steps import Preparation, Step
from domain.kernel.terms import PersonId

from .chapters.founding.picking import picks
from .chapters.founding.starting import starting
from .chapters.scenes.scenes import first_scene
from .forms.arcs import ARCS
from .forms.cast import CAST
from .forms.markers import MARKERS
from .forms.places import PLACES
from .forms.sheets import OTHER_SHEETS, SHEET
from .lookup import pcs
from .state import Character, Crucible
from .terms import PLAYABLE, SUPPORTING, Kind, Status

SHEETS = "Sheets"
PICKS = "Who plays whom"


def prepares(state: Crucible, campaign: Campaign) -> Preparation | None:
    """The steps up to the first scene; None from then on."""
    if state.scenes or state.status is Status.ENDED:
        return None
    steps = tuple(_steps(state, campaign))
    return Preparation(title="Before the first scene", steps=steps, begins=_begins(state))


def _steps(state: Crucible, campaign: Campaign) -> Iterator[Step]:
    setup = state.status is Status.SETUP
    yield _cast(state)
    yield _places(state)
    yield _arcs(state, setup=setup)
    picked = list(_picks(state, campaign, setup=setup))
    sheets = list(_sheets(state, setup=setup))
    yield from picked
    yield from sheets
    yield from _others(state, setup=setup)
    yield _start(state, [*picked, *(it for it in sheets if it.need)], setup=setup)
    yield _markers(state)


def _begins(state: Crucible) -> Offer | None:
    return first_scene(state) if state.status is Status.PLAYING else None


def _cast(state: Crucible) -> Step:
    laid_out = bool(state.crucible)
    return Step(
        key="cast",
        label="The twelve",
        why="Six to pick from, and six around them who are linked to those.",
        have=len(state.characters),
        need=PLAYABLE + SUPPORTING,
        missing=() if laid_out else ("six characters to pick from", "six around them"),
        form=CAST,
    )


def _places(state: Crucible) -> Step:
    return Step(
        key="places",
        label="Places",
        why="Where scenes happen; their elements are dice for the GM.",
        have=len(state.locations),
        need=1,
        after=("cast",),
        missing=() if state.locations else ("one place at least",),
        form=PLACES,
    )


def _arcs(state: Crucible, *, setup: bool) -> Step:
    return Step(
        key="arcs",
        label="Arcs",
        why="The shape of each one's story: every sheet of the six prints one.",
        have=len(state.arcs),
        need=1 if setup else None,
        after=("cast",),
        missing=("an arc for the sheets",) if setup and not state.arcs else (),
        form=ARCS,
    )


def _picks(state: Crucible, campaign: Campaign, *, setup: bool) -> Iterator[Step]:
    played = {it.player: it for it in state.characters.values() if it.player}
    for number, person in enumerate(campaign.players, start=1):
        mine = played.get(person)
        if setup or mine is not None:
            yield Step(
                key=f"pick:{person}",
                label=mine.name if mine else "A character to play",
                why="Any of the six that nobody has.",
                whose=frozenset({person}),
                subject=str(number),
                have=int(mine is not None),
                need=1,
                after=("cast",),
                missing=() if mine else (f"a character for {campaign.people[person].name}",),
                asks=_to_pick(state, person),
                under=PICKS,
            )


def _to_pick(state: Crucible, person: PersonId) -> tuple[Offer, ...]:
    asker = Asker(person, Role.PLAYER)
    return tuple(replace(offer, by=person) for offer in picks(state, asker, Kind.UNASSIGNED))


def _sheets(state: Crucible, *, setup: bool) -> Iterator[Step]:
    for number, slug in enumerate(state.playable_characters, start=1):
        it = state.characters[slug]
        if it.registered or (setup and (it.is_pc or state.arcs)):
            yield Step(
                key=f"sheet:{number}",
                label=f"Sheet of {it.name}",
                why="Three elements, an arc, and tools.",
                subject=str(number),
                have=int(it.registered),
                need=1 if it.is_pc else None,
                after=("cast", "arcs"),
                missing=_lacks(it),
                form=SHEET,
                under=SHEETS,
            )


def _lacks(it: Character) -> tuple[str, ...]:
    return (f"a sheet for {it.name}",) if it.is_pc and not it.registered else ()


def _others(state: Crucible, *, setup: bool) -> Iterable[Step]:
    entered = sum(state.characters[slug].registered for slug in state.supporting_characters)
    if state.crucible and (setup or entered):
        yield Step(
            key="others",
            label="Sheets of those around them",
            why="Without a sheet the GM rolls only the place.",
            have=entered,
            after=("cast",),
            form=OTHER_SHEETS,
            under=SHEETS,
        )


def _start(state: Crucible, before: Iterable[Step], *, setup: bool) -> Step:
    return Step(
        key="start",
        label="Play starts",
        why="Whoever nobody picked becomes the GM's, and who is linked to nobody stays away.",
        have=int(not setup),
        need=1,
        after=(PLAYERS, "cast", *(step.key for step in before)),
        missing=("the word to start",) if setup else (),
        asks=tuple(starting(state)) if setup else (),
        warns=_without_dice(state) if setup else "",
    )


def _without_dice(state: Crucible) -> str:
    """The coming NPCs without a sheet: it is entered before play starts, and the GM rolls only what is on one."""
    picked = set(pcs(state))
    bare = [
        it.name
        for it in state.characters.values()
        if not (it.is_pc or it.registered) and (it.playable or picked & set(it.mentions))
    ]
    if not bare:
        return ""
    return f"Sheets are entered before play starts. Without one, the GM cannot roll for: {', '.join(bare)}."


def _markers(state: Crucible) -> Step:
    placed = sum(it.marker is not None for it in pcs(state).values())
    return Step(
        key="markers",
        label="Where they begin",
        why="A scene opens where a player's character is.",
        have=placed,
        need=1,
        after=("places", "start"),
        missing=() if placed else ("a place for the players' characters",),
        form=MARKERS,
    )
