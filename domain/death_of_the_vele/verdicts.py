"""Results of a struggle's sides, and a declared effect seen against them (VE-60, VE-82)."""

from dataclasses import dataclass

from domain.death_of_the_vele.state.struggle import DeclaredEffect, Side, Struggle
from domain.death_of_the_vele.state.vele import Vele
from domain.death_of_the_vele.struggle_lookup import ACTOR
from domain.death_of_the_vele.terms.struggle import StruggleKind, Winner
from domain.kernel.dice import Dice as Chance
from domain.kernel.messages import Event


@dataclass(frozen=True, slots=True)
class Verdict:
    """The actor's result against one opponent's side."""

    side: str
    actor_result: int
    opponent_result: int
    winner: Winner
    score: int


@dataclass(frozen=True, slots=True)
class Use:
    """One declared effect, and how its side came out."""

    state: Vele
    struggle: Struggle
    verdicts: list[Verdict]
    name: str
    side: Side
    declared: DeclaredEffect
    chance: Chance
    before: list[Event]
    """Events of the struggle before it, in this ruling."""

    @property
    def won(self) -> list[Verdict]:
        """The verdicts this side won."""
        mine = Winner.ACTOR if self.name == ACTOR else Winner.OPPONENT
        about = [it for it in self.verdicts if self.name in (ACTOR, it.side)]
        return [it for it in about if it.winner is mine]

    @property
    def result(self) -> int:
        """The result of this side."""
        first = self.verdicts[0]
        if self.name == ACTOR:
            return first.actor_result
        return next(it.opponent_result for it in self.verdicts if it.side == self.name)

    @property
    def faced(self) -> list[Verdict]:
        """The verdicts this effect was paid for, among those of the side."""
        about = [it for it in self.verdicts if self.name in (ACTOR, it.side)]
        if not self.one_by_one or not self.declared.targets:
            return about
        return [it for it in about if it.side in self.declared.targets]

    @property
    def one_by_one(self) -> bool:
        """True if it was paid for each opponent of a mass struggle."""
        return self.struggle.kind is StruggleKind.MASS and self.name == ACTOR

    def across(self, verdict: Verdict) -> str | None:
        """The main component on the other side of a verdict."""
        return (self.struggle.sides[verdict.side] if self.name == ACTOR else self.struggle.actor).main
