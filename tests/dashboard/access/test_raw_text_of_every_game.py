"""Bytes sent to a browser hold no secret of the game that the viewer may not know.

Looked at are the messages themselves, as they go out on the wire, of every screen of the samples of all games.
"""

import json
from collections.abc import Callable, Iterator
from dataclasses import fields, is_dataclass
from pathlib import Path
from typing import Any

import pytest
from streamlit.testing.v1 import AppTest, local_script_runner

from domain.kernel.chapter import Rulebook
from domain.kernel.game import AnyGame, for_everyone
from domain.kernel.people import Asker, Role, Viewer, may_see
from domain.registry import games
from ledger.ledger import Ledger
from tests.dashboard.conftest import APP
from tests.support.own_games import with_samples
from tests.support.pages import at_page
from tests.support.samples import copied, longest_sample
from wiring.library import open_library

LEAST = 14
"""Letters of a text that is told apart from what happens to be written elsewhere."""
SCREENS = ("replay", "map", "advancement", "between", "table", "disputes")


def texts_in(value: Any) -> Iterator[str]:
    """Every text inside a value."""
    if isinstance(value, str):
        yield value
    elif is_dataclass(value) and not isinstance(value, type):
        for each in fields(value):
            yield from texts_in(getattr(value, each.name))
    elif isinstance(value, dict):
        for inner in value.items():
            yield from texts_in(inner)
    elif isinstance(value, list | tuple | set | frozenset):
        for inner in value:
            yield from texts_in(inner)


def secrets_and_rest(ledger: Ledger, slug: str, viewer: Viewer) -> tuple[set[str], set[str]]:
    """Texts of the campaign that are kept from this viewer, and all others."""
    hidden: set[str] = set()
    open_to_all: set[str] = set()
    for told in ledger.told(slug):
        it = told.retelling
        sees = may_see(viewer, it.audience)
        (open_to_all if sees else hidden).update(texts_in(it.headline))
        for fact in it.facts:
            (open_to_all if sees and may_see(viewer, fact.audience) else hidden).update(texts_in(fact))
    game, moment = ledger.game(ledger.find(slug).game), ledger.moment(slug)
    for character in game.listed(moment.game):
        for block in game.sheet(moment.game, character).blocks:
            (open_to_all if may_see(viewer, block.audience) else hidden).update(texts_in(block))
    return hidden, open_to_all


def keeps_secrets(game: AnyGame) -> bool:
    """Some event of this game is not for everybody."""
    book = getattr(game.audience, "__self__", None)
    if isinstance(book, Rulebook):
        return any(chapter.audiences for chapter in book.chapters)
    return game.audience is not for_everyone


@pytest.fixture
def sent(monkeypatch: pytest.MonkeyPatch) -> list[bytes]:
    """Every message a run sends, as bytes."""
    kept: list[bytes] = []
    real: Callable[..., Any] = local_script_runner.parse_tree_from_messages  # type: ignore[attr-defined]

    def keep(messages: list[Any]) -> Any:
        kept.extend(message.SerializeToString() for message in messages)
        return real(messages)

    monkeypatch.setattr(local_script_runner, "parse_tree_from_messages", keep)
    return kept


@pytest.mark.parametrize("key", with_samples())
def test_no_secret_of_a_sample_goes_out_to_a_player_or_a_reader(
    key: str, played_samples: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, sent: list[bytes]
) -> None:
    monkeypatch.setenv("CAMPAIGN_DATABASE", str(copied(played_samples, tmp_path / "sample.sqlite3")))
    ledger = open_library().ledger
    slug = longest_sample(key).slug
    moment = ledger.moment(slug)
    ledger_gm = moment.campaign.gm or ""
    player = next(person for person, seat in moment.campaign.people.items() if seat.role is Role.PLAYER)
    viewers = (
        moment.campaign.asker(player),
        Asker(type(moment.campaign.asker(player).person)("nobody"), Role.READER),
    )
    told = 0
    for viewer in viewers:
        hidden, rest = secrets_and_rest(ledger, slug, viewer)
        told += len(hidden)
        known = "\n".join(rest)
        secret = {text for text in hidden if len(text) >= LEAST and text not in known}
        seats = {viewer.person: "me@example.org"} if viewer.role is Role.PLAYER else {ledger_gm: "gm@example.org"}
        for screen in SCREENS if viewer.role is Role.PLAYER else SCREENS[:1]:
            app = AppTest.from_file(str(APP), default_timeout=60)
            app.secrets = {"access": {"mode": "header", "readers": ["*"], "seats": {slug: seats}}}
            app.user = {"email": "me@example.org"}
            app.query_params["campaign"] = slug
            sent.clear()
            at_page(app, screen).run()
            assert not app.exception, screen
            raw = b"".join(sent)
            assert moment.campaign.title.encode() in raw or screen in ("table", "disputes")
            for text in secret:
                for form in (text, json.dumps(text)[1:-1]):
                    assert form.encode() not in raw, (screen, viewer, text)
    game = games()[key]
    excused = not keeps_secrets(game) or "a_sample_keeps_something_from_somebody" in game.excuses
    assert told or excused, "a sample that keeps nothing from anybody shows nothing here"
