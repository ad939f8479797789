"""The toy game as a game folder of its own, and campaigns of it."""

from hashlib import sha256
from pathlib import Path

from campaign_laws.submissions import just_seen
from domain.kernel.campaign.founding import FoundCampaign
from domain.kernel.vocabulary import Vocabulary
from ledger.answers import Ruled, Submission
from ledger.database.inserting import tally_after
from ledger.database.sqlite.driver import sqlite3
from ledger.ledger import Ledger
from tests.cli.games.delve import GAME

GAMES = {GAME.key: GAME}


def rule(
    ledger: Ledger, slug: str, raw: dict[str, object], *faces: int, by: str = "gm", key: str | None = None
) -> Ruled:
    command = Vocabulary(GAME).command(raw)
    submission = Submission(command=command, by=by, faces=faces, key=key)
    ruled = ledger.rule(slug, just_seen(ledger, slug, submission))
    assert isinstance(ruled, Ruled), ruled
    return ruled


def a_cave(ledger: Ledger, slug: str = "cave") -> str:
    """A short campaign with a rewind, a note on the line left behind, and a sealed session: 13 records."""
    ledger.found(FoundCampaign(game="delve", title="The Cave", slug=slug))
    rule(ledger, slug, {"type": "campaign.open_session", "title": "Down"})
    rule(ledger, slug, {"type": "delve.enter_hero", "hero": "wren", "name": "Wren"})
    rule(ledger, slug, {"type": "delve.go_deeper", "hero": "wren"}, 4, 3, key="first")
    rule(ledger, slug, {"type": "journal.write_note", "text": 'Déjà vu, "prev":"x"'})
    rule(ledger, slug, {"type": "campaign.rewind_line", "to": 4, "reason": "We forgot the lamp"})
    rule(ledger, slug, {"type": "delve.go_deeper", "hero": "wren"}, 1, 2, key="again")
    rule(ledger, slug, {"type": "campaign.close_session"})
    rule(ledger, slug, {"type": "journal.comment_on_record", "position": 9, "text": "שלום"})
    return slug


def cut_off(database: Path, after: int) -> None:
    """Take the end off a ledger with one campaign, and all in it that says there was more."""
    with sqlite3.connect(database) as connection:
        connection.execute("DELETE FROM ledger_events WHERE originator_version > ?", (after,))
        connection.execute("DELETE FROM ledger_submissions WHERE position > ?", (after,))
        asked = "SELECT state FROM ledger_events WHERE originator_version = ?"
        (stored,) = connection.execute(asked, (after,)).fetchone()
        ended = after, sha256(stored).hexdigest(), tally_after(stored)
        connection.execute("UPDATE ledger_heads SET position = ?, seal = ?, tally = ?", ended)
        last = "SELECT max(id) FROM ledger_events"
        connection.execute(f"UPDATE sqlite_sequence SET seq = ({last}) WHERE name = 'ledger_events'")
    connection.close()
