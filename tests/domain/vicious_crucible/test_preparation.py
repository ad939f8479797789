"""From founding to the first scene: the steps, their forms, the ready table, and what holds of all of it."""

from collections.abc import Mapping
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
    tables_of,
    take,
    the_form_asks,
    the_rules_refuse,
    walk,
    without,
)
from domain.kernel.forms.filling import fill
from domain.kernel.forms.layouts import Batch, FormProblem
from domain.kernel.moment import AnyMoment
from domain.kernel.preparation.next_step import preparation_of
from domain.kernel.preparation.steps import StepStatus
from domain.kernel.preparation.table_file import BEGIN, TableFile, play_table, refers_at, requests_of
from domain.vicious_crucible import GAME
from domain.vicious_crucible.chapters.founding.sheets import RegisterCharacterSheet
from domain.vicious_crucible.forms.sheets import SHEET
from domain.vicious_crucible.forms.sparks import SPARKS
from domain.vicious_crucible.references import references

TABLES = tables_of(GAME)
LOW_WATER = TABLES["low-water"]


@pytest.mark.parametrize("players", range(1, 7))
@pytest.mark.parametrize("slug", sorted(TABLES))
def test_a_ready_table_reaches_a_scene(slug: str, players: int) -> None:
    moment = founded(GAME, players)
    laid = play_table(GAME, moment, TABLES[slug], GM, lambda: SeededFaces(Random(1)))
    assert not laid.faults
    assert moment.game.current_scene
    assert preparation_of(GAME, moment) is None
    assert laid.waiting == ([] if players == 6 else ["pick"])
    assert len([it for it in moment.game.characters.values() if it.is_pc]) == players


@pytest.mark.parametrize("players", range(1, 7))
def test_the_first_scene_of_low_water_calls_for_an_act(players: int) -> None:
    """Somebody who is linked to the first seat is there, and so are all whose markers are."""
    moment = founded(GAME, players)
    play_table(GAME, moment, LOW_WATER, GM, lambda: SeededFaces(Random(1)))
    scene = moment.game.scene
    assert scene.demand
    assert any(moment.game.characters[it].is_pc for it in scene.present)
    assert any(not moment.game.characters[it].is_pc for it in scene.present)


# --- the steps -----------------------------------------------------------------------------------------------


def prepared_up_to(key: str, players: int = 2) -> AnyMoment:
    """A table walked as far as this step, which is next."""
    moment = founded(GAME, players)
    while True:
        it = next_at(GAME, moment, GM, for_all=True)
        assert it.step is not None
        if it.step.key == key:
            return moment
        by = it.by or GM
        for command, who in commands_of(GAME, moment, it.step, answers_for(LOW_WATER, it.step), by):
            take(GAME, moment, command, who)


def test_steps_stand_in_the_order_of_the_book() -> None:
    moment = prepared_up_to("markers")
    preparation = preparation_of(GAME, moment)
    assert preparation is not None
    assert [it.key for it in preparation.steps] == [
        "players", "cast", "places", "arcs", "pick:ada", "pick:brin", "sheet:1", "sheet:2", "start", "markers",
    ]  # fmt: skip
    assert [it.key for it in preparation.due] == ["markers"]


def test_what_comes_first_blocks_what_follows() -> None:
    preparation = preparation_of(GAME, founded(GAME, 2))
    assert preparation is not None
    assert [it.key for it in preparation.due] == ["cast"]
    assert [it.key for it in preparation.steps if preparation.standing(it) is StepStatus.BLOCKED] == [
        "places",
        "arcs",
        "pick:ada",
        "pick:brin",
        "start",
        "markers",
    ]
    assert preparation.steps[1].missing == ("six characters to pick from", "six around them")


def test_sheets_are_due_for_those_picked_and_open_for_the_rest() -> None:
    moment = prepared_up_to("sheet:1")
    preparation = preparation_of(GAME, moment)
    assert preparation is not None
    standing = {it.key: preparation.standing(it) for it in preparation.steps}
    assert [standing[f"sheet:{number}"] for number in range(1, 7)] == [StepStatus.DUE] * 2 + [
        StepStatus.OPTIONAL
    ] * 4
    assert standing["others"] is StepStatus.OPTIONAL
    assert standing["start"] is StepStatus.BLOCKED
    assert [it.missing for it in preparation.due] == [("a sheet for Mara Quill",), ("a sheet for Corvin Ashby",)]


def test_each_player_picks_on_their_own_phone() -> None:
    moment = prepared_up_to("pick:ada")
    for person in ("ada", "brin"):
        it = next_at(GAME, moment, person, for_all=False)
        assert it.step is not None
        assert it.step.key == f"pick:{person}"
        assert it.by is None
    waiting = next_at(GAME, moment, GM, for_all=False)
    assert waiting.waiting == ("Ada: a character to play", "Brin: a character to play")
    at_home = next_at(GAME, moment, GM, for_all=True)
    assert at_home.by == "ada"
    assert at_home.offer is not None
    assert at_home.offer.by == "ada"


def test_who_has_no_step_waits_for_the_gm() -> None:
    moment = prepared_up_to("sheet:1")
    assert next_at(GAME, moment, "ada", for_all=False).waiting == (
        "the GM: sheet of Mara Quill",
        "the GM: sheet of Corvin Ashby",
    )


def test_nothing_is_to_be_prepared_while_play_goes_on() -> None:
    moment = founded(GAME, 3)
    walk(GAME, moment, LOW_WATER)
    assert preparation_of(GAME, moment) is None
    assert next_at(GAME, moment, GM, for_all=True).step is None


# --- forms of the preparation --------------------------------------------------------------------------------


@cache
def steps_with_forms() -> Mapping[str, tuple[Batch, str, Mapping[str, Any], AnyMoment]]:
    """Each form of the preparation once, with the answers of the table and the moment it is filled in at."""
    found: dict[str, tuple[Batch, str, Mapping[str, Any], AnyMoment]] = {}
    for key in ("cast", "places", "arcs", "sheet:1", "start", "markers"):
        moment = prepared_up_to(key)
        preparation = preparation_of(GAME, moment)
        assert preparation is not None
        for step in preparation.steps:
            base = step.key.partition(":")[0]
            blocked = preparation.standing(step) is StepStatus.BLOCKED
            if step.form is not None and base != "players" and base not in found and not blocked:
                found[base] = (step.form, step.subject, answers_for(LOW_WATER, step), moment)
    return found


def fields() -> list[tuple[str, Path]]:
    return [
        (key, path)
        for key, (form, _, raw, _) in steps_with_forms().items()
        for path, _ in fields_of(form.parts, raw)
    ]


def test_every_form_of_the_preparation_is_tried() -> None:
    assert set(steps_with_forms()) == {"cast", "places", "arcs", "sheet", "others", "markers"}


@pytest.mark.parametrize(
    ("key", "path"), fields(), ids=lambda it: it if isinstance(it, str) else ".".join(map(str, it))
)
def test_a_field_is_required_exactly_where_the_rules_refuse_without_it(key: str, path: Path) -> None:
    form, subject, raw, moment = steps_with_forms()[key]
    if path[-1] in ("core", "tools", "elements"):
        raw = without(form.parts, raw, (*path[:-1], "sparks")) if _has(raw, (*path[:-1], "sparks")) else raw
    left = without(form.parts, raw, path)
    assert the_form_asks(GAME, moment, form, left, GM) == the_rules_refuse(GAME, moment, form, subject, left, GM)


def _has(raw: Any, path: Path) -> bool:
    for name in path:
        if isinstance(raw, Mapping) and name not in raw:
            return False
        raw = raw[name]  # type: ignore[index]
    return True


def test_what_was_entered_comes_back_into_its_form() -> None:
    """Every step's form begins with what stands, and asked again that is the same."""
    moment, again = founded(GAME, 3), founded(GAME, 3)
    play_table(GAME, moment, without_begin(), GM, lambda: SeededFaces(Random(1)))
    preparation = preparation_of(GAME, moment)
    assert preparation is not None
    filled: dict[str, Any] = {}
    for step in preparation.steps:
        base = step.key.partition(":")[0]
        if step.form is not None and step.form.initial is not None:
            answers = step.form.initial(moment, moment.campaign.asker(GM), step.subject)
            if step.subject:
                filled.setdefault(base, {})[step.subject] = answers
            else:
                filled[base] = answers
    kept = {"pick": LOW_WATER.steps["pick"], "start": {}, **filled}
    laid = play_table(GAME, again, table_of(kept), GM, lambda: SeededFaces(Random(1)))
    assert not laid.faults
    assert again.game == moment.game


def table_of(steps: Mapping[str, Any]) -> TableFile:
    return TableFile.model_validate({"table": 1, "game": GAME.key, "title": "Another", **steps})


def without_begin() -> TableFile:
    return table_of({key: raw for key, raw in LOW_WATER.steps.items() if key != BEGIN})


def test_what_stands_is_not_entered_twice() -> None:
    """A step that was taken may be opened again: its form holds what stands, and only what is new is entered."""
    moment = prepared_up_to("sheet:1")
    preparation = preparation_of(GAME, moment)
    assert preparation is not None
    for key, more in (("places", {"name": "Gull Rock"}), ("arcs", {"name": "Gull's Way", **ACTIONS})):
        step = preparation.step(key)
        assert step is not None
        assert step.form is not None
        assert step.form.initial is not None
        [(name, rows)] = step.form.initial(moment, moment.campaign.asker(GM), "").items()
        with pytest.raises(FormProblem, match=r"^Write an? "):
            list(commands_of(GAME, moment, step, {name: rows}, GM))
        [(command, _)] = commands_of(GAME, moment, step, {name: [*rows, more]}, GM)
        assert "gull" in command.model_dump_json()


ACTIONS = {f"{action}_action": "Do it." for action in ("flux", "alloy", "reify")}


def test_what_stands_is_written_as_lines_and_read_again() -> None:
    moment = founded(GAME, 1)
    play_table(GAME, moment, without_begin(), GM, lambda: SeededFaces(Random(1)))
    rows = SHEET.initial(moment, moment.campaign.asker(GM), "5")["sparks"] if SHEET.initial else []
    assert [SPARKS.line.read(SPARKS.line.write(row)) for row in rows] == rows
    assert [row["name"] for row in rows] == ["I Have Seen This Before", "Still Hurts", "Over There"]


def sheet(**answers: Any) -> list[RegisterCharacterSheet]:
    moment = prepared_up_to("sheet:1")
    asker = moment.campaign.asker(GM)
    raw = {"core": "Exile\nTidewise\nStubborn", "arc": "Captain of Nothing", **answers}
    filled = fill(SHEET.parts, raw, refers_at(GAME, moment, asker))
    assert not filled.faults
    requests = requests_of(SHEET, moment, asker, "1", filled.answers)
    return [it.command for it in requests if isinstance(it.command, RegisterCharacterSheet)]


def test_a_spark_is_written_in_a_line() -> None:
    lines = "Riptide: Tidewise, shift\nTurn Back 2: Old Lead, reroll, Not that way.\nBoarding: Old Lead, Combat, 3"
    [entered] = sheet(tools="Old Lead+\nBell!", sparks=lines)
    assert [it.kind.value for it in entered.core[1].sparks] == ["shift"]
    lead, bell = entered.tools
    assert [(it.name, it.kind.value, it.cost, it.text, it.rulesheet) for it in lead.sparks] == [
        ("Turn Back", "reroll", 2, "Not that way.", ""),
        ("Boarding", "rulesheet", 3, "", "Combat"),
    ]
    assert (lead.tool_kind.value, bell.tool_kind.value) == ("quality", "unique")


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("Riptide: Tidewse, shift", "there is no element or tool Tidewse on this sheet. Did you mean Tidewise?"),
        ("Riptide: Last Ferry, shift", "there is no element or tool Last Ferry on this sheet. A spark on an .*"),
        ("Riptide: Tidewise, shfit", "there is no shfit. Did you mean shift?"),
        ("Riptide", "say what it is printed on and what it does."),
    ],
)
def test_a_spark_that_cannot_be_placed_is_said_plainly(line: str, said: str) -> None:
    with pytest.raises(FormProblem, match=f"^Riptide: {said}".replace("?", r"\?")):
        sheet(sparks=line)


def test_the_last_chance_for_sheets_is_said_before_play_starts() -> None:
    moment = founded(GAME, 1)
    preparation = preparation_of(GAME, moment)
    assert preparation is not None
    [step] = preparation.due
    for command, by in commands_of(GAME, moment, step, LOW_WATER.steps["cast"], GM):
        take(GAME, moment, command, by)
    preparation = preparation_of(GAME, moment)
    assert preparation is not None
    start = preparation.step("start")
    assert start is not None
    said = start.warns
    assert "Without one, the GM cannot roll for: " in said
    assert all((it.name in said) == it.playable for it in moment.game.characters.values())  # nobody is picked yet


def test_two_of_one_name_are_told_apart() -> None:
    moment = founded(GAME, 1)
    cast = dict(LOW_WATER.steps["cast"])
    cast["playable"] = ["Pim Tarry", *cast["playable"][:-1]]
    cast["supporting"] = [{"name": "Pim Tarry", "mentions": ["Mara Quill"]}, *cast["supporting"][1:]]
    preparation = preparation_of(GAME, moment)
    assert preparation is not None
    [step] = preparation.due
    for command, by in commands_of(GAME, moment, step, cast, GM):
        take(GAME, moment, command, by)
    assert len(moment.game.characters) == 12


def test_players_know_only_the_arcs_they_were_shown() -> None:
    moment = founded(GAME, 2)
    play_table(GAME, moment, LOW_WATER, GM, lambda: SeededFaces(Random(1)))
    ada, gm = (moment.campaign.asker(it) for it in ("ada", GM))
    assert {it.label for it in references(moment.game, "arc", gm)} - {
        it.label for it in references(moment.game, "arc", ada)
    } == {"Captain of Nothing", "Sworn to the Deep", "Drowned, and Walking"}
