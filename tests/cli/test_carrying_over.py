"""`carry-over`: what a character brings from an earlier campaign is what stood there, record and seal."""

import json
import os
from pathlib import Path

import pytest

from domain.death_of_the_vele import GAME
from domain.kernel.sheet import Texts
from tests.cli.conftest import Campaign, Ran
from tests.domain.death_of_the_vele.vele_table import FOLDER, played
from tests.support.scripts import scenarios_of
from wiring.library import open_library

SAMPLE = FOLDER / "samples" / "wheels-under-tarnhithe.jsonl"
TAG = "death_of_the_vele."
TABLE = {"title": "The Second Wage", "players": ["irena", "bo"], "dramatic_tone": "pulpy"}


@pytest.fixture
def old(campaign: Campaign) -> str:
    """An act played to its end."""
    ran = campaign("play", "wheels-under-tarnhithe", str(SAMPLE))
    assert ran.status == 0, ran.err
    return "wheels-under-tarnhithe"


@pytest.fixture
def new(campaign: Campaign) -> str:
    """A story that has just begun."""
    assert campaign("new", "--game", "death_of_the_vele", "--title", "Second", "--by", "gwen").status == 0
    for person in TABLE["players"]:
        seat = json.dumps({"type": "campaign.seat_person", "person": person, "name": person.title()})
        assert campaign("rule", "second", seat).status == 0
    ran = campaign(
        "rule",
        "second",
        json.dumps({"type": f"{TAG}start_story", "taken_out_default": "dead", **TABLE}),
        "--by",
        "irena",
    )
    assert ran.status == 0, ran.err
    return "second"


def brought(campaign: Campaign, slug: str) -> dict[str, object]:
    player: dict[str, object] = campaign("state", slug).json["story"]["players"]["irena"]
    return player


def carry(campaign: Campaign, new: str, old: str, *more: str) -> Ran:
    return campaign("carry-over", new, "--from", old, "--character", "odrun", "--by", "irena", *more)


def test_a_character_comes_with_what_it_had_earned(campaign: Campaign, old: str, new: str) -> None:
    ran = carry(campaign, new, old)
    assert ran.status == 0, ran.err
    there, here = brought(campaign, old), brought(campaign, new)
    assert here["xp_earned"] == there["xp_earned"] - there["xp_apart"] > 0
    assert here["xp_balance"] == there["xp_balance"]
    assert here["level"] == there["level"]
    assert "A Wage in Tarnhithe" in str(here["proven_by"])


def test_it_is_taken_at_the_position_that_is_named(campaign: Campaign, old: str, new: str) -> None:
    assert carry(campaign, new, old, "--at", "60").status == 0
    assert brought(campaign, new)["xp_earned"] == 70  # 64 of an earlier story, and the 6 before the bid


def test_what_was_only_told_there_is_not_proven_by_being_carried_on(
    campaign: Campaign, old: str, new: str
) -> None:
    ran = carry(campaign, new, old, "--at", "60")
    assert "70 XP of Odrun" in ran.out
    assert "64" in ran.out
    assert brought(campaign, new)["xp_told"] == 64
    shown = campaign("sheet", new).out
    assert "70 XP, proven by “A Wage in Tarnhithe”, record 60, but 64 of them without proof" in shown


def test_an_archive_proves_it_where_the_campaign_is_not(
    campaign: Campaign, old: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest
) -> None:
    file = tmp_path / "old.zip"
    assert campaign("export", old, str(file)).status == 0
    there = brought(campaign, old)
    monkeypatch.setenv("CAMPAIGN_DATABASE", str(tmp_path / "elsewhere.sqlite3"))
    new = request.getfixturevalue("new")
    assert carry(campaign, new, old).status == 2
    ran = carry(campaign, new, old, "--archive", str(file))
    assert ran.status == 0, ran.err
    assert brought(campaign, new)["xp_balance"] == there["xp_balance"]
    assert len(campaign("list", "--json").json) == 1


def claim(**changed: object) -> str:
    whole = {
        "type": f"{TAG}bring_from_earlier",
        "campaign": "wheels-under-tarnhithe",
        "position": 60,
        "character": "odrun",
        "story": "A Wage in Tarnhithe",
        "name": "Odrun",
        "xp_earned": 70,
        "xp_spent": 53,
        "told": 64,
    }
    return json.dumps({**whole, **changed})


def test_what_did_not_stand_there_is_refused(campaign: Campaign, database: Path, old: str, new: str) -> None:
    library = open_library(str(database))
    seal = library.ledger.moment(old, 60).seal
    library.close()
    for changed, why in (
        ({"xp_earned": 5000}, "had earned 70 XP there"),
        ({"seal": "0" * 64}, "another seal"),
        ({"position": 61}, "another seal"),
        ({"campaign": "nowhere"}, "no campaign called"),
        ({"campaign": "second"}, "no proof of itself"),
        ({"character": "gnawbone"}, "no player's character"),
        ({"told": 0}, "64 XP of these were without proof there"),
        ({"story": "Another"}, "A Wage in Tarnhithe"),
    ):
        ran = campaign("rule", new, claim(**{"seal": seal, **changed}), "--by", "irena")
        assert ran.status == 3, changed
        assert ran.json["refused"] == "not_proven"
        assert why in ran.json["message"], (changed, ran.json["message"])
    assert campaign("rule", new, claim(seal=seal), "--by", "irena").status == 0


def test_nobody_carries_on_a_character_that_somebody_else_played(campaign: Campaign, old: str, new: str) -> None:
    for earlier in ("12", "60"):  # before Odrun was brought there, and after
        ran = campaign("carry-over", new, "--from", old, "--character", "odrun", "--by", "bo", "--at", earlier)
        assert ran.status != 0
    assert ran.json["refused"] == "not_proven"
    assert "Odrun Hask was played by Irena there: only they carry Odrun Hask on." in ran.json["message"]
    assert campaign("state", new).json["story"]["players"]["bo"]["pc"] is None
    assert carry(campaign, new, old).status == 0


def test_whoever_runs_the_campaign_may_take_any_character_on(campaign: Campaign, old: str, new: str) -> None:
    assert campaign("rule", new, json.dumps({"type": "campaign.hand_over_gm", "person": "bo"})).status == 0
    ran = campaign("carry-over", new, "--from", old, "--character", "odrun", "--by", "bo")
    assert ran.status == 0, ran.err
    assert campaign("state", new).json["story"]["players"]["bo"]["pc"] == "odrun"


def test_the_sheet_says_what_nothing_proves() -> None:
    moment = played(scenarios_of(GAME.key)["framework_a_pc_from_an_earlier_campaign"])
    told = {
        slug: [
            text
            for block in GAME.sheet(moment.game, slug).blocks
            if isinstance(block, Texts) and block.path.endswith(".brought")
            for text in block.texts
        ]
        for slug in ("odrun", "florian")
    }
    assert told == {
        "odrun": ["214 XP, proven by “The First Winter”, record 812"],
        "florian": ["134 XP, unproven"],
    }


def test_a_pipe_is_no_archive(campaign: Campaign, new: str, old: str, tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    ran = carry(campaign, new, old, "--archive", str(pipe))
    assert (ran.status, ran.out) == (2, "")
    assert ran.err == f"There is no file or folder {pipe}.\n"
