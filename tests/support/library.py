"""A ledger of the toy game with its read models, and short ways to record in it."""

from collections.abc import Iterable
from typing import Any

import sqlalchemy as sql

from campaign_laws.submissions import just_seen
from domain.kernel.campaign.founding import FoundCampaign
from domain.kernel.campaign.rewinding import RewindLine
from domain.kernel.messages import Command
from domain.kernel.people import Role, Viewer
from domain.kernel.terms import PersonId
from ledger.answers import Ruled, Submission
from ledger.ledger import Ledger
from projections.read_models import ReadModels
from projections.tables import schema
from tests.support import toy

GM = Viewer(PersonId("gm"), Role.GM)
ANN = Viewer(PersonId("ann"), Role.PLAYER)
BOB = Viewer(PersonId("bob"), Role.PLAYER)
READER = Viewer(PersonId("nobody"), Role.READER)


class Library:
    """An open database. `follow=False` is a program that knows of no read models."""

    def __init__(self, env: dict[str, str], *, follow: bool = True) -> None:
        self.ledger = Ledger({"toy": toy.GAME}, env)
        self.views = ReadModels(self.ledger)
        if follow:
            self.ledger.followers.append(self.views)

    def begin(self, slug: str = "tale", title: str = "A tale") -> None:
        self.ledger.found(FoundCampaign(game="toy", title=title, slug=slug))

    def rule(self, command: Command, *faces: int, by: str = "gm", **more: Any) -> int:
        """Record a ruling in `tale`. The position of its last record."""
        submission = Submission(command=command, by=by, faces=faces, **more)
        answer = self.ledger.rule("tale", just_seen(self.ledger, "tale", submission))
        assert isinstance(answer, Ruled), answer
        return answer.records[-1].position

    def rule_all(self, commands: Iterable[Command]) -> int:
        position = 0
        for command in commands:
            position = self.rule(command, *((4,) if isinstance(command, toy.Roll) else ()))
        return position

    def rewind(self, to: int) -> int:
        return self.rule(RewindLine(to=to, reason="it was otherwise"))

    def rows(self) -> dict[str, list[tuple[Any, ...]]]:
        """Everything in every table of the read models, once they have caught up."""
        self.views.summaries()
        with self.views.database.reading() as connection:
            return {
                table.name: sorted((tuple(row) for row in connection.execute(sql.select(table))), key=repr)
                for table in schema.TABLES
            }

    def close(self) -> None:
        self.ledger.close()
