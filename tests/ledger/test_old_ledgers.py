"""Records of every version ever shipped can be read, and what a newer program wrote is named."""

import json
from collections.abc import Callable
from dataclasses import replace
from typing import Any, Literal

import pytest

from domain.kernel.messages import Event
from domain.kernel.vocabulary import event_data
from domain.registry import games
from ledger.errors import UnknownRecord
from ledger.records.codec import Codec
from tests.support.own_games import OURS, RECORDS
from tests.support.tower import TOWER, StonesLaid, evolve


def kept(name: str) -> list[bytes]:
    return (RECORDS / f"{name}.jsonl").read_bytes().splitlines()


def holds(read: Any, written: Any) -> bool:
    """True if everything written is read so. More may be there: what was added since, with a default."""
    if isinstance(written, dict):
        return isinstance(read, dict) and all(
            name in read and holds(read[name], it) for name, it in written.items()
        )
    if isinstance(written, list):
        return isinstance(read, list) and len(read) == len(written) and all(map(holds, read, written))
    return bool(read == written)


@pytest.mark.parametrize("key", OURS)
def test_a_record_of_every_version_that_ever_shipped_can_be_read(key: str) -> None:
    game = games()[key]
    codec = Codec(game)
    seen = set()
    for line in (*kept(key), *kept("shared")):
        fields = json.loads(line)
        tag = fields["type"]
        record = codec.read(tag, line)
        assert record.stored == line
        if tag in codec.vocabulary.events:
            assert holds(event_data(record.event), fields["data"]), f"{tag} is not read as it was written"
        else:
            assert tag in codec.vocabulary.upcasts, f"{tag} was shipped, and nothing brings it to today's shape"
        seen.add(tag)
    missing = codec.vocabulary.events.keys() - seen
    assert not missing, f"keep a record of {sorted(missing)}: run tests/golden/keep_records.py"


class StonesPlaced(Event):
    """A later `StonesLaid`: the faces of several dice, and who laid them."""

    type: Literal["tower.stones_laid.v3"] = "tower.stones_laid.v3"
    faces: tuple[int, ...]
    mason: str


def to_v2(data: dict[str, Any]) -> dict[str, Any]:
    return {"faces": [data["face"]]}


def to_v3(data: dict[str, Any]) -> dict[str, Any]:
    return {**data, "mason": "unknown"}


def stored(tag: str, data: dict[str, object]) -> bytes:
    codec = Codec(TOWER)
    line = codec.write(
        {
            "at": "2026-11-21T20:14:05.120Z",
            "by": "gm",
            "campaign": "00000000-0000-0000-0000-000000000007",
            "parent": 4,
            "position": 5,
            "prev": "0" * 64,
            "rules": 1,
            "ruling": 3,
        },
        StonesLaid(face=4),
    ).stored
    return line.replace(b'{"face":4}', json.dumps(data, separators=(",", ":")).encode()).replace(
        b"tower.stones_laid.v1", tag.encode()
    )


def test_old_shapes_are_brought_to_todays_step_by_step_and_their_bytes_stay() -> None:
    upcasts: dict[str, tuple[str, Callable[[dict[str, Any]], dict[str, Any]]]] = {
        "tower.stones_laid.v1": ("tower.stones_laid.v2", to_v2),
        "tower.stones_laid.v2": ("tower.stones_laid.v3", to_v3),
    }
    codec = Codec(replace(TOWER, events=(StonesPlaced,), evolve=evolve, upcasts=upcasts))
    for tag, data in (
        ("tower.stones_laid.v1", {"face": 4}),
        ("tower.stones_laid.v2", {"faces": [4]}),
        ("tower.stones_laid.v3", {"faces": [4], "mason": "unknown"}),
    ):
        line = stored(tag, dict(data))
        record = codec.read(tag, line)
        assert record.event == StonesPlaced(faces=(4,), mason="unknown")
        assert record.stored == line


@pytest.mark.parametrize(
    ("tag", "known"),
    [
        ("tower.stones_laid.v2", "that event only up to 'tower.stones_laid.v1'"),
        ("tower.bells_hung.v1", "no such event"),
        ("campaign.renamed.v7", "that event only up to 'campaign.renamed.v1'"),
    ],
)
def test_what_a_newer_program_wrote_is_named_with_game_tag_and_version(tag: str, known: str) -> None:
    with pytest.raises(UnknownRecord) as error:
        Codec(TOWER).read(tag, stored(tag, {"face": 4}))
    text = str(error.value)
    assert text.startswith(f"Record 5 is {tag!r}, and this program's Tower knows {known}: ")
    assert text.endswith("written by a newer program. Upgrade, and open it again.")
