"""Campaigns that are alike but for one number that somebody keeps secret, found in the scripts of the games.

Every ruling of a sample or a scenario that not everybody may know of is looked at: a number in what was asked for,
a face of a die that fell, or digits in a text are changed, and the campaign ends with that ruling. A number that
the rules do not let be another is passed over.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any
from unittest.mock import patch
from uuid import UUID

from cli.campaigns.rulings import founding
from domain.kernel.game import AnyGame
from domain.kernel.people import Role, Viewer, may_see
from domain.kernel.scenario import ScenarioStep, Script, read_script
from domain.kernel.vocabulary import MalformedCommand, Vocabulary
from ledger.answers import Refused, Ruled, Submission, ToldRecord
from ledger.errors import LedgerError
from ledger.ledger import Ledger
from projections.audiences import as_told_to, audience_of
from projections.read_models import ReadModels
from wiring.samples import given_in, scripts_in

NOW = datetime(2026, 11, 22, 18, 0, tzinfo=UTC)
NOTE = {"type": "journal.write_note", "text": "The bridge holds for 3 more nights.", "visibility": "gm"}
_DIE = re.compile(r"d\d+")

Changed = tuple[dict[str, Any], tuple[int, ...]]
"""A command, and the faces that fall."""


@dataclass(frozen=True, slots=True)
class Twins:
    """Two campaigns: steps that are the same, and a last one with another number in the second."""

    name: str
    game: str
    script: Script
    steps: tuple[ScenarioStep, ...]
    by: str
    pair: tuple[Changed, Changed]
    last: int
    """The number of the ruling that is kept secret."""

    @property
    def what(self) -> str:
        """The thing that is kept secret."""
        return str(self.pair[0][0]["type"])


def recorded(ledger: Ledger, slug: str, twins: Twins, which: int, *, sealed: bool = False) -> None:
    """Record one of the two."""
    _found(ledger, slug, twins.script, twins.game)
    vocabulary = Vocabulary(ledger.games[twins.game])
    for step in twins.steps:
        _asked(ledger, slug, vocabulary, step.when, step.by, step.dice)
    when, faces = twins.pair[which]
    answer = _asked(ledger, slug, vocabulary, when, twins.by, faces)
    assert isinstance(answer, Ruled), answer
    if sealed:
        # The seal of a session, which comes with its closing, is told to everybody; so is one behind the secret.
        for kind in ("campaign.close_session", "campaign.open_session", "campaign.close_session"):
            _asked(ledger, slug, vocabulary, {"type": kind}, twins.script.header.gm, ())


def opened(file: Path) -> Ledger:
    """A ledger in which it is always the same moment."""
    ledger = Ledger({**_games()}, {"SQLALCHEMY_URL": f"sqlite:///{file}"}, clock=lambda: NOW)
    ledger.followers.append(ReadModels(ledger))
    return ledger


def both(folder: Path, every: Sequence[Twins]) -> tuple[Path, Path]:
    """Two ledgers with all of these, alike but for those numbers: with the same ids, at the same time."""
    files = folder / "one.sqlite3", folder / "other.sqlite3"
    for which, file in enumerate(files):
        ledger = opened(file)
        for number, twins in enumerate(every):
            with patch("ledger.ledger.uuid4", lambda number=number: UUID(int=number + 1)):
                recorded(ledger, twins.name, twins, which, sealed=True)
        ledger.close()
    return files


def others(ledger: Ledger, slug: str, ruling: int) -> list[Viewer]:
    """Those at that table who may not know that ruling."""
    last = [it for it in ledger.told(slug) if it.record.envelope.ruling == ruling]
    campaign = ledger.moment(slug).campaign
    seated = [campaign.asker(person) for person in campaign.people]
    return [it for it in seated if it.role is Role.PLAYER and not all(_sees(it, told) for told in last)]


def _sees(viewer: Viewer, told: ToldRecord) -> bool:
    facts = (fact.audience for fact in told.retelling.facts)
    return may_see(viewer, told.retelling.audience) and all(may_see(viewer, each) for each in facts)


def find_twins(ledger: Ledger, game: AnyGame, only: str = "") -> Iterator[Twins]:
    """A pair for each kind of ruling that somebody may not know of, and one for a note to the GM.

    In every sample and scenario of a game, or in those alone that hold `only` in their name.
    """
    done: set[str] = set()
    for place in ("samples", "scenarios"):
        for name, content in scripts_in(game, place):
            if only not in name:
                continue
            script = read_script(content.decode("utf-8"), given_in(game))
            yield from _in_script(ledger, game, script, re.sub(r"\W|_", "-", name.removesuffix(".jsonl")), done)


def _in_script(ledger: Ledger, game: AnyGame, script: Script, name: str, done: set[str]) -> Iterator[Twins]:
    slug, vocabulary = name[:60].strip("-"), Vocabulary(game)
    _found(ledger, slug, script, game.key)
    before: list[ScenarioStep] = []
    for _line, step in script.steps:
        if step.refused:
            continue
        kind = str(step.when["type"])
        head = ledger.head(slug)
        answer = _asked(ledger, slug, vocabulary, step.when, step.by, step.dice)
        if not isinstance(answer, Ruled):
            return  # what a scenario does outside a ledger
        if kind not in done and _hidden(ledger, slug, answer.told):
            for number, pair in enumerate(_pairs(step)):
                twins = Twins(f"{slug[:40]}-{head}", game.key, script, tuple(before), step.by, pair, answer.ruling)
                if _can_be(ledger, f"{slug[:40]}-{head}-try-{number}", twins):
                    done.add(kind)
                    yield twins
                    break
        before.append(step)
        if len(before) == 12 and NOTE["type"] not in done and _seated(ledger, slug):
            done.add(NOTE["type"])
            gm = script.header.gm
            other = {**NOTE, "text": NOTE["text"].replace("3", "7")}
            last = answer.ruling + 1
            yield Twins(f"{slug[:40]}-note", game.key, script, tuple(before), gm, ((NOTE, ()), (other, ())), last)


def _seated(ledger: Ledger, slug: str) -> bool:
    return any(seat.role is Role.PLAYER for seat in ledger.moment(slug).campaign.people.values())


def _hidden(ledger: Ledger, slug: str, told: Sequence[ToldRecord]) -> bool:
    campaign = ledger.moment(slug).campaign
    players = [campaign.asker(person) for person, seat in campaign.people.items() if seat.role is Role.PLAYER]
    return any(not _sees(player, it) for player in players for it in told)


def _pairs(step: ScenarioStep) -> Iterator[tuple[Changed, Changed]]:
    was: Changed = dict(step.when), step.dice
    for when in _others(step.when):
        yield was, (when, step.dice)
    for number, face in enumerate(step.dice):
        for other in (face - 1, face + 1):
            yield was, (was[0], (*step.dice[:number], other, *step.dice[number + 1 :]))
    for name, value in step.when.items():
        if name in ("text", "note", "plan", "scheme") and isinstance(value, str):
            yield (
                ({**step.when, name: f"{value} (3)"}, step.dice),
                ({**step.when, name: f"{value} (7)"}, step.dice),
            )


def _others(value: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    """The same with one number in it another."""
    for name, inner in value.items():
        if isinstance(inner, int) and not isinstance(inner, bool):
            yield from ({**value, name: it} for it in (inner + 1, inner - 1, inner + 2))
        elif isinstance(inner, str) and _DIE.fullmatch(inner):
            yield from ({**value, name: it} for it in ("d4", "d6", "d8", "d10") if it != inner)


def _can_be(ledger: Ledger, slug: str, twins: Twins) -> bool:
    """True if both can be recorded, and the rest of the people at the table may know neither."""
    told = []
    for which in (0, 1):
        try:
            recorded(ledger, f"{slug}-{which}", twins, which)
        except (AssertionError, MalformedCommand, LedgerError):
            return False
        head = ledger.head(f"{slug}-{which}")
        told.append([str(it.record.event) for it in ledger.told(f"{slug}-{which}", since=head - 1)])
    kept_from = others(ledger, f"{slug}-0", twins.last)
    if told[0] == told[1] or not kept_from:
        return False
    # Of dice that fall together some are for everybody to see.
    return twins.pair[0][1] == twins.pair[1][1] or _openly(ledger, f"{slug}-0", kept_from[0]) == _openly(
        ledger, f"{slug}-1", kept_from[0]
    )


def _openly(ledger: Ledger, slug: str, viewer: Viewer) -> list[str]:
    """Everything that somebody may know of a campaign."""
    told = (as_told_to(audience_of(viewer), it) for it in ledger.told(slug))
    return [str((it.retelling.headline, it.retelling.facts)) for it in told if it is not None]


def _found(ledger: Ledger, slug: str, script: Script, game: str) -> None:
    header = script.header
    command = founding(
        game=game, title=header.title, slug=slug, house_rules=header.house_rules, gm_name=header.gm_name
    )
    assert isinstance(ledger.found(command, by=header.gm), Ruled)


def _asked(
    ledger: Ledger, slug: str, vocabulary: Vocabulary, when: Mapping[str, Any], by: str, faces: tuple[int, ...]
) -> Ruled | Refused:
    asked = Submission(command=vocabulary.command(dict(when)), by=by, faces=faces, expect=ledger.end(slug))
    return ledger.rule(slug, asked)


def _games() -> Mapping[str, AnyGame]:
    from domain.registry import games

    return games()
