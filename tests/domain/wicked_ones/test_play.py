"""Random nights: what is on offer is never refused, and what must always hold does."""

import random
from typing import Any

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from pydantic import TypeAdapter

from domain.kernel.decisions import Refusal
from domain.kernel.dice import TypedDice
from domain.kernel.messages import Command
from domain.kernel.moment import AnyMoment
from domain.kernel.ruling import apply, decide, refusal_in_words, retell
from domain.kernel.terms import CharacterId
from domain.kernel.vocabulary import Vocabulary
from domain.wicked_ones import GAME
from domain.wicked_ones.chapters.actions.framing import FrameAction
from domain.wicked_ones.chapters.actions.proposing import ProposeAction
from domain.wicked_ones.chapters.consequences.adventurers import IntroduceAdventurer
from domain.wicked_ones.chapters.consequences.declaring import ConsequenceDeclared
from domain.wicked_ones.chapters.consequences.settling import ConsequenceAvoided
from domain.wicked_ones.chapters.consequences.splitting import ConsequenceSplit
from domain.wicked_ones.chapters.phases.cycle import EndCampaign
from domain.wicked_ones.chapters.phases.scenes import CloseScene, OpenScene
from domain.wicked_ones.chapters.world.clocks import StartClock
from domain.wicked_ones.state.underworld import Underworld
from domain.wicked_ones.terms.bounds import STRESS_SEGMENTS
from domain.wicked_ones.terms.frame import Place
from tests.domain.wicked_ones.den import PLAYERS, SCRIPTS, RolledDice, filled, founded, take

ADAPTER = TypeAdapter(Underworld)
SETTINGS = settings(max_examples=12, deadline=None, suppress_health_check=list(HealthCheck))
HOUSES: list[dict[str, Any]] = [dict(script.header.house_rules) for script in SCRIPTS.values()]
SEEDS = st.integers(0, 2**32 - 1)
BUSY = ("Action", "Consequences", "Impulse", "Death knell")
RARE = (EndCampaign, CloseScene, StartClock, IntroduceAdventurer)


def next_step(moment: AnyMoment, chance: random.Random) -> tuple[Command, str] | None:
    """Something on offer to anybody; what hangs over somebody more often than the rest."""
    asker = chance.choice(["gm", "gm", *PLAYERS])
    offers = list(GAME.offers(moment.game, moment.campaign.asker(asker)))
    if not offers:
        return None
    weights = [0.05 if it.command in RARE else 6 if it.group in BUSY else 1 for it in offers]
    (offer,) = chance.choices(offers, weights)
    return filled(offer, moment.position, chance), offer.by or asker


def check(state: Underworld) -> None:
    """Asserts what holds at every moment."""
    for slug, it in state.characters.items():
        assert 0 <= it.stress <= STRESS_SEGMENTS
        assert min(it.gold, it.xp, it.dark_hearts) >= 0
        assert not it.feral or it.stress > 0 or not it.alive
        assert not it.bloodied or it.shocked or not it.alive, slug
    for clock in state.clocks.values():
        assert 0 <= clock.filled <= clock.segments
    for adventurer in state.adventurers.values():
        assert 0 <= adventurer.hearts_left <= adventurer.hearts
        assert 0 <= adventurer.moves <= 3


def sheet_of(state: Underworld) -> Any:
    """The values that a consequence could change."""
    return [
        (it.stress, it.gold, dict(it.shock), it.bloodied, it.alive, dict(it.items))
        for it in state.characters.values()
    ]


@SETTINGS
@given(SEEDS)
def test_what_is_offered_is_never_refused(seed: int) -> None:
    chance = random.Random(seed)
    moment = founded(chance.choice(HOUSES) if chance.random() < 0.6 else {})
    for _ in range(120):
        step = next_step(moment, chance)
        if step is None:
            continue
        decision = decide(GAME, moment, *step, RolledDice(chance))
        assert not isinstance(decision, Refusal), f"{step}: {refusal_in_words(GAME, moment, decision)}"
        for event in decision:
            before = sheet_of(moment.game)
            apply(GAME, moment, event)
            moment.position += 1
            retell(GAME, moment, event)
            if isinstance(event, ConsequenceDeclared | ConsequenceAvoided | ConsequenceSplit):
                assert sheet_of(moment.game) == before, "a consequence that is not settled changed a sheet"
        check(moment.game)
    assert ADAPTER.validate_json(ADAPTER.dump_json(moment.game)) == moment.game
    for character in GAME.cast(moment.game):
        GAME.sheet(moment.game, character)


def test_a_number_that_was_offered_is_kept_when_something_earlier_is_struck() -> None:
    """A reference to an action still means it, although the one before it never was."""
    for struck in (False, True):
        moment = founded({})
        take(moment, OpenScene(place=Place.SURFACE, title="The wall"), "gm")
        for number in (1, 2):
            if not (struck and number == 1):
                take(moment, attempt(number), "ada")
        assert moment.game.rolls["roll-2"].intention == "Try 2"
        take(moment, FrameAction(roll="roll-2"), "gm")
        take(moment, attempt(1), "ada")
        assert list(moment.game.rolls)[-1] == "roll-3", "a number that has passed is not given again"


def attempt(number: int) -> ProposeAction:
    return ProposeAction(
        id=f"roll-{number}",
        character=CharacterId("murg"),
        intention=f"Try {number}",
        action="smash",
        risk="a fall",
        description="Running.",
    )


def test_every_kind_of_command_is_on_offer_sometime() -> None:
    """The game can be played by offers alone, from the founding to the end."""
    seen: set[type[Command]] = set()
    for script in SCRIPTS.values():
        vocabulary, moment = Vocabulary(GAME), founded(script.header.house_rules)
        moment.game = GAME.initial(moment.game.house_rules)
        for _, step in script.steps:
            for person in ("gm", *PLAYERS):
                seen.update(it.command for it in GAME.offers(moment.game, moment.campaign.asker(person)))
            command = vocabulary.command(step.when)
            if step.refused or command.type == "campaign.seat_person":
                continue
            decision = decide(GAME, moment, command, step.by, TypedDice(step.dice))
            assert not isinstance(decision, Refusal), decision
            for event in decision:
                apply(GAME, moment, event)
    missing = {kind.__name__ for kind in set(GAME.commands) - seen}
    assert not missing
