"""Forms laid by hand, and what they and the commands refer to."""

import json
import re
from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest
from pydantic import ValidationError

from dashboard.forms.layout_parts import narrowed
from domain.kernel.available_offers import offers_at
from domain.kernel.decisions import Refusal
from domain.kernel.dice import TypedDice
from domain.kernel.forms.layouts import Asked, Group, Layout, Part, Paste, Pick, Slots, Weigh, label_of, questions
from domain.kernel.messages import Command
from domain.kernel.moment import AnyMoment
from domain.kernel.preparation.table_file import refers_at
from domain.kernel.references import ids_without_reference
from domain.kernel.ruling import decide
from domain.wicked_ones import GAME
from domain.wicked_ones.chapters.actions.rolling import RollAction
from domain.wicked_ones.chapters.consequences.adventurers import MoveToInflict
from domain.wicked_ones.chapters.consequences.costs import PayCost
from domain.wicked_ones.chapters.consequences.declaring import DeclareConsequence
from domain.wicked_ones.chapters.phases.loot import TakeLootOutcome
from domain.wicked_ones.forms.factions import FACTIONS
from domain.wicked_ones.forms.secrets import SECRETS
from domain.wicked_ones.printed import ATTRIBUTE_OF
from tests.domain.wicked_ones.steps import EVERYTHING, asked

PARTS = {lay.command.__name__: lay.parts for lay in GAME.layouts} | {
    batch.title: batch.parts for batch in (FACTIONS, SECRETS)
}
MOST_IN_SIGHT = 12
"""So many questions fit on two screens."""


def all_of(parts: tuple[Part, ...]) -> Iterator[Asked]:
    for it in questions(parts):
        yield it
        if isinstance(it, Slots):
            yield from all_of(it.parts)


@cache
def referred() -> frozenset[str]:
    """Every kind that a command or a form refers to."""
    of_forms = {
        it.of
        for parts in PARTS.values()
        for it in all_of(parts)
        if isinstance(it, Pick | Weigh)
        if isinstance(it.of, str)
    }
    schemas = json.dumps([command.model_json_schema() for command in GAME.commands])
    return frozenset(of_forms) | frozenset(re.findall(r'"ref": "([^"]+)"', schemas))


@pytest.mark.parametrize("command", GAME.commands, ids=lambda it: it.__name__)
def test_every_id_says_what_it_refers_to_or_that_it_is_made(command: type[Command]) -> None:
    assert not list(ids_without_reference(command))


def test_every_kind_that_is_referred_to_is_there_at_some_moment() -> None:
    left = set(referred())
    for script in EVERYTHING.values():
        for moment, _, by, _ in asked(script):
            refers = refers_at(GAME, moment, moment.campaign.asker(by))
            left -= {kind for kind in left if refers(kind)}
    assert not left


def test_what_is_there_is_called_by_its_name() -> None:
    for script in EVERYTHING.values():
        for moment, _, by, _ in asked(script):
            refers = refers_at(GAME, moment, moment.campaign.asker(by))
            for kind in referred():
                told = refers(kind)
                assert len({it.value for it in told}) == len(told), kind
                for it in told:
                    assert it.label, (kind, it)
                    assert not re.search(r"\b[a-z]+(?:-[a-z]+)*-\d+\b|[a-z]_[a-z]", f"{it.label} {it.detail}"), it


def test_only_the_gm_is_shown_secrets() -> None:
    seen = 0
    for script in EVERYTHING.values():
        for moment, _, _, _ in asked(script):
            hidden = {slug for slug, it in moment.game.world.items() if it.hidden}
            gm = moment.campaign.gm
            seen += len(hidden)
            assert {it.value for it in GAME.references(moment.game, "secret", moment.campaign.asker(gm))} == hidden
            for person in moment.campaign.players:
                asker = moment.campaign.asker(person)
                assert not list(GAME.references(moment.game, "secret", asker))
                shown = [it.label for kind in referred() for it in GAME.references(moment.game, kind, asker)]
                assert not {moment.game.world[slug].text for slug in hidden} & set(shown)
    assert seen


def test_an_action_shows_its_dice_after_shock() -> None:
    shown = set()
    for moment, _, _, _ in asked(EVERYTHING["shock_weighs_on_one_roll"]):
        for person in moment.campaign.players:
            asker = moment.campaign.asker(person)
            told = {it.value: it.detail for it in GAME.references(moment.game, "own action", asker)}
            struck = [it for it in moment.game.characters.values() if it.player == person and it.alive]
            for it in struck:
                for action, dice in it.ratings.items():
                    fewer = it.shock[ATTRIBUTE_OF[action]]
                    words = f"{max(0, dice - 1)}d after shock, " if fewer else f"{dice}d, "
                    assert told[action.value].startswith(words)
                    shown.add(words)
    assert {"2d, ", "1d after shock, "} <= shown


@pytest.mark.parametrize("name", sorted(PARTS))
def test_labels_are_read_aloud(name: str) -> None:
    for it in all_of(PARTS[name]):
        label = label_of(it)
        assert it.label, (name, it.field)
        assert label[0].isupper(), label
        assert "optional" not in label.lower()
        assert "_" not in label
    assert sum(1 for _ in in_sight(PARTS[name])) <= MOST_IN_SIGHT


def in_sight(parts: tuple[Part, ...]) -> Iterator[Asked]:
    for part in parts:
        if not isinstance(part, Group):
            yield part
        elif not part.aside:
            yield from in_sight(part.parts)


BESIDE_OTHERS = frozenset({"clock", "note", "resistible"})
"""Missed only beside certain other answers: the clock that announces a death, a note on what is not usual, that
nothing could stop it."""
OPEN = {
    DeclareConsequence: {"severity", "also", "attributes", "changes", "hopeless", "resistible"},
    MoveToInflict: {"severity", "also", "attributes", "changes", "hopeless", "resistible"},
    PayCost: {"changes"},
    RollAction: {"plus", "minus"},
    TakeLootOutcome: {"gold", "items", "dark_hearts"},
}
"""Fields that are the table's to say, so that no step settles them."""


def test_a_step_leaves_open_what_is_the_tables_to_say() -> None:
    seen = set()
    for script in EVERYTHING.values():
        for moment, command, by, _ in asked(script):
            if type(command) not in OPEN:  # what is asked for is on offer just before
                continue
            for offer in GAME.offers(moment.game, moment.campaign.asker(by)):
                seen.add(offer.command)
                assert not OPEN.get(offer.command, set()) & offer.known.keys(), offer.label
    assert OPEN.keys() <= seen


@pytest.mark.parametrize("lay", GAME.layouts, ids=lambda it: it.command.__name__)
def test_what_a_form_asks_for_is_what_the_rules_refuse_without(lay: Layout) -> None:
    """Each command that was ever asked: with what is required it passes, and without any of it, it does not."""
    tried = 0
    for script in EVERYTHING.values():
        for moment, command, by, refusal in asked(script):
            if type(command) is not lay.command or refusal is not None:
                continue
            tried += 1
            raw = command.model_dump(mode="json", exclude_unset=True)
            laid = {it.field for it in questions(lay.parts)}
            needed = [it.field for it in asks(lay.parts, raw) if it.required]
            settled = {name for name in raw if name not in laid or name in BESIDE_OTHERS}
            least = {name: raw[name] for name in (*settled, *needed) if name in raw}
            assert passes(moment, lay.command, least, by), (script.header.title, least)
            for name in needed:
                without = {field: value for field, value in least.items() if field != name}
                assert not passes(moment, lay.command, without, by), (script.header.title, name)
    assert tried


def asks(parts: tuple[Part, ...], raw: dict[str, Any]) -> Iterator[Asked]:
    """The questions that are shown where this was answered."""
    for part in parts:
        if not isinstance(part, Group):
            yield part
        elif part.when is None or raw.get(part.when[0]) in part.when[1]:
            yield from asks(part.parts, raw)


def passes(moment: AnyMoment, command: type[Command], raw: dict[str, Any], by: str) -> bool:
    try:
        made = command.model_validate(raw)
    except ValidationError:
        return False
    decision = decide(GAME, moment, made, by, TypedDice((6,) * 20))
    codes = ("dice_unread", "wrong_dice_count")
    return not isinstance(decision, Refusal) or decision.code in codes


@pytest.mark.parametrize("lay", GAME.layouts, ids=lambda it: it.command.__name__)
def test_a_form_has_only_fields_of_its_command(lay: Layout) -> None:
    assert {it.field for it in questions(lay.parts)} <= set(lay.command.model_fields)
    for way in lay.instead:
        assert set(way.keeps) <= set(way.command.model_fields) & set(lay.command.model_fields)
    for it in all_of(lay.parts):
        assert not isinstance(it, Paste) or it.line.is_text, "a line of a command's form is a name"


def test_what_an_offer_settles_shows_or_hides_what_depends_on_it() -> None:
    seen: dict[str, set[str]] = {}
    for moment, _, _, _ in asked(EVERYTHING["a_failure_owes_a_consequence"]):
        for offer in offers_at(GAME, moment, str(moment.campaign.gm)):
            if offer.command is DeclareConsequence:
                lay = next(it for it in GAME.layouts if it.command is DeclareConsequence)
                asked_for = {it.field for it in questions(narrowed(lay.parts, offer)) if it.required}
                seen.setdefault(str(offer.known["origin"]), set()).update(asked_for)
    assert "reason" in seen["inflicted"]
    assert "reason" not in seen["action_roll"]
    assert not {"origin", "roll"} & (seen["inflicted"] | seen["action_roll"])
