"""The forms that frame a story (VE-01, VE-05, VE-08 to VE-11)."""

from collections.abc import Iterable
from dataclasses import replace
from difflib import get_close_matches

from domain.death_of_the_vele.chapters.acts.acts import StartAct
from domain.death_of_the_vele.chapters.agreement.guidelines import AddGuideline
from domain.death_of_the_vele.chapters.agreement.table import StartStory
from domain.death_of_the_vele.chapters.founding.bidding import GrantBidStipend, PlaceBid, open_bidding, stipend_due
from domain.death_of_the_vele.chapters.founding.framework import (
    ChooseStartingNarrator,
    CompleteActMatrix,
    FillActMatrixCell,
    FinishFramework,
    OrderActs,
    SetStoryObjective,
)
from domain.death_of_the_vele.choices import EVEN_TONES, OBJECTIVE_KINDS, TAKEN_OUT, TONES
from domain.death_of_the_vele.forms import entered
from domain.death_of_the_vele.printed import HIGHEST_BID
from domain.death_of_the_vele.state.table import MatrixRow
from domain.death_of_the_vele.state.vele import Vele
from domain.death_of_the_vele.terms.play import MatrixColumn, TakenOut, Tone
from domain.kernel.decisions import allowed
from domain.kernel.forms.layouts import (
    Answers,
    Batch,
    Count,
    FormProblem,
    Group,
    Paste,
    Pick,
    Slots,
    Tick,
    Write,
)
from domain.kernel.forms.line_grammar import Line
from domain.kernel.messages import Command
from domain.kernel.moment import Moment
from domain.kernel.people import Asker


def _story(moment: Moment[Vele], asker: Asker, subject: str, answers: Answers) -> Iterable[Command]:
    there = moment.campaign
    also = [there.gm] if answers.get("keeper_plays") and there.gm is not None else []
    yield StartStory.model_validate(
        {
            "title": answers.get("title") or there.title,
            "players": (*there.players, *also),
            "dramatic_tone": answers["tone"],
            "same_kind_tone": answers.get("same_kind_tone"),
            "taken_out_default": answers["taken_out"],
        }
    )


STORY = Batch(
    title="The story and its tone",
    press="Start the story",
    compile=_story,
    entered=entered.story,
    parts=(
        Pick(field="tone", label="Who turns to fate first in a struggle?", of=TONES),
        Group(
            title="When two of a kind struggle",
            when=("tone", (Tone.HEROIC.value, Tone.DOOMED.value)),
            parts=(Pick(field="same_kind_tone", label="PC against PC, who is first?", of=EVEN_TONES),),
        ),
        Pick(
            field="taken_out",
            label="What is somebody without a usable trait?",
            of=TAKEN_OUT,
            initial=TakenOut.UNCONSCIOUS.value,
        ),
        Group(
            title="Another title, and who plays",
            aside=True,
            parts=(
                Write(
                    field="title",
                    label="Title of the story",
                    help="Left empty, the story is called as the campaign is.",
                    required=False,
                ),
                Tick(
                    field="keeper_plays",
                    label="Whoever keeps the journal plays as well",
                    help="The keeper's seat sees sealed bids and hidden rolls.",
                ),
            ),
        ),
    ),
)


def _guidelines(moment: Moment[Vele], asker: Asker, subject: str, answers: Answers) -> Iterable[Command]:
    return (AddGuideline(text=text) for text in answers["guidelines"])


GUIDELINES = Batch(
    title="What holds in this story",
    press="Write them down",
    compile=_guidelines,
    entered=entered.guidelines,
    parts=(
        Paste(
            field="guidelines",
            label="Guidelines, one a line",
            help="Facts and rules of this story: its mood, what exists, what never happens.",
            line=Line(example="Nobody crosses water after dark."),
            least=1,
        ),
    ),
)


def _bid(moment: Moment[Vele], asker: Asker, subject: str, answers: Answers) -> Iterable[Command]:
    state = moment.game
    if allowed(open_bidding, state) and stipend_due(state) and not open_bidding(state).stipends:
        yield GrantBidStipend()
    yield PlaceBid(amount=answers["amount"])


BID = Batch(
    title="A sealed bid",
    help="Nobody else may see it: pass the device. Everybody has 6 XP for it, and pays what they bid.",
    press="Place the bid",
    compile=_bid,
    entered=entered.bid,
    parts=(
        Count(
            field="amount",
            label="How much XP do you bid for your place in the order?",
            help="1 to 6. The highest comes first; ties roll off.",
            most=HIGHEST_BID,
        ),
    ),
)


INITIATIVE = replace(BID, entered=entered.initiative)


def _objective(moment: Moment[Vele], asker: Asker, subject: str, answers: Answers) -> Iterable[Command]:
    yield SetStoryObjective(text=answers["objective"])


OBJECTIVE = Batch(
    title="The story's objective",
    press="That is the objective",
    compile=_objective,
    entered=entered.objective,
    parts=(
        Write(
            field="objective",
            label="What do the PCs want to achieve in this story?",
            help="Achieved or failed by their own doing, it brings everybody XP.",
            suggest=OBJECTIVE_KINDS,
        ),
    ),
)

_CELLS = {"name": MatrixColumn.NAME, "begins": MatrixColumn.FIRST_FOCUS, "objective": MatrixColumn.OBJECTIVE}


def _acts(moment: Moment[Vele], asker: Asker, subject: str, answers: Answers) -> Iterable[Command]:
    story = moment.game.story
    rows = answers["acts"]
    for number, row in enumerate(rows, start=1):
        there = story.act_matrix[number - 1] if number <= len(story.act_matrix) else None
        for field, column in _CELLS.items():
            if there is None or getattr(there, column.value) != row[field]:
                more = number > len(story.players)
                yield FillActMatrixCell(row=number, column=column, text=row[field], override=more)
    yield CompleteActMatrix(override=len(rows) != len(story.players))


def _cells_there(moment: Moment[Vele], asker: Asker, subject: str) -> Answers:
    story = moment.game.story
    rows = [*story.act_matrix, *(MatrixRow() for _ in range(len(story.players) - len(story.act_matrix)))]
    return {"acts": [{field: getattr(row, it.value) for field, it in _CELLS.items()} for row in rows]}


ACTS = Batch(
    title="The acts, one for each player",
    help="Write them together, or take turns in the order of priority.",
    press="These are the acts",
    compile=_acts,
    initial=_cells_there,
    parts=(
        Slots(
            field="acts",
            label="Acts",
            least=1,
            most=50,
            parts=(
                Write(field="name", label="Name", example="The weir fair"),
                Write(field="begins", label="What does it begin with?", example="A bell rings under the river"),
                Write(field="objective", label="What do the PCs want in it?", example="Find the bell"),
            ),
        ),
    ),
)


def _order(moment: Moment[Vele], asker: Asker, subject: str, answers: Answers) -> Iterable[Command]:
    left = {number: row.name.casefold() for number, row in enumerate(moment.game.story.act_matrix, start=1)}
    order = []
    for name in answers["order"]:
        said = name.casefold()
        number = next((each for each, known in left.items() if known == said), None)
        if number is None:
            near = get_close_matches(said, left.values(), n=1)
            hint = f": did you mean “{near[0].capitalize()}”?" if near else "; each is named once."
            raise FormProblem(f"No act still to be placed is called “{name[:60]}”{hint}")
        del left[number]
        order.append(number)
    yield OrderActs(order=tuple(order))


def _as_laid_out(moment: Moment[Vele], asker: Asker, subject: str) -> Answers:
    return {"order": [row.name for row in moment.game.story.act_matrix]}


ORDER = Batch(
    title="The order of the acts",
    press="In this order",
    compile=_order,
    initial=_as_laid_out,
    parts=(
        Paste(
            field="order",
            label="The acts in the order they are played, one a line",
            help="Whoever disagrees and is first in priority has the last word.",
            line=Line(example="The weir fair"),
            least=1,
        ),
    ),
)


def _opener(moment: Moment[Vele], asker: Asker, subject: str, answers: Answers) -> Iterable[Command]:
    yield ChooseStartingNarrator(act=int(answers["act"]))


OPENER = Batch(
    title="An act to open",
    press="Open this act",
    compile=_opener,
    entered=entered.opener,
    parts=(Pick(field="act", label="Which act do you begin to narrate?", of="act to open"),),
)


def _rest(moment: Moment[Vele], asker: Asker, subject: str, answers: Answers) -> Iterable[Command]:
    for number, row in enumerate(moment.game.story.act_matrix, start=1):
        if row.opener is None:
            yield ChooseStartingNarrator(act=number)


ACTS_LEFT = Batch(
    title="The acts that nobody opens yet",
    help="Everybody has an act, and there are more of them.",
    press="Open them all",
    compile=_rest,
    parts=(),
)


def _start(moment: Moment[Vele], asker: Asker, subject: str, answers: Answers) -> Iterable[Command]:
    if not moment.game.story.framework_finished:
        yield FinishFramework()
    yield StartAct()


START = Batch(
    title="The act is set up",
    help="Everybody takes the dice of a new act.",
    press="Start the act",
    compile=_start,
    parts=(),
)
