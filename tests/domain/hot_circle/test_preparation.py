"""Preparation: what is due is within reach of whoever it is due for, and taking only that leads to a scene."""

import copy
import random
import tomllib
from collections.abc import Iterator
from typing import Any

import pytest

from domain.hot_circle import GAME
from domain.hot_circle.preparation import prepares
from domain.hot_circle.references import references
from domain.kernel.available_offers import offers_at
from domain.kernel.campaign.founding import FoundCampaign
from domain.kernel.campaign.seats import SeatPerson
from domain.kernel.decisions import Refusal
from domain.kernel.dice import TypedDice
from domain.kernel.forms.filling import fill
from domain.kernel.forms.layouts import Batch, FormProblem, Question, Slots, questions
from domain.kernel.messages import Command
from domain.kernel.moment import AnyMoment, beginning
from domain.kernel.offers import Offer
from domain.kernel.preparation.next_step import next_for, preparation_of
from domain.kernel.preparation.steps import Preparation, Step, StepStatus
from domain.kernel.preparation.table_file import TableFile, play_table, refers_at, requests_of
from domain.kernel.ruling import apply, decide
from domain.kernel.scenario import Script
from domain.kernel.terms import PersonId
from domain.kernel.vocabulary import Vocabulary
from tests.domain.hot_circle.circle_table import FOLDER, RolledDice, founded, take
from tests.support.scripts import script_at

SAMPLES = {path.stem: script_at(path) for path in sorted((FOLDER / "samples").glob("*.jsonl"))}
MARL = tomllib.loads((FOLDER / "tables" / "lanterns-over-marl.toml").read_text("utf-8"))
USUAL = 3


def rulings(script: Script) -> Iterator[tuple[AnyMoment, Refusal | None]]:
    """The moment before each step of a script, and with what the step is refused; then the last moment."""
    vocabulary, moment = Vocabulary(GAME), beginning(GAME)
    header = script.header
    found = FoundCampaign(game=GAME.key, title="x", slug="x", house_rules=header.house_rules)
    steps = ((vocabulary.command(it.when), it.by, it.dice) for _, it in script.steps)
    for command, by, faces in ((found, header.gm, ()), *steps):
        decision = decide(GAME, moment, command, by, TypedDice(faces))
        yield moment, decision if isinstance(decision, Refusal) else None
        for event in () if isinstance(decision, Refusal) else decision:
            apply(GAME, moment, event)
            moment.position += 1
    yield moment, None


def own(moment: AnyMoment) -> Preparation | None:
    """The steps that the game itself still wants, without the players that every campaign wants."""
    return prepares(moment.game, moment.campaign) if moment.campaign.founded else None


def test_there_is_nothing_to_prepare_while_a_scene_or_a_test_runs_or_a_session_ends() -> None:
    seen = set()
    for moment, _ in rulings(SAMPLES["lamps-of-veil"]):
        preparation, state = own(moment), moment.game
        if not moment.campaign.founded:
            continue
        seen.add((preparation.title if preparation else "", state.stage.value))
        if state.scene or list(GAME.flows(state)):
            assert preparation is None, moment.position
    assert seen == {
        ("Session zero", "session_zero"),
        ("Session zero", "in_session"),
        ("", "in_session"),
        ("The next session", "between_sessions"),
    }


# --- the quick start --------------------------------------------------------------------------------------


def seated(players: int) -> AnyMoment:
    moment = founded({})
    for number in range(players):
        take(moment, SeatPerson(person=f"player-{number}", name=f"Player {number}"), "gm")
    return moment


def laid(raw: dict[str, Any], players: int = USUAL) -> tuple[AnyMoment, list[str], list[str]]:
    moment = seated(players)
    table = play_table(GAME, moment, TableFile.model_validate(raw), "gm", lambda: RolledDice(random.Random(1)))
    return moment, [str(fault) for fault in table.faults], table.waiting


@pytest.mark.parametrize(
    ("players", "waiting"), [(1, ["protagonist"]), (2, ["protagonist"]), (3, ["protagonist"]), (4, [])]
)
def test_the_quick_start_leads_to_its_first_scene(players: int, waiting: list[str]) -> None:
    moment, faults, left = laid(MARL, players)
    assert (faults, left) == ([], waiting)
    scene = moment.game.open_scene
    assert scene is not None
    assert len(scene.present) == players == len(moment.game.pcs)
    assert len(moment.game.characters) == players + len(MARL["cast"]["cast"])
    assert preparation_of(GAME, moment) is None


def test_a_player_more_than_it_has_protagonists_for_is_waited_for() -> None:
    moment, faults, left = laid(MARL, 5)
    assert (faults, left) == ([], ["session", "begin"])
    preparation = preparation_of(GAME, moment)
    assert preparation is not None
    assert [step.key for step in preparation.due] == ["protagonist:player-4"]


def places(raw: Any, at: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Every field of a filled-in form, by the way to it."""
    if isinstance(raw, dict):
        for name, value in raw.items():
            yield (*at, name)
            yield from places(value, (*at, name))
    elif isinstance(raw, list):
        for number, value in enumerate(raw):
            if isinstance(value, dict):
                yield from places(value, (*at, number))


def without(raw: Any, at: tuple[Any, ...]) -> Any:
    """The same with this field left empty."""
    changed = copy.deepcopy(raw)
    inner = changed
    for part in at[:-1]:
        inner = inner[part]
    del inner[at[-1]]
    return changed


FIELDS = [
    (step, at)
    for step in MARL
    if isinstance(MARL[step], dict) and step != "protagonist"
    for at in places(MARL[step])
] + [("protagonist", ("1", *at)) for at in places(MARL["protagonist"]["1"])]


def validated(step: str, at: tuple[Any, ...]) -> Question:
    """The question of a form that fills this field."""
    moment, preparation = seated(USUAL), None
    table = TableFile.model_validate({**{k: v for k, v in MARL.items() if k not in ("session", "begin")}})
    play_table(GAME, moment, table, "gm", lambda: RolledDice(random.Random(1)))
    preparation = preparation_of(GAME, moment)
    assert preparation is not None
    found = next((it for it in preparation.steps if it.key.partition(":")[0] == step), None)
    offer = found.asks[0] if found is not None and found.form is None else preparation.begins
    assert offer is not None
    form = (
        found.form
        if found is not None and found.form
        else next(it for it in GAME.layouts if it.command is offer.command)
    )
    parts, question = form.parts, None
    for name in (it for it in at if isinstance(it, str) and not it.isdecimal()):
        question = next(it for it in questions(parts) if it.field == name)
        parts = question.parts if isinstance(question, Slots) else ()
    assert question is not None
    return question


@pytest.mark.parametrize(
    ("step", "at"), FIELDS, ids=lambda it: it if isinstance(it, str) else ".".join(map(str, it))
)
def test_a_field_is_marked_as_required_exactly_when_nothing_comes_of_the_form_without_it(
    step: str, at: tuple[Any, ...]
) -> None:
    _, faults, _ = laid({**MARL, step: without(MARL[step], at)})
    assert bool(faults) is validated(step, at).required, faults


# --- walking ----------------------------------------------------------------------------------------------


def answer(moment: AnyMoment, step: Step, by: str) -> list[tuple[Command, str]]:
    """The commands of a step's form, filled in as the quick start has it."""
    base = step.key.partition(":")[0]
    raw = {"names": "Ada\nBrin\nCleo"} if base == "players" else MARL[base]
    raw = raw[step.subject] if step.subject else raw
    asker = moment.campaign.asker(by)
    if step.form is None:
        return [(step.asks[0].command.model_validate(by_lay(moment, step.asks[0], raw, by)), by)]
    read = fill(step.form.parts, raw, refers_at(GAME, moment, asker))
    assert not read.faults
    return [(it.command, it.by or by) for it in requests_of(step.form, moment, asker, step.subject, read.answers)]


def by_lay(moment: AnyMoment, offer: Offer, raw: Any, by: str) -> dict[str, Any]:
    lay = next(it for it in GAME.layouts if it.command is offer.command)
    settled = {it.field: offer.known[it.field] for it in questions(lay.parts) if it.field in offer.known}
    read = fill(lay.parts, {**settled, **raw}, refers_at(GAME, moment, moment.campaign.asker(by)))
    assert not read.faults
    return {**offer.known, **read.answers}


@pytest.mark.parametrize("at_home", [True, False])
def test_taking_only_what_is_next_leads_to_a_scene(at_home: bool) -> None:
    moment = founded({})
    taken = []
    while moment.game.scene is None:
        assert len(taken) < 30, taken
        people = list(moment.campaign.people)
        for person in people[:1] if at_home else people:
            if moment.game.scene is not None:
                break
            asker = moment.campaign.asker(person)
            hands = frozenset(PersonId(it) for it in people) if at_home else frozenset()
            step = next_for(GAME, moment, asker, offers_at(GAME, moment, person), hands)
            by = step.by or person
            if step.step is not None:
                taken.append(step.step.key)
                for command, asked_by in answer(moment, step.step, by):
                    take(moment, command, asked_by, RolledDice(random.Random(1)))
            elif step.offer is not None:
                taken.append(step.offer.tag)
                take(moment, step.offer.command.model_validate(by_lay(moment, step.offer, MARL["begin"], by)), by)
            else:
                assert step.waiting
    assert taken == [
        "players", "genre", "settings", "factions", "relations", "situation", "lifepaths", "protagonist:ada",
        "protagonist:brin", "protagonist:cleo", "session", "hot_circle.open_scene",
    ]  # fmt: skip


def test_players_write_their_pages_at_the_same_time_and_everybody_else_waits() -> None:
    moment, faults, _ = laid({key: value for key, value in MARL.items() if key != "protagonist"})
    assert not faults
    for number, person in enumerate(moment.campaign.players, start=1):
        step = next_for(GAME, moment, moment.campaign.asker(person), offers_at(GAME, moment, person)).step
        assert step is not None
        assert (step.key, step.subject, step.whose) == (f"protagonist:{person}", str(number), {person})
    gm = next_for(GAME, moment, moment.campaign.asker("gm"), offers_at(GAME, moment, "gm"))
    assert gm.step is None
    assert gm.waiting[0] == "Player 0: a protagonist for Player 0"
    assert own(moment) is not None


# --- the page of a protagonist ------------------------------------------------------------------------------


def page_of(moment: AnyMoment, seat: int = 1) -> Step:
    preparation = preparation_of(GAME, moment)
    assert preparation is not None
    found = preparation.step(f"protagonist:player-{seat - 1}")
    assert found is not None
    return found


def write_page(moment: AnyMoment, raw: dict[str, Any], seat: int = 1) -> None:
    person = f"player-{seat - 1}"
    step = page_of(moment, seat)
    assert isinstance(step.form, Batch)
    asker = moment.campaign.asker(person)
    read = fill(step.form.parts, raw, refers_at(GAME, moment, asker))
    assert not read.faults, [str(it) for it in read.faults]
    for request in list(requests_of(step.form, moment, asker, step.subject, read.answers)):
        take(moment, request.command, request.by or person)


def before_pages(count: str = "3: promising youth") -> AnyMoment:
    raw = {key: value for key, value in MARL.items() if key not in ("protagonist", "session", "begin")}
    moment, faults, _ = laid({**raw, "lifepaths": {"count": count}})
    assert not faults
    return moment


JONNA = MARL["protagonist"]["1"]


def test_a_page_waits_for_a_bridge_and_goes_on_from_where_it_was_kept() -> None:
    moment = before_pages()
    bridged = {**JONNA, "bridge": "Lamplighter", "bridge_to": "Roofs"}
    write_page(moment, bridged)
    it = moment.game.pcs["jonna-varre"]
    assert not it.complete
    assert [path.name for path in it.lifepaths.values()] == ["Canals-born", "Mudlark"]
    preparation = preparation_of(GAME, moment)
    assert preparation is not None
    assert preparation.standing(page_of(moment)) is StepStatus.DUE
    assert "1 lifepath" in page_of(moment).missing
    bridges = preparation.step("bridges")
    assert bridges is not None
    allowed = bridges.asks[0].command.model_validate(
        {**bridges.asks[0].known, "name": "Lamplighter", "setting": "roofs"}
    )
    take(moment, allowed, "gm")
    form = page_of(moment).form
    assert form is not None
    assert form.initial is not None
    kept = form.initial(moment, moment.campaign.asker("player-0"), "1")
    assert (kept["name"], kept["bridge"], kept["bridge_to"]) == ("Jonna Varre", "Lamplighter", "roofs")
    assert [it["name"] for it in kept["lifepaths"]] == ["Mudlark", "Lamplighter"]
    write_page(moment, bridged)
    assert it.complete
    assert [(path.setting_id, path.is_bridge) for path in it.lifepaths.values()][-1] == ("roofs", True)


def test_a_page_that_was_kept_can_be_sent_again_as_it_stands() -> None:
    moment = before_pages()
    write_page(moment, {**JONNA, "bridge": "Lamplighter", "bridge_to": "Roofs"})
    form = page_of(moment).form
    assert form is not None
    assert form.initial is not None
    asker = moment.campaign.asker("player-0")
    kept = {**form.initial(moment, asker, "1"), "lifepaths": JONNA["lifepaths"], "keepsake_kind": "special_item"}
    write_page(moment, {**kept, "keepsake": "A pole"})
    assert moment.game.pcs["jonna-varre"].complete


def test_one_lifepath_is_taken_twice_and_the_keepsake_comes_of_the_one_that_is_named() -> None:
    moment = before_pages("4: professionals")
    write_page(moment, {**JONNA, "twice": "Mudlark", "keepsake_of": "Canals-born"})
    it = moment.game.pcs["jonna-varre"]
    assert it.complete
    assert {path.name: path.rating for path in it.lifepaths.values()} == {
        "Canals-born": 3,
        "Mudlark": 4,
        "Lamplighter": 3,
    }
    assert [one.lifepath_id for one in it.permanent_assets.values() if one.name == JONNA["keepsake"]] == [
        "canals-born"
    ]


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        ({"childhood_knows": "Swimming"}, "Let Swimming end in -wise"),
        ({"twice": "Captain"}, "Captain is taken twice"),
        ({"keepsake_of": "Captain"}, "Captain is none of the lifepaths"),
    ],
)
def test_what_is_no_sheet_is_said_in_a_sentence(changed: dict[str, str], said: str) -> None:
    with pytest.raises(FormProblem, match=said):
        write_page(before_pages(), {**JONNA, **changed})


def test_what_is_left_of_the_map_is_drawn_and_taken() -> None:
    chosen = {"relations": [{"faction": "Lamp Guild", "cooperates": "The Aunts"}], "draw": True}
    moment, faults, _ = laid({**MARL, "relations": chosen})
    assert not faults
    rows = moment.game.map.relations
    assert set(rows) == set(moment.game.map.factions)
    assert all(sorted(it.kind.value for it in row.values()) == ["compete", "cooperate"] for row in rows.values())
    assert rows["lamp-guild"]["the-aunts"].origin == "chosen"
    drawn = [it.origin for row in rows.values() for it in row.values() if it.origin == "drawn"]
    assert len(drawn) == 2 * len(rows) - 1


def test_a_table_may_say_that_it_begins_without_a_map() -> None:
    moment, faults, _ = laid({**MARL, "relations": {"without": "They have not met yet."}})
    assert not faults
    assert moment.game.map.left_empty
    assert moment.game.scene


@pytest.mark.parametrize(
    ("step", "changed", "said"),
    [
        ("factions", {"factions": ["Canels: Lamp Guild"]}, "There is no setting Canels: did you mean Canals?"),
        ("relations", {"draw": False}, "Choose how a faction stands, or let the bag decide"),
        ("notes", {"notes": " "}, "Write a note, a place or an obstacle."),
        ("factions", {"factions": ["Canals: A*, B*"]}, "already has a major power"),
        ("situation", {**MARL["situation"], "affected_factions": ["Lamp Guild"]}, "name at least 2"),
        ("lifepaths", {"count": "4: professionals"}, "Missing: 1 lifepath"),
    ],
)
def test_what_a_form_cannot_come_to_founds_nothing(step: str, changed: dict[str, Any], said: str) -> None:
    _, faults, _ = laid({**MARL, step: changed})
    assert len(faults) == 1
    assert said in faults[0]


def test_places_that_only_the_gamemaster_prepared_are_listed_for_nobody_else() -> None:
    moment, _, _ = laid(MARL)
    listed = {
        who: list(references(moment.game, "location", moment.campaign.asker(who))) for who in ("gm", "player-0")
    }
    assert len(listed["gm"]) == 3
    assert not listed["player-0"]
