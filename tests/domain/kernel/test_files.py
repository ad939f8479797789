"""Files attached to a campaign: who may attach what to what, who is shown it, and what is told of it."""

from copy import deepcopy
from functools import cache
from typing import Any

import pytest
from pydantic import ValidationError

from domain.kernel import facts
from domain.kernel.campaign.founding import FoundCampaign
from domain.kernel.campaign.seats import PersonSeated
from domain.kernel.campaign.state import Faction, Session
from domain.kernel.decisions import Decision, ImpossibleHistoryError, Refusal
from domain.kernel.dice import TypedDice
from domain.kernel.journal.attached.state import attached_to, may_fetch, portrait_of
from domain.kernel.journal.attached.terms import GONE, Belongs, BelongsTo, FileRole, Focus
from domain.kernel.journal.file_removal import FileRemoved, RemoveFile
from domain.kernel.journal.files import (
    AttachFile,
    BringFileBack,
    DescribeFile,
    FileAttached,
    FileBroughtBack,
    FilePutAway,
    PutFileAway,
)
from domain.kernel.journal.record_care import Removal
from domain.kernel.messages import Command, Event
from domain.kernel.moment import AnyMoment, beginning, state_json
from domain.kernel.people import GM_ONLY, Asker, Role, only
from domain.kernel.ruling import apply, decide, refusal_in_words, retell
from domain.kernel.scenario import ScenarioStep
from domain.kernel.terms import PersonId
from domain.kernel.vocabulary import Vocabulary
from domain.registry import games
from tests.support.tower import TOWER
from wiring.samples import samples

GM, ADA, BEN = PersonId("gm"), PersonId("ada"), PersonId("ben")
SUM = "5f" * 32
PICTURE = {"digest": SUM, "media": "image/jpeg", "size": 2_000, "name": "pier.jpg", "role": "picture"}
TO_RECORD = {"kind": "record", "number": 2}
TO_FACTION = {"kind": "faction", "id": "dockers"}
ROLES = {GM: Role.GM, ADA: Role.PLAYER, BEN: Role.PLAYER}


def table() -> AnyMoment:
    moment = beginning(TOWER)
    (found,) = [FoundCampaign(game=TOWER.key, title="Salt", slug="salt")]
    for event in granted(decide(TOWER, moment, found, GM, TypedDice(()))):
        apply(TOWER, moment, event)
    for person, name in ((ADA, "Ada"), (BEN, "Ben")):
        apply(TOWER, moment, PersonSeated(person=person, name=name, role=Role.PLAYER))
    moment.campaign.factions["dockers"] = Faction("The Dockers", 1, "")
    moment.campaign.session = Session(2, "Low water", open=True)
    moment.position = 6
    return moment


def granted(answer: Decision[Event]) -> list[Event]:
    assert not isinstance(answer, Refusal), answer
    return list(answer)


def ask(moment: AnyMoment, command: Command, by: PersonId = GM) -> list[Event]:
    events = granted(decide(TOWER, moment, command, by, TypedDice(())))
    for event in events:
        apply(TOWER, moment, event)
    return events


def refused(moment: AnyMoment, command: Command, by: PersonId = GM) -> tuple[str, str]:
    answer = decide(TOWER, moment, command, by, TypedDice(()))
    assert isinstance(answer, Refusal), answer
    return answer.code, refusal_in_words(TOWER, moment, answer)


def attach(**other: Any) -> AttachFile:
    return AttachFile.model_validate(PICTURE | other)


def describe(**other: Any) -> DescribeFile:
    return DescribeFile.model_validate({"file": 1} | other)


def viewer(person: PersonId) -> Asker:
    return Asker(person, ROLES[person])


def test_the_gm_attaches_to_all_there_is_and_a_player_to_a_session_or_a_moment() -> None:
    moment = table()
    (event,) = ask(moment, attach(belongs=TO_FACTION, caption="Their hall"))
    assert isinstance(event, FileAttached)
    assert (event.file, event.person, event.digests) == (1, GM, (SUM,))
    ask(moment, attach(belongs=TO_RECORD), ADA)
    ask(moment, attach(belongs={"kind": "session", "number": 2}), ADA)
    ask(moment, attach(belongs={"kind": "place", "id": "old-pier"}))
    ask(moment, attach())
    assert [it.number for it in moment.journal.files] == [1, 2, 3, 4, 5]
    assert moment.journal.files[1].person == ADA
    assert ask(moment, attach(belongs=TO_FACTION, role="map"))


@pytest.mark.parametrize(
    ("by", "asked", "code", "words"),
    [
        (ADA, attach(), "gm_attaches", "attach one to the campaign."),
        (ADA, attach(belongs=TO_FACTION), "gm_attaches", "one to The Dockers."),
        (ADA, attach(belongs={"kind": "place", "id": "old-pier"}), "gm_attaches", "one to old pier."),
        (ADA, attach(belongs={"kind": "character", "id": "wren"}), "not_your_character", "Wren is not your"),
        (GM, attach(belongs={"kind": "character", "id": "old-wren"}), "nothing_to_attach_to", "called old wren:"),
        (GM, attach(belongs={"kind": "faction", "id": "watch"}), "nothing_to_attach_to", "no faction here"),
        (GM, attach(belongs={"kind": "session", "number": 3}), "no_such_session", "no session 3 yet"),
        (GM, attach(belongs={"kind": "record", "number": 7}), "no_such_position", "no moment 7"),
        (ADA, attach(belongs=TO_RECORD, visibility="gm"), "gm_only", "Only the GM"),
        (ADA, attach(belongs=TO_RECORD, only_for="ben"), "gm_only", "Only the GM"),
        (GM, attach(only_for="zoe"), "not_at_the_table", "Zoe has no seat"),
        (
            GM,
            attach(role="portrait", media="audio/mpeg", belongs=TO_FACTION),
            "portrait_no_picture",
            "pier.jpg is",
        ),
        (GM, attach(role="portrait", belongs=TO_RECORD), "portrait_of_nothing", "say which one"),
        (PersonId("zoe"), attach(), "not_seated", "Zoe has no seat"),
        (GM, describe(), "file_unknown", "no file 1 here"),
        (GM, PutFileAway(file=9), "file_unknown", "no file 9 here"),
    ],
)
def test_what_may_not_be_attached_is_said_in_words(by: PersonId, asked: Command, code: str, words: str) -> None:
    found, sentence = refused(table(), asked, by)
    assert found == code
    assert words in sentence


def test_the_same_file_is_attached_once_for_the_same_eyes_until_it_is_put_away() -> None:
    moment = table()
    ask(moment, attach(belongs=TO_FACTION))
    assert refused(moment, attach(belongs=TO_FACTION, caption="Again")) == (
        "attached_already",
        "This very file is attached to The Dockers already.",
    )
    assert ask(moment, attach(belongs=TO_FACTION, visibility="gm"))
    assert ask(moment, PutFileAway(file=1))
    assert ask(moment, attach(belongs=TO_FACTION))


def test_a_file_is_described_put_away_and_removed_by_who_attached_it_or_the_gm() -> None:
    moment = table()
    ask(moment, attach(belongs=TO_RECORD), ADA)
    code, words = refused(moment, describe(caption="Mine"), BEN)
    assert (code, words) == ("not_your_file", "Only Ada, who attached file 1, or the GM may do this.")
    assert refused(moment, PutFileAway(file=1), BEN)[0] == "not_your_file"
    ask(moment, describe(caption="The pier", alt="A pier", focus=Focus(left=0, top=100, side=500)), ADA)
    assert refused(moment, describe(visibility="gm"), ADA)[0] == "gm_only"
    ask(moment, describe(caption="The pier at night"))
    it = moment.journal.files[0]
    assert (it.caption, it.alt, it.focus) == ("The pier at night", "", None)
    assert refused(moment, describe(caption="The pier at night"))[0] == "no_change"
    assert ask(moment, PutFileAway(file=1), ADA) == [FilePutAway(file=1)]
    assert refused(moment, PutFileAway(file=1))[0] == "no_change"
    assert refused(moment, BringFileBack(file=1), BEN)[0] == "not_your_file"
    assert ask(moment, BringFileBack(file=1), ADA) == [FileBroughtBack(file=1)]
    assert [each.number for each in attached_to(moment.journal.files, it.belongs, viewer(BEN))] == [1]
    assert refused(moment, BringFileBack(file=1))[0] == "no_change"


def test_whoever_attaches_the_bytes_of_another_has_no_say_in_theirs() -> None:
    moment = table()
    ask(moment, attach(belongs=TO_FACTION, caption="Their hall"))
    ask(moment, attach(belongs=TO_RECORD), BEN)
    removal = RemoveFile(file=2, reason="I do not like it", records=(Removal(position=7, was=SUM, now=SUM),))
    code, words = refused(moment, removal, BEN)
    assert (code, "ask the GM to remove it" in words) == ("others_attached_it", True)
    ask(moment, PutFileAway(file=1))
    assert refused(moment, removal, BEN)[0] == "others_attached_it", "it still stands at earlier moments"
    _words, *gone = ask(moment, removal)
    assert gone == [FileRemoved(file=1, reason=removal.reason), FileRemoved(file=2, reason=removal.reason)]


def test_a_removed_file_leaves_its_number_and_the_reason() -> None:
    moment = table()
    ask(moment, attach(belongs=TO_RECORD, caption="Where I live"), ADA)
    gone = RemoveFile(file=1, reason="I live there", records=(Removal(position=7, was=SUM, now=SUM),))
    assert refused(moment, gone, BEN)[0] == "not_your_file"
    assert refused(moment, gone.model_copy(update={"reason": " "}), ADA)[0] == "reason_missing"
    _words, event = ask(moment, gone, ADA)
    assert event == FileRemoved(file=1, reason="I live there")
    it = moment.journal.files[0]
    assert (it.digest, it.name, it.caption, it.here) == (GONE, "", "", False)
    for command in (describe(), PutFileAway(file=1), BringFileBack(file=1), gone):
        assert refused(moment, command) == (
            "file_gone",
            "File 1 was removed, so there is nothing left of it.",
        )
    assert may_fetch(moment.journal.files, GONE, viewer(GM)) is None


def test_a_file_is_for_the_table_for_the_gm_or_for_one_person() -> None:
    moment = table()
    for audience in ({}, {"visibility": "gm"}, {"only_for": "ada"}):
        ask(moment, attach(belongs=TO_RECORD, **audience))
    files, there = moment.journal.files, Belongs.model_validate(TO_RECORD)
    seen = {person: [it.number for it in attached_to(files, there, viewer(person))] for person in ROLES}
    assert seen == {GM: [1, 2, 3], ADA: [1, 3], BEN: [1]}
    reader = Asker(PersonId("zoe"), Role.READER)
    assert [it.number for it in attached_to(files, there, reader)] == [1]
    assert refused(moment, PutFileAway(file=2), BEN)[0] == "file_unknown"


def test_the_portrait_is_the_one_last_attached_at_the_moment_looked_at() -> None:
    moment, ada = table(), viewer(ADA)
    ask(moment, attach(role="portrait", belongs=TO_FACTION))
    then = deepcopy(moment.journal.files)

    def face(files: Any, now: Any = None) -> int | None:
        found = portrait_of(files, "dockers", ada, now, BelongsTo.FACTION)
        return None if found is None else found.number

    ask(moment, attach(role="portrait", belongs=TO_FACTION, digest="a0" * 32))
    now = moment.journal.files
    assert (face(then, now), face(now, now), face(now)) == (1, 2, 2)
    ask(moment, PutFileAway(file=2))
    assert face(now) == 1
    ask(moment, PutFileAway(file=1))
    assert (face(now), face(then, now)) == (None, 1)
    assert may_fetch(now, SUM, ada), "it still stands at earlier moments"
    ask(moment, describe(visibility="gm"))
    assert face(then, now) is None, "it is for the GM alone now, and so it is at every moment"
    assert may_fetch(now, SUM, ada) is None
    assert may_fetch(now, SUM, viewer(GM))


def test_what_is_attached_is_told_to_those_who_may_see_it() -> None:
    moment = table()
    (event,) = ask(moment, attach(belongs=TO_FACTION, caption="Their hall", visibility="gm"))
    told = retell(TOWER, moment, event)
    assert told.headline.endswith("attaches pier.jpg to The Dockers: Their hall")
    assert told.audience == GM_ONLY
    shown, said = told.facts
    assert isinstance(shown, facts.FileShown)
    assert (shown.digest, shown.belongs, shown.subject, shown.audience) == (SUM, "faction", "dockers", GM_ONLY)
    assert said == facts.Told(text="Their hall", form="file", about=("dockers",), audience=GM_ONLY)
    (event,) = ask(moment, describe(only_for="ada"))
    assert retell(TOWER, moment, event).audience == only(ADA)
    (event,) = ask(moment, PutFileAway(file=1))
    told = retell(TOWER, moment, event)
    assert (told.headline, told.audience) == ("The picture of The Dockers is put away", only(ADA))
    assert told.facts == (facts.FileHidden(file=1, removed=False, subject="dockers", audience=only(ADA)),)
    (event,) = ask(moment, BringFileBack(file=1))
    told = retell(TOWER, moment, event)
    assert (told.headline, told.audience) == ("The picture of The Dockers is shown again", only(ADA))
    assert isinstance(told.facts[0], facts.FileShown)
    (event,) = ask(moment, describe(caption="Their hall,\nat low water"))
    assert retell(TOWER, moment, event).headline == "The picture “Their hall, at low water” is described anew"


@pytest.mark.parametrize(
    "belongs",
    [{"kind": "character"}, {"kind": "session"}, {"kind": "campaign", "number": 1}, {"kind": "record", "id": "x"}],
)
def test_what_a_file_belongs_to_is_named_as_its_kind_is(belongs: dict[str, Any]) -> None:
    with pytest.raises(ValidationError, match="a file belongs to a"):
        Belongs.model_validate(belongs)


def test_what_cannot_have_happened_is_not_folded() -> None:
    moment = table()
    first = FileAttached.model_validate(
        PICTURE
        | {
            "file": 2,
            "person": GM,
            "belongs": {},
            "caption": "",
            "alt": "",
            "visibility": "table",
            "only_for": None,
        }
    )
    for event in (first, FilePutAway(file=1), FileBroughtBack(file=1), FileRemoved(file=1, reason="x")):
        with pytest.raises(ImpossibleHistoryError):
            apply(TOWER, moment, event)


def test_a_campaign_without_files_says_nothing_of_them() -> None:
    moment = table()
    assert "files" not in state_json(TOWER, moment)["journal"]
    ask(moment, attach())
    assert state_json(TOWER, moment)["journal"]["files"][0]["digest"] == SUM


@cache
def with_a_character(key: str) -> tuple[AnyMoment, str, str]:
    """A sample of a game played until somebody plays a character: who, and which."""
    game = games()[key]
    script, moment = samples({key: game})[0].script.script, beginning(game)
    vocabulary, header = Vocabulary(game), script.header
    found = FoundCampaign(
        game=key, title=header.title, slug="x", house_rules=header.house_rules, gm_name=header.gm_name
    )
    steps = [
        (header.gm, found, ()),
        *((it.by, it.when, it.dice) for _line, it in script.steps if isinstance(it, ScenarioStep)),
    ]
    for by, asked, dice in steps:
        command = asked if isinstance(asked, Command) else vocabulary.command(asked)
        events = granted(decide(game, moment, command, by, TypedDice(tuple(dice))))
        for event in events:
            apply(game, moment, event)
            moment.position += 1
            for fact in retell(game, moment, event).facts:
                if isinstance(fact, facts.CharacterEntered) and fact.player in moment.campaign.players:
                    return moment, fact.character, str(fact.player)
    raise AssertionError(f"nobody plays anybody in the sample of {key}")


@pytest.mark.parametrize("key", games())
def test_in_every_game_a_player_attaches_to_their_own_character_and_the_gm_to_each(key: str) -> None:
    game, (moment, character, player) = games()[key], with_a_character(key)
    gm = moment.campaign.gm
    assert gm is not None
    command = attach(role="portrait", belongs={"kind": "character", "id": character})
    for by in {player, gm}:
        (event,) = granted(decide(game, moment, command, by, TypedDice(())))
        assert isinstance(event, FileAttached)
        assert event.role is FileRole.PORTRAIT
    for other in set(moment.campaign.players) - {player, gm}:
        answer = decide(game, moment, command, other, TypedDice(()))
        assert isinstance(answer, Refusal)
        assert answer.code == "not_your_character"
        assert game.names(moment.game)[character] in refusal_in_words(game, moment, answer)
