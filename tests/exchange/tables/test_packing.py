"""A campaign as a table file, and a campaign out of it again."""

import tomllib
from collections.abc import Iterator, Sequence
from random import Random

import pytest

from campaign_laws.preparation import SeededFaces
from domain.kernel.campaign.founding import FoundCampaign
from domain.kernel.people import GM_ONLY
from domain.kernel.preparation.table_file import TableFile
from domain.registry import games
from exchange.tables.founding import found_table
from exchange.tables.packing import Packed, pack_table
from exchange.tables.quick_starts import QuickStart, quick_starts
from exchange.tables.reading import read_table
from ledger.ledger import Ledger
from tests.support.own_games import OURS
from wiring.library import open_library

READY = [it for game in games().values() for it in quick_starts(game)]
ADA, FAY = ("Ada", "Brin", "Cato", "Dora"), ("Fay", "Gil", "Hob", "Ida")
every_quick_start = pytest.mark.parametrize("ready", READY, ids=lambda it: it.name)


@pytest.fixture
def ledger() -> Iterator[Ledger]:
    library = open_library("sqlite://")
    yield library.ledger
    library.close()


def found(ledger: Ledger, slug: str, table: TableFile, players: Sequence[str] = ADA) -> str:
    command = FoundCampaign(game=table.game, title=table.title, slug=slug, house_rules=dict(table.house_rules))
    chance = Random(7)
    answer = found_table(ledger, command, "gm", players, table, lambda: SeededFaces(chance))
    assert not answer.faults, [str(fault) for fault in answer.faults]
    return slug


def again(packed: Packed) -> TableFile:
    return read_table(packed.text.encode(), games())


def test_every_game_of_the_project_has_a_quick_start() -> None:
    assert {it.table.game for it in READY} >= set(OURS)


@every_quick_start
def test_a_campaign_out_of_its_own_table_is_the_same_campaign(ledger: Ledger, ready: QuickStart) -> None:
    found(ledger, "one", ready.table)
    packed = pack_table(ledger, "one")
    assert not packed.left_out
    assert not packed.texts
    found(ledger, "two", again(packed))
    one, two = ledger.moment("one"), ledger.moment("two")
    assert two.game == one.game
    assert two.campaign.people == one.campaign.people
    assert two.position == one.position


@every_quick_start
def test_other_people_at_the_table_leave_the_table_file_as_it_is(ledger: Ledger, ready: QuickStart) -> None:
    packed = pack_table(ledger, found(ledger, "one", ready.table))
    other = pack_table(ledger, found(ledger, "two", again(packed), FAY))
    assert other.text == packed.text


@every_quick_start
@pytest.mark.parametrize("players", range(1, 5))
def test_as_many_players_as_there_are_are_packed(ledger: Ledger, ready: QuickStart, players: int) -> None:
    if players == 1 and ready.table.game == "death_of_the_vele":
        players = 2  # nobody tells a story alone there: the act matrix has no openers for four acts
    packed = pack_table(ledger, found(ledger, "one", ready.table, ADA[:players]))
    assert not packed.left_out
    found(ledger, "two", again(packed), ADA[:players])
    assert ledger.moment("two").game == ledger.moment("one").game


@every_quick_start
def test_nobody_at_the_table_stands_in_a_table_file(ledger: Ledger, ready: QuickStart) -> None:
    people = ("Xanthippe Quoyle", "Yorick Zebedee", "Zenobia Quux", "Wulfstan Ixby")
    text = pack_table(ledger, found(ledger, "one", ready.table, people)).text
    said = text.casefold()
    for word in ("xanthippe", "quoyle", "yorick", "zebedee", "zenobia", "quux", "wulfstan", "ixby", '"one"'):
        assert word not in said
    assert set(tomllib.loads(text)) <= {"table", "game", "title", "house_rules", *_bases(ready)}


def _bases(ready: QuickStart) -> set[str]:
    return {"guidelines", "opens_left", *ready.table.steps}


@every_quick_start
def test_without_secrets_nothing_that_only_the_gm_reads_is_left(ledger: Ledger, ready: QuickStart) -> None:
    found(ledger, "one", ready.table)
    whole, told = pack_table(ledger, "one"), pack_table(ledger, "one", secrets=False)
    assert told.secrets == whole.secrets
    assert (told.text != whole.text) == (whole.secrets > 0)
    found(ledger, "two", again(told))
    assert not hidden_in(ledger, "two")
    assert len(hidden_in(ledger, "one")) == whole.secrets


def hidden_in(ledger: Ledger, slug: str) -> list[str]:
    """The texts recorded for the GM alone. An arc is whose character has it, and is shown with the pick."""
    told = [it for it in ledger.open(slug).told() if it.retelling.audience == GM_ONLY]
    return [it.record.event.type for it in told if "arc_registered" not in it.record.event.type]


def test_settings_that_were_changed_go_along(ledger: Ledger) -> None:
    ready = next(it for it in READY if it.table.game == "hot_circle")
    table = ready.table.model_copy(update={"house_rules": {"strict_counts": True}})
    packed = pack_table(ledger, found(ledger, "one", table))
    assert packed.table.house_rules == {"strict_counts": True}
    assert "strict_counts = true" in packed.text


def test_a_position_is_packed_as_it_was_then(ledger: Ledger) -> None:
    ready = next(it for it in READY if it.table.game == "vicious_crucible")
    found(ledger, "one", ready.table)
    laid_out = next(
        record.position for record, moment in ledger.line("one") if getattr(moment.game, "crucible", None)
    )
    assert set(pack_table(ledger, "one", laid_out).table.steps) == {"cast"}


def test_a_campaign_of_which_nothing_was_prepared_makes_an_empty_table(ledger: Ledger) -> None:
    ready = READY[0].table
    ledger.found(FoundCampaign(game=ready.game, title="Empty", slug="empty"))
    packed = pack_table(ledger, "empty")
    assert dict(packed.table.steps) == {}
