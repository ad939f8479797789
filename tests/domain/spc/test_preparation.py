"""From founding to the first scene: the steps, their forms, the ready table, and what holds of all of it."""

from collections.abc import Mapping
from copy import deepcopy
from functools import cache
from random import Random
from typing import Any

import pytest

from campaign_laws.preparation import (
    GM,
    Path,
    SeededFaces,
    answers_for,
    commands_of,
    fields_of,
    founded,
    next_at,
    seat,
    tables_of,
    take,
    the_form_asks,
    the_rules_refuse,
    walk,
    without,
)
from domain.kernel.forms.filling import fill
from domain.kernel.forms.layouts import Batch, FormProblem, questions
from domain.kernel.moment import AnyMoment
from domain.kernel.preparation.next_step import preparation_of
from domain.kernel.preparation.steps import Preparation, StepStatus
from domain.kernel.preparation.table_file import BEGIN, TableFile, play_table, refers_at, requests_of
from domain.spc import GAME
from domain.spc.chapters.adventure.adventures import EndAdventure, PreviewVillainy
from domain.spc.chapters.adventure.characters import BringBackCharacter, CreateCharacter
from domain.spc.chapters.conflicts.action_types import DeclareActionType
from domain.spc.chapters.scenes.ending import EndScene
from domain.spc.forms.conflicts import TYPE
from domain.spc.forms.sheets import AGAIN_OR_NEW, CHARACTER
from domain.spc.forms.villains import VILLAINS
from domain.spc.references import references
from domain.spc.terms import Kind, Status

TABLES = tables_of(GAME)
GLASS_OPERA = TABLES["glass-opera"]
SEATS = 4
OPTIONAL = "villains"
every_table = pytest.mark.parametrize("slug", sorted(TABLES))


def lay(moment: AnyMoment, table: TableFile) -> Any:
    return play_table(GAME, moment, table, GM, lambda: SeededFaces(Random(1)))


def table_of(steps: Mapping[str, Any]) -> TableFile:
    return TableFile.model_validate({"table": 1, "game": GAME.key, "title": "Another", **steps})


def only_what_is_needed(table: TableFile) -> TableFile:
    """The table without the steps that nobody has to take, and without naming in the end what they bring."""
    steps = {key: raw for key, raw in table.steps.items() if key != OPTIONAL}
    return table_of({**steps, BEGIN: {"description": table.steps[BEGIN]["description"]}})


@pytest.mark.parametrize("players", range(1, SEATS + 1))
@every_table
def test_a_ready_table_reaches_a_scene(slug: str, players: int) -> None:
    moment = founded(GAME, players)
    laid = lay(moment, TABLES[slug])
    assert not laid.faults
    assert moment.game.opened
    assert preparation_of(GAME, moment) is None
    assert laid.waiting == ([] if players == SEATS else ["character", "there"])
    assert [it.player for it in moment.game.characters.values() if it.player] == moment.campaign.players


@pytest.mark.parametrize("players", [0, SEATS + 1])
@every_table
def test_a_table_for_other_people_is_laid_as_far_as_it_goes(slug: str, players: int) -> None:
    moment = founded(GAME, players)
    laid = lay(moment, TABLES[slug])
    assert not laid.faults
    assert BEGIN in laid.waiting
    assert [it.key for it in preparation_at(moment).due] == (["players"] if not players else ["character:egon"])


@pytest.mark.parametrize("players", range(1, SEATS + 1))
def test_the_first_scene_of_the_glass_opera_calls_for_an_act(players: int) -> None:
    moment = founded(GAME, players)
    lay(moment, GLASS_OPERA)
    scene, cast = moment.game.scene, moment.game.characters
    assert scene.setter == "ada"
    assert len([it for it in scene.present if it in cast and cast[it].player]) == players
    assert any(it in cast and cast[it].kind is Kind.ANTAGONIST for it in scene.present)
    assert any(it in moment.game.goons for it in scene.present)


def preparation_at(moment: AnyMoment) -> Preparation:
    preparation = preparation_of(GAME, moment)
    assert preparation is not None
    return preparation


def prepared_up_to(key: str, players: int = 3) -> AnyMoment:
    """A table walked as far as this step, which is next, the villains in it."""
    moment = founded(GAME, players)
    while True:
        preparation = preparation_at(moment)
        it = next_at(GAME, moment, GM, for_all=True)
        step = preparation.step(OPTIONAL)
        if step is None or key == OPTIONAL or preparation.standing(step) is not StepStatus.OPTIONAL:
            step = it.step
        if key in (BEGIN if step is None else step.key, OPTIONAL if preparation.step(OPTIONAL) else ""):
            return moment
        assert step is not None
        by = sorted(step.whose)[0] if step.whose else GM
        for command, who in commands_of(GAME, moment, step, answers_for(GLASS_OPERA, step), by):
            take(GAME, moment, command, who)


def standing_at(moment: AnyMoment) -> dict[str, StepStatus]:
    preparation = preparation_at(moment)
    return {it.key: preparation.standing(it) for it in preparation.steps}


def test_steps_stand_in_the_order_of_the_book() -> None:
    assert list(standing_at(prepared_up_to(BEGIN))) == [
        "players", "preview", "villains", "character:ada", "character:brin", "character:cato", "start", "scene",
        "there:brin", "there:cato",
    ]  # fmt: skip
    assert set(standing_at(prepared_up_to(BEGIN)).values()) == {StepStatus.DONE}


def test_what_comes_first_blocks_what_follows() -> None:
    standing = standing_at(founded(GAME, 2))
    assert [key for key, it in standing.items() if it is StepStatus.DUE] == ["preview"]
    assert [key for key, it in standing.items() if it is StepStatus.BLOCKED] == [
        "character:ada",
        "character:brin",
        "start",
        "scene",
    ]


def test_the_founder_is_the_mastermind_from_the_preview_on() -> None:
    moment = prepared_up_to("character:ada")
    assert moment.game.mastermind == GM
    assert standing_at(moment)["villains"] is StepStatus.DONE
    assert len(moment.game.characters) == 3
    assert [len(it.schemes) for it in moment.game.characters.values()] == [1, 1, 1]


def test_each_player_makes_a_character_on_their_own_phone() -> None:
    moment = prepared_up_to("character:ada")
    for person in ("ada", "brin", "cato"):
        it = next_at(GAME, moment, person, for_all=False)
        assert it.step is not None
        assert (it.step.key, it.by) == (f"character:{person}", None)
    waiting = next_at(GAME, moment, GM, for_all=False)
    assert waiting.waiting == ("Ada: a Character", "Brin: a Character", "Cato: a Character")
    at_home = next_at(GAME, moment, GM, for_all=True)
    assert at_home.by == "ada"


def test_the_first_seat_sets_the_scene_and_the_others_say_whether_they_are_there() -> None:
    moment = prepared_up_to("scene")
    assert next_at(GAME, moment, "brin", for_all=False).waiting == ("Ada: the first scene",)
    mine = next_at(GAME, moment, "ada", for_all=False)
    assert mine.offer is not None
    assert mine.offer.tag == "spc.set_scene"
    moment = prepared_up_to("there:brin")
    [step] = [it for it in preparation_at(moment).steps if it.key == "there:cato"]
    assert [it.label for it in step.asks] == ["Perpetua Lind is there", "Perpetua Lind stays out"]
    assert {it.by for it in step.asks} == {"cato"}


def test_whoever_passes_leaves_the_first_scene_to_the_next_seat() -> None:
    moment = prepared_up_to("scene", players=1)
    it = next_at(GAME, moment, "ada", for_all=False)
    assert it.step is not None
    assert [one.tag for one in it.step.asks] == ["spc.set_scene", "spc.pass_scene_turn"]
    take(GAME, moment, it.step.asks[1].command(), "ada")
    now = next_at(GAME, moment, GM, for_all=False)
    assert now.step is not None
    assert (now.step.key, now.step.whose) == ("scene", frozenset())
    assert next_at(GAME, moment, "ada", for_all=False).waiting == ("the Mastermind: the first scene",)


def test_who_comes_later_may_make_a_character_and_keeps_nobody_waiting() -> None:
    moment = prepared_up_to("scene", players=2)
    seat(GAME, moment, ["Dora"])
    assert standing_at(moment)["character:dora"] is StepStatus.OPTIONAL
    assert standing_at(moment)["scene"] is StepStatus.DUE


def test_nothing_is_to_be_prepared_while_play_goes_on() -> None:
    moment = founded(GAME, 3)
    lay(moment, GLASS_OPERA)
    assert next_at(GAME, moment, GM, for_all=True).step is None
    take(GAME, moment, EndScene(), GM)
    assert preparation_of(GAME, moment) is None


def another_adventure() -> AnyMoment:
    moment = founded(GAME, 2)
    lay(moment, GLASS_OPERA)
    take(GAME, moment, EndScene(), GM)
    take(GAME, moment, EndAdventure(), GM)
    assert [standing_at(moment).get(key) for key in ("preview", "villains")] == [StepStatus.DUE, None]
    assert preparation_at(moment).steps[-1].whose == {"ada"}  # the rounds begin anew, whoever's turn it was
    take(GAME, moment, PreviewVillainy(text="The ice begins to sing."), GM)
    return moment


def test_the_next_adventure_is_prepared_like_the_first() -> None:
    moment = another_adventure()
    preparation = preparation_at(moment)
    assert preparation.title == "Before the next adventure"
    assert [it.key for it in preparation.due] == ["character:ada", "character:brin"]
    assert all(it.form is AGAIN_OR_NEW for it in preparation.due)
    answers = iter(({"character": "Odile Marchetti"}, {"who": "Somebody new", "name": "Nils"}))
    for step in preparation.due:
        [person] = step.whose
        for command, by in commands_of(GAME, moment, step, next(answers), person):
            take(GAME, moment, command, by)
    assert moment.game.characters["odile-marchetti"].adventure == 2
    assert moment.game.character_of("brin") == "nils"
    taken = walk(GAME, moment, only_what_is_needed(GLASS_OPERA))
    assert taken == ["start", "scene", "there:brin", BEGIN]
    assert moment.game.status is Status.PLAYING


def test_a_form_asks_only_for_the_character_that_was_chosen() -> None:
    moment = another_adventure()
    refers = refers_at(GAME, moment, moment.campaign.asker("ada"))
    for raw, lacking in (({}, "Who comes back?"), ({"who": "new"}, "What is your Character called?")):
        assert [it.where for it in fill(AGAIN_OR_NEW.parts, raw, refers).faults] == [lacking]
    asker = moment.campaign.asker("ada")
    filled = fill(AGAIN_OR_NEW.parts, {"character": "Odile Marchetti"}, refers)
    [request] = requests_of(AGAIN_OR_NEW, moment, asker, "1", filled.answers)
    assert isinstance(request.command, BringBackCharacter)


@cache
def steps_with_forms() -> Mapping[str, tuple[Batch, str, Mapping[str, Any], AnyMoment, str]]:
    """Each form once, with the answers of the table, the moment it is filled in at, and who fills it in."""
    found: dict[str, tuple[Batch, str, Mapping[str, Any], AnyMoment, str]] = {}
    for key in ("preview", OPTIONAL, "character:ada", "character:cato"):
        moment = prepared_up_to(key)
        preparation = preparation_at(moment)
        step = preparation.step(key)
        assert step is not None
        assert step.form is not None
        by = sorted(step.whose)[0] if step.whose else GM
        found[key] = (step.form, step.subject, answers_for(GLASS_OPERA, step), moment, by)
    return found


def fields() -> list[tuple[str, Path]]:
    return [
        (key, path)
        for key, (form, _, raw, _, _) in steps_with_forms().items()
        for path, _ in fields_of(form.parts, raw)
    ]


def test_every_form_of_the_preparation_is_tried_in_all_its_fields() -> None:
    tried = {str(path[-1]) for _, path in fields()}
    asked = {it.field for form, *_ in steps_with_forms().values() for it in questions(form.parts)}
    assert asked <= tried


@pytest.mark.parametrize(
    ("key", "path"), fields(), ids=lambda it: it if isinstance(it, str) else ".".join(map(str, it))
)
def test_a_field_is_required_exactly_where_the_rules_refuse_without_it(key: str, path: Path) -> None:
    form, subject, raw, moment, by = steps_with_forms()[key]
    assert not the_form_asks(GAME, moment, form, raw, by)
    assert not the_rules_refuse(GAME, moment, form, subject, raw, by)
    left = without(form.parts, raw, path)
    assert the_form_asks(GAME, moment, form, left, by) == the_rules_refuse(GAME, moment, form, subject, left, by)


def test_what_was_entered_comes_back_into_its_form() -> None:
    """Every step's form begins with what stands, and asked again that is the same."""
    moment, again = founded(GAME, 3), founded(GAME, 3)
    lay(moment, table_of({key: raw for key, raw in GLASS_OPERA.steps.items() if key != BEGIN}))
    preparation = preparation_at(moment)
    filled: dict[str, Any] = {key: GLASS_OPERA.steps[key] for key in ("start", "scene", "there")}
    for step in preparation.steps:
        if step.form is not None and step.form.initial is not None:
            answers = step.form.initial(moment, moment.campaign.asker(GM), step.subject)
            base = step.key.partition(":")[0]
            if step.subject:
                filled.setdefault(base, {})[step.subject] = answers
            else:
                filled[base] = answers
    laid = lay(again, table_of(filled))
    assert not laid.faults
    assert again.game == moment.game


def character(**answers: Any) -> CreateCharacter:
    moment = prepared_up_to("character:ada")
    asker = moment.campaign.asker("ada")
    filled = fill(CHARACTER.parts, {"name": "Nils", **answers}, refers_at(GAME, moment, asker))
    assert not filled.faults
    [request] = requests_of(CHARACTER, moment, asker, "1", filled.answers)
    assert isinstance(request.command, CreateCharacter)
    return request.command


def test_a_name_is_enough_for_a_character() -> None:
    made = character()
    pools = (made.ambition_pool, made.cunning_pool, made.vigilance_pool, made.obstacle_rating)
    assert pools == (2, 2, 2, 6)


def test_features_are_written_in_lines() -> None:
    made = character(
        talents="Fencing\nOld Maps",
        powers="Hush 2\nFog",
        weaknesses='"Room 101" 3',
        rituals="Nine Stitches: 3, 4, -1",
        gadgets="Lantern: vig 5",
    )
    assert [it.name for it in made.talents] == ["Fencing", "Old Maps"]
    assert [(it.name, it.cost) for it in made.powers] == [("Hush", 2), ("Fog", 0)]
    assert [(it.name, it.cost) for it in made.weaknesses] == [("Room 101", 3)]
    assert [(it.ambition, it.cunning, it.vigilance) for it in made.rituals] == [(3, 4, -1)]
    assert [(it.slot.value, it.value) for it in made.gadgets] == [("vigilance", 5)]


@pytest.mark.parametrize(
    ("field", "line", "said"),
    [
        ("rituals", "Nine Stitches", "Nine Stitches: write three numbers after the colon"),
        ("rituals", "Nine Stitches: 3, 4", "Nine Stitches: write three numbers after the colon"),
        ("rituals", "Nine Stitches: 3, four, 2", "Nine Stitches: write three numbers after the colon"),
        ("gadgets", "Lantern", "Lantern: write one die and a number after the colon"),
        ("gadgets", "Lantern: Luck 5", "Lantern: write one die and a number after the colon"),
        ("gadgets", "Lantern: Cunning", "Lantern: write one die and a number after the colon"),
    ],
)
def test_a_feature_that_cannot_be_read_is_said_plainly(field: str, line: str, said: str) -> None:
    with pytest.raises(FormProblem, match=f"^{said}, as in "):
        character(**{field: line})


def test_more_villains_come_in_later_and_those_there_stay() -> None:
    moment = prepared_up_to("character:ada")
    asker = moment.campaign.asker(GM)
    assert VILLAINS.initial is not None
    answers = deepcopy(dict(VILLAINS.initial(moment, asker, "")))
    assert not list(requests_of(VILLAINS, moment, asker, "", answers))
    answers["goons"] = [*answers["goons"], {"name": "Stagehands"}]
    [request] = requests_of(VILLAINS, moment, asker, "", answers)
    assert request.command.model_dump()["name"] == "Stagehands"
    answers["antagonists"][0]["cunning_pool"] = 9
    with pytest.raises(FormProblem, match=r"^Isaure Kestrel is there already, as entered before\."):
        list(requests_of(VILLAINS, moment, asker, "", answers))


def test_two_of_one_name_are_told_apart() -> None:
    moment = founded(GAME, 2)
    steps = {**GLASS_OPERA.steps, "character": {it: {"name": "Ushers"} for it in ("1", "2")}}
    laid = lay(moment, table_of(steps))
    assert not laid.faults
    assert [slug for slug, it in moment.game.characters.items() if it.player] == ["ushers-2", "ushers-3"]


def test_an_action_type_is_asked_with_what_is_named_with_it() -> None:
    asked = {it.field for it in questions(TYPE.parts)}
    assert asked == set(DeclareActionType.model_fields) - {"type"}


def test_a_new_power_is_written_in_a_line() -> None:
    moment = prepared_up_to("character:ada")
    raw = {"action_type": "Manifest", "new_power": "Wings of Ash 2", "new_weakness": {"name": "Rain", "cost": 2}}
    filled = fill(TYPE.parts[1:], raw, refers_at(GAME, moment, moment.campaign.asker(GM)))
    assert not filled.faults
    assert filled.answers["new_power"] == {"name": "Wings of Ash", "cost": 2}
    assert filled.answers["new_weakness"] == {"name": "Rain", "cost": 2}
    assert DeclareActionType.model_validate({"participant": "nils", **filled.answers}).new_power is not None


def test_a_player_picks_among_their_own() -> None:
    moment = founded(GAME, 2)
    lay(moment, GLASS_OPERA)
    ada, gm = (moment.campaign.asker(it) for it in ("ada", GM))

    def listed(kind: str, asker: Any) -> list[str]:
        return [it.label for it in references(moment.game, kind, asker)]

    assert listed("own character", ada) == ["Odile Marchetti"]
    assert listed("own character", gm) == ["Odile Marchetti", "Bram Tolliver"]
    assert listed("own talent", ada) == ["Prompting", "Every Door Backstage"]
    assert listed("own in the scene", ada) == ["Odile Marchetti"]
    assert "Corin Ashgrove" in listed("own in the scene", gm)
