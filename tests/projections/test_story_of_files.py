"""Files in a story: what is said of one is told once, and again only where it is said otherwise."""

import re
from io import BytesIO
from pathlib import Path

import pytest

from domain.kernel.campaign.sessions import OpenSession
from domain.kernel.journal.attached.terms import Belongs, BelongsTo, FileRole
from domain.kernel.journal.files import AttachFile, BringFileBack, DescribeFile, PutFileAway
from domain.kernel.journal.notes import WriteNote
from domain.kernel.people import EVERYONE
from projections.story.chronicle import chronicle
from tests.support.library import Library


@pytest.fixture
def env(tmp_path: Path) -> dict[str, str]:
    return {"SQLALCHEMY_URL": f"sqlite:///{tmp_path / 'ledger.sqlite3'}"}


def test_a_caption_is_told_once_however_often_its_file_is_touched(library: Library) -> None:
    library.rule(OpenSession(title="Low water"))
    staged = library.ledger.files.stage(library.ledger.find("tale").id, BytesIO(b"a map"))
    fields = {"digest": staged.digest, "media": "image/png", "size": staged.size, "name": "map.png"}
    fields |= {"role": FileRole.MAP, "belongs": Belongs(kind=BelongsTo.CAMPAIGN), "caption": "The harbour"}
    library.rule(AttachFile.model_validate(fields))
    for command in (
        DescribeFile(file=1, caption="The harbour", alt="Eleven piers"),  # no other words for the table
        PutFileAway(file=1),
        BringFileBack(file=1),
        DescribeFile(file=1, caption="The harbour, before the flood", alt="Eleven piers"),
    ):
        library.rule(command)
    ledger = library.ledger
    text = "".join(chronicle(ledger.told("tale"), ledger.moment("tale").campaign, "Toy", EVERYONE))
    assert re.findall("> (The harbour.*)", text) == ["The harbour", "The harbour, before the flood"]
    assert "map.png" not in text


def test_a_note_of_an_evening_in_which_nothing_is_played_stands_in_that_evening(library: Library) -> None:
    library.rule(OpenSession(title="Low water"))
    library.rule(WriteNote(text="The tide is out."))
    ledger = library.ledger
    text = "".join(chronicle(ledger.told("tale"), ledger.moment("tale").campaign, "Toy", EVERYONE))
    assert text.index("## Session 1: Low water") < text.index("The tide is out.")
