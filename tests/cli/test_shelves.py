"""Shelves, tags, putting away, and the same person in several campaigns, from the command line."""

from typing import Any

import pytest

from tests.cli.conftest import Campaign


def slugs(campaign: Campaign, *words: str) -> list[str]:
    ran = campaign("list", *words, "--json")
    assert ran.status == 0, ran.err
    return sorted(it["slug"] for it in ran.json)


@pytest.fixture
def three(campaign: Campaign, cave: str) -> None:
    for title, gm in (("The New Cave", "Anna"), ("Salt", "Zoë")):
        assert campaign("new", "--game", "delve", "--title", title, "--gm", gm).status == 0


def test_campaigns_are_listed_by_shelf_tag_and_words(campaign: Campaign, three: None) -> None:
    ran = campaign("shelve", "salt", "--shelf", "One shots", "--tag", "Sea", "--tag", "noir", "--json")
    assert (ran.json["shelf"], ran.json["tags"], ran.json["put_away"]) == ("One shots", ["noir", "sea"], False)
    assert len(ran.json["rulings"]) == 2
    assert slugs(campaign, "--shelf", "one SHOTS") == ["salt"]
    assert slugs(campaign, "--shelf", "") == ["the-new-cave", "the-old-cave"]
    assert slugs(campaign, "--tag", "SEA", "--tag", "noir") == ["salt"]
    assert slugs(campaign, "--tag", "sea", "--tag", "none") == []
    assert slugs(campaign, "cave", "ANNA") == ["the-new-cave", "the-old-cave"]
    assert slugs(campaign, "zoë") == ["salt"]
    assert slugs(campaign, "--game", "delve") == ["salt", "the-new-cave", "the-old-cave"]
    assert campaign("list", "--game", "chess").status == 2
    assert campaign("list", "nowhere").out == "No campaign fits.\n"
    assert "stands on the shelf One shots, with the tags noir, sea." in campaign("shelve", "salt").out
    assert (
        "stands on no shelf, with the tag sea." in campaign("shelve", "salt", "--shelf", "", "--untag", "noir").out
    )


def test_a_campaign_put_away_is_out_of_the_way_and_comes_back(campaign: Campaign, three: None) -> None:
    assert "and is put away." in campaign("shelve", "salt", "--archive").out
    assert slugs(campaign) == ["the-new-cave", "the-old-cave"]
    assert slugs(campaign, "--archived") == ["salt"]
    assert "1 put away" in campaign("list").err
    again = campaign("shelve", "salt", "--archive")
    assert (again.status, again.json["refused"]) == (3, "no_change")
    assert campaign("shelve", "salt", "--archive", "--tag", "sea").status == 0
    assert "put away" not in campaign("shelve", "salt", "--take-out").out
    assert slugs(campaign) == ["salt", "the-new-cave", "the-old-cave"]


@pytest.mark.parametrize(
    ("options", "status"),
    [(("--tag", "a,b"), 3), (("--shelf", "x" * 90), 3), (("--tag", " "), 2), (("--tag", "x", "--by", "ben"), 3)],
)
def test_what_is_no_label_or_not_the_gm_s_is_refused(
    campaign: Campaign, cave: str, options: tuple[str, ...], status: int
) -> None:
    ran = campaign("shelve", cave, *options)
    assert ran.status == status
    assert ran.err


def seats(person: Any) -> list[tuple[str, str | None]]:
    return sorted((seat["campaign"], seat["role"]) for seat in person["seats"])


def test_what_is_asked_in_one_line_is_recorded_whole_or_not_at_all(campaign: Campaign, three: None) -> None:
    before = campaign("log", "salt", "--json").json
    ran = campaign("shelve", "salt", "--shelf", "One shots", "--tag", "9" * 120)
    assert ran.status == 3
    assert campaign("log", "salt", "--json").json == before
    assert campaign("shelve", "salt", "--shelf", "One shots").status == 0
    assert campaign("shelve", "salt", "--shelf", "One shots", "--tag", "sea").status == 0
    assert campaign("shelve", "salt", "--shelf", "One shots", "--tag", "sea").status == 3


def test_the_same_person_is_known_in_every_campaign(campaign: Campaign, three: None) -> None:
    known = {it["key"]: it for it in campaign("people", "--json").json}
    assert seats(known["anna"]) == [("the-new-cave", "gm"), ("the-old-cave", "gm")]
    assert seats(known["zoë"]) == [("salt", "gm")]
    ben = campaign("people", "BEN", "--json").json
    assert ben["key"] == "ben"
    (seat,) = ben["seats"]
    asked = {entry["ruling"] for entry in campaign("log", "the-old-cave", "--by", "ben", "--json").json}
    assert (seat["characters"], seat["sessions"], seat["rulings"]) == (["Wren"], 1, len(asked))
    assert seat["dice"] >= 1
    assert "Wren" in campaign("people").out
    assert "Ben (player)" in campaign("people", "ben").out
    assert "Nobody is known as 'nobody'" in campaign("people", "nobody").err


def test_somebody_with_two_names_is_recognized(campaign: Campaign, three: None) -> None:
    ran = campaign("recognize", "salt", "Zoë", "--as", "anna")
    assert ran.out == "Zoë is known as anna in every campaign.\n"
    known = {it["key"]: it for it in campaign("people", "--json").json}
    assert "zoë" not in known
    assert seats(known["anna"]) == [("salt", "gm"), ("the-new-cave", "gm"), ("the-old-cave", "gm")]
    assert campaign("recognize", "salt", "Zoë", "--as", "anna").status == 3
    assert campaign("recognize", "salt", "Zoë", "--as", "No Key").status == 2
    assert campaign("recognize", "salt", "nobody", "--as", "x").status == 3
