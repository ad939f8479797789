"""The framework of the story (VE-09 to VE-11)."""

from collections.abc import Iterable
from typing import Literal

from pydantic import Field

from domain.death_of_the_vele.chapters.guards import in_story
from domain.death_of_the_vele.choices import COLUMNS
from domain.death_of_the_vele.lookup import act_of
from domain.death_of_the_vele.phrases import STORY, told, words
from domain.death_of_the_vele.seats import FRAMEWORK, one_seat, seats
from domain.death_of_the_vele.state.table import MatrixRow, Objective
from domain.death_of_the_vele.state.vele import Vele
from domain.death_of_the_vele.terms.play import MatrixColumn, ObjectiveScope, StoryStatus
from domain.kernel import facts
from domain.kernel.chapter import Chapter, Events
from domain.kernel.decisions import CommandRefused, must, need
from domain.kernel.dice import Dice as Chance
from domain.kernel.facts import Fact
from domain.kernel.messages import Command, Event
from domain.kernel.offers import Choice, Offer
from domain.kernel.people import Asker
from domain.kernel.terms import Person, Text

chapter = Chapter[Vele](
    "The framework of the story",
    {
        "priority_missing": "Bid for priority first.",
        "objective_exists": "The story has its objective: “{objective}”.",
        "matrix_complete": "The act matrix is complete.",
        "too_many_rows": "There is one act for each of the {players} players; row {row} takes the table's word.",
        "rows_in_order": "Row {next} comes before row {row}.",
        "cell_filled": "The {column} of act {row} is filled: “{text}”.",
        "cell_empty": "The {column} of act {row} is still empty.",
        "too_few_rows": "There is one act for each of the {players:?player|players}; {rows:?is|are} laid out.",
        "matrix_incomplete": "Complete the act matrix first.",
        "order_incomplete": "Name each of the {acts} acts once.",
        "acts_unordered": "Put the acts in order first.",
        "act_unknown": "There is no act {act}; the story has {acts}.",
        "act_taken": "Act {act} is opened by {player}.",
        "opens_an_act": "You open an act already. Still without one: {players}.",
        "framework_finished": "The story is framed already.",
        "framework_unfinished": "Still missing: {missing}.",
    },
)


class SetStoryObjective(Command):
    """Write the objective of the whole story.

    Needs:    the order of priority; no objective yet.
    Refused:  `priority_missing`, `objective_exists`, `text_missing`.
    Yields:   `ObjectiveCreated`.
    """

    type: Literal["death_of_the_vele.set_story_objective"] = "death_of_the_vele.set_story_objective"
    text: Text = Field(title="Objective")


class ObjectiveCreated(Event):
    """An objective of all PCs was written, of the story or of the act (VE-09)."""

    type: Literal["death_of_the_vele.objective_created.v1"] = "death_of_the_vele.objective_created.v1"
    scope: ObjectiveScope
    text: Text


@chapter.decides(SetStoryObjective)
def set_story_objective(state: Vele, command: SetStoryObjective, asker: Asker, chance: Chance) -> Events:
    """VE-09: write the story's objective, by the first in priority who will."""
    in_story(state, asker)
    need(state.story.priority_order, "priority_missing")
    if state.story.objective is not None:
        raise CommandRefused("objective_exists", objective=state.story.objective.text)
    need(command.text.strip(), "text_missing")
    return [ObjectiveCreated(scope=ObjectiveScope.STORY, text=command.text)]


@chapter.applies(ObjectiveCreated)
def _(state: Vele, event: ObjectiveCreated) -> None:
    objective = Objective(event.text, event.scope)
    if event.scope is ObjectiveScope.STORY:
        must(state.story.objective is None, "the story has its objective")
        state.story.objective = objective
    else:
        act_of(state).objective = objective


@chapter.tells(ObjectiveCreated, "The objective of the {scope}: {text}")
def _(state: Vele, event: ObjectiveCreated) -> Iterable[Fact]:
    yield facts.TextSet(owner=STORY, field=f"objective_{event.scope.value}", text=event.text)


class FillActMatrixCell(Command):
    """Fill one cell of the act matrix. A row is an act; there are as many as players.

    Needs:    the order of priority; an empty cell.
    Refused:  `priority_missing`, `matrix_complete`, `too_many_rows`, `rows_in_order`, `cell_filled`,
              `text_missing`.
    Yields:   `ActMatrixCellFilled`.
    """

    type: Literal["death_of_the_vele.fill_act_matrix_cell"] = "death_of_the_vele.fill_act_matrix_cell"
    row: int = Field(title="Act", ge=1, le=50)
    column: MatrixColumn = Field(title="Which cell")
    text: Text = Field(title="What stands in it")
    override: bool = Field(
        title="The table wants another number of acts",
        default=False,
        description="The table wants more acts than it has players.",
    )


class ActMatrixCellFilled(Event):
    """One cell of the act matrix was filled (VE-10)."""

    type: Literal["death_of_the_vele.act_matrix_cell_filled.v1"] = "death_of_the_vele.act_matrix_cell_filled.v1"
    row: int
    column: MatrixColumn
    text: Text
    player: Person


@chapter.decides(FillActMatrixCell)
def fill_act_matrix_cell(state: Vele, command: FillActMatrixCell, asker: Asker, chance: Chance) -> Events:
    """VE-10: fill one cell: an act for each player, more only by the table's word (VE-A41)."""
    in_story(state, asker)
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
    return [ActMatrixCellFilled(row=command.row, column=command.column, text=command.text, player=asker.person)]


@chapter.applies(ActMatrixCellFilled, renames=True)
def _(state: Vele, event: ActMatrixCellFilled) -> None:
    rows = state.story.act_matrix
    must(1 <= event.row <= len(rows) + 1, f"there is no row {event.row}")
    if event.row == len(rows) + 1:
        rows.append(MatrixRow())
    setattr(rows[event.row - 1], event.column.value, event.text)


@chapter.tells(
    ActMatrixCellFilled,
    "Act {row} {column:=name>is called|first_focus>begins|objective>has the objective}: {text}",
)
def _(state: Vele, event: ActMatrixCellFilled) -> Iterable[Fact]:
    yield told(f"act {event.row}, {words(event.column.value)}: {event.text}", "act matrix", event.player)
    yield from [facts.HeadlineTold()] if event.column is MatrixColumn.NAME else ()


class CompleteActMatrix(Command):
    """Say that the act matrix is filled.

    Needs:    no empty cell; fewer rows than players only by the table's word.
    Refused:  `matrix_complete`, `cell_empty`, `too_few_rows`.
    Yields:   `ActMatrixCompleted`.
    """

    type: Literal["death_of_the_vele.complete_act_matrix"] = "death_of_the_vele.complete_act_matrix"
    override: bool = Field(
        title="The table wants another number of acts",
        default=False,
        description="The table wants another number of acts than players.",
    )


class ActMatrixCompleted(Event):
    """The acts are laid out."""

    type: Literal["death_of_the_vele.act_matrix_completed.v1"] = "death_of_the_vele.act_matrix_completed.v1"
    rows: int


@chapter.decides(CompleteActMatrix)
def complete_act_matrix(state: Vele, command: CompleteActMatrix, asker: Asker, chance: Chance) -> Events:
    """VE-10: close the matrix; refused while a cell is empty."""
    in_story(state, asker)
    story = state.story
    need(not story.matrix_complete, "matrix_complete")
    for number, row in enumerate(story.act_matrix, start=1):
        for column in MatrixColumn:
            need(getattr(row, column.value), "cell_empty", row=number, column=column)
    few = len(story.act_matrix) < len(story.players)
    if not story.act_matrix or (few and not command.override):
        raise CommandRefused("too_few_rows", rows=len(story.act_matrix), players=len(story.players))
    return [ActMatrixCompleted(rows=len(story.act_matrix))]


@chapter.applies(ActMatrixCompleted)
def _(state: Vele, event: ActMatrixCompleted) -> None:
    state.story.matrix_complete = True


@chapter.tells(ActMatrixCompleted, "The act matrix is complete, {rows:?act|acts}")
def _(state: Vele, event: ActMatrixCompleted) -> Iterable[Fact]:
    yield told(f"{event.rows} acts", "act matrix")


class OrderActs(Command):
    """Put the acts in order.

    Needs:    the matrix complete; every row once; no act begun.
    Refused:  `matrix_incomplete`, `order_incomplete`, `framework_finished`.
    Yields:   `ActsOrdered`.
    """

    type: Literal["death_of_the_vele.order_acts"] = "death_of_the_vele.order_acts"
    order: tuple[int, ...] = Field(description="Rows of the matrix, first act first.")


class ActsOrdered(Event):
    """The acts have their order (VE-11)."""

    type: Literal["death_of_the_vele.acts_ordered.v1"] = "death_of_the_vele.acts_ordered.v1"
    order: tuple[int, ...]


@chapter.decides(OrderActs)
def order_acts(state: Vele, command: OrderActs, asker: Asker, chance: Chance) -> Events:
    """VE-11: put the acts in order, every row once."""
    in_story(state, asker)
    story = state.story
    need(not story.framework_finished, "framework_finished")
    need(story.matrix_complete, "matrix_incomplete")
    if sorted(command.order) != list(range(1, len(story.act_matrix) + 1)):
        raise CommandRefused("order_incomplete", acts=len(story.act_matrix))
    return [ActsOrdered(order=command.order)]


@chapter.applies(ActsOrdered, renames=True)
def _(state: Vele, event: ActsOrdered) -> None:
    rows = state.story.act_matrix
    must(sorted(event.order) == list(range(1, len(rows) + 1)), "not every act has its place")
    state.story.act_matrix = [rows[number - 1] for number in event.order]
    state.story.acts_ordered = True


@chapter.tells(ActsOrdered, "The acts are in order")
def _(state: Vele, event: ActsOrdered) -> Iterable[Fact]:
    yield told(", ".join(row.name for row in state.story.act_matrix), "acts in order")


class ChooseStartingNarrator(Command):
    """Take an act to open.

    Needs:    the acts in order; an act nobody has taken, and none of one's own while another player has none.
    Refused:  `acts_unordered`, `act_unknown`, `act_taken`, `opens_an_act`, `framework_finished`.
    Yields:   `StartingNarratorChosen`.
    """

    type: Literal["death_of_the_vele.choose_starting_narrator"] = "death_of_the_vele.choose_starting_narrator"
    act: int = Field(ge=1, le=50, description="Its place in the order.")


class StartingNarratorChosen(Event):
    """A player will open this act."""

    type: Literal["death_of_the_vele.starting_narrator_chosen.v1"] = (
        "death_of_the_vele.starting_narrator_chosen.v1"
    )
    act: int
    player: Person


@chapter.decides(ChooseStartingNarrator)
def choose_starting_narrator(state: Vele, command: ChooseStartingNarrator, asker: Asker, chance: Chance) -> Events:
    """VE-11: take an act to open; everybody has one before anybody has two."""
    in_story(state, asker)
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
    return [StartingNarratorChosen(act=command.act, player=asker.person)]


@chapter.applies(StartingNarratorChosen)
def _(state: Vele, event: StartingNarratorChosen) -> None:
    must(1 <= event.act <= len(state.story.act_matrix), f"there is no act {event.act}")
    state.story.act_matrix[event.act - 1].opener = event.player


@chapter.tells(StartingNarratorChosen, "{player} will open act {act}")
def _(state: Vele, event: StartingNarratorChosen) -> Iterable[Fact]:
    yield told(f"opens {state.story.act_matrix[event.act - 1].name}", "narration", event.player)


class FinishFramework(Command):
    """Close the framework: the first act can be set up.

    Needs:    matrix, order and an opener for every act.
    Refused:  `framework_finished`, `framework_unfinished`.
    Yields:   `FrameworkFinished`.
    """

    type: Literal["death_of_the_vele.finish_framework"] = "death_of_the_vele.finish_framework"


class FrameworkFinished(Event):
    """The story is framed."""

    type: Literal["death_of_the_vele.framework_finished.v1"] = "death_of_the_vele.framework_finished.v1"


@chapter.decides(FinishFramework)
def finish_framework(state: Vele, command: FinishFramework, asker: Asker, chance: Chance) -> Events:
    """VE-11: close the framework; refused while a part of it is missing."""
    in_story(state, asker)
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
    return [FrameworkFinished()]


@chapter.applies(FrameworkFinished)
def _(state: Vele, event: FrameworkFinished) -> None:
    state.story.framework_finished = True
    state.story.status = StoryStatus.PLAYING


@chapter.tells(FrameworkFinished, "The story is framed")
def _(state: Vele, event: FrameworkFinished) -> Iterable[Fact]:
    yield told("the story is framed", "framework")


def framing(state: Vele, asker: Asker) -> Iterable[Offer]:
    """Offers of the objective, the matrix, the order, the openers and the end of the framework."""
    story, anybody = state.story, one_seat(state, asker)
    if anybody is None or story.framework_finished:
        return
    if story.priority_order and story.objective is None:
        yield anybody.offer(SetStoryObjective, "Write the story's objective", group=FRAMEWORK)
    if story.priority_order and not story.matrix_complete:
        yield from matrix(state, asker)
    if story.matrix_complete and not story.acts_ordered:
        order = tuple(range(1, len(story.act_matrix) + 1))
        yield anybody.offer(OrderActs, "Put the acts in order", {"order": order}, group=FRAMEWORK)
    if story.acts_ordered:
        yield from openers(state, asker)
    if story.acts_ordered and all(row.opener for row in story.act_matrix):
        yield anybody.offer(FinishFramework, "The story is framed", group=FRAMEWORK, forced=True)


def matrix(state: Vele, asker: Asker) -> Iterable[Offer]:
    """Offers to fill the empty cells of the matrix, and to close it."""
    story = state.story
    rows = len(story.act_matrix) + (1 if len(story.act_matrix) < len(story.players) else 0)
    for seat in seats(state, asker):
        for row in range(1, rows + 1):
            there = story.act_matrix[row - 1] if row <= len(story.act_matrix) else None
            empty = tuple(it for it in COLUMNS if there is None or not getattr(there, str(it.value)))
            if empty:
                title = f"{seat.who} fills a cell of act {row}"
                yield seat.offer(FillActMatrixCell, title, {"row": row}, {"column": empty}, group=FRAMEWORK)
    full = all(getattr(row, it.value) for row in story.act_matrix for it in MatrixColumn)
    anybody = one_seat(state, asker)
    if full and story.act_matrix and anybody is not None:
        yield anybody.offer(
            CompleteActMatrix,
            "The act matrix is complete",
            {"override": len(story.act_matrix) < len(story.players)},
            group=FRAMEWORK,
        )


def openers(state: Vele, asker: Asker) -> Iterable[Offer]:
    """Offers to open an act that nobody opens yet."""
    rows = state.story.act_matrix
    openers = [row.opener for row in rows]
    waiting = [player for player in state.story.players if player not in openers]
    free = tuple(Choice(n, row.name) for n, row in enumerate(rows, start=1) if row.opener is None)
    for seat in seats(state, asker):
        if free and (seat.player in waiting or not waiting):
            yield seat.offer(
                ChooseStartingNarrator, f"{seat.who} takes an act to open", {}, {"act": free}, group=FRAMEWORK
            )
