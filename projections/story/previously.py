"""The lines a session begins with: what came of the one before, who is gone since, what is still wanted."""

from collections.abc import Iterable

from domain.kernel.wording import joining
from projections.story.model import Text
from projections.story.sentences import joint

_LINES = 4
_GONE = 2
"""The most who are gone that a session begins with."""


class CameBefore:
    """Remembers of a session what the next one begins with."""

    def __init__(self) -> None:
        self._outcomes: list[Text] = []
        self._gone: list[Text] = []
        self._open_aims: dict[str, Text] = {}

    def scene_came_to(self, outcome: Text) -> None:
        """Remember what came of a scene."""
        self._outcomes.append(outcome)

    def left(self, sentences: Iterable[Text]) -> None:
        """Remember that somebody is gone."""
        self._gone += sentences

    def wanted(self, test: str, aim: Text, *, closed: bool) -> None:
        """Remember what is wanted in a test for as long as that is open."""
        self._open_aims[test] = aim
        if closed:
            self._open_aims.pop(test)

    def lines(self) -> tuple[Text, ...]:
        """At most four lines for the session that begins now, none of them twice. They are told once."""
        still = [(joint(f"{joining.STILL_OPEN}: "), *aim) for aim in list(self._open_aims.values())[-1:] if aim]
        gone = self._gone[-_GONE:]
        came = list(dict.fromkeys(self._outcomes))[-(_LINES - len(still) - len(gone)) :]
        self._outcomes, self._gone = [], []
        return (*came, *gone, *still)
