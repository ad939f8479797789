"""A game in an installed package: found by its entry point, played like the others, and missed without harm."""

import sys
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path

import pytest
from typer.testing import CliRunner

from cli.app import app
from domain import registry
from domain.kernel.game import UnusableGame
from tests.cli.conftest import Campaign
from tests.support.own_games import OURS
from wiring.samples import samples

KEY, PACKAGE = "glass_court", "glass-court"
TOY = "delve"
Installed = Callable[[Path], AbstractContextManager[None]]


def describe(folder: Path, name: str, version: str, points: str) -> None:
    """The metadata that an installer leaves beside a package."""
    notes = folder / f"{name.replace('-', '_')}-{version}.dist-info"
    notes.mkdir()
    (notes / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n")
    (notes / "entry_points.txt").write_text(f"[campaign_ledger.games]\n{points}\n")


def forget() -> None:
    registry.games.cache_clear()
    registry._loaded.cache_clear()
    for name in [it for it in sys.modules if it.partition(".")[0] == KEY]:
        del sys.modules[name]


def the_others_go_on(campaign: Campaign) -> tuple[set[str], list[str]]:
    """The keys of the games that are listed all the same, and what is said of those that are not."""
    ran = campaign("games", "--json")
    assert ran.status == 1
    return {it["key"] for it in ran.json}, ran.err.splitlines()


@pytest.fixture
def installed() -> Iterator[Installed]:
    """Has the packages of a folder installed as long as one is inside."""

    @contextmanager
    def inside(folder: Path) -> Iterator[None]:
        sys.path.insert(0, str(folder))
        forget()
        try:
            yield
        finally:
            sys.path.remove(str(folder))
            forget()

    yield inside
    forget()


@pytest.fixture(scope="module")
def package(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder with a new game, as it is made and then installed."""
    place = tmp_path_factory.mktemp("elsewhere")
    with pytest.MonkeyPatch.context() as here:
        here.chdir(place)
        made = CliRunner().invoke(app, ["new-game", KEY, "--title", "Glass Court", "--package"])
        assert made.exit_code == 0, made.stderr
    describe(place / PACKAGE, PACKAGE, "1.2", f"{KEY} = {KEY}")
    return place / PACKAGE


def test_it_is_found_by_name_and_imported_when_it_is_asked_for(package: Path, installed: Installed) -> None:
    with installed(package):
        known = registry.games()
        assert KEY in known
        assert KEY not in sys.modules
        assert known[KEY].title == "Glass Court"
        assert [it.slug for it in samples({KEY: known[KEY]})] == ["glass-court-first-journey"]
        assert (known.sources[KEY].distribution, known.sources[KEY].version) == (PACKAGE, "1.2")


def test_it_is_played_and_told_by_the_doctor(package: Path, installed: Installed, campaign: Campaign) -> None:
    with installed(package):
        assert "1 of 1 rules, 1 of 1 refusals" in campaign("coverage", KEY).out
        assert campaign("play", "court", str(package / KEY / "samples" / "first-journey.jsonl")).status == 0
        assert "sound" in campaign("verify", "court").out
        told = campaign("doctor", "--json").json["games"]
        assert {"game": KEY, "package": KEY, "version": f"{PACKAGE} 1.2"} in told
        assert campaign("keep-records", KEY, "--json").json["added"] == []


def test_a_campaign_whose_game_is_gone_is_listed_verified_exported_and_backed_up(
    package: Path, installed: Installed, campaign: Campaign, tmp_path: Path
) -> None:
    with installed(package):
        campaign("play", "court", str(package / KEY / "samples" / "first-journey.jsonl"))
    assert [(it["slug"], it["game_title"]) for it in campaign("list", "--json").json] == [("court", "Glass Court")]
    found = campaign("verify", "court", "--json").json
    assert (found["sound"], found["records"], found["missing_game"]) == (True, 13, KEY)
    assert "is not installed here. Every record is whole" in " ".join(campaign("verify").out.split())
    assert campaign("export", "court", str(tmp_path / "bag")).status == 0
    assert campaign("backup", str(tmp_path / "copy.sqlite3")).status == 0
    assert "left as it is" in " ".join(campaign("rebuild").err.split())
    ran = campaign("state", "court")
    assert (ran.status, ran.out) == (2, "")
    assert "There is no game 'glass_court'" in ran.err
    elsewhere = ("--database", str(tmp_path / "elsewhere.sqlite3"))
    with installed(package):
        assert campaign(*elsewhere, "import", str(tmp_path / "bag")).status == 0
        assert campaign(*elsewhere, "state", "court", "--json").json == campaign("state", "court", "--json").json
    assert (
        campaign("--database", str(tmp_path / "third.sqlite3"), "restore", str(tmp_path / "copy.sqlite3")).status
        == 0
    )


def test_a_changed_byte_is_found_without_the_game(
    package: Path, installed: Installed, campaign: Campaign, database: Path
) -> None:
    import sqlite3

    with installed(package):
        campaign("play", "court", str(package / KEY / "samples" / "first-journey.jsonl"))
    with sqlite3.connect(database) as connection:
        (table,) = connection.execute("select name from sqlite_master where name like '%events'").fetchone()
        connection.execute(
            f"update {table} set state = replace(cast(state as text), '\"face\":5', '\"face\":6')"
            " where originator_version = 6"
        )
    connection.close()
    found = campaign("verify", "court", "--json").json
    assert not found["sound"]
    assert found["first_broken"] in (6, 7)


def test_two_games_of_one_key_are_refused_naming_both(
    package: Path, installed: Installed, campaign: Campaign, tmp_path: Path
) -> None:
    describe(tmp_path, "other-court", "0.3", "spc = other_court")
    with installed(tmp_path):
        ran = campaign("new", "--game", "spc", "--title", "Which")
        assert (ran.status, ran.out) == (1, "")
        said = " ".join(ran.err.split())
        assert "the folder domain/spc, and the package other_court of other-court 0.3" in said
        assert the_others_go_on(campaign) == ({*OURS, TOY} - {"spc"}, [said])
        found = campaign("doctor", "--json").json["findings"]
        assert any("Two games are called 'spc'" in it["what"] for it in found)


@pytest.mark.parametrize(
    ("points", "said"),
    [
        ("glass_court = not_there", "cannot be loaded: ModuleNotFoundError"),
        ("glass_court = json", "must hold a GAME whose key is 'glass_court'"),
    ],
)
def test_a_package_that_holds_no_game_is_told_of(
    tmp_path: Path, installed: Installed, campaign: Campaign, points: str, said: str
) -> None:
    describe(tmp_path, "broken-court", "0.1", points)
    with installed(tmp_path):
        with pytest.raises(UnusableGame, match=said):
            registry.games()[KEY]
        keys, (told,) = the_others_go_on(campaign)
        assert keys == {*OURS, TOY}
        assert said in told
        assert campaign("new", "--game", "spc", "--title", "Goes on").status == 0
        ran = campaign("new", "--game", KEY, "--title", "Court")
        assert ran.status == 1
        assert said in " ".join(ran.err.split())
        assert said in " ".join(campaign("doctor").out.split())


@pytest.mark.parametrize("points", ["campaign = json", "glass-court = json", "court = json:LOADS"])
def test_an_entry_point_that_can_be_no_game_is_told_of(
    tmp_path: Path, installed: Installed, campaign: Campaign, points: str
) -> None:
    describe(tmp_path, "odd-court", "0.1", points)
    with installed(tmp_path):
        keys, (told,) = the_others_go_on(campaign)
    assert keys == {*OURS, TOY}
    assert f"of odd-court 0.1 names a game wrongly, {points}: " in told


@pytest.mark.parametrize(
    ("key", "title", "status", "said"),
    [
        ("Glass", "Glass", 2, "small letters"),
        ("class", "Glass", 2, "small letters"),
        ("journal", "Glass", 2, "records of every campaign begin with that word"),
        ("glass", " ", 2, "A title is a line"),
        ("spc", "Glass", 4, "There is already a game 'spc'"),
        ("json", "Glass", 4, "There is already a Python package 'json'"),
    ],
)
def test_a_key_that_cannot_be_one_makes_nothing(
    campaign: Campaign,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    key: str,
    title: str,
    status: int,
    said: str,
) -> None:
    monkeypatch.chdir(tmp_path)
    ran = campaign("new-game", key, "--title", title, "--package")
    assert ran.status == status
    assert said in " ".join(ran.err.split())
    assert not [it for it in tmp_path.iterdir() if it.is_dir()]
    assert not (tmp_path / key).exists()


def test_a_folder_that_is_there_is_left_alone(
    campaign: Campaign, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / PACKAGE).mkdir()
    ran = campaign("new-game", KEY, "--title", "Glass Court", "--package")
    assert ran.status == 4
    assert not list((tmp_path / PACKAGE).iterdir())
