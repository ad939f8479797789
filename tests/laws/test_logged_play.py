"""A logged evening begins nothing: it leaves the state of a game byte for byte as it was, wherever play stands."""

import pytest

from domain.kernel.campaign.founding import FoundCampaign
from domain.kernel.decisions import Refusal
from domain.kernel.dice import TypedDice
from domain.kernel.game import AnyGame, hears_nothing
from domain.kernel.journal.earlier import EntryForm
from domain.kernel.logged.chapters.entries import LogEntry
from domain.kernel.logged.chapters.evenings import OpenEvening, OpenLoggedScene
from domain.kernel.logged.chapters.intakes import BeginIntake, EndIntake
from domain.kernel.logged.played import LoggedChange, LoggedDie, LoggedRoll
from domain.kernel.messages import Command
from domain.kernel.moment import AnyMoment, adapter_of, beginning
from domain.kernel.ruling import apply, decide, retell
from domain.kernel.scenario import read_script
from domain.kernel.terms import PersonId
from domain.kernel.vocabulary import Vocabulary
from domain.registry import games
from wiring.samples import given_in, scripts_in

HEARD_BY_NONE = [it for it in games().values() if it.hears_logged is hears_nothing]
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
    decision = decide(game, moment, command, by, TypedDice(dice))
    if isinstance(decision, Refusal):
        return False
    for event in decision:
        apply(game, moment, event)
        moment.position += 1
        assert retell(game, moment, event).headline
    return True


@pytest.mark.parametrize("game", HEARD_BY_NONE, ids=lambda game: game.key)
def test_no_state_of_a_game_hears_of_it(game: AnyGame) -> None:
    vocabulary, tried = Vocabulary(game), 0
    state = adapter_of(game.state)
    for _name, content in scripts_in(game, "scenarios")[:: max(1, len(scripts_in(game, "scenarios")) // 8)]:
        script = read_script(content.decode(), given_in(game))
        moment, gm = beginning(game), script.header.gm
        ruled(
            game,
            moment,
            FoundCampaign(game=game.key, title="x", slug="x", house_rules=script.header.house_rules),
            gm,
        )
        for _number, step in script.steps:
            ruled(game, moment, vocabulary.command(step.when), step.by, step.dice)
        if moment.campaign.session is not None and moment.campaign.session.open:
            continue
        before, played = state.dump_json(moment.game), moment.campaign.session
        session = played.number if played else 0
        assert all(ruled(game, moment, command, moment.campaign.gm or gm) for command in EVENING)
        assert state.dump_json(moment.game) == before
        assert moment.campaign.session is not None
        assert (moment.campaign.session.number, moment.campaign.session.open) == (session + 1, False)
        tried += 1
    assert tried
