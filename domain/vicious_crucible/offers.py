"""The order in which steps are offered: for a player their own steps, for the GM everybody's."""

from collections.abc import Iterable, Sequence

from domain.kernel.offers import Offer
from domain.kernel.people import Asker
from domain.vicious_crucible.chapters import gm_records
from domain.vicious_crucible.chapters.arcs import arcs, heat_in_play, new_arcs, transformations
from domain.vicious_crucible.chapters.contests import (
    bribes,
    contests,
    hands,
    outcomes,
    rerolling,
    rolling,
    rulesheets,
    shifting,
    sparks,
    winning,
)
from domain.vicious_crucible.chapters.founding import laying_out, picking, sheets, starting
from domain.vicious_crucible.chapters.scenes import scenes, unique_tasks

from .lookup import contest_open, pcs, tie_to_reroll
from .seats import Seat, seat_of
from .state import Contest, Crucible, Side
from .terms import Kind, SparkKind, Stage, Status


def offers(state: Crucible, asker: Asker) -> Iterable[Offer]:
    """A contest under way first; then what moves the story on; then what may be done at any time."""
    if state.status is Status.SETUP:
        yield from setup(state, asker)
    if state.status is not Status.PLAYING:
        return
    yield from contest(state, asker)
    if state.current_scene is None:
        yield from table(state, asker)
        yield from stories(state, asker)
    else:
        yield from stories(state, asker)
        yield from table(state, asker)
    yield from heat_in_play.spendings(state, asker)


def setup(state: Crucible, asker: Asker) -> Iterable[Offer]:
    """Offers before play starts: sheets, places, picks."""
    if not state.crucible:
        if asker.is_gm:
            yield laying_out.laying_out()
        return
    yield from sheets.sheet_entries(state, asker)
    if asker.is_gm:
        yield sheets.location_entry("Setup")
        yield sheets.arc_entry("Setup")
        yield from starting.starting(state)
    else:
        yield from picking.picks(state, asker, Kind.UNASSIGNED)
    yield from scenes.markers(state, asker)


def table(state: Crucible, asker: Asker) -> Iterable[Offer]:
    """Framing and ending scenes, tasks, markers, and everything else the GM may record at any time."""
    if asker.is_gm:
        yield from gm_steps(state)
    elif state.house_rules.late_pick_from_cast_offs:
        yield from picking.picks(state, asker, Kind.CAST_OFF)
    yield from unique_tasks.tasks(state, asker)
    yield from scenes.markers(state, asker)


def gm_steps(state: Crucible) -> Iterable[Offer]:
    """Scenes, and what the GM may write down between steps."""
    if state.current_scene is None:
        yield from scenes.framing(state)
        yield starting.ending()
    elif not contest_open(state):
        yield scenes.scene_end()
    yield from heat_in_play.awards(state)
    yield from gm_records.plans_to_note(state)
    yield from unique_tasks.tasks_to_set(state)
    yield sheets.location_entry("GM")
    yield sheets.arc_entry("GM")
    yield gm_records.adjudication(state)


def stories(state: Crucible, asker: Asker) -> Iterable[Offer]:
    """Arc actions in a scene; for the GM also arcs to offer and transformations."""
    for slug, it in pcs(state).items():
        seat = seat_of(state, slug, asker)
        if seat and state.scene and state.current_scene and slug in state.scene.present and it.arc:
            yield from arcs.actions(state, seat, it)
            yield from new_arcs.reifies(state, seat, it)
    if asker.is_gm:
        yield from new_arcs.arcs_to_offer(state)
        yield from transformations.transformations(state)


def contest(state: Crucible, asker: Asker) -> Iterable[Offer]:
    """Every step of a contest that is in order now, for the asker's sides; the GM sees everybody's."""
    if state.scene is None or state.current_scene is None:
        return
    it = contest_open(state)
    if it is None:
        yield from contests.openings(state, state.scene, asker)
        return
    if it.status is Stage.WON:
        yield from after_winning(state, it, asker)
        return
    if it.status is Stage.DECLARED:
        yield from contests.joining(state, it, state.scene, asker)
    for slug, side in it.sides.items():
        if seat := seat_of(state, slug, asker):
            yield from steps(state, it, side, seat)


def steps(state: Crucible, it: Contest, side: Side, seat: Seat) -> Iterable[Offer]:
    """The next step of one side, and what it may do beside it."""
    again = not side.rolled and hands.no_longer_rolled(state, side) is not None
    if not side.hand or again:
        yield hands.choosing(state, seat)
    yield from rolling.rolls(state, it, side, seat)
    if side.hand and not again and not any(other.rolled for other in it.sides.values()):
        yield hands.choosing(state, seat)  # another choice, as long as no die has fallen
    yield from rolling.presenting(state, it, side, seat)
    if side.presented_die is not None:
        if tied := tie_to_reroll(it):
            yield from winning.tie_rerolls(state, side, seat, tied)
        else:
            usable = list(spark_steps(state, it, side, seat))
            yield from usable
            yield from winning.passing(state, it, side, seat, alone=not usable)
    yield from rulesheets.invoking(state, it, seat)
    yield from rulesheets.module_dice(state, it, seat)


def spark_steps(state: Crucible, it: Contest, side: Side, seat: Seat) -> Iterable[Offer]:
    """The sparks a side can use and pay for, by what they do."""
    for spark in sparks.ready_sparks(state, side, seat):
        match spark.printing.spark.kind:
            case SparkKind.REROLL:
                yield from rerolling.rerolls(state, side, seat, spark)
            case SparkKind.SHIFT:
                yield from shifting.shifts(state, side, seat, spark)
            case SparkKind.RULESHEET:
                yield from rulesheets.rulesheet_sparks(it, seat, spark)


def after_winning(state: Crucible, it: Contest, asker: Asker) -> Iterable[Offer]:
    """One thing for each loser, the answers to bribes, and the close."""
    losers: Sequence[str] = [slug for slug in it.sides if slug != it.winner]
    for loser in losers:
        yield from outcomes.choices_against(state, it, loser, asker)
        yield from bribes.answers(state, it, loser, asker)
    yield from outcomes.closing(state, it, asker)
    for slug in it.sides:
        if seat := seat_of(state, slug, asker):
            yield from rulesheets.module_dice(state, it, seat)
