"""From an alternative to a judgement: tried, settled one by one or at once, looked at side by side, adopted."""

import json
from collections.abc import Callable

from streamlit.testing.v1 import AppTest

from dashboard.pages.disputes.dispute_records import _KEPT, papers
from domain.kernel.history.alternatives import Strike
from ledger.care.redaction import Removed, preview, remove
from tests.dashboard.conftest import drawn
from tests.dashboard.disputes.conftest import (
    MOSS_ENTERS,
    SLUG,
    TIDE_DROWNS,
    WARDEN_ENTERS,
    WREN_FACES,
    WREN_REROLLS,
    figures,
    labels,
    moment_of,
    press,
    settle,
    try_it,
)
from tests.dashboard.nights import Night
from wiring.library import Library

OpenDisputes = Callable[..., AppTest]


def test_striking_a_ruling_shows_at_once_what_cannot_stand(open_disputes: OpenDisputes, library: Library) -> None:
    app = try_it(open_disputes(MOSS_ENTERS), "strike")
    assert figures(app) == [4, 0, 0, 16]
    first, second, third, fourth = (moment_of(library, it) for it in (17, 29, 31, 33))
    assert f"Moments {first}, {second}, {third} and {fourth} cannot stand on this line" in drawn(app)
    assert next(it for it in app.button if it.label == "Adopt the new line").disabled


def test_the_form_of_another_command_begins_with_what_was_asked(open_disputes: OpenDisputes) -> None:
    app = try_it(open_disputes(MOSS_ENTERS), "amend")
    name = next(each for each in app.text_input if each.label == "Name")
    assert name.value == "Old Moss"
    assert "What follows" not in drawn(app)
    name.set_value("Young Moss").run()
    assert not app.exception
    assert figures(app) == [0, 0, 0, 20]
    assert "On the sheets" in drawn(app)
    assert "Young Moss" in drawn(app)


def test_dice_that_are_turned_change_what_follows(open_disputes: OpenDisputes) -> None:
    app = try_it(open_disputes(WREN_REROLLS), "dice")
    assert "What follows" not in drawn(app)
    app.session_state[f"court-hand-dice-{WREN_REROLLS}"] = {"faces": {"faces": [1], "n": 1}}
    app.run()
    assert not app.exception
    assert "with dice 1" in drawn(app)
    assert figures(app)[3] == 16


def test_faces_that_no_die_can_show_are_left_as_they_fell(open_disputes: OpenDisputes) -> None:
    app = try_it(open_disputes(WREN_REROLLS), "dice")
    for junk in (["x"], [9], [True], [None], {"a": 1}, "6", [[6]], [6, 6, 6, 6]):
        app.session_state[f"court-hand-dice-{WREN_REROLLS}"] = {"faces": {"faces": junk, "n": 1}}
        app.run()
        assert not app.exception, junk
        assert "What follows" not in drawn(app), junk


def test_other_house_rules_hold_from_there_on(open_disputes: OpenDisputes) -> None:
    app = try_it(open_disputes(1), "house_rules")
    oil = next(each for each in app.number_input if each.label == "How much oil a lantern holds")
    assert oil.value == 5
    oil.set_value(1).run()
    assert not app.exception
    assert "oil 1" in drawn(app)
    assert figures(app)[0] > 0


def test_each_that_cannot_stand_is_settled_and_the_choice_can_be_taken_back(open_disputes: OpenDisputes) -> None:
    app = try_it(open_disputes(MOSS_ENTERS), "strike")
    app = settle(app, 17, "strike", 1, MOSS_ENTERS)
    assert figures(app) == [3, 0, 1, 16]
    app = press(app, "Take back the last choice")
    assert figures(app) == [4, 0, 0, 16]
    app = press(app, "Strike all that cannot stand")
    assert figures(app) == [0, 0, 4, 16]
    assert "As it would be" in drawn(app)
    app = press(app, "Take back the last choice")
    assert figures(app) == [4, 0, 0, 16]


def test_the_rest_of_a_scene_is_struck_with_whatever_hangs_on_it(open_disputes: OpenDisputes) -> None:
    app = press(try_it(open_disputes(WREN_FACES), "strike"), "Strike the rest of its scene")
    assert figures(app)[0] == 0
    assert figures(app)[2] == 2


def test_missing_dice_are_given(open_disputes: OpenDisputes) -> None:
    app = try_it(open_disputes(WREN_FACES), "strike")
    assert figures(app)[0] == 1
    app = settle(app, WREN_REROLLS, "dice", 1, WREN_FACES)
    line = next(each for each in app.text_input if each.label.startswith("Faces"))
    line.set_value("9").run()
    assert "Die 1 is a d8: 1 to 8" in drawn(app)
    next(each for each in app.text_input if each.label.startswith("Faces")).set_value("7").run()
    app = press(app, "Give these dice")
    assert figures(app)[0] == 0
    assert figures(app)[2] == 1


def test_a_later_ruling_is_asked_otherwise(open_disputes: OpenDisputes, night: Night) -> None:
    app = try_it(open_disputes(MOSS_ENTERS), "strike")
    app = settle(app, 17, "amend", 1, MOSS_ENTERS)
    assert f"Moment {moment_of(night.library, 17)}, asked otherwise" in drawn(app)
    who = next(each for each in app.selectbox if each.label.startswith("Character"))
    assert who.value == "moss"
    who.set_value("wren").run()
    app = press(app, "Settle it so")
    assert figures(app)[:3] == [3, 0, 1]


def test_what_a_browser_makes_up_settles_nothing(open_disputes: OpenDisputes) -> None:
    app = try_it(open_disputes(MOSS_ENTERS), "strike")
    made_up: list[dict[str, object]] = [
        {"how": "strike", "ruling": 9},
        {"how": "strike", "ruling": 10_000},
        {"how": "strike", "ruling": True},
        {"how": "burn", "ruling": 17},
        {"how": "more", "group": ["open"]},
        {"how": ["strike"], "ruling": 17},
        {},
    ]
    for n, act in enumerate(made_up, start=1):
        app.session_state[f"court-verdicts|{SLUG}|gm|{MOSS_ENTERS}"] = {"act": {"n": n, **act}}
        app.run()
        assert not app.exception, act
        assert figures(app) == [4, 0, 0, 16], act


def test_adopting_takes_a_reason_and_leads_to_both_lines(open_disputes: OpenDisputes, night: Night) -> None:
    night.rule("journal.dispute_ruling", by="bo", ruling=MOSS_ENTERS, text="Moss was not there.")
    app = press(try_it(open_disputes(MOSS_ENTERS), "strike"), "Strike all that cannot stand")
    left_at = night.library.ledger.head(SLUG)
    app = press(app, "Adopt the new line")
    assert "Say why: this needs a reason." in drawn(app)
    next(each for each in app.text_area if each.label == "Why").set_value("Bo is right.")
    app = press(app, "Adopt the new line")
    page = drawn(app)
    assert f"Moment {moment_of(night.library, MOSS_ENTERS)} is overturned" in page
    assert "16 as recorded and 4 struck" in page
    head = night.library.ledger.head(SLUG)
    assert f"at={head}" in page
    assert f"at={left_at}" in page
    moment = night.library.ledger.moment(SLUG)
    assert "moss" not in moment.game.bearers
    assert (moment.journal.disputes[1].standing, moment.journal.disputes[1].line) == ("overturned", left_at + 1)
    assert "The line that replaced it" in drawn(open_disputes())
    anew = night.library.ledger.review.past(SLUG).successor(WARDEN_ENTERS)
    page = drawn(open_disputes(WARDEN_ENTERS))
    assert f"ruling={anew}" in page
    assert "It was decided anew from" in drawn(open_disputes(anew))


def test_somebody_who_ruled_meanwhile_is_noticed_and_nothing_is_recorded(
    open_disputes: OpenDisputes, night: Night
) -> None:
    app = press(try_it(open_disputes(MOSS_ENTERS), "strike"), "Strike all that cannot stand")
    next(each for each in app.text_area if each.label == "Why").set_value("Bo is right.")
    night.rule("campaign.open_session", title="Meanwhile")
    head = night.library.ledger.head(SLUG)
    app = press(app, "Adopt the new line")
    assert "Since you looked, " in drawn(app)
    assert night.library.ledger.head(SLUG) == head
    assert figures(app) == [0, 0, 4, 17]
    app = press(app, "Adopt the new line")
    assert f"Moment {moment_of(night.library, MOSS_ENTERS)} is overturned" in drawn(app)


def test_a_ruling_is_upheld_with_a_reason(open_disputes: OpenDisputes, night: Night) -> None:
    night.rule("journal.dispute_ruling", by="bo", ruling=WREN_FACES, text="She had no oil.")
    app = open_disputes(WREN_FACES)
    next(each for each in app.text_area if each.label == "Why").set_value("She had one measure.")
    app = press(app, "Let the ruling stand")
    assert f"Moment {moment_of(night.library, WREN_FACES)} stands" in drawn(app)
    assert "She had one measure." in drawn(app)
    assert night.library.ledger.moment(SLUG).journal.disputes[1].standing == "upheld"


def test_a_player_tries_and_brings_it_to_the_dispute_and_settles_nothing(
    open_disputes: OpenDisputes, night: Night
) -> None:
    night.rule("journal.dispute_ruling", ruling=MOSS_ENTERS, text="Moss was not there.")
    app = try_it(open_disputes(MOSS_ENTERS, by="bo"), "strike")
    assert figures(app) == [4, 0, 0, 15]  # of one that is kept from him nothing is said
    assert "Ana settles these" in drawn(app)
    assert "Ana judges this" in drawn(app)
    assert not {"Adopt the new line", "Strike all that cannot stand", "Let the ruling stand"} & set(labels(app))
    app = settle(app, 17, "strike", 1, MOSS_ENTERS, by="bo")
    assert figures(app) == [4, 0, 0, 15]
    app = press(app, "Add it")
    remark = night.library.ledger.moment(SLUG).journal.disputes[1].remarks[0]
    assert (remark.person, remark.alternative) == ("bo", Strike().model_dump())
    assert "Not made at all" in drawn(app)


def test_a_line_with_another_map_is_looked_at_and_adopted(open_disputes: OpenDisputes, night: Night) -> None:
    app = try_it(open_disputes(TIDE_DROWNS), "strike")
    page = drawn(app)
    assert "Something broke" not in page
    assert "On the map" in page
    maps = [it.proto.json for it in app.get("bidi_component") if it.proto.component_name == "campaign_faction_map"]
    gone = [[pair["one"] for pair in json.loads(it)[0]["pairs"] if pair["back"]["gone"]] for it in maps]
    assert gone == [[], ["ferry"]]
    next(each for each in app.text_area if each.label == "Why").set_value("The tide never drowned anybody.")
    app = press(app, "Adopt the new line")
    assert f"Moment {moment_of(night.library, TIDE_DROWNS)} is overturned" in drawn(app)
    assert list(night.library.views.relations(SLUG).ties) == [("lamplighters", "ferry")]


def test_a_ruling_that_was_overturned_and_counts_again_says_both(
    open_disputes: OpenDisputes, night: Night
) -> None:
    night.rule("journal.dispute_ruling", by="bo", ruling=TIDE_DROWNS, text="It never did.")
    left_at = night.library.ledger.head(SLUG)
    app = try_it(open_disputes(TIDE_DROWNS), "strike")
    next(each for each in app.text_area if each.label == "Why").set_value("Bo is right.")
    press(app, "Adopt the new line")
    night.rule("campaign.rewind_line", to=left_at, reason="It did, after all.")
    page = drawn(open_disputes(TIDE_DROWNS))
    assert "Dispute 1</span><span>overturned" in page
    assert "It counts again" in page
    assert "Nobody has called it in question" not in page
    assert "Dispute 1 about it is settled." in page
    assert "Nobody has called it in question" in drawn(open_disputes(WREN_FACES))


def test_what_is_tried_lets_go_of_words_that_are_removed_from_the_record(
    open_disputes: OpenDisputes, night: Night
) -> None:
    app = try_it(open_disputes(MOSS_ENTERS), "amend")
    next(each for each in app.text_input if each.label == "Name").set_value("Old Moss the Younger").run()
    assert "Old Moss the Younger" in drawn(app)
    removed(night, "Old Moss")
    app.run()
    assert not app.exception
    assert "Moss" not in drawn(app)
    assert "What you tried was discarded" in drawn(app)
    assert not any("Moss" in str(it.value) for it in app.text_input)


def test_the_papers_of_a_dispute_are_read_anew_when_words_are_removed_from_them(night: Night) -> None:
    ledger = night.library.ledger
    night.rule("journal.dispute_ruling", ruling=MOSS_ENTERS, text="Clem never came that night.", by="bo")

    def kept() -> str:
        return repr((papers(ledger, ledger.open(SLUG)), _KEPT._kept))

    assert "Clem" in kept()
    removed(night, "Clem")
    assert "Clem" not in kept()


def removed(night: Night, words: str) -> None:
    """Take words out of the record, as the command line does."""
    gone = preview(night.library.ledger, SLUG, {words: "…"}, ids={}, by="gm")
    assert gone is not None
    answer = remove(night.library.ledger, gone, confirm=gone.code, reason="Somebody asked for it.", by="gm")
    assert isinstance(answer, Removed)
