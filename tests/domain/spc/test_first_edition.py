"""Records of the first edition are read, replayed, checked and handed on as they are."""

import random
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given

from domain.kernel.campaign.founding import FoundCampaign
from domain.kernel.decisions import Refusal
from domain.kernel.moment import AnyMoment, state_json
from domain.kernel.people import Asker, Role
from domain.kernel.ruling import apply, decide, retell
from domain.kernel.scenario import Script
from domain.kernel.schema.upcasts import say_the_same
from domain.kernel.terms import CharacterId, PersonId
from domain.kernel.vocabulary import Vocabulary
from domain.spc import GAME
from domain.spc.chapters.adventure import goons, tracks
from domain.spc.chapters.scenes import actions
from domain.spc.chapters.turns import objecting
from domain.spc.terms import TrackReason
from exchange.archive.storing import RestoreOutcome
from ledger.answers import Ruled, Submission
from ledger.care.verify import verify
from ledger.ledger import Ledger
from projections.history.folded_views import sheets_at
from projections.read_models import ReadModels
from tests.domain.spc.first_edition import FIRST_EDITION, as_written_at_first
from tests.domain.spc.spc_table import SCRIPTS, RolledDice, founded
from tests.domain.spc.test_play import HOUSES, SEEDS, SETTINGS, next_step
from tests.ledger.archive.conftest import export, take_in
from wiring.samples import Sample, found, samples

GM = Asker(PersonId("gm"), Role.GM)
OLD_TAGS = {"spc.goal_track_moved.v1", "spc.adjudication_recorded.v1", "spc.fact_rejected.v1"}


@SETTINGS
@given(SEEDS)
def test_what_a_step_says_now_is_what_the_house_rules_said_at_first(seed: int) -> None:
    """Two tables side by side, one told in the first versions and one in the second: they stay the same."""
    chance = random.Random(seed)
    house = chance.choice(HOUSES)
    now, then = founded(house), founded(house)
    for _ in range(160):
        step = next_step(now, chance)
        decision = None if step is None else decide(GAME, now, *step, RolledDice(chance))
        for event in () if decision is None or isinstance(decision, Refusal) else decision:
            old = event if isinstance(event, objecting.FactRejected) else as_written_at_first(event)
            apply(GAME, now, event)
            apply(GAME, then, old)
            assert now.game == then.game, event
            assert retell(GAME, then, old).facts == retell(GAME, now, event).facts


SHOWN = ("a_goal_reached_in_a_conflict", "house_rules_two_pools", "facts_are_told_in_order")


def old_ledger(name: str, place: Path) -> Iterator[AnyMoment]:
    """A campaign recorded by the first edition: the moment after each record."""
    script = SCRIPTS[name]
    ledger = Ledger({"spc": FIRST_EDITION}, {"SQLALCHEMY_URL": f"sqlite:///{place}"})
    header = script.header
    ledger.found(
        FoundCampaign(game="spc", title="Noon", slug="noon", house_rules=header.house_rules), by=header.gm
    )
    played(ledger, script)
    for _record, moment in ledger.line("noon"):
        yield moment
    ledger.close()


def played(ledger: Ledger, script: Script) -> None:
    vocabulary = Vocabulary(FIRST_EDITION)
    for _, step in script.steps:
        command = vocabulary.command(step.when)
        answer = ledger.rule("noon", Submission(command=command, by=step.by, faces=step.dice))
        assert isinstance(answer, Ruled) != bool(step.refused)


@pytest.mark.parametrize("name", SHOWN)
def test_a_ledger_of_the_first_edition_lives_on(name: str, tmp_path: Path) -> None:
    before = [state_json(FIRST_EDITION, moment) for moment in old_ledger(name, tmp_path / "old.sqlite3")]
    ledger = Ledger({"spc": GAME}, {"SQLALCHEMY_URL": f"sqlite:///{tmp_path / 'old.sqlite3'}"})
    views = ReadModels(ledger)
    ledger.followers.append(views)
    tags = {tag for _at, tag, _stored in ledger.stored("noon")}
    assert tags & OLD_TAGS
    assert [state_json(GAME, moment) for _record, moment in ledger.line("noon")] == before
    assert verify(ledger, "noon").sound
    assert views.problems("noon") == []
    assert sheets_at(ledger, "noon", viewer=GM)
    assert all(told.retelling.headline for told in ledger.told("noon"))

    bag = tmp_path / "noon.zip"
    export(ledger, bag, "noon")
    other = Ledger({"spc": GAME}, {"SQLALCHEMY_URL": "sqlite://"})
    assert take_in(other, bag) is RestoreOutcome.STORED
    assert list(other.stored("noon")) == list(ledger.stored("noon"))
    assert verify(other, "noon").sound

    note = Submission(command=goons.NoteScheme(antagonist="countess", text="On."), by="gm")
    assert isinstance(ledger.rule("noon", note), Ruled)
    assert verify(ledger, "noon").sound
    ledger.close()
    other.close()


@pytest.mark.parametrize("name", SHOWN)
def test_deciding_an_old_campaign_once_more_changes_nothing(name: str, tmp_path: Path) -> None:
    """A later version that says all that was said is the same; what older rules numbered stands."""
    assert list(old_ledger(name, tmp_path / "old.sqlite3"))
    ledger = Ledger({"spc": GAME}, {"SQLALCHEMY_URL": f"sqlite:///{tmp_path / 'old.sqlite3'}"})
    checked = ledger.review.recheck("noon")
    assert checked.rulings > 20
    assert checked.differing == ()
    assert ledger.moment("noon").game.fact_number == (9 if name == "facts_are_told_in_order" else 0)
    ledger.close()


def test_a_later_version_says_the_same_only_if_it_says_everything() -> None:
    fields = {"character": "ana", "delta": 1, "reason": TrackReason.LEVERAGE, "goal": 1, "drawback": 0}
    old = tracks.GoalTrackMovedV1.model_validate(fields)
    new = tracks.GoalTrackMoved.model_validate({**fields, "reached": True})
    assert say_the_same([old], [new])
    assert not say_the_same([new], [old])
    assert not say_the_same([old], [new.model_copy(update={"delta": -1})])
    assert not say_the_same([old], [])
    assert not say_the_same([old], [actions.ActionNarrated(action="action-1", character=CharacterId("ana"))])


@pytest.mark.parametrize("sample", samples({"spc": FIRST_EDITION}), ids=lambda sample: sample.slug)
def test_a_whole_evening_of_the_first_edition_is_the_same_today(sample: Sample, tmp_path: Path) -> None:
    address = {"SQLALCHEMY_URL": f"sqlite:///{tmp_path / 'old.sqlite3'}"}
    old = Ledger({"spc": FIRST_EDITION}, address)
    found(old, sample)
    before = state_json(FIRST_EDITION, old.moment(sample.slug))
    old.close()
    today = Ledger({"spc": GAME}, address)
    assert state_json(GAME, today.moment(sample.slug)) == before
    assert verify(today, sample.slug).sound
    today.close()
