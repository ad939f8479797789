"""Random evenings: what is on offer is never refused, whole games are played by it, and no rule ever breaks."""

import random
from collections import Counter
from collections.abc import Iterable
from typing import Any

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from pydantic import TypeAdapter

from campaign_laws.chance import Chance
from domain.kernel import facts
from domain.kernel.decisions import Refusal
from domain.kernel.messages import Command, Event, tag_of
from domain.kernel.moment import AnyMoment
from domain.kernel.ruling import apply, decide, refusal_in_words, retell
from domain.kernel.schema.upcasts import superseded
from domain.kernel.sheet import Counter as NumberBlock
from domain.kernel.vocabulary import MalformedCommand
from domain.spc import GAME
from domain.spc.chapters import adjudication
from domain.spc.chapters.adventure import adventures, characters, goons, seats, tracks
from domain.spc.chapters.scenes import actions, ending, opening
from domain.spc.chapters.turns import comparing, objecting
from domain.spc.state.adventure import Adventure
from domain.spc.terms import Slot, Status
from tests.domain.spc.spc_table import PEOPLE, PLAYERS, SCRIPTS, RolledDice, filled, founded, take

AMBITION, CUNNING, VIGILANCE = Slot
ADAPTER = TypeAdapter(Adventure)
SETTINGS = settings(max_examples=12, deadline=None, suppress_health_check=list(HealthCheck))
HOUSES: list[dict[str, Any]] = [dict(script.header.house_rules) for script in SCRIPTS.values()]
SEEDS = st.integers(0, 2**32 - 1)
RARE: dict[type[Command], float] = {
    adventures.EndAdventure: 0.01,
    seats.UnseatPlayer: 0.01,
    ending.EndScene: 0.1,
    characters.IntroduceAntagonist: 0.02,
    goons.IntroduceGoon: 0.05,
    goons.NoteScheme: 0.05,
    adjudication.RecordAdjudication: 0.1,
    actions.WithdrawAction: 0.1,
    objecting.ObjectToFact: 0.2,
    opening.BringIn: 0.3,
}


def next_step(moment: AnyMoment, chance: random.Random) -> tuple[Command, str] | None:
    """Something on offer to anybody; what ends or interrupts play comes up less often."""
    asker = chance.choice(["gm", "gm", *PLAYERS])
    offers = list(GAME.offers(moment.game, moment.campaign.asker(asker)))
    if not offers:
        return None
    (offer,) = chance.choices(offers, [RARE.get(it.command, 1) for it in offers])
    by = offer.by or asker
    return filled(offer, moment, by, chance), by


class Ledger:
    """Numbers on sheets as their facts tell them, to be held against the sheets."""

    def __init__(self) -> None:
        self.now: dict[str, int] = {}

    def note(self, told: Iterable[facts.Fact]) -> None:
        for fact in told:
            if isinstance(fact, facts.NumberChanged):
                path = str(fact.path)
                assert self.now.get(path, 0) + fact.delta == fact.now, f"{path}: {fact}"
                self.now[path] = fact.now

    def agrees(self, game: Adventure) -> None:
        for slug in GAME.listed(game):
            for block in GAME.sheet(game, slug).blocks:
                if isinstance(block, NumberBlock):
                    assert block.value == self.now.get(block.path, 0), block.path


def played(seed: int, steps: int) -> tuple[AnyMoment, list[Event]]:
    """A table under some house rules that does nothing but take up offers."""
    chance = random.Random(seed)
    moment = founded(chance.choice(HOUSES) if chance.random() < 0.7 else {})
    happened: list[Event] = []
    ledger = Ledger()
    for _ in range(steps):
        step = next_step(moment, chance)
        if step is None:
            continue
        decision = decide(GAME, moment, *step, RolledDice(chance))
        assert not isinstance(decision, Refusal), f"{step}: {decision.code} {dict(decision.params)}"
        for event in decision:
            apply(GAME, moment, event)
            moment.position += 1
            ledger.note(retell(GAME, moment, event).facts)
            happened.append(event)
        ledger.agrees(moment.game)
    return moment, happened


@SETTINGS
@given(SEEDS)
def test_what_is_offered_is_never_refused_and_sheets_show_what_facts_tell(seed: int) -> None:
    moment, _ = played(seed, 160)
    assert ADAPTER.validate_json(ADAPTER.dump_json(moment.game)) == moment.game


def test_offers_alone_lead_through_a_whole_adventure_and_into_the_next() -> None:
    """From an empty table: seats, preview, sheets, scenes, conflicts to their close, goals, an ending."""
    seen: Counter[type[Event]] = Counter()
    ended = 0
    for seed in range(24):
        moment, happened = played(seed, 600)
        seen.update(type(event) for event in happened)
        ended += moment.game.status is Status.ENDED or moment.game.adventure > 1
    every = {tag_of(event) for event in GAME.events}
    assert every - superseded(every) == {tag_of(event) for event in seen}
    assert ended


@SETTINGS
@given(SEEDS)
def test_progress_and_abuse_are_what_the_comparison_says(seed: int) -> None:
    _, happened = played(seed, 220)
    for pair in (event for event in happened if isinstance(event, comparing.OppositionCompared)):
        at = happened.index(pair)
        follows = []
        for event in happened[at + 1 :]:
            if not isinstance(event, comparing.ProgressGained | comparing.AbuseTaken | comparing.HarmEscaped):
                break
            follows.append(event)
        gained = sum(event.amount for event in follows if isinstance(event, comparing.ProgressGained))
        assert gained in (0, abs(pair.a_totals[AMBITION] - pair.b_totals[AMBITION]))
        taken = sorted(event.amount for event in follows if isinstance(event, comparing.AbuseTaken))
        most = (
            pair.a_totals[CUNNING] - pair.b_totals[VIGILANCE],
            pair.b_totals[CUNNING] - pair.a_totals[VIGILANCE],
        )
        assert all(amount in most and amount > 0 for amount in taken)
        escaped = {event.participant for event in follows if isinstance(event, comparing.HarmEscaped)}
        assert (pair.a in escaped) == (pair.a_totals[VIGILANCE] > pair.b_totals[CUNNING])
        assert (pair.b in escaped) == (pair.b_totals[VIGILANCE] > pair.a_totals[CUNNING])


@SETTINGS
@given(SEEDS)
def test_tracks_are_the_sum_of_their_moves(seed: int) -> None:
    moment, happened = played(seed, 220)
    purity: Counter[str] = Counter()
    goal: Counter[str] = Counter()
    for event in happened:
        match event:
            case tracks.PurityTrackMoved():
                purity[event.character] += event.delta
            case tracks.GoalTrackMoved():
                goal[event.character] += event.delta
            case ending.GoalTrackReset():
                goal[event.character] += event.now - event.was
            case adjudication.AdjudicationRecorded(field="purity_track"):
                purity[event.subject] += int(event.after) - int(event.before)
            case adjudication.AdjudicationRecorded(field="goal_track"):
                goal[event.subject] += int(event.after) - int(event.before)
    for slug, it in moment.game.characters.items():
        assert (it.purity_track or 0, it.goal_track or 0) == (purity[slug], goal[slug])
        assert (it.goal_track or 0) <= 4
        assert min(it.purity, it.corruption, it.goal, it.drawback) >= 0
        assert it.purity - it.corruption >= purity[slug] or it.corruption - it.purity >= -purity[slug]


def anything(moment: AnyMoment, chance: random.Random) -> tuple[str, Command] | None:
    """A well-formed command about random things."""
    try:
        return Chance(GAME, chance).ask(moment)
    except MalformedCommand:
        return None


@SETTINGS
@given(SEEDS)
def test_whatever_is_asked_no_rule_breaks(seed: int) -> None:
    chance = random.Random(seed)
    moment = founded(chance.choice(HOUSES))
    for _ in range(70):
        for _ in range(3):
            asked = anything(moment, chance)
            if asked is None or asked[1].type.startswith("campaign."):
                continue
            by, ask = chance.choice(PEOPLE), asked[1]
            before = ADAPTER.dump_json(moment.game)
            dice = RolledDice(chance)
            decision = decide(GAME, moment, ask, by, dice)
            assert ADAPTER.dump_json(moment.game) == before
            if isinstance(decision, Refusal):
                assert not dice.drawn
                assert "?>" not in refusal_in_words(GAME, moment, decision)
                told = (type(ask).__doc__ or "").split("Yields:")[0]
                known = f"`{decision.code}`" in told or decision.code not in GAME.refusals
                assert known or decision.code == "preview_first", f"{ask.type}: {decision.code}"
            else:
                for event in decision:
                    apply(GAME, moment, event)
                    moment.position += 1
                    retell(GAME, moment, event)
        if step := next_step(moment, chance):
            take(moment, *step, RolledDice(chance))
