"""Messages of one id that stand in a source more than once: the last counts, and no word of the others is lost."""

import json
from collections.abc import Sequence
from pathlib import Path

from domain.kernel.journal.earlier import EntryForm
from domain.kernel.logged.chapters.entries import EntryLogged
from domain.kernel.people import EVERYONE, GM_ONLY
from exchange.imports.entries import EARLIER, Said
from exchange.imports.folders import source_at
from exchange.imports.recognising import format_of
from exchange.imports.source import Clock
from exchange.imports.spool import spooled
from ledger.ledger import Ledger
from tests.support.intake import taken_in

ROLL = {
    "class": "Roll",
    "formula": "1d20",
    "total": 7,
    "terms": [{"class": "Die", "number": 1, "faces": 20, "results": [{"result": 7, "active": True}]}],
}


def message(content: str, at: int = 1_600_000_000_000, known: str = "aaaaaaaaaaaaaaa1", **more: object) -> str:
    return json.dumps({"_id": known, "timestamp": at, "content": content, "speaker": {"alias": "Wren"}, **more})


def spooled_of(*files: Path) -> tuple[list[Said], list[str]]:
    with source_at(files, Clock()) as source, spooled(source, format_of(source)) as spool:
        return list(spool), [it.what for it in spool.remarks]


def written(folder: Path, name: str, lines: Sequence[str]) -> Path:
    file = folder / name
    file.write_text("\n".join(lines) + "\n", "utf-8")
    return file


def test_words_that_a_later_line_of_the_same_message_does_not_say_are_kept_for_the_gm(tmp_path: Path) -> None:
    lines = [message("The lamp goes out.", rolls=[json.dumps(ROLL)]), message("The lamp holds.")]
    before, now = spooled_of(written(tmp_path, "messages.db", lines))[0]
    assert (now.text, now.secret, now.marks) == ("The lamp holds.", False, ())
    assert (before.text, before.secret, before.marks) == ("The lamp goes out.\n1d20: 7", True, (EARLIER,))
    assert (before.form, before.rolls, before.moves) == (EntryForm.STORY, (), ()), "its dice fell once"
    assert before.id == f"{now.id}/earlier-1"


def test_a_version_whose_words_all_stand_in_the_last_is_passed_over(tmp_path: Path) -> None:
    lines = [message("The lamp"), message("The lamp holds."), message("The lamp holds.")]
    told, remarks = spooled_of(written(tmp_path, "messages.db", lines))
    assert [it.text for it in told] == ["The lamp holds."]
    assert any(it.startswith("2 messages stand in it more than once") for it in remarks)


def test_each_of_several_versions_is_kept_under_an_id_of_its_own(tmp_path: Path) -> None:
    lines = [message("Salt."), message("Ash."), message("Tide.")]
    told, _remarks = spooled_of(written(tmp_path, "messages.db", lines))
    assert sorted(it.text for it in told) == ["Ash.", "Salt.", "Tide."]
    assert len({it.id for it in told}) == 3


def test_of_a_message_that_was_deleted_no_version_comes(tmp_path: Path) -> None:
    lines = [
        message("Salt."),
        message("Ash."),
        json.dumps({"_id": "aaaaaaaaaaaaaaa1", "$$deleted": True}),
        message("The tide.", known="aaaaaaaaaaaaaaa2"),
    ]
    assert [it.text for it in spooled_of(written(tmp_path, "messages.db", lines))[0]] == ["The tide."]


def test_two_exports_of_a_channel_in_which_a_message_was_edited_lose_nothing(tmp_path: Path) -> None:
    def export(name: str, content: str) -> Path:
        told = {
            "id": "7",
            "content": content,
            "timestamp": "2022-10-04T16:00:00+00:00",
            "author": {"name": "gwen"},
        }
        return written(tmp_path, name, [json.dumps({"guild": {"id": "1"}, "channel": {}, "messages": [told]})])

    both = export("a.json", "The bell tolls twice."), export("b.json", "The bell tolls.")
    assert sorted((it.text, it.secret) for it in spooled_of(*both)[0]) == [
        ("The bell tolls twice.", True),
        ("The bell tolls.", False),
    ]


def test_taken_in_they_are_told_to_the_gm_alone_and_not_taken_in_again(salt: Ledger, tmp_path: Path) -> None:
    file = written(tmp_path, "messages.db", [message("The lamp goes out."), message("The lamp holds.")])
    report = taken_in(salt, file)
    assert (report.in_file, report.recorded.total(), report.for_the_gm) == (2, 2, 1)
    logged = [(it.record.event, it.retelling.audience) for it in salt.told("salt")]
    audiences = {event.text: audience for event, audience in logged if isinstance(event, EntryLogged)}
    assert audiences == {"The lamp goes out.": GM_ONLY, "The lamp holds.": EVERYONE}
    again = taken_in(salt, file)
    assert (again.recorded.total(), again.known, again.changed) == (0, 2, 0)
