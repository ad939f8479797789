"""The framework of a story, step by step (VE-08 to VE-11, VE-116)."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from domain.death_of_the_vele.forms.framework import (
    ACTS,
    ACTS_LEFT,
    GUIDELINES,
    OBJECTIVE,
    OPENER,
    ORDER,
    STORY,
)
from domain.death_of_the_vele.preparation.table import BIDS, Table
from domain.death_of_the_vele.terms.play import MatrixColumn
from domain.kernel.preparation.players import PLAYERS
from domain.kernel.preparation.steps import Step
from domain.kernel.terms import PersonId

ACTS_OF_IT = "Objective and acts"


@dataclass(frozen=True, slots=True)
class Framing(Table):
    """The story as it is framed."""

    def framing(self) -> Iterator[Step]:
        """The framework of the story, in the book's order."""
        story = self.state.story
        yield Step(
            key="story",
            label="The story and its tone",
            why="Whose side turns to fate first, and what being taken out means.",
            have=int(story.started),
            need=1,
            after=(PLAYERS,),
            missing=() if story.started else ("the tone of the story",),
            form=None if story.started else STORY,
        )
        yield Step(
            key="guidelines",
            label="Guidelines",
            why="What holds in this story, as far as the table cares to say.",
            whose=self.everybody,
            have=len(story.guidelines),
            after=("story",),
            form=GUIDELINES,
        )
        yield from self.bids("bids", BIDS, story.priority, story.priority_order)
        yield from self.acts()
        pcs = list(self.pcs(self.players, ("story",)))
        yield from pcs
        yield self.start(1, ("objective", "order", *(it.key for it in self.openers()), *(it.key for it in pcs)))

    def acts(self) -> Iterator[Step]:
        """The objective, the acts, their order, and who opens which."""
        story = self.state.story
        first = frozenset({PersonId(story.priority_order[0])}) if story.priority_order else self.everybody
        yield Step(
            key="objective",
            label="The story's objective",
            why="The first in priority who will writes it.",
            under=ACTS_OF_IT,
            whose=first,
            have=int(story.objective is not None),
            need=1,
            after=("bids_shown",),
            missing=() if story.objective is not None else ("an objective",),
            form=OBJECTIVE if story.objective is None else None,
        )
        cells = [bool(getattr(row, it.value)) for row in story.act_matrix for it in MatrixColumn]
        need = len(cells) if story.matrix_complete else len(MatrixColumn) * len(self.players)
        yield Step(
            key="acts",
            label="The acts",
            why="One for each player: a name, what it begins with, an objective.",
            under=ACTS_OF_IT,
            whose=self.everybody,
            have=min(sum(cells), need),
            need=need,
            after=("bids_shown",),
            missing=() if story.matrix_complete else ("the acts, one for each player",),
            form=None if story.matrix_complete else ACTS,
        )
        yield Step(
            key="order",
            label="The order of the acts",
            under=ACTS_OF_IT,
            whose=self.everybody,
            have=int(story.acts_ordered),
            need=1,
            after=("acts",),
            missing=() if story.acts_ordered else ("the order of the acts",),
            form=ORDER if story.matrix_complete else None,
        )
        yield from self.openers()

    def openers(self) -> Iterator[Step]:
        """An act to open for everybody, then the acts that are left."""
        story = self.state.story
        taken = [row.opener for row in story.act_matrix if row.opener is not None]
        free = len(story.act_matrix) - len(taken)
        without = [player for player in story.priority_order if player not in taken]
        for player in story.priority_order:
            if not story.acts_ordered or player in taken or free:
                yield self.opens("opens", player, done=player in taken)
        if story.acts_ordered and free and not without:
            yield Step(
                key="opens_left:1",
                label="The acts that nobody opens yet",
                why="There are more acts than players.",
                under=ACTS_OF_IT,
                whose=self.everybody,
                need=1,
                after=("order",),
                missing=(f"{free} {'act' if free == 1 else 'acts'} to open",),
                form=ACTS_LEFT,
                subject="1",
            )

    def opens(self, base: str, player: str, *, done: bool) -> Step:
        """An act to open for one player."""
        return replace(
            self.one(base, player, "An act to open"),
            under=ACTS_OF_IT,
            have=int(done),
            need=1,
            after=("order",),
            missing=() if done else (f"an act for {self.named(player)} to open",),
            form=None if done else OPENER,
        )
