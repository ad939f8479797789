"""Rulings put where nobody expects them: `python -m benchmarks.fuzzed_rulings [GAME…] [--seconds N] [--seed N]`.

The steps of a scenario are played one after another, and between them commands of other scenarios of the game are
tried, with dice by chance; what is accepted stays, and play goes on. A command may be refused or accepted; a game
that raises anything else, while deciding, applying, telling, or drawing sheets and offers, is at fault, and the
last of the strange commands are printed. Ends with 1 when one was.
"""

import argparse
import json
import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from random import Random
from time import monotonic
from typing import Any

from campaign_laws.preparation import SeededFaces
from campaign_laws.scripts import scripts_of
from domain.kernel.available_offers import offers_at
from domain.kernel.decisions import Refusal
from domain.kernel.dice import TypedDice
from domain.kernel.game import AnyGame
from domain.kernel.messages import Event
from domain.kernel.moment import AnyMoment, beginning
from domain.kernel.ruling import decide, follow, refusal_in_words, retell
from domain.kernel.scenario import ScenarioStep, Script
from domain.kernel.vocabulary import MalformedCommand, Vocabulary
from domain.registry import games
from tests.support.playing import founding

BETWEEN = 3
"""Strange commands tried before each step."""
LOOKED_AT = 0.05
"""The share of rulings after which every seat's offers and every sheet are drawn."""
SHOWN = 6
"""The last strange commands that are printed with a fault."""


@dataclass
class Evening:
    """One scenario of a game, played with strange commands between its steps."""

    game: AnyGame
    random: Random
    strange: list[tuple[str, dict[str, Any]]] = field(default_factory=list)
    accepted: int = 0
    tried: int = 0

    def play(self, script: Script, others: list[ScenarioStep]) -> None:
        """Play it from its founding on. Raises whatever the game raises."""
        self.vocabulary = Vocabulary(self.game)
        self.moment: AnyMoment = beginning(self.game)
        header = script.header
        found = founding(self.game, house_rules=header.house_rules)
        self._take(decide(self.game, self.moment, found, header.gm, TypedDice(())))
        begins = self.random.randrange(len(script.steps) or 1)
        for place, (_line, step) in enumerate(script.steps):
            for other in self.random.choices(others, k=BETWEEN) if place >= begins else ():
                self.tried += 1
                if self._ask(other):
                    self.accepted += 1
                    self.strange.append((other.by, other.when))
            if not step.refused:
                self._ask(step, exactly=not self.strange)

    def _ask(self, step: ScenarioStep, *, exactly: bool = False) -> bool:
        try:
            command = self.vocabulary.command(step.when)
        except MalformedCommand:
            return False
        dice = TypedDice(step.dice) if exactly else SeededFaces(self.random)
        return self._take(decide(self.game, self.moment, command, step.by, dice))

    def _take(self, decision: Iterable[Event] | Refusal) -> bool:
        if isinstance(decision, Refusal):
            refusal_in_words(self.game, self.moment, decision)
            return False
        for event in follow(self.game, self.moment, decision):
            retell(self.game, self.moment, event)
        if self.random.random() < LOOKED_AT:
            self._look()
        return True

    def _look(self) -> None:
        for seat in self.moment.campaign.people:
            list(offers_at(self.game, self.moment, seat))
        for owner in self.game.listed(self.moment.game):
            self.game.sheet(self.moment.game, owner)


def evenings(game: AnyGame, random: Random, seconds: float) -> Iterator[tuple[str, Evening, Exception | None]]:
    """Evenings one after another for so long: the scenario, the evening, and what the game raised."""
    scripts = [(name, script) for name, script in scripts_of(game) if script.steps]
    by_kind: dict[str, list[ScenarioStep]] = {}
    for _name, script in scripts:
        for _line, step in script.steps:
            by_kind.setdefault(str(step.when["type"]), []).append(step)
    kinds = [kind for kind in by_kind if not kind.startswith("campaign.")]
    ends = monotonic() + seconds
    while monotonic() < ends:
        name, script = random.choice(scripts)
        others = [random.choice(by_kind[random.choice(kinds)]) for _ in range(200)]
        evening = Evening(game, random)
        try:
            evening.play(script, others)
        except Exception as error:
            yield name, evening, error
        else:
            yield name, evening, None


def main() -> None:
    """Play, and print every kind of fault once."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game", nargs="*")
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--seed", type=int, default=20261123)
    asked = parser.parse_args()
    known, at_fault = games(), False
    for key in asked.game or sorted(known):
        tried = accepted = played = 0
        faults: Counter[str] = Counter()
        for name, evening, error in evenings(known[key], Random(asked.seed), asked.seconds):
            played, tried, accepted = played + 1, tried + evening.tried, accepted + evening.accepted
            if error is not None:
                said = f"{type(error).__name__}: {str(error)[:90]}"
                faults[said] += 1
                if faults[said] == 1:
                    print(f"{key}, {name}: {said}")
                    for by, when in evening.strange[-SHOWN:]:
                        print(f"    {by}: {json.dumps(when, ensure_ascii=False)[:300]}")
        print(f"{key}: {played:,} evenings, {tried:,} tries, {accepted:,} accepted, {sum(faults.values())} faults")
        at_fault |= bool(faults)
    sys.exit(at_fault)


if __name__ == "__main__":
    main()
