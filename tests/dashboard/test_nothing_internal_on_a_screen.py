"""A law of all pages: no identifier, no number but that of a moment, one way to write a day."""

import re
from collections.abc import Iterable, Iterator
from html import unescape
from pathlib import Path
from typing import Any

import pytest
from streamlit.testing.v1 import AppTest

from dashboard.screens import LIBRARY, SCREENS
from dashboard.ui.header import script_of
from domain.kernel.history.alternatives import Amend
from domain.kernel.journal.disputes import AddToDispute, DisputeRuling
from domain.kernel.preparation.table_file import refers_at
from domain.kernel.ruling import names_at
from domain.registry import games
from exchange.command_forms.recorded import AnsweredField, answered_fields
from ledger.answers import Ruled, Submission
from tests.dashboard.conftest import APP, drawn
from tests.dashboard.table.page import said
from tests.support.pages import at_page
from tests.support.samples import copied
from wiring.library import DATABASE_VARIABLE, Library, open_library
from wiring.samples import samples

SAMPLES = [sample.slug for sample in samples(games())]
_ATTRIBUTES = re.compile(r'(?:title|aria-label|placeholder|alt)="([^"]*)"')
_TAGS = re.compile(r"<style>.*?</style>|<[^>]*>", re.DOTALL)
_WORDS = re.compile(r"[\w-]+")
INTERNAL = {
    "a name of the program": re.compile(r"\b[a-z]+_[a-z_]+\b|\b[a-z_]+\.[a-z_]+\.v\d\b"),
    "a path of the program": re.compile(r"(?<![\w/.])[A-Z]?[a-z_]+\.(?!toml|md|db|json|html)[a-z_]{3,}(?![\w/(])"),
    "an id": re.compile(r"\b[a-z]+(?:-[a-z]+)*-\d+\b|\bd\d+-\d+\b"),
    "a day as a program writes it": re.compile(r"\b\d{4}-\d\d-\d\d\b"),
    "another number than a moment's": re.compile(r"\b(?:[Rr]ecord|[Pp]osition|[Rr]uling) \d"),
    "a word nobody says": re.compile(r"\b(?:None|UNSET|slug|null)\b|<\w+\?>"),
}


@pytest.fixture(scope="module")
def shelf(played_samples: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A ledger with every sample, caught up with once."""
    file = copied(played_samples, tmp_path_factory.mktemp("shelf") / "samples.sqlite3")
    opened = open_library(str(file))
    opened.views.summaries()
    opened.close()
    return Path(file)


@pytest.fixture(scope="module")
def opened(shelf: Path) -> Iterator[Library]:
    library = open_library(str(shelf))
    yield library
    library.close()


@pytest.mark.parametrize("slug", SAMPLES)
def test_no_page_of_a_campaign_shows_what_only_the_program_says(
    opened: Library, shelf: Path, slug: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(DATABASE_VARIABLE, str(shelf))
    ids = _ids(opened, slug)
    app = AppTest.from_file(str(APP), default_timeout=60)
    for screen in [*SCREENS, *(LIBRARY if slug == SAMPLES[0] else ())]:
        app.query_params["campaign"] = slug
        app.switch_page(script_of(screen)).run()
        assert not app.exception, screen
        shown = "\n".join(_shown(app))
        assert len(shown) > 200, screen
        found = {what: pattern.findall(shown) for what, pattern in INTERNAL.items()}
        assert not {what: hits[:5] for what, hits in found.items() if hits}, screen
        assert not sorted(ids & set(_WORDS.findall(shown)))[:5], screen


@pytest.mark.parametrize("slug", SAMPLES)
def test_no_ruling_that_is_put_in_question_reads_as_only_the_program_says(opened: Library, slug: str) -> None:
    """The first of every kind of command: each field by its label, each thing by its name at that time."""
    campaign, ids = opened.ledger.open(slug), _ids(opened, slug)
    past = opened.ledger.review.past(campaign)
    commands = {
        it.record.envelope.ruling: it.record.envelope for it in campaign.told() if it.record.envelope.command
    }
    first = {str((it.command or {})["type"]): it for it in sorted(commands.values(), key=lambda it: -it.ruling)}
    assert len(first) > 10
    for tag, it in first.items():
        ruling = past.ruling(it.ruling)
        assert ruling is not None
        before = campaign.moment(ruling.before or 1)
        refers = refers_at(campaign.game, before, before.campaign.asker(it.by))
        fields = answered_fields(campaign.game, it.command or {}, names_at(campaign.game, campaign.now), refers)
        shown = "\n".join(_answers(fields))
        found = {what: pattern.findall(shown) for what, pattern in INTERNAL.items()}
        assert not {what: hits[:5] for what, hits in found.items() if hits}, (tag, shown)
        assert not sorted(ids & set(_WORDS.findall(shown)))[:5], (tag, shown)


@pytest.mark.parametrize("game", ["death_of_the_vele", "hot_circle", "vicious_crucible", "wicked_ones"])
def test_an_alternative_brought_to_a_dispute_reads_by_the_names_of_its_time(
    opened: Library, shelf: Path, game: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of each game, the newest ruling that can be disputed and names something that only was there then."""
    slug = next(it for it in SAMPLES if opened.ledger.open(it).game.key == game)
    file = copied(shelf, tmp_path / "ledger.sqlite3")
    monkeypatch.setenv(DATABASE_VARIABLE, str(file))
    library = open_library(str(file))
    campaign = library.ledger.open(slug)
    names, gm = names_at(campaign.game, campaign.now), str(campaign.now.campaign.gm)
    envelopes = {it.record.envelope.ruling: it.record.envelope for it in campaign.told()}
    for ruling, it in sorted(envelopes.items(), reverse=True):
        read = "\n".join(_answers(answered_fields(campaign.game, it.command or {}, names)))
        if not INTERNAL["an id"].search(read):
            continue
        disputed = campaign.rule(Submission(command=DisputeRuling(ruling=ruling, text="Not so"), by=gm))
        if isinstance(disputed, Ruled):
            break
    else:
        pytest.fail("every command of this sample is read by the names of today")
    brought = AddToDispute(dispute=1, alternative=Amend(command=dict(it.command or {})))
    assert isinstance(campaign.rule(Submission(command=brought, by=gm)), Ruled)
    library.close()
    app = AppTest.from_file(str(APP), default_timeout=60)
    app.query_params["campaign"], app.query_params["ruling"] = slug, str(ruling)
    at_page(app, "disputes").run()
    shown = "\n".join(_shown(app))
    assert "Asked otherwise" in shown
    assert INTERNAL["an id"].findall(shown) == []


def _answers(fields: Iterable[AnsweredField]) -> Iterator[str]:
    for it in fields:
        yield it.label
        yield it.text
        yield from _answers(it.parts)
        for row in it.rows:
            yield from _answers(row)


@pytest.mark.parametrize("slug", SAMPLES)
def test_everybody_who_threw_dice_is_named_and_by_a_name_of_their_own(opened: Library, slug: str) -> None:
    campaign = opened.ledger.open(slug)
    names = names_at(campaign.game, campaign.now)
    rollers = list(opened.views.luck(slug).by_roller())
    assert rollers
    assert [roller for roller in rollers if roller not in names] == []
    called = [names[roller] for roller in rollers]
    assert sorted(called) == sorted(set(called))


def _shown(app: AppTest) -> Iterator[str]:
    """Everything on a page that somebody reads or hears."""
    html = drawn(app)
    yield from map(unescape, _ATTRIBUTES.findall(html))
    yield unescape(_TAGS.sub("\n", html))
    widgets: list[Any] = [*app.button, *app.text_input, *app.text_area, *app.number_input, *app.selectbox]
    for it in [*widgets, *app.multiselect, *app.button_group, *app.expander, *app.toggle, *app.date_input]:
        yield said(str(it.label))
        for name in ("help", "placeholder"):
            yield said(str(getattr(it, name, "") or ""))
        for option in getattr(it, "options", ()):
            yield said(str(option))


def _ids(library: Library, slug: str) -> set[str]:
    """The ids of a campaign with a hyphen in them that nobody at its table ever wrote as a word."""
    campaign = library.ledger.open(slug)
    names = names_at(campaign.game, campaign.now)
    written = " ".join(_sentences([told.record.envelope.command for told in library.ledger.told(slug)]))
    ids = {it for it, name in names.items() if "-" in it and it != name}
    return ids - set(_WORDS.findall(written)) - set(_WORDS.findall(" ".join(names.values())))


def _sentences(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        if " " in value:
            yield value
    elif isinstance(value, dict | list):
        for each in value.values() if isinstance(value, dict) else value:
            yield from _sentences(each)
