"""Getting ready: somebody can always take the next step, and a walker who takes only that reaches a scene."""

import random
import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

from domain.kernel.available_offers import offers_at
from domain.kernel.campaign.founding import FoundCampaign
from domain.kernel.campaign.seats import SeatPerson
from domain.kernel.forms.filling import fill
from domain.kernel.forms.layouts import Batch, FormProblem, questions
from domain.kernel.moment import AnyMoment, beginning
from domain.kernel.offers import Offer
from domain.kernel.preparation.next_step import next_for, preparation_of
from domain.kernel.preparation.steps import Step, StepStatus
from domain.kernel.preparation.table_file import BEGIN, PlayedTable, TableFile, play_table, refers_at, requests_of
from domain.kernel.scenario import Script
from domain.kernel.terms import PersonId
from domain.wicked_ones import GAME
from tests.domain.wicked_ones.den import FOLDER, RolledDice, take
from tests.domain.wicked_ones.steps import EVERYTHING, asked

TABLE = FOLDER / "tables" / "bone-cellar.toml"
USUAL = 4
GM = "gm"
every_script = pytest.mark.parametrize("script", EVERYTHING.values(), ids=list(EVERYTHING))


def owner(step: Step, moment: AnyMoment) -> str:
    return sorted(step.whose)[0] if step.whose else str(moment.campaign.gm)


@every_script
def test_a_form_as_it_opens_says_nothing_new(script: Script) -> None:
    for moment, _, _, _ in asked(script):
        preparation = preparation_of(GAME, moment)
        for step in preparation.steps if preparation else ():
            if step.form is not None and step.form.initial is not None:
                asker = moment.campaign.asker(owner(step, moment))
                begun = step.form.initial(moment, asker, step.subject)
                assert not list(step.form.compile(moment, asker, step.subject, begun)), step.key


@every_script
def test_nothing_is_prepared_once_a_scene_was_framed(script: Script) -> None:
    for moment, _, _, _ in asked(script):
        if moment.game.scene is not None:
            assert preparation_of(GAME, moment) is None


# --- The table that is ready to play ----------------------------------------------------------------------


def seated(players: int, **house_rules: object) -> AnyMoment:
    moment = beginning(GAME)
    take(moment, FoundCampaign(game=GAME.key, title="x", slug="x", house_rules=house_rules), GM)
    for number in range(1, players + 1):
        take(moment, SeatPerson(person=PersonId(f"p{number}"), name=f"Player {number}"), GM)
    return moment


def table_of(path: Path = TABLE) -> dict[str, Any]:
    return tomllib.loads(path.read_text("utf-8"))


def laid(raw: Mapping[str, Any], moment: AnyMoment) -> PlayedTable:
    return play_table(GAME, moment, TableFile.model_validate(raw), GM, lambda: RolledDice(random.Random(1)))


@pytest.mark.parametrize("players", range(1, USUAL + 1))
def test_the_table_is_laid_up_to_its_first_scene(players: int) -> None:
    moment = seated(players)
    found = laid(table_of(), moment)
    assert not found.faults
    assert found.waiting == ([] if players == USUAL else ["monster"])
    assert moment.game.scene is not None
    assert len(moment.game.scene.present) == len(moment.game.characters) == players


def test_with_more_players_the_beginning_waits_for_the_monster_that_is_missing() -> None:
    moment = seated(USUAL + 1)
    found = laid(table_of(), moment)
    assert not found.faults
    assert found.waiting == [BEGIN]
    preparation = preparation_of(GAME, moment)
    assert preparation is not None
    assert [(step.key, step.missing) for step in preparation.due] == [("monster:p5", ("a monster for Player 5",))]


def places() -> Iterator[tuple[str, ...]]:
    """Every field that the table fills in, by the keys that lead to it."""
    for key, raw in table_of().items():
        if key in TableFile.model_fields:
            continue
        for name, value in raw.items():
            yield from ((key, name, field) for field in value) if isinstance(value, dict) else [(key, name)]


@pytest.mark.parametrize("place", list(places()), ids=".".join)
def test_a_field_that_is_left_empty_is_missed_exactly_where_the_form_asks_for_it(place: tuple[str, ...]) -> None:
    raw, moment = table_of(), seated(USUAL)
    into = raw
    for key in place[:-1]:
        into = into[key]
    del into[place[-1]]
    found = laid(raw, moment)
    assert bool(found.faults) == required(place[0], place[-1])
    assert found.faults or moment.game.scene is not None


def required(key: str, field: str) -> bool:
    """True if the form of this step says that the field is required."""
    moment = seated(1)
    raw = table_of()
    while preparation := preparation_of(GAME, moment):
        steps = {it.key.partition(":")[0]: it for it in preparation.steps}
        begins = preparation.begins
        if key == BEGIN and begins is not None:
            return asks_for(begins, field)
        step = steps.get(key)
        if step is not None and step.form is not None:
            return next(it.required for it in questions(step.form.parts) if it.field == field)
        if step is not None and step.asks:
            return asks_for(step.asks[0], field)
        due = next(it for it in preparation.due)
        take_step(moment, due, raw)
    raise AssertionError(key)


def asks_for(offer: Offer, field: str) -> bool:
    lay = next(it for it in GAME.layouts if it.command is offer.command)
    return next(it.required for it in questions(lay.parts) if it.field == field)


def take_step(moment: AnyMoment, step: Step, raw: Mapping[str, Any]) -> int:
    """Fill in one step from a table; the fields and presses that it takes by hand."""
    given = raw[step.key.partition(":")[0]]
    given = given[step.subject] if step.subject else given
    if step.form is None:
        return take_offer(moment, step.asks[0], given)
    asker = moment.campaign.asker(owner(step, moment))
    for request in requests_of(step.form, moment, asker, step.subject, answers_of(moment, step.form, given)):
        take(moment, request.command, request.by or asker.person, RolledDice(random.Random(1)))
    return len(given) + 1


def take_offer(moment: AnyMoment, offer: Offer, given: Mapping[str, Any]) -> int:
    lay = next((it for it in GAME.layouts if it.command is offer.command), None)
    asker = moment.campaign.asker(offer.by or GM)
    answers: Mapping[str, Any] = {}
    if lay is not None:
        parts = [it for it in lay.parts if getattr(it, "field", None) not in offer.known]
        read = fill(parts, given, refers_at(GAME, moment, asker))
        assert not read.faults
        answers = read.answers
    command = offer.command.model_validate({**dict(offer.known), **answers})
    take(moment, command, asker.person, RolledDice(random.Random(1)))
    return len(answers) + 1


def answers_of(moment: AnyMoment, form: Batch, given: Mapping[str, Any]) -> Mapping[str, Any]:
    read = fill(form.parts, given, refers_at(GAME, moment, moment.campaign.asker(GM)))
    assert not read.faults
    return read.answers


def test_a_walker_who_takes_only_what_is_next_reaches_a_scene() -> None:
    """At home the GM's hands are everybody's. An own table takes 65 actions at most, a player of it 12."""
    moment, raw, taken, by_player = seated(USUAL), table_of(), 0, []
    hands = frozenset(moment.campaign.players)
    while moment.game.scene is None:
        found = next_for(GAME, moment, moment.campaign.asker(GM), offers_at(GAME, moment, GM), hands)
        if found.step is None:
            assert found.offer is not None
            taken += take_offer(moment, found.offer, raw[BEGIN])
            continue
        assert preparation_of(GAME, moment).standing(found.step) is StepStatus.DUE  # type: ignore[union-attr]
        cost = take_step(moment, found.step, raw)
        taken += cost
        by_player += [cost] if found.step.whose else []
    assert taken <= 65 - 3, "founding takes three: the game, the title, the players"
    assert max(by_player) <= 12


def test_all_players_make_their_monsters_at_the_same_time() -> None:
    moment, raw = seated(3), table_of()
    due = next_for(GAME, moment, moment.campaign.asker("p2"), offers_at(GAME, moment, "p2"))
    assert (due.step, due.waiting) == (None, ("the GM: the dungeon",))
    preparation = preparation_of(GAME, moment)
    assert preparation is not None
    take_step(moment, preparation.due[0], raw)
    for person, number in (("p3", "3"), ("p1", "1"), ("p2", "2")):
        found = next_for(GAME, moment, moment.campaign.asker(person), offers_at(GAME, moment, person))
        assert found.step is not None
        assert (found.step.key, found.step.subject, found.by) == (f"monster:{person}", number, None)
        take_step(moment, found.step, raw)
    last = next_for(GAME, moment, moment.campaign.asker(GM), offers_at(GAME, moment, GM))
    assert last.step is not None
    assert last.step.key == "lurking"


def test_the_gm_enters_a_monster_for_somebody_at_home() -> None:
    moment, raw = seated(1), table_of()
    for _ in range(2):
        hands = frozenset(moment.campaign.players)
        found = next_for(GAME, moment, moment.campaign.asker(GM), offers_at(GAME, moment, GM), hands)
        assert found.step is not None
        assert found.by == (None if found.step.key == "dungeon" else "p1")
        take_step(moment, found.step, raw)
    assert [it.player for it in moment.game.characters.values()] == ["p1"]


def test_who_comes_after_lurking_began_keeps_nobody_waiting() -> None:
    moment = seated(1)
    raw = table_of()
    del raw[BEGIN]
    laid(raw, moment)
    take(moment, SeatPerson(person=PersonId("late"), name="Late"), GM)
    preparation = preparation_of(GAME, moment)
    assert preparation is not None
    assert preparation.ready
    late = preparation.step("monster:late")
    assert late is not None
    assert preparation.standing(late) is StepStatus.OPTIONAL
    take_offer(moment, late.asks[0], raw["monster"]["2"])
    assert [it.player for it in moment.game.characters.values()] == ["p1", "late"]


def test_factions_are_lines_and_a_line_that_says_otherwise_changes_a_stance() -> None:
    moment = seated(1)
    laid({**table_of(), "factions": {"factions": ["The Abbey 3-: prays, and digs", "Fen Folk 1+"]}}, moment)
    told = [(it.name, it.tier, it.stance, it.friendly) for it in moment.game.sandbox.values()]
    assert told == [("The Abbey", 3, "prays, and digs", False), ("Fen Folk", 1, "", True)]
    moment = seated(1)
    take_step(moment, preparation_of(GAME, moment).due[0], table_of())  # type: ignore[union-attr]
    for lines in (["The Abbey 3-: prays"], ["the abbey: hides", "Rats 0"]):
        step = preparation_of(GAME, moment).step("factions")  # type: ignore[union-attr]
        assert step is not None
        take_step(moment, step, {"factions": {"factions": lines}})
    told = [(it.name, it.tier, it.stance, it.friendly) for it in moment.game.sandbox.values()]
    assert told == [("The Abbey", 3, "hides", None), ("Rats", 0, "", None)]


def test_a_faction_without_a_tier_is_told_how_to_write_one() -> None:
    moment = seated(1)
    take_step(moment, preparation_of(GAME, moment).due[0], table_of())  # type: ignore[union-attr]
    step = preparation_of(GAME, moment).step("factions")  # type: ignore[union-attr]
    assert step is not None
    with pytest.raises(FormProblem, match="Rats: write its tier behind the name, such as Rats 2"):
        take_step(moment, step, {"factions": {"factions": ["Rats: gnaw"]}})


def test_how_many_secrets_there_are_is_a_secret() -> None:
    moment = seated(1)
    raw = table_of()
    del raw[BEGIN]
    laid(raw, moment)
    step = preparation_of(GAME, moment).step("secrets")  # type: ignore[union-attr]
    assert step is not None
    assert step.form is not None
    assert step.form.initial is not None
    assert step.have == 0
    assert len(step.form.initial(moment, moment.campaign.asker(GM), "")["secrets"]) == 4
    assert step.form.initial(moment, moment.campaign.asker("p1"), "") == {}
