"""Laws of rulings that are taken back, tried otherwise and overturned."""

from random import Random

from hypothesis import given, settings

from campaign_laws.base import Laws
from campaign_laws.chance import Chance
from campaign_laws.playing import MEMORY, OFTEN, chances, few, founding, play
from campaign_laws.scripts import accepted_steps, scripts_of
from campaign_laws.submissions import just_seen
from domain.kernel.campaign.rewinding import RedoRuling, UndoRuling
from domain.kernel.game import AnyGame
from domain.kernel.history.alternatives import Alternative, Amend, OtherDice, Strike
from domain.kernel.history.past import RulingForm
from domain.kernel.moment import adapter_of
from domain.kernel.people import Asker, Role, Viewer
from domain.kernel.terms import PersonId
from domain.kernel.vocabulary import MalformedCommand, Vocabulary
from ledger.answers import Refused, Ruled, Submission
from ledger.care.verify import verify
from ledger.ledger import Ledger
from ledger.records.snapshots import SnapshotInterval
from ledger.whatif.verdicts import WhatIf
from projections.compare.outcome import outcome_between, outcome_of
from projections.history.folded_views import told_to
from projections.history.head_views import HEAD, Known
from projections.read_models import ReadModels
from projections.views.timeline import CurrentScene

GM = Asker(PersonId("gm"), Role.GM)


def ask(ledger: Ledger, submission: Submission) -> Ruled | Refused:
    """Send a submission as somebody does who has just looked."""
    return ledger.rule("a-table", just_seen(ledger, "a-table", submission))


class Folded:
    """Knows what stood at a position by folding the whole line anew, and keeps nothing."""

    def __init__(self, ledger: Ledger) -> None:
        self.ledger = ledger

    def views_at(self, campaign: str, position: int, viewer: Viewer | None = None) -> Known:
        told = list(told_to(self.ledger, campaign, position, viewer))
        return Known(CurrentScene(), tuple(each.fold(told) for each in HEAD))


class DisputeMachine:
    """Takes back and overturns what chance picks, and checks each adopted line against what was announced."""

    def __init__(self, game: AnyGame, ledger: Ledger, views: ReadModels, random: Random) -> None:
        self.game, self.ledger, self.views, self.random = game, ledger, views, random
        self.folded = Folded(ledger)
        self.chance = Chance(game, random)
        self.vocabulary = Vocabulary(game)

    def act(self) -> None:
        gm = self.ledger.moment("a-table").campaign.gm or "gm"
        match self.random.choice(["play", "play", "undo", "redo", "overturn", "overturn"]):
            case "undo":
                ask(self.ledger, Submission(command=UndoRuling(reason="a slip"), by=gm))
            case "redo":
                ask(self.ledger, Submission(command=RedoRuling(reason="no slip"), by=gm))
            case "overturn":
                self.overturn(gm)
            case _:
                asked = self.chance.ask(self.ledger.moment("a-table"))
                if asked:
                    ask(self.ledger, Submission(command=asked[1], by=asked[0], faces=None))

    def overturn(self, gm: str) -> None:
        court = self.ledger.review
        count = self.ledger.lines("a-table")
        past = court.past("a-table")
        found = past.at(self.random.randint(1, self.ledger.head("a-table")))
        if found.form is not RulingForm.PLAY or not found.current or found.before == 0:
            return
        before = [stored for _at, _tag, stored in self.ledger.stored("a-table")]
        try:
            answer = court.what_if("a-table", found.number, self.alternative(found.first))
        except MalformedCommand:
            return
        if isinstance(answer, WhatIf) and answer.unsettled:
            answer = court.strike_the_rest(answer)
        assert [stored for _at, _tag, stored in self.ledger.stored("a-table")] == before
        assert self.ledger.lines("a-table").as_mapping() == count.as_mapping()
        if isinstance(answer, Refused):
            return
        announced = outcome_of(self.ledger, self.views, answer, GM)
        viewer = self.random.choice(self.viewers())
        kept = outcome_of(self.ledger, self.views, answer, viewer)
        assert kept == outcome_of(self.ledger, self.folded, answer, viewer), viewer
        ruled = ask(self.ledger, Submission(command=answer.as_command("It was otherwise"), by=gm))
        if isinstance(ruled, Refused):
            assert answer.unsettled or not answer.differing, ruled
            return
        self.check(answer)
        head = self.ledger.head("a-table")
        assert outcome_between(self.ledger, self.views, "a-table", answer.head, head, GM) == announced

    def viewers(self) -> list[Asker]:
        """The GM and everybody at the table."""
        campaign = self.ledger.moment("a-table").campaign
        return [GM, *(campaign.asker(person) for person in campaign.people)]

    def alternative(self, first: int) -> Alternative:
        """Struck, with other faces of the same dice, or with one field made up anew."""
        record, moment = next(self.ledger.line("a-table", first, since=first - 1))
        dice = record.envelope.dice or []
        ways = ["strike", "amend"] + ["dice"] * bool(dice) * 2
        match self.random.choice(ways):
            case "dice":
                return OtherDice(dice=tuple(self.random.randint(1, size) for size, _face in dice))
            case "amend":
                asked = self.chance.ask(moment)
                if asked is not None:
                    command = asked[1].model_dump(mode="json")
                    return Amend(command=command, dice=tuple(self.random.randint(1, 6) for _ in range(3)))
        return Strike()

    def check(self, answer: WhatIf) -> None:
        now = self.ledger.moment("a-table")
        states = adapter_of(self.game.state)
        assert states.dump_python(now.game) == states.dump_python(answer.after.game)
        assert now.campaign == answer.after.campaign


class DisputeLaws(Laws):
    """The history of a disputed campaign is whole, and comes out as it is recorded."""

    @given(random=chances)
    @settings(parent=few, max_examples=2 * OFTEN)
    def test_every_history_of_a_disputed_campaign_is_whole(self, random: Random) -> None:
        ledger = Ledger({self.game.key: self.game}, MEMORY, snapshot_interval=SnapshotInterval(7, 7))
        views = ReadModels(ledger)
        ledger.followers.append(views)
        play(self.game, ledger, random, made_up=4)
        court = DisputeMachine(self.game, ledger, views, random)
        for _ in range(14):
            court.act()
        head = ledger.head("a-table")
        for position in {head, *random.sample(range(1, head + 1), min(head, 8))}:
            full = ledger.moment("a-table", position, from_start=True)
            assert full == ledger.moment("a-table", position), f"a snapshot tells another story at {position}"
        ends = [branch.last for branch in ledger.lines("a-table").branches(head)]
        for end in {head, *random.sample(ends, min(len(ends), 3))}:
            differing = ledger.review.recheck("a-table", end).differing
            assert not differing, f"re-decided, the line to {end} differs: {differing[0]}"
            at, viewer = random.randint(1, end), random.choice([None, *court.viewers()])
            stood = views.views_at("a-table", at, viewer)
            assert stood.views == court.folded.views_at("a-table", at, viewer).views, (at, viewer)
        assert verify(ledger, "a-table").sound
        assert views.problems("a-table") == []
        ledger.close()

    def test_every_sample_campaign_comes_out_as_it_is_recorded(self) -> None:
        vocabulary = Vocabulary(self.game)
        ledger = Ledger({self.game.key: self.game}, MEMORY)
        for number, (name, script) in enumerate(scripts_of(self.game)):
            slug, header = f"table-{number}", script.header
            begun = founding(self.game, house_rules=header.house_rules, title=header.title, slug=slug)
            ledger.found(begun, by=header.gm)
            steps = accepted_steps(script)
            asked = [Submission(command=vocabulary.command(it.when), by=it.by, faces=it.dice) for it in steps]
            ledger.rule_all(slug, asked, ledger.end(slug))
            found = ledger.review.recheck(slug)
            assert not found.differing, f"{name}: {found.differing[0]}"
        ledger.close()
