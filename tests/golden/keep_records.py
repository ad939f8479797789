"""Keeps one stored record of every tag that was ever written: `python tests/golden/keep_records.py`.

Adds what is missing and never changes a line that is there: those are the shapes that lie in people's ledgers. A
game's come out of its own scenarios; where no scenario leads to an event, `BY_HAND` holds one.
"""

import json
import sys
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[2]))

from domain.registry import games
from ledger.care.example_record import recorder_of_examples
from ledger.records.codec import Codec
from wiring.golden_records import events_of_scenarios

FOLDER = Path(__file__).parent / "records"
SHARED = ("campaign", "journal", "logged")
_CHANGE = {"owner": "wren", "owner_name": "Wren", "name": "Hope", "was": 3, "now": 2}
_ROLL = {"formula": "1d6+3", "dice": [{"size": 6, "face": 4, "kept": True}], "total": "7", "label": "Shadow"}
_LOGGED = {
    "formula": "1d6x6+3",
    "notation": "1d6!+3",
    "dice": [
        {"size": 6, "face": 6, "label": "six"},
        {"size": 6, "face": 4, "kept": False, "extra": True},
    ],
    "total": "9",
    "label": "Shadow",
    "grade": "total",
}
BY_HAND: dict[str, dict[str, Any]] = {
    "journal.campaign_shelved.v1": {"shelf": "Harbour games"},
    "journal.campaign_tagged.v1": {"added": ["long"], "removed": ["new"]},
    "journal.campaign_put_away.v1": {},
    "journal.campaign_taken_out.v1": {},
    "journal.person_recognized.v1": {"person": "ada", "known_as": "ada-byron"},
    "journal.intake_begun.v1": {
        "intake": 1,
        "source": "Another table",
        "file": "chat.json",
        "sum": "5f" * 32,
        "voices": [{"id": "wren", "name": "Wren"}],
    },
    "journal.earlier_evening_opened.v1": {"intake": 1, "evening": 1, "title": "Low water"},
    "journal.entry_taken_in.v1": {
        "intake": 1,
        "source_id": "table:1",
        "form": "roll",
        "voice": "wren",
        "speaker": "Wren",
        "text": "I look",
        "rolls": [_ROLL],
        "changes": [_CHANGE],
        "visibility": "table",
    },
    "journal.earlier_value_adjusted.v1": {"intake": 1, **_CHANGE, "reason": "It was healed between two evenings"},
    "journal.intake_ended.v1": {"intake": 1, "entries": 1, "verbatim": 0},
    "journal.file_attached.v1": {
        "file": 1,
        "person": "ada",
        "digest": "5f" * 32,
        "media": "image/jpeg",
        "size": 20480,
        "name": "pier.jpg",
        "caption": "The pier at low water",
        "alt": "A wooden pier",
        "visibility": "table",
        "only_for": "ada",
        "role": "portrait",
        "belongs": {"kind": "character", "id": "wren", "number": None},
        "width": 640,
        "height": 480,
    },
    "journal.file_described.v1": {
        "file": 1,
        "caption": "The pier",
        "alt": "",
        "visibility": "gm",
        "only_for": None,
        "focus": {"left": 100, "top": 0, "side": 500},
    },
    "journal.file_put_away.v1": {"file": 1},
    "journal.file_brought_back.v1": {"file": 1},
    "journal.recording_aligned.v1": {
        "file": 1,
        "ties": [{"position": 12, "milliseconds": 754000}, {"position": 40, "milliseconds": 2_100_000}],
        "heard": ["ada", "ben"],
    },
    "journal.recording_agreed.v1": {"file": 1, "person": "ada"},
    "journal.file_removed.v1": {"file": 1, "reason": "Asked to leave"},
    "logged.intake_begun.v1": {
        "intake": 1,
        "source": "Another table",
        "file": "chat.json",
        "sum": "5f" * 32,
        "blob": "5f" * 32,
        "voices": [{"id": "wren", "name": "Wren", "player": "ada"}],
        "instead_of": 1,
    },
    "logged.evening_opened.v1": {"session": 3, "title": "Low water", "again": True},
    "logged.evening_closed.v1": {"session": 3},
    "logged.scene_opened.v1": {"scene": "logged-1-2", "after": "logged-1-1", "title": "Pier", "place": "Harbour"},
    "logged.entry_logged.v1": {
        "source_id": "table:1",
        "form": "roll",
        "voice": "wren",
        "speaker": "Wren",
        "player": "ada",
        "text": "I look",
        "rolls": [_LOGGED],
        "changes": [_CHANGE],
        "fidelity": "total",
        "place": "line 3, message 1",
        "span": {"start": 120, "length": 88, "file": "messages/0003.json"},
        "answers": "table:0",
        "marks": ["[map.png] https://example.org/map.png"],
        "deleted": True,
        "visibility": "gm",
        "only": "ada",
    },
    "logged.value_adjusted.v1": {**_CHANGE, "reason": "It was healed between two evenings"},
    "logged.intake_ended.v1": {"intake": 1, "entries": 1, "words": 0},
    "campaign.line_rewound.v1": {"to": 4, "reason": "We forgot the lamp", "left": 2, "regained": 0},
    "journal.session_sealed.v1": {"session": 1, "position": 11, "seal": "5f" * 32},
    "journal.comment_written.v1": {"position": 9, "text": "שלום", "visibility": "gm"},
    "journal.note_written.v2": {
        "note": 1,
        "text": "Déjà vu",
        "visibility": "table",
        "form": "to_person",
        "whose": "",
        "to": "ada",
        "person": "gm",
        "about": "the-mill",
    },
    "journal.note_ticked.v1": {"note": 1, "person": "ada"},
    "campaign.faction_named.v1": {"faction": "dockers", "name": "Dockers", "weight": 3, "group": "Harbour"},
    "campaign.faction_removed.v1": {"faction": "dockers"},
    "campaign.relation_set.v1": {"source": "dockers", "target": "watch", "relation": "foes", "friendly": False},
    "campaign.gm_handed_over.v1": {"was": "gm", "now": "ada"},
    "campaign.person_left.v1": {"person": "ada"},
    "campaign.renamed.v1": {"title": "The Salt Gate"},
    "campaign.session_opened.v1": {"session": 1, "title": "Low water"},
    "campaign.session_closed.v1": {"session": 1},
    "campaign.house_rules_changed.v1": {"changes": {}, "reason": "We like it better"},
    "journal.record_set_aside.v1": {
        "position": 1,
        "seal": "5f" * 32,
        "named": None,
        "why": "It is not stored as bytes under a tag.",
    },
    "journal.words_removed.v1": {
        "reason": "Asked to leave",
        "records": [{"position": 3, "was": "5f" * 32, "now": "a0" * 32}],
    },
    "journal.dispute_opened.v1": {
        "dispute": 1,
        "ruling": 3,
        "position": 4,
        "person": "ada",
        "text": "It was high water",
        "evidence": [3],
    },
    "journal.dispute_added_to.v1": {
        "dispute": 1,
        "person": "gm",
        "text": "",
        "evidence": [],
        "alternative": {"how": "dice", "dice": [6]},
    },
    "journal.dispute_withdrawn.v1": {"dispute": 1, "reason": ""},
    "journal.ruling_upheld.v1": {"dispute": 1, "ruling": 3, "reason": "It stands"},
    "journal.ruling_overturned.v1": {
        "ruling": 3,
        "position": 4,
        "alternative": {"how": "strike"},
        "reason": "Ada is right",
        "dispute": 1,
        "line": 12,
        "left_at": 11,
        "tally": {"unchanged": 2, "struck": 1},
    },
}


def kept(name: str) -> dict[str, bytes]:
    """The records kept for a game, or for what all games share: tag -> bytes."""
    file = FOLDER / f"{name}.jsonl"
    lines = file.read_bytes().splitlines() if file.exists() else []
    return {json.loads(line)["type"]: line for line in lines}


def main() -> None:
    shared = kept("shared")
    for key, game in games().items():
        if not (FOLDER / f"{key}.jsonl").exists():
            continue  # a game from elsewhere keeps its own: `campaign keep-records`
        codec, own, written = Codec(game), kept(key), recorder_of_examples(game)
        longest: dict[str, bytes] = {}
        events = list(events_of_scenarios(game))
        for tag, data in BY_HAND.items():
            events.append(codec.vocabulary.events[tag].model_validate(data))
        for event in events:
            line = written(event)
            if len(line) > len(longest.get(event.type, b"")):
                longest[event.type] = line
        for tag, line in longest.items():
            (shared if tag.split(".")[0] in SHARED else own).setdefault(tag, line)
        _write(key, own)
        missing = codec.vocabulary.events.keys() - own.keys() - shared.keys()
        print(f"{key}: {len(own)} kept, missing {sorted(missing)}")
    _write("shared", shared)


def _write(name: str, records: dict[str, bytes]) -> None:
    FOLDER.mkdir(exist_ok=True)
    (FOLDER / f"{name}.jsonl").write_bytes(b"".join(line + b"\n" for _tag, line in sorted(records.items())))


if __name__ == "__main__":
    main()
