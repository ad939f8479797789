"""Secrets that are numbers: what goes out to somebody who may not know one is the same, whatever it is.

A number cannot be looked for in what is sent: it stands there anyway. So the same evening is recorded twice, with
another number; and to everybody but whoever knows it, byte for byte the same must go out.
"""

import re
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import Any
from uuid import UUID

import pytest
from streamlit.testing.v1 import AppTest, local_script_runner

from cli.campaigns.rulings import founding
from domain.kernel.people import Role
from domain.kernel.vocabulary import Vocabulary
from domain.registry import games
from ledger.answers import Ruled, Submission
from ledger.ledger import Ledger
from projections.read_models import ReadModels
from tests.dashboard.conftest import APP
from tests.support.pages import at_page
from tests.support.samples import longest_sample
from wiring.library import open_library

KEY = "death_of_the_vele"
SCREENS = ("replay", "chronicle", "sheets", "map", "advancement", "luck", "between", "table", "disputes", "find")
NOW = datetime(2026, 11, 22, 18, 0, tzinfo=UTC)
CHANCE = re.compile(rb"[0-9a-f]{8,64}")
BID = f"{KEY}.place_bid"


def recorded(file: Path, amount: int) -> tuple[str, str]:
    """The longest sample up to its first sealed bid, which is of this amount: its slug, and who made it."""
    ledger = Ledger(games(), {"SQLALCHEMY_URL": f"sqlite:///{file}"}, clock=lambda: NOW)
    ledger.followers.append(ReadModels(ledger))
    sample = longest_sample(KEY)
    script, vocabulary = sample.script.script, Vocabulary(games()[KEY])
    header = script.header
    founded = founding(
        game=KEY, title=header.title, slug=sample.slug, house_rules=header.house_rules, gm_name=header.gm_name
    )
    assert isinstance(ledger.found(founded, by=header.gm), Ruled)
    for _number, step in script.steps:
        when: Any = step.when
        bid = when["type"] == BID
        command = vocabulary.command({**when, "amount": amount} if bid else when)
        asked = Submission(command=command, by=step.by, faces=step.dice, expect=ledger.end(sample.slug))
        assert isinstance(ledger.rule(sample.slug, asked), Ruled)
        if bid:
            ledger.close()
            return sample.slug, step.by
    raise AssertionError("nobody bids in this sample")


@pytest.fixture
def sent(monkeypatch: pytest.MonkeyPatch) -> list[bytes]:
    """Every message a run sends, as bytes."""
    kept: list[bytes] = []
    real: Callable[..., Any] = local_script_runner.parse_tree_from_messages  # type: ignore[attr-defined]

    def keep(messages: list[Any]) -> Any:
        # How long each step of the page took is sent as well, and never twice the same.
        said = (message for message in messages if message.WhichOneof("type") != "page_profile")
        kept.extend(message.SerializeToString() for message in said)
        return real(messages)

    monkeypatch.setattr(local_script_runner, "parse_tree_from_messages", keep)
    return kept


def drawn(
    file: Path, slug: str, person: str, monkeypatch: pytest.MonkeyPatch, sent: list[bytes]
) -> dict[str, bytes]:
    """The messages of each screen to this person, without what is made by chance: tickets, seals of records."""
    monkeypatch.setenv("CAMPAIGN_DATABASE", str(file))
    found = {}
    for screen in SCREENS:
        app = AppTest.from_file(str(APP), default_timeout=60)
        app.secrets = {"access": {"mode": "header", "seats": {slug: {person: "me@example.org"}}}}
        app.user = {"email": "me@example.org"}
        app.query_params["campaign"] = slug
        sent.clear()
        at_page(app, screen).run()
        assert not app.exception, screen
        found[screen] = CHANCE.sub(b"#", b"".join(sent))
    return found


def test_a_sealed_bid_goes_out_to_nobody_but_who_made_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, sent: list[bytes]
) -> None:
    monkeypatch.setattr("ledger.ledger.uuid4", lambda: UUID(int=7))
    files = {amount: tmp_path / f"{amount}.sqlite3" for amount in (1, 3)}
    slug, bidder = {recorded(file, amount) for amount, file in files.items()}.pop()
    library = open_library(str(files[1]))
    others = [
        person
        for person, seat in library.ledger.moment(slug).campaign.people.items()
        if seat.role is Role.PLAYER and person != bidder
    ]
    library.close()
    one, three = (drawn(file, slug, others[0], monkeypatch, sent) for file in files.values())
    for screen in SCREENS:
        assert one[screen] == three[screen], screen
    mine = [drawn(file, slug, bidder, monkeypatch, sent) for file in files.values()]
    assert mine[0] != mine[1], "a bid that even its bidder cannot see would show nothing here"
