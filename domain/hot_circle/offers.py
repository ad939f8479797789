"""The order in which steps are offered: for a player their own steps, for the gamemaster everybody's."""

from collections.abc import Iterable
from dataclasses import replace

from domain.hot_circle.chapters.ability_tests.ability_rolls import ability_reroll, ability_roll
from domain.hot_circle.chapters.ability_tests.claims import claiming
from domain.hot_circle.chapters.ability_tests.deeds import refusing, refusing_asked
from domain.hot_circle.chapters.ability_tests.establishing import it_is_not_so, it_is_so
from domain.hot_circle.chapters.ability_tests.wises import striking
from domain.hot_circle.chapters.artha import awarding, granting
from domain.hot_circle.chapters.obstacle_tests.declaring import facing
from domain.hot_circle.chapters.obstacle_tests.difficulty import advantages, setting_obstacle
from domain.hot_circle.chapters.obstacle_tests.helping import linking, may_help
from domain.hot_circle.chapters.obstacle_tests.hindrances import may_hinder
from domain.hot_circle.chapters.obstacle_tests.rerolling import forced_reroll, rerolls
from domain.hot_circle.chapters.obstacle_tests.resolving import letting_stand
from domain.hot_circle.chapters.obstacle_tests.rolled_by import bonuses, lifepaths_to_roll_by
from domain.hot_circle.chapters.obstacle_tests.rolling import rolls
from domain.hot_circle.chapters.people.bridges import bridging, holding_back, starting_number
from domain.hot_circle.chapters.people.cast import ending_stories, recording_cast
from domain.hot_circle.chapters.people.characters import convictions, creating
from domain.hot_circle.chapters.people.lifepaths import lifepath_due, stories
from domain.hot_circle.chapters.people.paper_sheets import entering
from domain.hot_circle.chapters.people.starting_assets import completing, starting_assets
from domain.hot_circle.chapters.rewards.answers import answering
from domain.hot_circle.chapters.rewards.compels import compelling, judging_compel
from domain.hot_circle.chapters.rewards.goals import goal_offers, revision_offers
from domain.hot_circle.chapters.rewards.milestones import milestone, passing_time
from domain.hot_circle.chapters.rewards.session_end import beginning_the_end, next_step
from domain.hot_circle.chapters.rewards.trait_votes import voting
from domain.hot_circle.chapters.rewards.voluntary_conditions import voluntary
from domain.hot_circle.chapters.scenes.adjudication import settling
from domain.hot_circle.chapters.scenes.any_test import failures, taking_back
from domain.hot_circle.chapters.scenes.assets import using
from domain.hot_circle.chapters.scenes.conditions import applying, raising
from domain.hot_circle.chapters.scenes.lasting_assets import losing, upgrades
from domain.hot_circle.chapters.scenes.scenes import directing, opening
from domain.hot_circle.chapters.scenes.without_rolling import deciding, following
from domain.hot_circle.chapters.table import closing_session
from domain.hot_circle.chapters.world.bag import drawing
from domain.hot_circle.chapters.world.factions import founding, may_change_map, noting, rising_and_falling
from domain.hot_circle.chapters.world.preparation import preparing, situation
from domain.hot_circle.chapters.world.relations import leaving_empty, relating
from domain.hot_circle.chapters.world.session_zero import adding_setting, beginning, randomizer
from domain.hot_circle.lookup import in_creation, reserved_fate, still_to_vote
from domain.hot_circle.seats import ABILITY_TEST, OBSTACLE_TEST, Seat, alive, own_seats, seat_of
from domain.hot_circle.state.circle import Circle
from domain.hot_circle.state.play import AbilityTest, ObstacleTest, Scene
from domain.hot_circle.terms import Ability, CompelStatus, EndStep, SessionStatus, Stage, TestStatus
from domain.kernel.decisions import allowed
from domain.kernel.offers import Offer
from domain.kernel.people import Asker


def offers(state: Circle, asker: Asker) -> Iterable[Offer]:
    """A test under way first; then what moves the story on; then what may be done at any time."""
    if state.stage is Stage.ENDED:
        return
    if not state.genre:
        yield from beginning()
        return
    if state.stage is Stage.IN_SESSION:
        yield from in_session(state, asker)
    else:
        yield from out_of_session(state, asker)
    if asker.is_gm:
        yield from records(state)


def in_session(state: Circle, asker: Asker) -> Iterable[Offer]:
    """Play, or the steps that end it."""
    if state.game_session.status is SessionStatus.ENDING:
        if state.game_session.ending_step is not EndStep.DONE:
            yield from session_end(state, asker)
        elif asker.is_gm:
            yield closing_session(state)
    else:
        scene = state.open_scene
        if scene is not None:
            claimed = state.ability_test is not None and state.ability_test.open
            tests = (ability_test, obstacle_test) if claimed else (obstacle_test, ability_test)
            for test in tests:
                yield from test(state, scene, asker)
        yield from compels(state, asker)
        if scene is None:  # the next scene is what everybody waits for; awards can be given at any time
            yield from between_scenes(state, asker)
        yield from artha(state, asker)
        if scene is not None:
            yield from within_scene(state, scene, asker)
    yield from creation(state, asker)


def ability_test(state: Circle, scene: Scene, asker: Asker) -> Iterable[Offer]:
    """The next step of the ability test under way, or a new one."""
    test = state.ability_test
    if test is None or not test.open:
        for each in own_seats(state, asker):
            if each.who in scene.present:
                yield from claiming(state, each)
    elif seat := seat_of(state, test.tester_id, asker):
        yield from of_ability_test(state, test, seat, asker)


def of_ability_test(state: Circle, test: AbilityTest, seat: Seat, asker: Asker) -> Iterable[Offer]:
    """The dice; then what is so, or what it means that it is not."""
    if test.status is not TestStatus.ROLLED:
        yield ability_roll(state, test, seat)
        yield taking_back(seat, test.id, ABILITY_TEST)
        if asker.is_gm and test.ability is Ability.DEEDS:
            yield refusing_asked(test)
        return
    if test.due_to_pass:
        yield it_is_so(test, seat)
        return
    again = seat.it.fate > reserved_fate(state, test.tester_id)
    if again:
        yield ability_reroll(state, test, seat)
    if asker.is_gm:
        yield from it_is_not_so(test, seat, rerolls=again)


def obstacle_test(state: Circle, scene: Scene, asker: Asker) -> Iterable[Offer]:
    """The next steps of the obstacle test under way, or a new one."""
    test = state.obstacle_test
    if test is None or not test.open:
        yield from facing(state, scene, asker)
    elif test.status is TestStatus.ROLLED:
        yield from after_roll(state, test, asker)
    else:
        yield from before_roll(state, scene, test, asker)


def before_roll(state: Circle, scene: Scene, test: ObstacleTest, asker: Asker) -> Iterable[Offer]:
    """Difficulty, lifepaths, then the dice; help and hindrance are there for whoever has some."""
    if asker.is_gm:
        yield from setting_obstacle(state, test)
    for slug, side in test.sides.items():
        if seat := seat_of(state, slug, asker):
            if not (test.opposed and slug == test.opponent_id):
                yield from lifepaths_to_roll_by(test, side, seat)
            yield from rolls(state, test, side, seat)
            if not (test.opposed and slug == test.opponent_id):
                yield from may_hinder(test, side, seat)
                yield from bonuses(test, side, seat)
    yield from may_help(state, scene, test, asker)
    if asker.is_gm:
        yield from advantages(state, test)
        yield from linking(state, test)
    if (seat := seat_of(state, test.tester_id, asker)) and not test.opposed:
        yield taking_back(seat, test.id, OBSTACLE_TEST)


def after_roll(state: Circle, test: ObstacleTest, asker: Asker) -> Iterable[Offer]:
    """A reroll that is demanded, the end, and what may be paid for a reroll: nothing that costs comes first."""
    yield from forced_reroll(state, test, asker)
    if seat := seat_of(state, test.tester_id, asker):
        yield from letting_stand(test, seat)
    for slug in test.sides:
        if seat := seat_of(state, slug, asker):
            yield from rerolls(state, test, seat)


def compels(state: Circle, asker: Asker) -> Iterable[Offer]:
    """Compels to judge and to answer."""
    for slug, compel in state.compels.items():
        if asker.is_gm:
            yield from judging_compel(slug, compel)
        seat = seat_of(state, compel.target, asker)
        if seat is not None and compel.status is CompelStatus.VALID:
            yield from answering(state, slug, compel, seat)


def artha(state: Circle, asker: Asker) -> Iterable[Offer]:
    """Artha that may be offered, awarded and spent on what lasts."""
    for seat in own_seats(state, asker):
        yield from upgrades(state, seat)
    for seat in own_seats(state, asker):
        if seat.by is None and not asker.is_gm:
            yield from compelling(state, seat)
    if asker.is_gm:
        yield from awarding(state)


def between_scenes(state: Circle, asker: Asker) -> Iterable[Offer]:
    """The next scene, or the session's end."""
    if asker.is_gm:
        yield from opening(state)
        yield from beginning_the_end(state)


def within_scene(state: Circle, scene: Scene, asker: Asker) -> Iterable[Offer]:
    """Steps within a scene without a roll, and its end."""
    for seat in own_seats(state, asker):
        yield from following(state, seat)
        if seat.who in scene.present:
            yield from using(state, seat)
    if asker.is_gm:
        yield from deciding(state, scene)
        yield from directing(state, scene)


def session_end(state: Circle, asker: Asker) -> Iterable[Offer]:
    """The step under way, and the next."""
    step = state.game_session.ending_step
    seats = own_seats(state, asker)
    if step is EndStep.TRAIT_VOTE:
        yield from voting(state, asker)
    for seat in seats:
        if step is EndStep.PERSONA:
            yield from goal_offers(state, seat)
        elif step is EndStep.BELIEFS:
            yield from revision_offers(seat)
        elif step is EndStep.VOLUNTARY:
            yield from voluntary(seat)
    for seat in seats:
        yield from upgrades(state, seat)
    if asker.is_gm and not (step is EndStep.TRAIT_VOTE and still_to_vote(state)):
        yield next_step(state)


def creation(state: Circle, asker: Asker) -> Iterable[Offer]:
    """Making a protagonist, for whoever has none; then everything that belongs on the sheet."""
    yield from creating(state, asker)
    for seat in own_seats(state, asker):
        writes = in_creation(state, seat.it)
        if writes and not seat.it.complete:
            yield from convictions(seat)
            yield from stories(state, seat)
            yield from starting_assets(seat)
            yield from completing(state, seat)
        if state.stage is not Stage.IN_SESSION and (writes or asker.is_gm):
            # Once it is settled, only the GM may: it is their own step then, and not the player's.
            yield entering(state, seat if writes else replace(seat, by=None))


def out_of_session(state: Circle, asker: Asker) -> Iterable[Offer]:
    """Session zero, and the time between sessions: sheets, preparation, endings, the map."""
    for seat in own_seats(state, asker):
        yield from lifepath_due(state, seat)
    if asker.is_gm:
        yield from bridging(state)
    yield from creation(state, asker)
    if asker.is_gm:
        yield from preparing(state)
        yield from leaving_empty(state)
        yield from passing_time(state)
    if allowed(may_change_map, state, asker):
        yield from world(state)
    yield from randomizer(state)
    if asker.is_gm:
        yield from starting_number(state)


def world(state: Circle) -> Iterable[Offer]:
    """Settings, factions, relations, the situation."""
    yield from drawing(state)
    yield from adding_setting(state)
    yield from founding(state)
    for slug in state.map.factions:
        yield from relating(state, slug)
        yield from rising_and_falling(state, slug)
    yield from situation(state)


def records(state: Circle) -> Iterable[Offer]:
    """The records a gamemaster may make at any time."""
    yield from recording_cast(state)
    yield from granting(state)
    yield from noting(state)
    yield holding_back()
    if any(state.characters[slug].is_pc for slug in alive(state)):
        yield applying(state)
        yield refusing(state)
        for slug in alive(state):
            yield from raising(slug, state.characters[slug])
            yield from losing(state, slug, state.characters[slug])
        yield from ending_stories(state)
    yield from failures(state)
    yield from striking(state)
    yield settling(state)
    yield from milestone(state)
