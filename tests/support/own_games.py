"""The games of the project, told apart from those that somebody puts beside them: their records are kept here."""

from pathlib import Path

from domain.registry import games
from exchange.tables.quick_starts import quick_starts
from wiring.samples import samples

RECORDS = Path(__file__).parents[1] / "golden" / "records"
OURS = sorted(file.stem for file in RECORDS.glob("*.jsonl") if file.stem != "shared")


def with_samples() -> list[str]:
    """The keys of the games that carry a sample campaign, ours or not."""
    return sorted({sample.game.key for sample in samples(games())})


def with_quick_starts() -> list[str]:
    """The keys of the games that carry a ready table, ours or not."""
    return sorted(key for key, game in games().items() if quick_starts(game))
