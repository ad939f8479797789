"""Campaigns for the dashboard's tests: of the small game beside them, played through the real ledger."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path

import domain
from campaign_laws.submissions import just_seen
from domain import registry
from domain.kernel.campaign.founding import FoundCampaign
from domain.kernel.vocabulary import Vocabulary
from ledger.answers import Ruled, Submission
from wiring.library import Library

GAMES = Path(__file__).parent / "games"

HOSTILE = '<script>fetch("https://evil.example")</script>![x](https://evil.example/a.png) **b** [y](https://evil.example)'
RIGHT_TO_LEFT = "شمس الليل"


def find_small_game() -> None:
    """Let the registry find the small game as well. Harmless when called twice."""
    if str(GAMES) not in domain.__path__:
        domain.__path__.append(str(GAMES))
        registry.games.cache_clear()


@contextmanager
def small_game() -> Iterator[None]:
    """The registry finds the small game in here, and nowhere else."""
    find_small_game()
    try:
        yield
    finally:
        domain.__path__.remove(str(GAMES))
        registry.games.cache_clear()


class Night:
    """Records rulings in one campaign."""

    def __init__(self, library: Library, slug: str, title: str = "The long causeway", gm: str = "Ana") -> None:
        self.library, self.slug = library, slug
        self.words = Vocabulary(library.ledger.game("lantern"))
        answer = library.ledger.found(FoundCampaign(game="lantern", title=title, slug=slug, gm_name=gm))
        assert isinstance(answer, Ruled)

    def asked(self, tag: str, *, by: str = "gm", faces: tuple[int, ...] = (), **fields: object) -> Submission:
        return Submission(command=self.words.command({"type": tag, **fields}), by=by, faces=faces)

    def rule(self, tag: str, *, by: str = "gm", faces: tuple[int, ...] = (), **fields: object) -> Ruled:
        """One ruling that must be accepted."""
        submission = self.asked(tag, by=by, faces=faces, **fields)
        answer = self.library.ledger.rule(self.slug, just_seen(self.library.ledger, self.slug, submission))
        assert isinstance(answer, Ruled), answer
        return answer

    def rule_all(self, asked: Sequence[Submission]) -> None:
        """Rulings that must be accepted, recorded at once."""
        ledger = self.library.ledger
        refused = [
            it for it in ledger.rule_all(self.slug, asked, ledger.end(self.slug)) if not isinstance(it, Ruled)
        ]
        assert refused == []


def whole_night(library: Library, slug: str = "causeway", names: Mapping[str, str] | None = None) -> Night:
    """A campaign with everything: two sessions, scenes, dice, a reroll, a secret, a map, an abandoned line."""
    called = {"wren": "Wren", "moss": "Old Moss", "warden": "The Warden", **(names or {})}
    night = Night(library, slug)
    night.rule_all(_evening(night, called))
    fork = library.ledger.head(slug)
    night.rule_all(_wrong_turn_and_shore(night, fork))
    return night


def _evening(night: Night, called: Mapping[str, str]) -> list[Submission]:
    return [
        night.asked("campaign.seat_person", person="bo", name=called.get("bo", "Bo"), role="player"),
        night.asked("campaign.name_faction", faction="lamplighters", name="The Lamplighters", weight=4),
        night.asked("campaign.name_faction", faction="tide", name="The Tide", weight=6),
        night.asked("campaign.name_faction", faction="ferry", name="Ferry Guild", weight=2),
        night.asked("campaign.relate_factions", source="tide", target="ferry", relation="drowns", friendly=False),
        night.asked("campaign.open_session", title="Out on the causeway"),
        *(
            night.asked("lantern.enter", character=character, name=called[character], player=player)
            for character, player in (("wren", "bo"), ("moss", "bo"), ("warden", None))
        ),
        night.asked("lantern.open_scene", scene="gate", title="At the gate"),
        *_cross(night, "wren", (3, 2, 9), 6),
        night.asked("lantern.learn", character="warden", secret="The Warden lit the beacon himself"),
        night.asked("journal.write_note", text="They never asked about the beacon.", visibility="gm"),
        night.asked("lantern.open_scene", scene="bridge", title="The bridge of planks"),
        *_cross(night, "moss", (7, 4, 2), None),
        *_cross(night, "wren", (5, 5, 10), 8),
        night.asked(
            "campaign.relate_factions", source="lamplighters", target="ferry", relation="feed", friendly=True
        ),
        night.asked("campaign.close_session"),
    ]


def _wrong_turn_and_shore(night: Night, fork: int) -> list[Submission]:
    return [
        night.asked("campaign.open_session", title="A wrong turn"),
        night.asked("lantern.open_scene", scene="cellar", title="Down in the cellar"),
        *_cross(night, "wren", (1, 1, 10), None),
        night.asked("campaign.rewind_line", to=fork, reason="Nobody wanted the cellar."),
        night.asked("campaign.open_session", title="The far shore"),
        night.asked("lantern.open_scene", scene="shore", title="Lights on the far shore"),
        *(
            asked
            for faces in ((4, 4, 3), (8, 6, 5), (2, 3, 4))
            for who in ("moss", "wren")
            for asked in _cross(night, who, faces, None)
        ),
        night.asked("campaign.close_session"),
    ]


def _cross(night: Night, who: str, faces: tuple[int, int, int], again: int | None) -> list[Submission]:
    asked = [night.asked("lantern.face", character=who, faces=faces)]
    return asked if again is None else [*asked, night.asked("lantern.reroll", character=who, faces=(again,))]
