"""Words that are to be taken out, found in kept files however these write them; and such files gone as a whole."""

from io import BytesIO

import pytest

from ledger.answers import Refused
from ledger.care.redaction import NotAsShown, preview, remove
from ledger.care.verify import verify
from ledger.care.word_matching import PhraseSearch
from ledger.care.words_in_files import stands_in
from ledger.errors import LedgerError
from ledger.files.store import FileState, NoSuchFile
from ledger.ledger import Ledger
from tests.support.filing import CONTENT, DIGEST, content_of, keep, naming


@pytest.mark.parametrize(
    ("parts", "there"),
    [
        ([b"said by Zo\xc3\xab Byron."], True),
        ([b"said by Zo", b"e Byron."], True),
        ([b"said by Zo\xc3", b"\xab Byron."], True),
        ([b'{"name": "Zo\\u00eb Byron"}'], True),
        ([b'{"name": "Zoe\\nByron"}'], True),
        ([b"<b>Zo&euml; Byron</b>"], True),
        (["ZOË BYRON".encode("utf-16")], True),
        (["\ufeffzoë byron".encode("utf-8")], True),
        ([b"Zoeb Byron", b"Zoe By", b"ronic"], False),
        ([], False),
    ],
)
def test_words_are_found_as_people_read_them(parts: list[bytes], there: bool) -> None:
    assert stands_in(parts, PhraseSearch(["Zoë Byron"])) is there


def test_a_file_with_the_words_goes_and_others_stay(ledger: Ledger) -> None:
    gone, kept = keep(ledger, "babel", b"Ada was here"), keep(ledger, "babel")
    begun = ledger.head("babel") - 3  # where the first of two intakes of two records begins
    shown = preview(ledger, "babel", {"Ada": "[removed]"}, ids={}, by="gm")
    assert shown is not None
    assert (shown.positions, [it.digest for it in shown.files]) == ((), [gone])
    with pytest.raises(NotAsShown):
        remove(ledger, shown, confirm="00000000", reason="Asked to", by="gm")
    done = remove(ledger, shown, confirm=shown.code, reason="Asked to", by="gm")
    assert not isinstance(done, Refused)
    assert done.files == (begun,)
    with pytest.raises(NoSuchFile):
        content_of(ledger, "babel", gone)
    assert content_of(ledger, "babel", kept) == CONTENT
    found = verify(ledger, "babel")
    assert (found.sound, {it.digest: it.state for it in found.files}) == (
        True,
        {gone: FileState.REMOVED, DIGEST: FileState.SOUND},
    )
    assert preview(ledger, "babel", {"Ada": "[removed]"}, ids={}, by="gm") is None
    keep(ledger, "babel", b"Ada was here")  # whoever puts it in again has it again
    assert {it.state for it in verify(ledger, "babel").files} == {FileState.SOUND}


def test_what_waits_for_its_record_goes_with_a_removal(ledger: Ledger) -> None:
    keep(ledger, "babel", b"Ada was here")
    waiting = ledger.files.stage(ledger.find("babel").id, BytesIO(b"Ada again"))
    shown = preview(ledger, "babel", {"Ada": "[removed]"}, ids={}, by="gm")
    assert shown is not None
    remove(ledger, shown, confirm=shown.code, reason="Asked to", by="gm")
    with pytest.raises(LedgerError, match="put it in again"):
        ledger.rule_all_or_none("babel", naming(waiting.digest))
