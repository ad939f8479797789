"""Laws of every history of a game, made up by chance."""

from collections.abc import Iterator
from random import Random

import pytest
from hypothesis import given, settings

from campaign_laws.base import Laws
from campaign_laws.chance import Chance, canaries_in
from campaign_laws.playing import MEMORY, OFTEN, chances, few, play, prelude
from campaign_laws.submissions import just_seen
from domain.kernel.decisions import Refusal
from domain.kernel.dice import DiceSource, TypedDice
from domain.kernel.game import AnyGame
from domain.kernel.messages import Command
from domain.kernel.moment import AnyMoment, beginning, state_json
from domain.kernel.people import Asker, Role, may_see
from domain.kernel.ruling import apply, decide, missing_sentences, names_at, names_from_states, retell
from domain.kernel.terms import PersonId
from ledger.answers import Refused, Ruled, Submission
from ledger.ledger import Ledger
from ledger.records.snapshots import MomentFormat, SnapshotInterval
from ledger.roller import Roller

POSITIONS = 12
"""The number of positions of each history that are folded from its start: enough to meet every kind of place on
a line.
"""


def moments(game: AnyGame, random: Random, made_up: int) -> Iterator[tuple[AnyMoment, str, Command]]:
    """Questions put to reachable moments, without any ledger."""
    found, gm, steps = prelude(game, random)
    moment = beginning(game)

    def rule(by: str, command: Command, dice: DiceSource) -> Refusal | None:
        decision = decide(game, moment, command, by, dice)
        if isinstance(decision, Refusal):
            return decision
        for event in decision:
            apply(game, moment, event)
            moment.position += 1
            retell(game, moment, event)
            assert names_at(game, moment) == names_from_states(game, moment), f"{event.type} names something"
        return None

    assert not rule(gm, found, Roller())
    for by, command, faces in steps:
        assert not rule(by, command, TypedDice(faces)), command
    chance = Chance(game, random)
    for _ in range(made_up):
        asked = chance.ask(moment)
        if asked:
            yield moment, *asked
            rule(*asked, Roller())


class HistoryLaws(Laws):
    """Histories are rebuilt from their bytes, refusals write nothing, secrets stay secret."""

    @given(random=chances)
    @few
    def test_stored_bytes_rebuild_the_live_state_at_any_position(
        self, random: Random, tmp_path_factory: pytest.TempPathFactory
    ) -> None:
        env = {"SQLALCHEMY_URL": f"sqlite:///{tmp_path_factory.mktemp('law')}/ledger.sqlite3"}
        live = Ledger({self.game.key: self.game}, env, snapshot_interval=SnapshotInterval(7, 7))
        play(self.game, live, random, made_up=15)
        head = live.head("a-table")
        again = Ledger({self.game.key: self.game}, env)
        assert again.moment("a-table") == live.moment("a-table")

        form = MomentFormat(self.game)
        lines = again.lines("a-table")
        by_walking = {
            record.position: form.copy(moment)
            for record, moment in again.line("a-table")
            # What the journal noted beside an abandoned line is told along this one too, but is no place on it.
            if lines.is_ancestor(record.position, head)
        }
        for position in sorted({head, *random.sample(range(1, head + 1), min(head, POSITIONS))}):
            full = again.moment("a-table", position, from_start=True)
            assert full == live.moment("a-table", position), f"a snapshot tells another story at {position}"
            if position in by_walking:
                walked = by_walking[position]
                walked.seal = full.seal
                assert walked == full, f"the prefix up to {position} is another past"
        live.close()
        again.close()

    @given(random=chances)
    @few
    def test_a_refusal_writes_nothing_and_draws_no_die(self, random: Random) -> None:
        for moment, by, command in moments(self.game, random, made_up=40):
            dice, before = Roller(), state_json(self.game, moment)
            decision = decide(self.game, moment, command, by, dice)
            assert state_json(self.game, moment) == before, f"deciding {command.type} changed the state"
            if isinstance(decision, Refusal):
                assert not dice.drawn, f"{command.type} was refused as {decision.code} after dice were drawn"

    @given(random=chances)
    @settings(parent=few, max_examples=8 * OFTEN)
    def test_a_well_formed_command_never_raises(self, random: Random) -> None:
        assert all(moments(self.game, random, made_up=60))

    @given(random=chances)
    @few
    def test_a_refused_submission_leaves_the_log_as_it_was(self, random: Random) -> None:
        ledger = Ledger({self.game.key: self.game}, MEMORY)
        answers = play(self.game, ledger, random, made_up=25)
        recorded = [
            record.stored
            for answer in answers
            if isinstance(answer, Ruled)
            for record in (*answer.records, *((answer.sealing.record,) if answer.sealing else ()))
        ]
        assert [stored for _position, _tag, stored in ledger.stored("a-table")] == recorded
        ledger.close()

    @given(random=chances)
    @few
    def test_one_submission_sent_twice_is_stored_once(self, random: Random) -> None:
        ledger = Ledger({self.game.key: self.game}, MEMORY)
        play(self.game, ledger, random, made_up=0)
        chance = Chance(self.game, random)
        for number in range(20):
            asked = chance.ask(ledger.moment("a-table"))
            if asked is None:
                continue
            submission = Submission(command=asked[1], by=asked[0], faces=None, key=f"form-{number}")
            submission = just_seen(ledger, "a-table", submission)
            first = ledger.rule("a-table", submission)
            head = ledger.head("a-table")
            second = ledger.rule("a-table", submission)
            assert ledger.head("a-table") == head or isinstance(first, Refused)
            if isinstance(first, Ruled) and isinstance(second, Ruled):
                assert second.repeated
                assert second.records == first.records
                assert [told.retelling for told in second.told] == [told.retelling for told in first.told]
        ledger.close()

    @given(random=chances)
    @few
    def test_no_text_meant_for_the_gm_reaches_a_player(self, random: Random) -> None:
        ledger = Ledger({self.game.key: self.game}, MEMORY)
        play(self.game, ledger, random, made_up=30)
        player = Asker(PersonId("somebody-else"), Role.PLAYER)
        secret: list[set[str]] = []  # what each record is the first to say, and says to the GM alone
        known: set[str] = set()
        public: set[str] = set()
        shown: list[object] = []
        for told in ledger.told("a-table"):
            texts = set(canaries_in(told.record.stored.decode()))
            if may_see(player, told.retelling.audience):
                public |= texts
                shown.append(told.retelling.headline)
                shown.extend(fact for fact in told.retelling.facts if may_see(player, fact.audience))
            else:
                secret.append(texts - known)
            known |= texts
        moment = ledger.moment("a-table")
        shown.extend(self.game.sheet(moment.game, one).seen_by(player) for one in self.game.listed(moment.game))
        # Something that lay ready comes to be known as a whole once a record names it that everybody sees.
        kept = set[str]().union(*(texts for texts in secret if not texts & public))
        assert not kept & set(canaries_in(shown))
        ledger.close()

    def test_the_game_is_described_whole(self) -> None:
        assert not missing_sentences(self.game)
        assert self.game.rules
        assert len({rule.id for rule in self.game.rules}) == len(self.game.rules)
        known = set(self.game.house_rules.model_fields)
        assert {name for reading in self.game.readings for name in reading.settings} <= known
        assert all(field.description for field in self.game.house_rules.model_fields.values())
        state_json(self.game, beginning(self.game))
