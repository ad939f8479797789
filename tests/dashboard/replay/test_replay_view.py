"""The replay of a position: sheets, dice, changes, the line; and nothing the viewer may not know."""

import json
from io import BytesIO

import pytest
from msgspec.structs import replace

from dashboard.files.addresses import FileAddresses
from dashboard.ui.drawing.rolls import table_html
from dashboard.ui.position_cache import Remembered, sharing
from dashboard.ui.replay_view import READER, PositionView, along, line_through, scene_at, viewers
from domain.kernel.facts import Kind
from domain.kernel.people import Asker, Role, Viewer
from domain.kernel.terms import PersonId
from exchange.documents.html.sheet import EarlierSheet, sheet_html
from ledger.care.redaction import Removed, preview, remove
from ledger.log.lines import Stretch
from projections.views.sheets import sheets_of
from tests.dashboard.nights import Night, whole_night
from wiring.library import Library

GM = Asker(PersonId("gm"), Role.GM)
BO = Asker(PersonId("bo"), Role.PLAYER)
SECRET = "lit the beacon"


@pytest.fixture
def night(library: Library) -> Night:
    return whole_night(library)


def scene(night: Night, at: int, viewer: Viewer = GM, chosen: str = "") -> PositionView:
    ledger, views = night.library.ledger, night.library.views
    line = line_through(ledger, views, ledger.open(night.slug), viewer, at)
    return scene_at(ledger.open(night.slug), views, Remembered(), viewer, line, at, chosen, address(night, viewer))


def address(night: Night, viewer: Viewer) -> FileAddresses:
    return FileAddresses(night.slug, viewer, "")


def position_of(night: Night, tag: str, nth: int = 0) -> int:
    found = [position for position, kind, _ in night.library.ledger.stored(night.slug) if kind == tag]
    return found[nth]


def test_neighbours_are_those_of_the_timeline_wherever_one_comes_from(
    night: Night, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("dashboard.ui.position_cache.FURTHER", 5)
    ledger, views = night.library.ledger, night.library.views
    head = ledger.head(night.slug)
    for viewer in (GM, BO):
        remembered, line = Remembered(), line_through(ledger, views, ledger.open(night.slug), viewer, head)
        for at in (*range(1, head + 1, 2), *range(head, 0, -9)):
            kept = remembered.around(views, ledger.open(night.slug), viewer, at, 4, line.end)
            assert kept == views.around(night.slug, viewer, at, 4, at=line.end)


def test_the_sheet_follows_whoever_the_record_is_about(night: Night) -> None:
    shown = scene(night, position_of(night, "lantern.oil_burnt.v1"))
    assert shown.sheet is not None
    assert shown.sheet.character == "wren"
    assert shown.before is not None
    assert [figure.id for figure in shown.figures if figure.touched] == ["wren"]


def test_a_chosen_character_stays_on_the_page(night: Night) -> None:
    shown = scene(night, position_of(night, "lantern.oil_burnt.v1"), chosen="moss")
    assert shown.sheet is not None
    assert shown.sheet.character == "moss"


def test_dice_lie_on_the_table_with_the_face_they_had_before_a_reroll(night: Night) -> None:
    table = scene(night, position_of(night, "lantern.rerolled.v1")).table
    assert table is not None
    die = table.hands[0].dice["own-1"]
    assert (die.was, die.face, die.fresh) == (2, 6, True)
    html = table_html(table, table.position, table.ruling)
    assert "<s>2</s>" in html
    assert "d6 shows 6, before that 2 (rerolled)" in html


def test_before_the_first_roll_the_table_is_empty(night: Night) -> None:
    assert scene(night, 3).table is None


def test_changes_are_counted_from_where_the_scene_began(night: Night) -> None:
    shown = scene(night, position_of(night, "lantern.oil_burnt.v1", 1))
    assert shown.since == position_of(night, "lantern.scene_began.v1", 1)
    assert ("wren.oil", "4 of 5", "3 of 5") in [(it.path, it.was, it.now) for it in shown.changes]


@pytest.mark.parametrize("viewer", [BO, READER])
def test_no_secret_reaches_a_player_or_a_reader_at_any_position(night: Night, viewer: Viewer) -> None:
    ledger, views = night.library.ledger, night.library.views
    for at in range(1, ledger.head(night.slug) + 1):
        line = line_through(ledger, views, ledger.open(night.slug), viewer, at)
        told = repr(scene(night, at, viewer)) + json.dumps(dict(line.data))
        assert SECRET not in told
        assert "asked about the beacon" not in told


def test_the_gm_sees_them(night: Night) -> None:
    at = position_of(night, "lantern.learnt.v1")
    assert SECRET in repr(scene(night, at, chosen="warden"))


def test_an_abandoned_line_is_shown_up_to_where_it_ended(night: Night) -> None:
    ledger, views = night.library.ledger, night.library.views
    rewound = position_of(night, "campaign.line_rewound.v1")
    away = line_through(ledger, views, ledger.open(night.slug), GM, rewound - 1)
    assert (away.end, away.is_current) == (rewound - 1, False)
    now = line_through(ledger, views, ledger.open(night.slug), GM, 1)
    assert now.is_current
    assert [branch["last"] for branch in now.data["branches"]] == [rewound - 1]
    assert now.data["branches"][0]["words"] == f"Abandoned at {rewound - 1}: Nobody wanted the cellar."
    assert [(branch["current"], branch["short"]) for branch in away.data["branches"]] == [(True, "current line")]
    assert sum(count for count, _ in now.data["density"]) == sum(b - a + 1 for a, b in now.data["stretches"])


def test_every_position_of_every_line_can_be_shown(night: Night) -> None:
    for at in range(1, night.library.ledger.head(night.slug) + 1):
        assert scene(night, at).at == at


def test_views_remembered_are_those_folded_from_the_start(night: Night) -> None:
    ledger, views = night.library.ledger, night.library.views
    remembered = Remembered()
    for at in (30, 5, 12, 31, 26, 27, 12):
        line = line_through(ledger, views, ledger.open(night.slug), GM, at)
        again = scene_at(ledger.open(night.slug), views, remembered, GM, line, at, "", address(night, GM))
        assert again.relations == scene(night, at).relations
        assert again.figures == scene(night, at).figures


@pytest.mark.parametrize("stride", [3, -3, 7, -2])
def test_positions_gone_over_in_a_drag_show_what_each_shows_by_itself(night: Night, stride: int) -> None:
    ledger, views, remembered = night.library.ledger, night.library.views, Remembered()
    head = ledger.head(night.slug)
    for at in list(range(1, head + 1))[::stride]:
        line = line_through(ledger, views, ledger.open(night.slug), GM, at)
        dragged = scene_at(ledger.open(night.slug), views, remembered, GM, line, at, "", address(night, GM))
        alone = scene(night, at)
        for shown in ("sheet", "before", "changes", "names", "figures", "relations", "relations_before", "table"):
            assert getattr(dragged, shown) == getattr(alone, shown), (at, shown)
        if dragged.sheet is not None:
            drawn = sheet_html(dragged.sheet, dragged.before, asks=0, kept=remembered.drawn)
            assert drawn == sheet_html(dragged.sheet, dragged.before, asks=0), at


def test_one_walk_keeps_the_sheets_of_positions_that_lie_close(night: Night) -> None:
    campaign, kept = night.library.ledger.open("causeway"), Remembered()
    kept.reach(campaign, (9, 11, 12))
    for at in (9, 11, 12):
        assert kept.sheets(campaign, at, GM) == sheets_of(campaign.game, campaign.moment(at))


def test_sheets_of_neighbouring_positions_share_whatever_is_equal(night: Night) -> None:
    campaign, kept = night.library.ledger.open("causeway"), Remembered()
    shared = 0
    for at in range(2, campaign.head):
        before, after = kept.sheets(campaign, at - 1, GM), kept.sheets(campaign, at, GM)
        assert after == sheets_of(campaign.game, campaign.moment(at)), "sharing changes no sheet"
        one = {block.path: block for sheet in before for block in sheet.blocks}
        alike = [block for sheet in after for block in sheet.blocks if one.get(block.path) == block]
        if campaign.lines.parent(at) == at - 1:
            assert all(block is one[block.path] for block in alike), at
            shared += len(alike)
    assert shared
    (sheet, *_others) = kept.sheets(campaign, campaign.head, GM)
    changed = replace(sheet, subtitle="Somebody else")
    (mixed,) = sharing([changed], [sheet])
    assert mixed == changed
    assert all(ours is theirs for ours, theirs in zip(mixed.blocks, sheet.blocks, strict=True))


def test_the_page_can_be_seen_as_everybody_with_a_seat_and_as_a_reader(night: Night) -> None:
    assert [words for _, words in viewers(night.library.ledger.open(night.slug))] == [
        "Ana (GM)",
        "Bo (player)",
        "A reader",
    ]


def test_what_was_abandoned_takes_no_room_in_the_overview() -> None:
    parts = [(n, Kind.STORY) for n in range(10)]
    assert [n for n, _ in along(parts, [Stretch(1, 4), Stretch(8, 10)], 10)] == [0, 1, 2, 3, 7, 8, 9]
    assert len(along(parts, [Stretch(1, 1000)], 1000)) == 10


def test_dice_leave_the_table_with_their_scene(night: Night) -> None:
    rolled = position_of(night, "lantern.rerolled.v1")
    begins = next(
        it.record.position
        for it in night.library.ledger.told(night.slug, since=rolled)
        if it.record.envelope.type == "lantern.scene_began.v1"
    )
    assert scene(night, begins - 1).table is not None
    assert scene(night, begins).table is None


def attached(night: Night, by: str = "gm", **fields: object) -> int:
    """Attach a file, and tell where that was recorded."""
    ledger = night.library.ledger
    staged = ledger.files.stage(ledger.find(night.slug).id, BytesIO(str(fields).encode()))
    of = {"digest": staged.digest, "size": staged.size, "name": "it", "media": "image/png"}
    night.rule("journal.attach_file", by=by, **{**of, **fields})
    return ledger.head(night.slug)


def test_a_face_is_the_portrait_last_attached_at_the_moment_and_a_moment_is_heard_once_all_agreed(
    night: Night,
) -> None:
    figure = scene(night, night.library.ledger.head(night.slug)).figures[0].id
    before = night.library.ledger.head(night.slug)
    first = attached(night, role="portrait", belongs={"kind": "character", "id": figure}, alt="Laughing")
    then = attached(night, role="portrait", belongs={"kind": "character", "id": figure})
    for_the_gm = attached(
        night, role="portrait", belongs={"kind": "character", "id": figure}, visibility="gm", alt="Masked"
    )

    def picture(at: int, viewer: Viewer = GM) -> str:
        shown = scene(night, at, viewer).faces.of(figure).picture
        return "" if shown is None else f"{shown.alt} {shown.address.partition('?')[0]}"

    assert picture(first).startswith(f"Laughing ./files/{night.slug}/")
    assert picture(before) == ""
    assert "" != picture(for_the_gm) != picture(then) == picture(for_the_gm, BO)

    evening = {"kind": "session", "number": 1}
    sound = attached(night, "bo", media="audio/ogg", role="recording", name="evening.ogg", belongs=evening)
    night.rule(
        "journal.align_recording", file=4, heard=["gm", "bo"], ties=[{"position": first, "milliseconds": 60_000}]
    )
    night.rule("journal.agree_to_recording", by="bo", file=4)
    assert scene(night, then).heard is None
    night.rule("journal.agree_to_recording", file=4)
    heard = scene(night, then).heard
    assert heard is not None
    assert heard.file.number == 4
    assert 45 <= heard.second < 120
    assert scene(night, sound, BO).heard is not None


def test_removed_words_are_gone_from_what_was_remembered_of_the_log(night: Night) -> None:
    ledger, remembered = night.library.ledger, Remembered()
    at = position_of(night, "journal.note_written.v2")

    def kept() -> str:
        campaign = ledger.open(night.slug)
        return repr((remembered.told(campaign, at, at - 1, GM), remembered.sheets(campaign, at, GM)))

    for sheet in remembered.sheets(ledger.open(night.slug), at, GM):
        sheet_html(sheet, EarlierSheet.of(sheet), kept=remembered.drawn)
    assert remembered.drawn._kept
    assert "about the beacon" in kept()
    gone = preview(ledger, night.slug, {"about the beacon": "…"}, ids={}, by="gm")
    assert gone is not None
    assert isinstance(remove(ledger, gone, confirm=gone.code, reason="Somebody asked.", by="gm"), Removed)
    remembered.look_for_removals(ledger.open(night.slug))
    assert not remembered._told._kept, "nor is it in memory"
    assert not remembered.drawn._kept
    assert "about the beacon" not in kept()
