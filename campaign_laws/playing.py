"""Any game played by chance: the beginning of one of its own scripts, then whatever comes."""

import os
from random import Random

from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st

from campaign_laws.chance import Chance
from campaign_laws.scripts import accepted_steps, scripts_of
from campaign_laws.submissions import just_seen
from domain.kernel.campaign.founding import FoundCampaign
from domain.kernel.game import AnyGame
from domain.kernel.messages import Command
from domain.kernel.vocabulary import Vocabulary
from ledger.answers import Refused, Ruled, Submission
from ledger.ledger import Ledger

chances = st.integers(0, 2**32).map(Random)
OFTEN = int(os.environ.get("LAWS_OFTEN", "1"))
"""The factor of the number of histories tried: `LAWS_OFTEN=20` for a night, one where people wait for it."""


few = settings(
    max_examples=3 * OFTEN,
    deadline=None,
    suppress_health_check=list(HealthCheck),
    # A seed says nothing by being smaller, so there is nothing to shrink.
    phases=(Phase.explicit, Phase.reuse, Phase.generate),
)
MEMORY = {"SQLALCHEMY_URL": "sqlite://"}


def founding(game: AnyGame, **more: object) -> FoundCampaign:
    """The command that founds a campaign of a game."""
    return FoundCampaign.model_validate({"game": game.key, "title": "A table", "slug": "a-table", **more})


def prelude(
    game: AnyGame, random: Random
) -> tuple[FoundCampaign, str, list[tuple[str, Command, tuple[int, ...]]]]:
    """The beginning of one of the game's own scripts, cut off somewhere: who asked what, with which faces."""
    scripts = scripts_of(game)
    if not scripts:
        return founding(game), "gm", []
    script = random.choice(scripts)[1]
    vocabulary = Vocabulary(game)
    steps = accepted_steps(script)
    cut = random.randint(0, min(len(steps), 120))
    header = script.header
    found = founding(game, house_rules=header.house_rules, title=header.title)
    return found, header.gm, [(step.by, vocabulary.command(step.when), step.dice) for step in steps[:cut]]


def play(game: AnyGame, ledger: Ledger, random: Random, made_up: int) -> list[Ruled | Refused]:
    """Found a campaign, play the beginning of a script, then whatever comes."""
    found, gm, steps = prelude(game, random)
    answers = [ledger.found(found, by=gm)]
    begun = [Submission(command=command, by=by, faces=faces) for by, command, faces in steps]
    answers += ledger.rule_all("a-table", begun, ledger.end("a-table"))
    chance = Chance(game, random)
    for _ in range(made_up):
        asked = chance.ask(ledger.moment("a-table"))
        if asked:
            answers.append(
                ledger.rule(
                    "a-table", just_seen(ledger, "a-table", Submission(command=asked[1], by=asked[0], faces=None))
                )
            )
    return answers
