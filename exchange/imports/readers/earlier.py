"""Earlier play of the journal, as a source of its own: what was taken in before, when it could not yet be play."""

import json
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from domain.kernel.journal.earlier import EarlierRoll, EntryForm
from domain.kernel.journal.intake import EarlierEveningOpened, EarlierValueAdjusted, EntryTakenIn
from domain.kernel.journal.notes import Visibility
from domain.kernel.journal.state import Intake
from domain.kernel.logged.played import LoggedDie, LoggedRoll
from domain.kernel.messages import Event
from exchange.imports import rolls
from exchange.imports.entries import Item, Moved, NotTaken, Said
from exchange.imports.recognising import Format
from exchange.imports.source import ImportFile, json_value
from ledger.ledger import Ledger
from ledger.logged import earlier_play

_SPELLED = ("foundry", "roll20")
"""The beginnings of formats whose formulas are written as their program reads them."""
_IN_WORDS = ("discord", "transcript", "captions", "copied")
"""The beginnings of formats whose dice were read out of sentences."""


@contextmanager
def earlier_source(ledger: Ledger, campaign: str) -> Iterator[tuple[ImportFile, int]]:
    """The earlier play that has not come in as play yet, and the number of its last intake. Raises `NotTaken`."""
    entry = ledger.find(campaign)
    handle = ledger.open(entry.slug)
    intakes = handle.now.journal.intakes
    files = list(dict.fromkeys(it.file for it in intakes))
    with tempfile.TemporaryDirectory(prefix="earlier-") as folder:
        place, several = Path(folder) / "records.jsonl", 0
        with place.open("w", encoding="utf-8") as kept:
            for record in earlier_play(handle):
                written = _written(record.event, intakes)
                if written is not None:
                    envelope = record.envelope
                    kept.write(json.dumps({**written, "at": record.position, "when": envelope.happened_at}) + "\n")
                    several += "evening" not in written
        if not several:
            said = "is there as play already" if intakes else "was never taken in before it could be play"
            raise NotTaken(f"Of {entry.slug} nothing is left to be taken in anew: what was played earlier {said}.")
        more = f" and {len(files) - 1} more" if len(files) > 1 else ""
        yield ImportFile(place, f"{files[0]}{more}"[:200]), len(intakes)


def voices_in(source: ImportFile) -> dict[str, str]:
    """The voice that each speaker was taken in as."""
    found = {}
    with source.opened() as stream:
        for line in stream:
            if entry := json_value(line).get("entry"):
                found[entry["speaker"]] = entry["voice"]
    return found


def _written(event: Event, intakes: Sequence[Intake]) -> dict[str, Any] | None:
    match event:
        case EarlierEveningOpened():
            return {"evening": event.title}
        case EntryTakenIn():
            return {"entry": event.model_dump(mode="json"), "source": intakes[event.intake - 1].source}
        case EarlierValueAdjusted():
            return {"adjusted": event.model_dump(mode="json")}
    return None


def read(source: ImportFile) -> Iterator[Item]:
    """Its entries in the order in which they were taken in; an adjustment is one that moves a number."""
    evening = ""
    with source.opened() as stream:
        for line in stream:
            value = json_value(line)
            if "evening" in value:
                evening = value["evening"]
            elif "adjusted" in value:
                yield _adjusted(EarlierValueAdjusted.model_validate(value["adjusted"]), value, evening)
            else:
                yield _entry(EntryTakenIn.model_validate(value["entry"]), value, evening)


def _about(value: Mapping[str, Any], evening: str) -> dict[str, Any]:
    return {"place": f"record {value['at']}", "when": value["when"], "evening": evening}


def _adjusted(event: EarlierValueAdjusted, value: Mapping[str, Any], evening: str) -> Said:
    moved = Moved(event.owner_name, event.name, event.was, event.now)
    return Said(
        id=f"earlier:adjusted:{value['at']}",
        speaker=event.owner_name,
        form=EntryForm.CHANGE,
        text=event.reason,
        moves=(moved,),
        **_about(value, evening),
    )


def _entry(event: EntryTakenIn, value: Mapping[str, Any], evening: str) -> Said:
    tool = str(value["source"]).casefold()
    return Said(
        id=event.source_id,
        speaker=event.speaker,
        form=event.form,
        text=event.text,
        rolls=tuple(_roll(it, tool) for it in event.rolls),
        moves=tuple(Moved(it.owner_name, it.name, it.was, it.now) for it in event.changes),
        secret=event.visibility is Visibility.GM,
        why="it was kept word for word" if event.form is EntryForm.VERBATIM else "",
        **_about(value, evening),
    )


def _roll(roll: EarlierRoll, tool: str) -> LoggedRoll:
    """The roll with its faces as they were taken in, graded now."""
    dice = [LoggedDie(size=it.size, face=it.face, kept=it.kept) for it in roll.dice]
    program = next((it for it in _SPELLED if tool.startswith(it)), "")
    in_words = tool.startswith(_IN_WORDS)
    return rolls.rolled(roll.formula, dice, roll.total, roll.label, in_words=in_words, program=program)


EARLIER_PLAY = Format("earlier", "Earlier play of this campaign", read)
