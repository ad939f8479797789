"""The framework of a story: objective, acts, who opens them, the player characters (VE-09 to VE-11, VE-116)."""

from domain.death_of_the_vele.commands import framework as ask
from domain.death_of_the_vele.events import framework as say
from domain.death_of_the_vele.events.acts import ActDiceGranted
from domain.death_of_the_vele.state import Vele
from domain.death_of_the_vele.tables import XP_STEP, level_at, pc_aspect_floor, step_die
from domain.death_of_the_vele.terms import ActStatus, AspectWritten, Dice, Home, MatrixColumn, ObjectiveScope, Pool
from domain.kernel.chapter import Events
from domain.kernel.decisions import CommandRefused, need
from domain.kernel.messages import Event
from domain.kernel.people import Asker

from .cases import answers
from .common import aspect_ids, fresh_id
from .pools import as_held


@answers(ask.SetStoryObjective)
def set_story_objective(state: Vele, command: ask.SetStoryObjective, asker: Asker) -> Events:
    """VE-09: the first in priority who will writes it."""
    need(state.story.priority_order, "priority_missing")
    if state.story.objective is not None:
        raise CommandRefused("objective_exists", objective=state.story.objective.text)
    need(command.text.strip(), "text_missing")
    return [say.ObjectiveCreated(scope=ObjectiveScope.STORY, text=command.text)]


@answers(ask.FillActMatrixCell)
def fill_act_matrix_cell(state: Vele, command: ask.FillActMatrixCell, asker: Asker) -> Events:
    """VE-10: an act for each player; more only by the table's word (VE-A41)."""
    story = state.story
    need(story.priority_order, "priority_missing")
    need(not story.matrix_complete, "matrix_complete")
    if command.row > len(story.players) and not command.override:
        raise CommandRefused("too_many_rows", row=command.row, players=len(story.players))
    if command.row > len(story.act_matrix) + 1:
        raise CommandRefused("rows_in_order", row=command.row, next=len(story.act_matrix) + 1)
    need(command.text.strip(), "text_missing")
    if command.row <= len(story.act_matrix):
        there = getattr(story.act_matrix[command.row - 1], command.column.value)
        need(not there, "cell_filled", row=command.row, column=command.column, text=there)
    return [
        say.ActMatrixCellFilled(row=command.row, column=command.column, text=command.text, player=asker.person)
    ]


@answers(ask.CompleteActMatrix)
def complete_act_matrix(state: Vele, command: ask.CompleteActMatrix, asker: Asker) -> Events:
    """VE-10: no empty cell."""
    story = state.story
    need(not story.matrix_complete, "matrix_complete")
    for number, row in enumerate(story.act_matrix, start=1):
        for column in MatrixColumn:
            need(getattr(row, column.value), "cell_empty", row=number, column=column)
    few = len(story.act_matrix) < len(story.players)
    if not story.act_matrix or (few and not command.override):
        raise CommandRefused("too_few_rows", rows=len(story.act_matrix), players=len(story.players))
    return [say.ActMatrixCompleted(rows=len(story.act_matrix))]


@answers(ask.OrderActs)
def order_acts(state: Vele, command: ask.OrderActs, asker: Asker) -> Events:
    """VE-11: every row once."""
    story = state.story
    need(not story.framework_finished, "framework_finished")
    need(story.matrix_complete, "matrix_incomplete")
    if sorted(command.order) != list(range(1, len(story.act_matrix) + 1)):
        raise CommandRefused("order_incomplete", acts=len(story.act_matrix))
    return [say.ActsOrdered(order=command.order)]


@answers(ask.ChooseStartingNarrator)
def choose_starting_narrator(state: Vele, command: ask.ChooseStartingNarrator, asker: Asker) -> Events:
    """VE-11: an act for everybody before anybody opens two."""
    story = state.story
    need(not story.framework_finished, "framework_finished")
    need(story.acts_ordered, "acts_unordered")
    if command.act > len(story.act_matrix):
        raise CommandRefused("act_unknown", act=command.act, acts=len(story.act_matrix))
    opener = story.act_matrix[command.act - 1].opener
    need(opener is None, "act_taken", act=command.act, player=opener)
    openers = [row.opener for row in story.act_matrix]
    waiting = [player for player in story.players if player not in openers]
    if asker.person in openers and waiting:
        raise CommandRefused("opens_an_act", players=waiting)
    return [say.StartingNarratorChosen(act=command.act, player=asker.person)]


@answers(ask.FinishFramework)
def finish_framework(state: Vele, command: ask.FinishFramework, asker: Asker) -> Events:
    """VE-11: everything that frames the story is there."""
    story = state.story
    need(not story.framework_finished, "framework_finished")
    openers = all(row.opener is not None for row in story.act_matrix)
    steps = {
        "the order of priority": bool(story.priority_order),
        "the act matrix": story.matrix_complete,
        "the order of the acts": story.acts_ordered,
        "an opener for every act": openers,
    }
    if missing := [step for step, done in steps.items() if not done]:
        raise CommandRefused("framework_unfinished", missing=missing)
    return [say.FrameworkFinished()]


@answers(ask.BringPlayerCharacter)
def bring_player_character(state: Vele, command: ask.BringPlayerCharacter, asker: Asker) -> Events:
    """VE-116: one PC for each player, with what it earned before; told XP goes no further than the table says."""
    if not command.returning and (command.xp_earned or command.xp_spent):
        player = state.story.players[asker.person]
        need(player.pc is None, "has_pc", pc=player.pc)
        raise CommandRefused("new_has_no_xp", xp=command.xp_earned)
    level = level_at(command.xp_earned)
    if level > 1 and not command.confirmed:
        raise CommandRefused("xp_unconfirmed", xp=command.xp_earned, level=level)
    return brought(state, command, asker, returning=command.returning)


@answers(ask.BringFromEarlier)
def bring_from_earlier(state: Vele, command: ask.BringFromEarlier, asker: Asker) -> Events:
    """VE-116: what is claimed of the earlier campaign is looked up where that can be read."""
    source = (command.campaign, command.character)
    others = state.story.players.items()
    twice = next((who for who, it in others if it.carried_from == source and who != asker.person), None)
    if twice is not None:
        raise CommandRefused("carried_already", pc=state.story.players[twice].pc, player=twice)
    come = brought(state, command, asker, returning=True)
    first, *rest = come
    assert isinstance(first, say.PlayerCharacterBrought)
    proven = say.ExperienceProven(
        player=asker.person,
        pc=first.pc,
        campaign=command.campaign,
        position=command.position,
        seal=command.seal,
        character=command.character,
        story=command.story,
        xp_earned=command.xp_earned,
        told=command.told,
    )
    return [first, proven, *rest]


def brought(
    state: Vele, command: ask.BringPlayerCharacter | ask.BringFromEarlier, asker: Asker, *, returning: bool
) -> Events:
    """A PC with its aspects and XP, and the level dice that are due to it."""
    player = state.story.players[asker.person]
    need(player.pc is None, "has_pc", pc=player.pc)
    slug = fresh_id(state, command.id, command.name)
    need(
        command.xp_spent <= command.xp_earned,
        "xp_spent_over_earned",
        earned=command.xp_earned,
        spent=command.xp_spent,
    )
    slots = pc_aspect_floor(level_at(command.xp_earned))
    if len(command.aspects) > slots:
        raise CommandRefused(
            "aspect_slots_full", component=command.name, slots=slots, aspects=len(command.aspects)
        )
    come = say.PlayerCharacterBrought(
        pc=slug,
        player=asker.person,
        name=command.name,
        concept=command.concept,
        aspects=tuple(
            AspectWritten(aspect=aspect, text=text) for aspect, text in aspect_ids(state, command.aspects).items()
        ),
        returning=returning,
        xp_earned=command.xp_earned,
        xp_spent=command.xp_spent,
    )
    return [come, *level_dice_due(state, asker.person, command.xp_earned)]


def level_dice_due(state: Vele, player: str, earned: int) -> list[Event]:
    """What the XP of a returning PC has brought in dice, where the act's dice were handed out before it came."""
    it, running = state.story.players[player], state.act is not None and state.act.status is not ActStatus.ENDED
    steps = (it.xp_earned + earned - it.xp_apart) // XP_STEP
    dice = Dice.of(die for step in range(it.steps_taken + 1, steps + 1) if (die := step_die(step)))
    if not running or not dice:
        return []
    return [ActDiceGranted(home=Home(pool=Pool.CHARACTER, owner=player), dice=as_held(state, dice))]
