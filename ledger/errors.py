"""Errors of a ledger. Every message is one plain sentence for a person."""


class LedgerError(Exception):
    """Something about the ledger is not as it was asked for. The message can be shown as it is."""


class NoSuchCampaign(LedgerError):
    """Nothing in this ledger is called that."""


class NoSuchPosition(LedgerError):
    """The campaign's log does not reach that far."""


class NoSuchGame(LedgerError):
    """No folder of this program holds that game."""


class SlugTaken(LedgerError):
    """Another campaign in this ledger is called that already."""


class Conflict(LedgerError):
    """Others recorded first, so that this would not be what was asked for; nothing of it was stored."""


class TargetTaken(Conflict):
    """Something lies where an archive or a backup was to be written."""


class KeyUsedOtherwise(Conflict):
    """A submission was sent under the key of another one; nothing was stored."""


class HeadNotNamed(LedgerError):
    """Something that acts on the last ruling was asked without saying which one that was."""


class PositionSetAside(NoSuchPosition):
    """The state at a position rests on a record that was set aside, so it cannot be said."""

    def __init__(self, position: int, aside: int) -> None:
        which = (
            f"Position {position} was"
            if position == aside
            else f"Position {position} lies after {aside}, which was"
        )
        super().__init__(f"{which} set aside because it could not be read or followed: name an earlier one.")
        self.named = position, aside

    def __reduce__(self) -> tuple[type["PositionSetAside"], tuple[int, int]]:
        """Pickling, so that it comes whole out of another process."""
        return type(self), self.named


class UnknownRecord(LedgerError):
    """A stored record has a shape this program does not know: most likely a newer program wrote it."""

    def __init__(self, sentence: str, position: int = 0) -> None:
        super().__init__(sentence)
        self.position = position


class BrokenLedger(LedgerError):
    """A stored record cannot be what was written. `position` is the first broken one."""

    def __init__(self, position: int, problem: str) -> None:
        super().__init__(f"Record {position} is broken: {problem}")
        self.position = position
        self.problem = problem

    def __reduce__(self) -> tuple[type["BrokenLedger"], tuple[int, str]]:
        """Pickling, so that it comes whole out of another process."""
        return type(self), (self.position, self.problem)
