"""`campaign recap`, `chronicle`, `sheet -o` and `figures`: a campaign retold for others."""

from tests.cli.conftest import Campaign


def an_evening(campaign: Campaign) -> None:
    assert campaign("new", "--game", "delve", "--title", "The *Cave*", "--id", "cave").status == 0
    for command, dice in (
        ('{"type": "campaign.open_session", "title": "Down <script>"}', ""),
        ('{"type": "delve.enter_hero", "hero": "wren", "name": "Wren & Co"}', ""),
        ('{"type": "delve.go_deeper", "hero": "wren"}', "4,3"),
        ('{"type": "campaign.close_session"}', ""),
        ('{"type": "campaign.open_session"}', ""),
        ('{"type": "delve.go_deeper", "hero": "wren"}', "1,2"),
    ):
        ran = campaign("rule", "cave", command, *(["--dice", dice] if dice else []))
        assert ran.status == 0, ran.err


def test_a_recap_of_any_session(campaign: Campaign) -> None:
    an_evening(campaign)
    first, last = campaign("recap", "cave", "1"), campaign("--json", "recap", "cave")
    assert first.out.startswith("The *Cave*: Session 1, Down <script> (played on ")
    assert "- In numbers: Wren & Co Hope +2 (now 2), Gold +4 (now 4).\n" in first.out
    assert first.out.endswith("(Told mechanically from 5 records, from 3 to 7: 0 tests, 2 dice.)\n")
    assert last.json["session"] == 2
    assert last.json["closed"] is False
    assert last.json["recap"]["dice"] == 2
    assert last.json["lines"][0] == "The *Cave*: Session 2 (so far)"
    missing = campaign("recap", "cave", "7")
    assert (missing.status, missing.err) == (2, "There is no session 7 in cave. There are: 1, 2.\n")
    assert campaign("recap", "cave", "--as", "nobody").status == 2


def test_a_campaign_without_sessions_has_a_recap_that_says_so(campaign: Campaign) -> None:
    campaign("new", "--game", "delve", "--title", "Cave", "--id", "cave")
    assert campaign("recap", "cave").out == "No session was played yet.\n"
