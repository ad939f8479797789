"""The order of offers: for a player their own steps, for the Mastermind everybody's."""

from collections.abc import Iterable

from domain.kernel.offers import Offer, Seat
from domain.kernel.people import Asker
from domain.spc.chapters.adjudication import adjudications
from domain.spc.chapters.adventure.adventures import beginnings, ending_the_adventure
from domain.spc.chapters.adventure.characters import own_character
from domain.spc.chapters.adventure.goons import cast_of_the_mastermind
from domain.spc.chapters.adventure.seats import becoming_mastermind, seats
from domain.spc.chapters.conflicts.acts import ambushes, defending, increasing, plain_types
from domain.spc.chapters.conflicts.features import exploiting, manifesting, with_features
from domain.spc.chapters.conflicts.intentions import intending, targets
from domain.spc.chapters.conflicts.opposing import entering, opposing, pairing
from domain.spc.chapters.scenes.actions import acting, settling, withdrawing
from domain.spc.chapters.scenes.ending import ending_the_scene, new_goals
from domain.spc.chapters.scenes.opening import coming_in, opening
from domain.spc.chapters.scenes.scenes import next_scene, presence
from domain.spc.chapters.turns.assigning import assigning, modifying
from domain.spc.chapters.turns.closing import closing
from domain.spc.chapters.turns.comparing import comparing
from domain.spc.chapters.turns.objecting import objections
from domain.spc.chapters.turns.telling_facts import telling
from domain.spc.chapters.turns.throwing import keeping, throws
from domain.spc.chapters.turns.turns import first_turn_ready, going_on
from domain.spc.lookup import (
    antagonists_before,
    antagonists_first,
    is_assigned,
    needs_increase,
    open_conflict,
    scene_under_way,
    still_to_choose,
)
from domain.spc.seats import seat_of

from .state.adventure import Adventure, Scene
from .state.conflict import Conflict, Participant
from .terms import ActionStatus, SceneStatus, Stage, Status


def offers(state: Adventure, asker: Asker) -> Iterable[Offer]:
    """Offers in order: a conflict under way first, then the scene, then table and cast."""
    if state.status is Status.PLAYING:
        yield from conflict(state, asker)
        yield from scenes(state, asker)
    yield from table(state, asker)
    yield from adjudications(state, asker)


def conflict(state: Adventure, asker: Asker) -> Iterable[Offer]:
    """Offers of every step of a conflict in order now: the asker's own; for the Mastermind everybody's."""
    it = open_conflict(state)
    if it is None:
        return
    if it.status is Stage.SETUP:
        yield from setup(state, it, asker)
    elif it.status is Stage.TURN:
        yield from targets(state, it, asker)
        yield from turn(state, it, asker)
        yield from comparing(it, asker)
        yield from going_on(it, asker)
    else:
        yield from telling(state, it, asker)
        yield from closing(state, it, asker)
        yield from objections(state, it, asker)


def setup(state: Adventure, it: Conflict, asker: Asker) -> Iterable[Offer]:
    """Offers of a conflict's set-up: its intentions, target numbers, opponents and participants."""
    for slug in it.participants:
        yield from intending(state, it, slug, asker)
    yield from targets(state, it, asker)
    yield from pairing(state, it, asker)
    yield from entering(state, it, asker)
    yield from first_turn_ready(state, it, asker)


def turn(state: Adventure, it: Conflict, asker: Asker) -> Iterable[Offer]:
    """Offers of each participant's next step, in the order of play."""
    if it.compared:
        return
    choosing = still_to_choose(state, it)
    for slug, part in antagonists_first(state, it).items():
        seat = seat_of(state, slug, asker)
        if seat is None:
            continue
        if choosing:
            first = state.characters[choosing[0]].is_antagonist
            if part.throw.action_type is None and (state.characters[slug].is_antagonist or not first):
                yield from types(state, it, seat, slug)
        else:
            yield from dice(state, it, seat, slug, part)


def types(state: Adventure, it: Conflict, seat: Seat, slug: str) -> Iterable[Offer]:
    """Offers of the eighteen action types, as far as the sheet has what they need."""
    yield plain_types(state, seat, slug)
    yield from with_features(state, seat, slug)
    yield from defending(state, it, seat, slug)
    yield from exploiting(state, it, seat, slug)
    if it.participants[slug].intention is not None:
        yield from ambushes(state, seat, slug)
    yield from manifesting(state, seat, slug)


def dice(state: Adventure, it: Conflict, seat: Seat, slug: str, part: Participant) -> Iterable[Offer]:
    """Offers of this participant's next step with the dice."""
    throw = part.throw
    if is_assigned(throw):
        yield from modifying(state, it, seat, slug, part)
    elif not throw.thrown:
        yield from throws(state, it, seat, slug, part)
    elif not throw.kept:
        yield keeping(state, seat, slug, part)
    elif needs_increase(throw):
        yield increasing(state, seat, slug, part)
    elif not antagonists_before(state, it, slug, is_assigned):
        yield assigning(state, seat, slug, part)


def scenes(state: Adventure, asker: Asker) -> Iterable[Offer]:
    """Offers between scenes of the next one; in a scene of whatever moves it on."""
    scene = scene_under_way(state)
    if scene is None:
        yield from next_scene(state, asker)
        yield from ending_the_adventure(state, asker)
    elif scene.status is SceneStatus.SET:
        yield from presence(state, scene, asker)
        yield from opening(state, scene, asker)
    elif open_conflict(state) is None:
        yield from in_the_scene(state, scene, asker)


def in_the_scene(state: Adventure, scene: Scene, asker: Asker) -> Iterable[Offer]:
    """Offers in an open scene: actions first; then new goals, villains, the end."""
    action = state.action
    if action is not None and action.status is ActionStatus.DECLARED:
        yield from settling(state, action, asker)
        yield from opposing(state, scene, action, asker)
        yield from withdrawing(state, action, asker)
    elif not state.pending_goal_scenes:
        yield from acting(state, scene, asker)
    yield from new_goals(state, scene, asker)
    yield from coming_in(state, scene, asker)
    yield from ending_the_scene(state, scene, asker)


def table(state: Adventure, asker: Asker) -> Iterable[Offer]:
    """Offers of the Mastermind, the preview and seats; after the preview of the cast."""
    yield from becoming_mastermind(state, asker)
    yield from beginnings(state, asker)
    yield from seats(state, asker)
    if state.preview is None or state.status is Status.ENDED:
        return
    yield from (cast_of_the_mastermind(state) if asker.is_gm else own_character(state, asker))
