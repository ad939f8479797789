"""Getting ready to play: there is a way on at every step, forms ask for what the rules want.

A game's scenarios and samples are gone through once, and everything is looked at on the way.
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from random import Random
from typing import Any, ClassVar

import pytest

from campaign_laws.base import Laws, only_where
from campaign_laws.preparation import (
    GM,
    AskedStep,
    SeededFaces,
    answers_for,
    asked_in,
    begins_passes,
    commands_of,
    dead_ends,
    founded,
    kinds_picked,
    next_at,
    one_step,
    passes_without,
    required_in,
    tables_of,
    take,
    walk,
    words_of,
)
from campaign_laws.scripts import scripts_of
from domain.kernel.decisions import Refusal
from domain.kernel.forms.layouts import Batch, Layout, questions
from domain.kernel.game import AnyGame, nothing_to_prepare
from domain.kernel.moment import AnyMoment
from domain.kernel.preparation.next_step import preparation_of
from domain.kernel.preparation.players import PLAYERS
from domain.kernel.preparation.steps import Preparation, Step, StepStatus
from domain.kernel.preparation.table_file import BEGIN, TableFile, play_table, refers_at
from domain.kernel.references import REF

OF_ELSEWHERE = {"person", "earlier campaign", "earlier character"}
"""Kinds that only the campaign or another one lists."""
MOST_TRIES = 4
"""The number of times that each field of a form of play is left out."""


@dataclass(slots=True)
class Seen:
    """The findings of the scripts of one game."""

    dead_ends: list[str] = field(default_factory=list)
    not_missing: list[str] = field(default_factory=list)
    refused_for_nothing: list[str] = field(default_factory=list)
    begins_wrong: list[str] = field(default_factory=list)
    under_way: list[str] = field(default_factory=list)
    codes: set[str] = field(default_factory=set)
    due: set[str] = field(default_factory=set)
    forms: dict[str, Batch] = field(default_factory=dict)
    listed: set[str] = field(default_factory=set)
    ill_listed: list[str] = field(default_factory=list)
    left_out: dict[tuple[str, str], list[tuple[bool, bool]]] = field(default_factory=lambda: defaultdict(list))
    """By command and field: whether it was marked as required, and whether it passed without."""


@dataclass(frozen=True, slots=True)
class Knows:
    """The declarations of a game about its own preparation."""

    for_want: frozenset[str]
    any_time: bool


_SEEN: dict[int, tuple[AnyGame, Seen]] = {}
"""The findings in each game. The game is kept with them, so that its `id` stays its own."""


def seen_in(game: AnyGame, knows: Knows) -> Seen:
    """Everything, in one pass over the scripts of a game."""
    if id(game) not in _SEEN:
        _SEEN[id(game)] = (game, _looked_through(game, knows))
    return _SEEN[id(game)][1]


def _looked_through(game: AnyGame, knows: Knows) -> Seen:
    seen = Seen()
    lays = {it.command: it for it in game.layouts}
    wanted = kinds_referred_to(game)
    known: set[tuple[object, ...]] = set()
    for name, script in scripts_of(game):
        for asked in asked_in(game, script):
            _look(game, knows, name, asked, seen, known)
            lay = lays.get(type(asked.command))
            if lay is not None and not isinstance(asked.decision, Refusal):
                _leave_out(game, lay, asked, seen)
            _list(game, asked, wanted - seen.listed, seen)
    return seen


def _look(
    game: AnyGame, knows: Knows, name: str, asked: AskedStep, seen: Seen, known: set[tuple[object, ...]]
) -> None:
    moment = asked.moment
    preparation = preparation_of(game, moment)
    at = f"{name}, position {moment.position}"
    code = asked.decision.code if isinstance(asked.decision, Refusal) else ""
    for_want = code in knows.for_want
    if preparation is None:
        seen.refused_for_nothing += [f"{at}: {code}"] if for_want and code not in seen.codes else []
        return
    seen.codes |= {code} if code else set()
    if for_want and not preparation.due and not preparation.ready:
        seen.refused_for_nothing.append(f"{at}: {code}")
    if list(game.flows(moment.game)):
        seen.under_way.append(at)
    standing = (preparation.title, *((it.key, preparation.standing(it), it.missing) for it in preparation.steps))
    if standing in known:
        return
    known.add(standing)
    seen.due |= {it.key.partition(":")[0] for it in preparation.due}
    seen.forms |= {it.key.partition(":")[0]: it.form for it in preparation.steps if it.form is not None}
    seen.dead_ends += [f"{at}: {it}" for it in dead_ends(game, moment, preparation)]
    seen.not_missing += [f"{at}: {it.key}" for it in preparation.due if not it.missing]
    ready, passes = ready_to_play(preparation), begins_passes(game, moment, preparation)
    if (ready and not passes) or (passes and not ready and not knows.any_time):
        seen.begins_wrong.append(f"{at}: {[it.key for it in preparation.due]}")


def ready_to_play(preparation: Preparation) -> bool:
    """True if the game itself wants nothing more: scripts seat nobody who does not act."""
    if preparation.begins is None:
        return False
    waits = (StepStatus.DUE, StepStatus.BLOCKED)
    return not any(preparation.standing(it) in waits for it in preparation.steps if it.key != PLAYERS)


def _leave_out(game: AnyGame, lay: Layout, asked: AskedStep, seen: Seen) -> None:
    for name, must in required_in(lay, asked.command):
        tries = seen.left_out[lay.command.__name__, name]
        if must and getattr(asked.command, name.partition(".")[0]) in (None, "", ()):
            continue
        if len(tries) < MOST_TRIES or (not must and not any(passed for _, passed in tries)):
            tries.append((must, passes_without(game, asked, name)))


def _list(game: AnyGame, asked: AskedStep, kinds: set[str], seen: Seen) -> None:
    moment = asked.moment
    for person in {asked.by, moment.campaign.gm or GM} if kinds and moment.campaign.founded else ():
        asker = moment.campaign.asker(person)
        refers = refers_at(game, moment, asker)
        for kind in kinds:
            listed = list(refers(kind))
            if len({it.value for it in listed}) != len(listed) or any(not it.label.strip() for it in listed):
                seen.ill_listed.append(f"{kind} at {moment.position}")
            seen.listed |= {kind} if listed else set()


def kinds_referred_to(game: AnyGame) -> set[str]:
    """Every kind of thing that a command or a form of play refers to."""
    found = {kind for lay in game.layouts for kind in kinds_picked(lay.parts)}
    for command in game.commands:
        found |= set(_kinds(command.model_json_schema()))
    return found - OF_ELSEWHERE


def _kinds(node: Any) -> Iterator[str]:
    if isinstance(node, Mapping):
        if isinstance(node.get(REF), str):
            yield node[REF]
        for one in node.values():
            yield from _kinds(one)
    elif isinstance(node, list):
        for one in node:
            yield from _kinds(one)


def prepares(game: AnyGame) -> bool:
    """There is something to prepare before the first scene."""
    return game.prepares is not nothing_to_prepare


def has_tables(game: AnyGame) -> bool:
    """There are ready tables."""
    return bool(tables_of(game))


class PreparationLaws(Laws):
    """There is a way on at every step, and forms ask for what the rules want."""

    for_want_of_preparation: ClassVar[frozenset[str]] = frozenset()
    """Codes of refusals that come of something that is not prepared yet."""
    any_time: ClassVar[bool] = False
    """The rules let play begin before everybody is ready."""
    players_prepare: ClassVar[bool] = False
    """Several players have steps of their own in its ready tables."""
    sometimes: ClassVar[frozenset[tuple[str, str]]] = frozenset()
    """Fields, by command, that the rules want in some cases only, which a form cannot tell."""

    @pytest.fixture
    def seen(self) -> Seen:
        """The findings of the scripts of the game."""
        return seen_in(self.game, Knows(self.for_want_of_preparation, self.any_time))

    def test_whoever_has_a_due_step_can_take_it_and_reads_what_is_missing(self, seen: Seen) -> None:
        assert not seen.dead_ends
        assert not seen.not_missing

    @only_where(prepares)
    def test_something_of_its_own_is_to_be_prepared_in_its_scripts(self, seen: Seen) -> None:
        assert seen.due - {PLAYERS}

    def test_a_refusal_for_want_of_preparation_comes_with_something_due(self, seen: Seen) -> None:
        assert not seen.refused_for_nothing
        assert seen.codes >= self.for_want_of_preparation

    def test_play_begins_exactly_when_nothing_is_due(self, seen: Seen) -> None:
        assert not seen.begins_wrong

    def test_nothing_is_prepared_while_something_is_under_way(self, seen: Seen) -> None:
        assert not seen.under_way

    def test_a_field_of_play_is_required_exactly_where_the_rules_refuse_without_it(self, seen: Seen) -> None:
        found = seen.left_out
        wrong = {}
        for at, tries in found.items():
            marked, passes = {must for must, _ in tries}, any(passed for _, passed in tries)
            if tries and marked != {not passes} and at not in self.sometimes:
                wrong[at] = tries
        assert not wrong

    def test_everything_that_forms_and_commands_refer_to_is_listed_by_name(self, seen: Seen) -> None:
        assert not seen.ill_listed
        assert kinds_referred_to(self.game) == seen.listed

    def test_a_form_of_play_asks_for_what_its_command_must_have(self) -> None:
        for lay in self.game.layouts:
            asked = {it.field for it in questions(lay.parts)}
            required = {name for name, info in lay.command.model_fields.items() if info.is_required()}
            assert required <= asked <= set(lay.command.model_fields), lay.title

    def test_forms_ask_in_words_and_their_buttons_say_what_they_do(self, seen: Seen) -> None:
        forms: list[Batch | Layout] = [*seen.forms.values(), *self.game.layouts]
        said = [it.press for it in forms] + [words for form in forms for words in words_of(form.parts)]
        assert not [it for it in said if "_" in it or "optional" in it.lower() or "slug" in it.lower()]
        assert not [it.press for it in forms if it.press.lower().startswith("record")]
        assert not [it.press for it in self.game.layouts if not it.title]

    @only_where(has_tables)
    def test_taking_only_what_is_next_reaches_a_scene(self) -> None:
        game = self.game
        for table in tables_of(game).values():
            moment = founded(game, 0, table.house_rules)
            taken = walk(game, moment, table)
            assert preparation_of(game, moment) is None
            assert (taken[0], taken[-1]) == (PLAYERS, BEGIN)

    @only_where(has_tables)
    @pytest.mark.parametrize("players", range(1, 5))
    def test_a_ready_table_reaches_a_scene(self, players: int) -> None:
        game = self.game
        for table in tables_of(game).values():
            moment = founded(game, max(players, game.fewest_players), table.house_rules)
            laid = play_table(game, moment, table, GM, lambda: SeededFaces(Random(1)))
            assert not laid.faults
            assert preparation_of(game, moment) is None
            assert set(laid.waiting) <= table.steps.keys() - {BEGIN}

    @only_where(has_tables)
    def test_players_who_prepare_on_their_own_phones_do_not_wait_for_one_another(self) -> None:
        """Each fills in what stood on the screen before any of them sent it; the last to begin sends first."""
        for table in tables_of(self.game).values():
            assert prepared_together(self.game, table) or not self.players_prepare


def prepared_together(game: AnyGame, table: TableFile) -> int:
    """Prepare a table with players who fill in their steps at once. How often there were several of them."""
    moment, together = founded(game, 4, table.house_rules), 0
    while (preparation := preparation_of(game, moment)) is not None:
        people = at_once(preparation, moment)
        if len(people) < 2:
            one_step(game, moment, table)
            continue
        together += 1
        for person in people:
            waits = next_at(game, moment, person, for_all=False)
            assert waits.step is not None
            assert waits.by is None, "nobody else's hands are needed"
        written = {person: (step, answers_for(table, step)) for person, step in people.items()}
        for person, (step, answers) in reversed(written.items()):
            for command, by in commands_of(game, moment, step, answers, person):
                take(game, moment, command, by)
        assert together < 20, "each step is taken once"
    return together


def at_once(preparation: Preparation | None, moment: AnyMoment) -> dict[str, Step]:
    """The players for whom a step of their own is due, with the first such step of each."""
    due = preparation.due if preparation is not None else ()
    own = {person: next((it for it in due if it.whose == {person}), None) for person in moment.campaign.players}
    return {person: step for person, step in own.items() if step is not None}
