"""Earlier play in the journal of a campaign called salt, as ledgers hold it from before such play counted."""

from typing import Any

from domain.kernel.journal.earlier import EarlierChange, EarlierDie, EarlierRoll, EntryForm, Voice
from domain.kernel.journal.intake import (
    AdjustEarlierValue,
    BeginIntake,
    EndIntake,
    OpenEarlierEvening,
    TakeInEntry,
)
from domain.kernel.journal.notes import Visibility, WriteNote
from domain.kernel.messages import Command
from domain.kernel.terms import PersonId
from ledger.answers import Ruled, Submission
from ledger.ledger import Ledger

ROLL = EarlierRoll(formula="1d20+2", dice=(EarlierDie(size=20, face=15),), total="17")
MOVED = EarlierChange(owner="wren", owner_name="Wren", name="Rope", was=5, now=3)


def entry(number: int, text: str = "", **more: Any) -> TakeInEntry:
    values = {"source_id": f"foundry:m{number}", "form": EntryForm.SPEECH, "voice": "wren", "speaker": "The Wren"}
    return TakeInEntry.model_validate({**values, "text": text, **more})


def recorded(ledger: Ledger, command: Command, when: str | None = None) -> None:
    answer = ledger.rule("salt", Submission(command=command, by="gm", happened_at=when))
    assert isinstance(answer, Ruled), answer


def earlier_play_in(salt: Ledger) -> None:
    """Two intakes with a note between them: words, a roll, a whisper, a number that moves and one adjusted."""
    wren = Voice(id=PersonId("wren"), name="Wren")
    day, week = "2019-03-02T19:0{}:00.000Z", "2019-03-09T19:0{}:00.000Z"
    recorded(salt, BeginIntake(source="Foundry messages", file="old.db", sum="5f" * 32, voices=(wren,)))
    recorded(salt, OpenEarlierEvening(title="Low water"))
    recorded(salt, entry(1, "The lamp is lit."), day.format(1))
    recorded(salt, entry(2, rolls=(ROLL,), form=EntryForm.ROLL), day.format(2))
    recorded(salt, entry(3, "Nobody knows.", visibility=Visibility.GM, form=EntryForm.WHISPER), day.format(3))
    recorded(salt, EndIntake())
    recorded(salt, WriteNote(text="The lamp was Wren's."))
    recorded(salt, BeginIntake(source="Foundry messages", file="new.db", sum="6f" * 32))
    recorded(salt, OpenEarlierEvening(title="High water"))
    recorded(salt, entry(4, "The rope is wet.", changes=(MOVED,)), week.format(1))
    recorded(
        salt, AdjustEarlierValue(owner="wren", owner_name="Wren", name="Rope", was=3, now=4, reason="Pages lost")
    )
    recorded(salt, EndIntake())
