"""`whatif`, `overturn` and `recheck`: rulings decided once more."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from cli.campaigns.rulings import answer_json, faces_in, refuse, setting
from cli.options import Options
from cli.outcome import CommandFailed, Status, usage_error
from cli.parallel import Step, by_hundreds, on_all_cores
from cli.parsing import GivenReason, json_from, validated
from cli.printing import as_json, cell, remark, rows, say, table
from cli.progress import bar
from cli.read.differences import outcome_json, say_outcome
from cli.viewer import asker_called, names, viewer_of
from domain.kernel.history.alternatives import Alternative, Amend, OtherDice, OtherHouseRules, Settlement, Strike
from ledger.answers import Expected, Refused, Submission
from ledger.whatif.resolution import Resolution, read_resolution, resolution_of
from ledger.whatif.verdicts import RulingStanding, Verdict, WhatIf
from projections.compare.outcome import outcome_of
from wiring.library import Library

_STYLES = {RulingStanding.REFUSED: "red", RulingStanding.NEEDS_DICE: "yellow", RulingStanding.CHANGED: "cyan"}
MOST_SHOWN = 60
"""The most verdicts that are printed; `--json` has all of them."""


@dataclass(frozen=True, slots=True)
class Typed:
    """A question as it was typed."""

    strike: bool
    amend: str | None
    dice: str | None
    house_rules: Sequence[str]
    resolve: Path | None
    strike_the_rest: bool

    def resolution(self) -> Resolution | None:
        """The resolution that the file holds. Raises `NotAResolution`, `OSError`."""
        if self.resolve is None:
            return None
        if not self.resolve.is_file():
            raise usage_error(f"There is no file {self.resolve}.")
        try:
            return read_resolution(self.resolve.read_text("utf-8"))
        except UnicodeDecodeError as error:
            raise usage_error(f"{self.resolve} is not UTF-8.") from error

    def alternative(self) -> Alternative | None:
        """The alternative to the ruling, or None if none was typed. Raises `CommandFailed`."""
        ways = [bool(self.strike), self.amend is not None, bool(self.house_rules)]
        if sum(ways) > 1 or (self.dice is not None and (self.strike or self.house_rules)):
            raise usage_error("Ask one thing: --strike, --amend (also with --dice), --dice, or --house-rule.")
        if self.strike:
            return Strike()
        faces = None if self.dice is None else faces_in(self.dice)
        if faces and min(faces) < 1:
            raise usage_error("No die shows less than 1: give the faces as they might have fallen, such as 5,2,3.")
        if self.amend is not None:
            return validated(Amend, command=_object_in(self.amend), dice=faces)
        if self.house_rules:
            return validated(OtherHouseRules, changes=dict(setting(text) for text in self.house_rules))
        return None if faces is None else validated(OtherDice, dice=faces)


def what_if(options: Options, campaign: str, ruling: int, typed: Typed, save: Path | None) -> None:
    """Print what would have come of it."""
    if save is not None and save.exists() and not save.is_file():
        raise usage_error(f"{save} is not a file that could be written.")
    with options.existing() as library:
        answer, _resolution = _examined(options, library, campaign, ruling, typed)
        outcome = outcome_of(library.ledger, library.views, answer, viewer_of(library, answer.campaign, None))
        called = names(library, answer.campaign)
    if save is not None:
        save.write_text(resolution_of(answer).to_json(), "utf-8")
        remark(f"Written to {save}. Say for each ruling what becomes of it, and give it back with --resolve.")
    if options.json:
        as_json({**what_if_json(answer), "outcome": outcome_json(outcome)})
        return
    _say_verdicts(answer)
    say_outcome(outcome, called, ("as it is", "as it would be"))
    if not outcome:
        say("The sheets, the map and the tracks would be the same at the end.")
    if answer.unsettled:
        many = len(answer.unsettled)
        say(
            f"{many} {'ruling has' if many == 1 else 'rulings have'} to be settled before this can be adopted: "
            "write them to a file with --save, or strike them with --strike-the-rest."
        )


def overturn(options: Options, campaign: str, ruling: int, typed: Typed, reason: str, by: str | None) -> None:
    """Adopt it."""
    with options.existing() as library:
        answer, resolution = _examined(options, library, campaign, ruling, typed)
        command = answer.as_command(validated(GivenReason, reason=reason).reason)
        if resolution is not None:
            command = command.model_copy(update={"head": resolution.head})
        expect = Expected(answer.head, answer.before.seal)
        submission = Submission(command=command, by=asker_called(library, answer.campaign, by), expect=expect)
        ruled = library.ledger.rule(answer.campaign, submission)
        if isinstance(ruled, Refused):
            if ruled.refusal.code == "head_moved":
                raise CommandFailed(Status.CONFLICT, ruled.message)
            refuse(ruled)
    if options.json:
        as_json({"campaign": answer.campaign, "tally": answer.tally, **answer_json(ruled)})
        return
    first, last = ruled.records[0].position, ruled.records[-1].position
    counts = ", ".join(f"{many} {name}" for name, many in answer.tally.model_dump().items() if many)
    say(
        f"Ruling {ruling} is overturned. The new line begins at {first} and is at {last} now; "
        f"the old one ended at {first - 1}. Later rulings: {counts or 'none'}."
    )


def recheck(options: Options, campaign: str | None, at: int | None) -> None:
    """Print which rulings would now come out otherwise; status 1 if any would. Without a campaign, of all."""
    if campaign is None and at is not None:
        raise usage_error("A position belongs to one campaign: name it.")
    with options.existing() as library:
        entries = library.ledger.campaigns() if campaign is None else [library.ledger.find(campaign)]
        slugs = [entry.slug for entry in entries]
        found = on_all_cores(options, library, "Deciding once more", slugs, partial(_recheck_each, at=at))
    if options.json:
        as_json([it.shown for it in found] if campaign is None else found[0].shown)
    for it in [] if options.json else found:
        _say_rechecked(it)
    differing, rulings = sum(it.differing for it in found), sum(it.rulings for it in found)
    if differing:
        raise CommandFailed(Status.BROKEN, f"{differing} of {rulings} rulings would come out otherwise.")


@dataclass(frozen=True, slots=True)
class _Rechecked:
    """A campaign decided once more, as far as it is printed."""

    campaign: str
    rulings: int
    differing: int
    shown: dict[str, Any]
    rows: list[tuple[Any, ...]]


def _recheck_each(library: Library, slugs: Sequence[str], step: Step, *, at: int | None) -> list[_Rechecked]:
    return [_rechecked(library, slug, step, at) for slug in slugs]


def _rechecked(library: Library, slug: str, step: Step, at: int | None) -> _Rechecked:
    found = library.ledger.review.recheck(slug, at, progress=by_hundreds(step))
    shown = {"campaign": slug, "rulings": found.rulings, "differing": [verdict_json(v) for v in found.differing]}
    return _Rechecked(
        slug, found.rulings, len(found.differing), shown, [_row(v) for v in found.differing[:MOST_SHOWN]]
    )


def _say_rechecked(it: _Rechecked) -> None:
    if not it.differing:
        rulings = "The one ruling" if it.rulings == 1 else f"All {it.rulings:,} rulings"
        say(f"{rulings} of {it.campaign} {'comes' if it.rulings == 1 else 'come'} out as recorded.")
        return
    say(rows(_table(f"{it.campaign}, decided once more"), it.rows))


def _examined(
    options: Options, library: Library, campaign: str, ruling: int, typed: Typed
) -> tuple[WhatIf, Resolution | None]:
    slug = library.ledger.find(campaign).slug
    resolution, alternative = typed.resolution(), typed.alternative()
    settlements: tuple[Settlement, ...] = ()
    if resolution is not None:
        if (resolution.campaign, resolution.ruling) != (slug, ruling):
            raise usage_error(
                f"{typed.resolve} settles ruling {resolution.ruling} of {resolution.campaign}, "
                f"not ruling {ruling} of {slug}."
            )
        if alternative is not None and alternative != resolution.alternative:
            raise usage_error(f"{typed.resolve} was written for another question about ruling {ruling}.")
        alternative, settlements = resolution.alternative, resolution.settlements
    if alternative is None:
        raise usage_error("Say how it would have gone: --strike, --amend JSON, --dice 5,2,3 or --house-rule K=V.")
    review = library.ledger.review
    with bar("Deciding once more", library.ledger.head(slug)) as step:
        answer = review.what_if(slug, ruling, alternative, settlements, progress=lambda at: step(at, None))
    if isinstance(answer, Refused):
        refuse(answer)
    if typed.strike_the_rest and answer.unsettled:
        answer = review.strike_the_rest(answer)
        if isinstance(answer, Refused):
            refuse(answer)
    return answer, resolution


def _object_in(text: str) -> dict[str, Any]:
    try:
        found = json.loads(json_from(text))
    except (ValueError, RecursionError) as error:
        raise usage_error(f"--amend is no JSON: {error}.") from error
    if not isinstance(found, dict):
        raise usage_error('--amend is a JSON object: a command, or the fields that differ, such as {"count": 2}.')
    return found


def what_if_json(answer: WhatIf) -> dict[str, Any]:
    """A what-if as JSON values. Rulings that come out unchanged are counted and not listed."""
    return {
        "campaign": answer.campaign,
        "ruling": answer.ruling,
        "alternative": answer.alternative,
        "settlements": answer.settlements,
        "head": answer.head,
        "since": answer.since,
        "counts": {standing.value: many for standing, many in answer.counts.items()},
        "unsettled": [verdict.ruling for verdict in answer.unsettled],
        "verdicts": [verdict_json(verdict) for verdict in answer.differing],
    }


def verdict_json(verdict: Verdict) -> dict[str, Any]:
    """A verdict as JSON values."""
    refusing = verdict.refusing
    return {
        "ruling": verdict.ruling,
        "position": verdict.position,
        "by": verdict.by,
        "command": verdict.command,
        "standing": verdict.standing.value,
        "settled": verdict.settled,
        "before": [retelling.headline for retelling in verdict.before],
        "after": [retelling.headline for retelling in verdict.after],
        "refused": refusing
        and {"code": refusing.refusal.code, "params": dict(refusing.refusal.params), "message": refusing.message},
        "missing_dice": verdict.missing,
        "because": verdict.because,
    }


def _say_verdicts(answer: WhatIf) -> None:
    counts = ", ".join(f"{many} {standing.value}" for standing, many in answer.counts.items() if many)
    say(f"Ruling {answer.ruling} of {answer.campaign} otherwise. Of the rulings after it: {counts or 'none'}.")
    shown = sorted(answer.differing, key=lambda verdict: not verdict.unsettled)[:MOST_SHOWN]
    if shown:
        say(rows(_table("What comes out otherwise"), map(_row, shown)))
    if len(answer.differing) > len(shown):
        remark(f"{len(answer.differing) - len(shown)} more are in --json.")


def _table(title: str) -> Any:
    return table("#ruling", "verdict", "as recorded", "as it would be", title=title)


def _row(verdict: Verdict) -> tuple[object, ...]:
    before = "; ".join(retelling.headline for retelling in verdict.before)
    after = "; ".join(retelling.headline for retelling in verdict.after)
    if verdict.refusing and not after:
        after = " ".join([verdict.refusing.message, *(because.in_words() for because in verdict.because)])
    return verdict.ruling, cell(verdict.standing.value, _STYLES.get(verdict.standing, "")), before, after
