"""The sample campaign: a whole act, and all that an act can hold."""

from collections import Counter
from functools import cache
from pathlib import Path
from typing import TypeVar

import pytest

import domain.death_of_the_vele
from domain.death_of_the_vele import GAME
from domain.death_of_the_vele.chapters.acts.act_play import ActPlayBegun
from domain.death_of_the_vele.chapters.acts.objectives import ObjectiveBoughtOff
from domain.death_of_the_vele.chapters.cast.buying_off import AspectBoughtOff, AspectReplaced
from domain.death_of_the_vele.chapters.experience import LevelGained
from domain.death_of_the_vele.chapters.outcomes.control import ComponentOwnershipChanged
from domain.death_of_the_vele.chapters.outcomes.deciding import StruggleDecided
from domain.death_of_the_vele.chapters.outcomes.healed_traits import TraitHealed
from domain.death_of_the_vele.chapters.scenes.endings import ActEnded
from domain.death_of_the_vele.chapters.struggle_dice.pushing import StruggleDiePushed
from domain.death_of_the_vele.chapters.struggles.allies import AllyJoined
from domain.death_of_the_vele.chapters.struggles.starting import StruggleStarted
from domain.death_of_the_vele.state.vele import Vele
from domain.death_of_the_vele.terms.dice import Pool
from domain.death_of_the_vele.terms.struggle import SideName, StruggleKind, Winner
from domain.kernel.campaign.founding import FoundCampaign
from domain.kernel.campaign.sessions import SessionClosed, SessionOpened
from domain.kernel.decisions import Refusal
from domain.kernel.dice import TypedDice
from domain.kernel.journal.notes import CommentWritten, NoteWritten
from domain.kernel.journal.seals import SessionSealed
from domain.kernel.messages import Event
from domain.kernel.moment import beginning
from domain.kernel.ruling import apply, decide, refusal_in_words
from domain.kernel.scenario import read_script
from domain.kernel.vocabulary import Vocabulary

SAMPLES = sorted((Path(domain.death_of_the_vele.__file__).parent / "samples").glob("*.jsonl"))
FEWEST_RECORDS, MOST_RECORDS = 600, 850
FEWEST_STRUGGLES = 10

E = TypeVar("E", bound=Event)
each_sample = pytest.mark.parametrize("sample", SAMPLES, ids=[path.stem for path in SAMPLES])


@cache
def played(sample: Path) -> tuple[tuple[Event, ...], Vele, tuple[tuple[int, int], ...]]:
    """Everything that happened, how it stands in the end, and every face drawn. A refusal names its line."""
    script = read_script(sample.read_text(encoding="utf-8"))
    header, vocabulary, moment = script.header, Vocabulary(GAME), beginning(GAME)
    found = FoundCampaign(
        game=header.game,
        title=header.title,
        slug=header.slug or "sample",
        house_rules=header.house_rules,
        gm_name=header.gm_name,
    )
    happened: list[Event] = []
    drawn: list[tuple[int, int]] = []
    for line, by, command, faces in [
        (1, header.gm, found, ()),
        *((n, step.by, vocabulary.command(step.when), step.dice) for n, step in script.steps),
    ]:
        dice = TypedDice(faces)
        decision = decide(GAME, moment, command, by, dice)
        assert not isinstance(decision, Refusal), f"line {line}: {refusal_in_words(GAME, moment, decision)}"
        for event in decision:
            apply(GAME, moment, event)
            moment.position += 1
            happened.append(event)
        drawn += dice.drawn
    return tuple(happened), moment.game, tuple(drawn)


def all_of(sample: Path, kind: type[E]) -> list[E]:
    return [event for event in played(sample)[0] if isinstance(event, kind)]


def test_there_is_one() -> None:
    assert SAMPLES


@each_sample
def test_it_is_a_whole_act_of_the_size_of_an_evening(sample: Path) -> None:
    happened, end, _ = played(sample)
    assert FEWEST_RECORDS <= len(happened) < MOST_RECORDS
    assert len(all_of(sample, ActPlayBegun)) == len(all_of(sample, ActEnded)) >= 1
    assert len(all_of(sample, StruggleDecided)) >= FEWEST_STRUGGLES
    assert len(all_of(sample, SessionOpened)) == len(all_of(sample, SessionClosed)) >= 1
    assert all_of(sample, SessionSealed)
    assert len(all_of(sample, NoteWritten)) >= 8
    assert len({type(note) for note in all_of(sample, CommentWritten)}) == 1
    assert end.scenes >= 4


@each_sample
def test_one_struggle_has_allies_on_both_sides_and_borrowed_dice(sample: Path) -> None:
    sides: dict[str, set[str]] = {}
    for ally in all_of(sample, AllyJoined):
        sides.setdefault(ally.struggle, set()).add(ally.side)
    both = {struggle for struggle, names in sides.items() if {SideName.ACTOR, SideName.OPPONENT} <= names}
    borrowed = {die.struggle for die in all_of(sample, StruggleDiePushed) if die.source.pool is Pool.BOWL}
    assert both & borrowed


@each_sample
def test_every_form_of_struggle_it_was_to_show_is_there(sample: Path) -> None:
    kinds = Counter(event.kind for event in all_of(sample, StruggleStarted))
    assert kinds[StruggleKind.MASS]
    assert kinds[StruggleKind.HEAD_TO_HEAD]
    assert any(struggle.extended_id for struggle in all_of(sample, StruggleStarted))
    winners = {event.winner for event in all_of(sample, StruggleDecided)}
    assert winners == {Winner.ACTOR, Winner.OPPONENT, Winner.NONE}


@each_sample
def test_something_controlled_is_kept_something_healed_and_somebody_grows(sample: Path) -> None:
    assert all_of(sample, ComponentOwnershipChanged)
    assert all_of(sample, TraitHealed)
    assert all_of(sample, AspectBoughtOff)
    assert all_of(sample, AspectReplaced)
    assert all_of(sample, LevelGained)
    assert all_of(sample, ObjectiveBoughtOff)


@each_sample
def test_the_dice_fell_as_dice_do(sample: Path) -> None:
    drawn = played(sample)[2]
    highest = sum(1 for size, face in drawn if face == size)
    assert len(drawn) > 60
    assert highest / len(drawn) < 0.3
    middle = sum(face / size for size, face in drawn) / len(drawn)
    assert 0.4 < middle < 0.8
