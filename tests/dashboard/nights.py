"""Campaigns for the dashboard's tests: of the small game beside them, played through the real ledger."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

import domain
from domain import registry
from domain.kernel.campaign.founding import FoundCampaign
from domain.kernel.vocabulary import Vocabulary
from ledger.answers import Ruled, Submission
from tests.support.ending import just_seen
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

    def rule(self, tag: str, *, by: str = "gm", faces: tuple[int, ...] = (), **fields: object) -> Ruled:
        """One ruling that must be accepted."""
        command = self.words.command({"type": tag, **fields})
        submission = Submission(command=command, by=by, faces=faces)
        answer = self.library.ledger.rule(self.slug, just_seen(self.library.ledger, self.slug, submission))
        assert isinstance(answer, Ruled), answer
        return answer


def whole_night(library: Library, slug: str = "causeway", names: Mapping[str, str] | None = None) -> Night:
    """A campaign with everything: two sessions, scenes, dice, a reroll, a secret, a map, an abandoned line."""
    called = {"wren": "Wren", "moss": "Old Moss", "warden": "The Warden", **(names or {})}
    night = Night(library, slug)
    night.rule("campaign.seat_person", person="bo", name=called.get("bo", "Bo"), role="player")
    night.rule("campaign.name_faction", faction="lamplighters", name="The Lamplighters", weight=4)
    night.rule("campaign.name_faction", faction="tide", name="The Tide", weight=6)
    night.rule("campaign.name_faction", faction="ferry", name="Ferry Guild", weight=2)
    night.rule("campaign.relate_factions", source="tide", target="ferry", relation="drowns", friendly=False)
    night.rule("campaign.open_session", title="Out on the causeway")
    for character, player in (("wren", "bo"), ("moss", "bo"), ("warden", None)):
        night.rule("lantern.enter", character=character, name=called[character], player=player)
    night.rule("lantern.open_scene", scene="gate", title="At the gate")
    _cross(night, "wren", (3, 2, 9), 6)
    night.rule("lantern.learn", character="warden", secret="The Warden lit the beacon himself")
    night.rule("journal.write_note", text="They never asked about the beacon.", visibility="gm")
    night.rule("lantern.open_scene", scene="bridge", title="The bridge of planks")
    _cross(night, "moss", (7, 4, 2), None)
    _cross(night, "wren", (5, 5, 10), 8)
    night.rule("campaign.relate_factions", source="lamplighters", target="ferry", relation="feed", friendly=True)
    night.rule("campaign.close_session")
    fork = library.ledger.head(slug)
    night.rule("campaign.open_session", title="A wrong turn")
    night.rule("lantern.open_scene", scene="cellar", title="Down in the cellar")
    _cross(night, "wren", (1, 1, 10), None)
    night.rule("campaign.rewind_line", to=fork, reason="Nobody wanted the cellar.")
    night.rule("campaign.open_session", title="The far shore")
    night.rule("lantern.open_scene", scene="shore", title="Lights on the far shore")
    for faces in ((4, 4, 3), (8, 6, 5), (2, 3, 4)):
        _cross(night, "moss", faces, None)
        _cross(night, "wren", faces, None)
    night.rule("campaign.close_session")
    return night


def _cross(night: Night, who: str, faces: tuple[int, int, int], again: int | None) -> None:
    night.rule("lantern.face", character=who, faces=faces)
    if again is not None:
        night.rule("lantern.reroll", character=who, faces=(again,))
