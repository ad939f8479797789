"""A logged evening begins nothing: it leaves the state of a game byte for byte as it was, wherever play stands."""

from campaign_laws.base import Laws, only_where
from campaign_laws.scripts import scenarios_of
from domain.kernel.campaign.founding import FoundCampaign
from domain.kernel.decisions import Refusal
from domain.kernel.dice import TypedDice
from domain.kernel.game import AnyGame, ignore_event
from domain.kernel.journal.earlier import EntryForm
from domain.kernel.logged.chapters.entries import LogEntry
from domain.kernel.logged.chapters.evenings import OpenEvening, OpenLoggedScene
from domain.kernel.logged.chapters.intakes import BeginIntake, EndIntake
from domain.kernel.logged.played import LoggedChange, LoggedDie, LoggedRoll
from domain.kernel.messages import Command
from domain.kernel.moment import AnyMoment, adapter_of, beginning
from domain.kernel.ruling import apply, decide, retell
from domain.kernel.scenario import Header, Script
from domain.kernel.terms import PersonId
from domain.kernel.vocabulary import Vocabulary

ROLL = LoggedRoll(formula="1d20+2", dice=(LoggedDie(size=20, face=9),), total="11")
MOVED = LoggedChange(owner="wren", owner_name="Wren", name="Health", was=5, now=3)
EVENING: tuple[Command, ...] = (
    BeginIntake(source="Another table", file="chat.json", sum="5f" * 32),
    OpenEvening(title="Low water"),
    OpenLoggedScene(title="The pier"),
    LogEntry(
        source_id="t:1",
        form=EntryForm.ROLL,
        voice=PersonId("wren"),
        speaker="Wren",
        rolls=(ROLL,),
        changes=(MOVED,),
    ),
    EndIntake(),
)


def ruled(game: AnyGame, moment: AnyMoment, command: Command, by: str, dice: tuple[int, ...] = ()) -> bool:
    """Ask, and apply what follows. False where it is refused."""
    decision = decide(game, moment, command, by, TypedDice(dice))
    if isinstance(decision, Refusal):
        return False
    for event in decision:
        apply(game, moment, event)
        moment.position += 1
        assert retell(game, moment, event).headline
    return True


def ignores_logged_events(game: AnyGame) -> bool:
    """The states of this game hear nothing of a logged evening."""
    return game.on_logged_event is ignore_event


class LoggedPlayLaws(Laws):
    """A logged evening leaves a game as it was."""

    @only_where(ignores_logged_events)
    def test_no_state_of_a_game_hears_of_it(self) -> None:
        vocabulary = Vocabulary(self.game)
        state = adapter_of(self.game.state)
        scripts = list(scenarios_of(self.game).values())
        nothing_yet = Script(Header(game=self.game.key, title="x"), ())
        for script in (nothing_yet, *scripts[:: max(1, len(scripts) // 8)]):
            moment, gm = beginning(self.game), script.header.gm
            settings = script.header.house_rules
            founded = FoundCampaign(game=self.game.key, title="x", slug="x", house_rules=settings)
            ruled(self.game, moment, founded, gm)
            for _number, step in script.steps:
                ruled(self.game, moment, vocabulary.command(step.when), step.by, step.dice)
            if moment.campaign.session is not None and moment.campaign.session.open:
                continue
            before, played = state.dump_json(moment.game), moment.campaign.session
            session = played.number if played else 0
            assert all(ruled(self.game, moment, command, moment.campaign.gm or gm) for command in EVENING)
            assert state.dump_json(moment.game) == before
            assert moment.campaign.session is not None
            assert (moment.campaign.session.number, moment.campaign.session.open) == (session + 1, False)
