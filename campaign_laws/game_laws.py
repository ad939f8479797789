"""All laws together, as one class that a game's own tests inherit."""

from campaign_laws.laws.chapters import ChapterLaws
from campaign_laws.laws.disputes import DisputeLaws
from campaign_laws.laws.flows import FlowLaws
from campaign_laws.laws.histories import HistoryLaws
from campaign_laws.laws.logged_play import LoggedPlayLaws
from campaign_laws.laws.next_step import NextStepLaws
from campaign_laws.laws.numbers import NumberLaws
from campaign_laws.laws.preparation import PreparationLaws
from campaign_laws.laws.records import RecordLaws
from campaign_laws.laws.references import ReferenceLaws
from campaign_laws.laws.replay import ReplayLaws
from campaign_laws.laws.scenarios import ScenarioLaws
from campaign_laws.laws.secrets import SecretLaws
from campaign_laws.laws.what_cannot_follow import ImpossibleHistoryLaws
from campaign_laws.laws.words import WordLaws


class GameLaws(
    HistoryLaws,
    ScenarioLaws,
    SecretLaws,
    NumberLaws,
    RecordLaws,
    ReplayLaws,
    ImpossibleHistoryLaws,
    DisputeLaws,
    LoggedPlayLaws,
    WordLaws,
    ReferenceLaws,
    ChapterLaws,
    FlowLaws,
    NextStepLaws,
    PreparationLaws,
):
    """Every law, for the game that is named: `class TestLaws(GameLaws): game = GAME`."""

    def test_an_excuse_names_a_law_and_its_reason(self) -> None:
        """An excuse of a game names a law, and its reason is told."""
        for law, reason in self.game.excuses.items():
            assert law in self.known_laws(), f"{law} is no law"
            assert reason.strip(), f"why is {self.game.title} excused from {law}?"
