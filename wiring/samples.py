"""The sample campaigns: play scripts that the games carry in their own folders."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import PurePath

from domain.kernel.game import AnyGame
from domain.kernel.scenario import stands_alone
from exchange.tables.own_files import own_files
from ledger.ledger import Ledger
from ledger.log.entry import CampaignEntry
from wiring.play_scripts import PlayScript, ScriptProgress, play_into, read

GIVEN = "given"
"""The folder beside scenarios with the scripts they begin from."""


@dataclass(frozen=True, slots=True)
class Sample:
    """A sample campaign of one game."""

    game: AnyGame
    script: PlayScript

    @property
    def slug(self) -> str:
        """The slug of its campaign."""
        return self.script.slug

    @property
    def title(self) -> str:
        """The title of its campaign."""
        return self.script.script.header.title


def scripts_in(game: AnyGame, folder: str) -> list[tuple[str, bytes]]:
    """The `.jsonl` files in a folder of a game: their names within the game, and their bytes."""
    return [(f"{game.key}/{folder}/{name}", content) for name, content in own_files(game, folder, ".jsonl")]


def given_in(game: AnyGame) -> Callable[[str], str]:
    """Finds the scripts that a game's scenarios may begin from, by name."""
    known = {PurePath(name).stem: content for name, content in scripts_in(game, f"scenarios/{GIVEN}")}
    return lambda name: known[name].decode() if name in known else stands_alone(name)


def samples(games: Mapping[str, AnyGame]) -> list[Sample]:
    """Every sample campaign there is."""
    return [
        Sample(game, read(name, content))
        for _key, game in sorted(games.items())
        for name, content in scripts_in(game, "samples")
    ]


def lacking(ledger: Ledger, known: Sequence[Sample]) -> list[Sample]:
    """The samples of these that are not in the ledger to their last ruling."""
    entries = {it.slug: it for it in ledger.campaigns()}
    return [it for it in known if it.slug not in entries or not _is_whole(ledger, entries[it.slug], it)]


def _is_whole(ledger: Ledger, entry: CampaignEntry, sample: Sample) -> bool:
    number, _step = sample.script.script.steps[-1]
    return bool(ledger.index.positions_of(entry.id, [sample.script.key(number)]))


def found(
    ledger: Ledger,
    sample: Sample,
    progress: Callable[[int, int], None] = lambda _done, _of: None,
) -> ScriptProgress:
    """Found a sample campaign, or finish one that broke off; one that is whole is left alone."""
    steps = sample.script.script.steps
    played = ScriptProgress(sample.slug, len(steps))
    play_into(ledger, sample.slug, sample.script, played, lambda done: progress(done, len(steps)))
    return played
