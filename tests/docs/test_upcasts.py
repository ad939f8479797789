"""The example on the page about new versions of events is the code itself."""

from tests.docs.blocks import DOCS, ROOT, blocks


def test_the_upcast_that_is_shown_is_the_one_that_is_used() -> None:
    shown = next(block for block in blocks(DOCS / "reference" / "upcasts.md") if block.kind == "python")
    source = (ROOT / "domain" / "spc" / shown.file).read_text("utf-8")
    assert shown.text.strip() in source


def test_the_files_it_speaks_of_are_there() -> None:
    page = (DOCS / "reference" / "upcasts.md").read_text("utf-8")
    for path in (
        "campaign_laws/laws/replay.py",
        "tests/golden/keep_records.py",
        "tests/domain/spc/test_first_edition.py",
    ):
        assert path in page
        assert (ROOT / path).exists()
    assert "class GoalTrackMovedV1" in (
        ROOT / "domain" / "spc" / "chapters" / "adventure" / "tracks.py"
    ).read_text("utf-8")
