"""`summary`: a contest in words, rehearsed, then recorded whole."""

import sys
from pathlib import Path
from typing import Any

from cli.campaigns.rulings import answer_json, last_sealed, refuse, say_sealed, sealed_json
from cli.options import Options
from cli.outcome import CommandFailed, Status, usage_error
from cli.printing import as_json, line, remark, rows, say, table
from exchange.summaries.rehearsal import Taken, UnplayableStatement, rehearse
from exchange.summaries.statements import LONGEST_SUMMARY
from ledger.answers import Expected, Refused, Ruled


def summary(options: Options, campaign: str, file: str, *, by: str | None, key: str | None, dry_run: bool) -> None:
    """Record what a summary comes to, or say which step does not pass."""
    text = _content(file)
    with options.existing() as library:
        entry = library.ledger.find(campaign)
        if key and library.ledger.index.positions_of(entry.id, {f"{key}:0"}):
            _before(options, entry.slug, key)
            return
        moment = library.ledger.moment(entry.slug)
        who = by or moment.campaign.gm or "gm"
        come = rehearse(library.ledger.game(entry.game), moment, text, who)
        if come.stuck:
            _stuck(come.stuck, len(come.taken))
        if not come.taken:
            raise usage_error("That summary says nothing that could be recorded.")
        if dry_run:
            _print(options, entry.slug, come.taken, None)
            return
        sent = [taken.submission(f"{key}:{n}" if key else None) for n, taken in enumerate(come.taken)]
        answers = library.ledger.rule_all_or_none(entry.slug, sent, Expected(moment.position, moment.seal))
        if isinstance(answers[-1], Refused):
            refuse(answers[-1], recorded=0)
        _print(options, entry.slug, come.taken, [it for it in answers if isinstance(it, Ruled)])


def _before(options: Options, campaign: str, key: str) -> None:
    """Say that it was recorded earlier."""
    if options.json:
        as_json({"campaign": campaign, "dry_run": False, "repeated": True, "steps": [], "rulings": []})
    else:
        say(f"The summary {line(key)} was recorded in {campaign} before. Nothing was recorded now.")


def _stuck(stuck: UnplayableStatement, passed: int) -> None:
    """Say where it sticks. Always raises `CommandFailed`."""
    statement = stuck.statement
    params = {"line": statement.line, "statement": statement.text, "passed": passed}
    could_be = list(stuck.could_be)
    as_json(
        {"refused": stuck.code or "not_understood", "params": params, "message": stuck.why, "could_be": could_be}
    )
    near = f" In order now: {'; '.join(could_be)}." if could_be else ""
    raise CommandFailed(
        Status.REFUSED, f"Line {statement.line}, “{statement.text}”: {stuck.why}.{near} Nothing was recorded."
    )


def _print(options: Options, campaign: str, taken: list[Taken], ruled: list[Ruled] | None) -> None:
    sealed = last_sealed(ruled or [])
    if options.json:
        steps = [
            {
                "step": each.label,
                "by": each.by,
                "command": each.command.model_dump(mode="json"),
                "dice": list(each.faces),
                "line": each.statement.line if each.statement else None,
                "headlines": [retelling.headline for retelling in each.retellings],
            }
            for each in taken
        ]
        rulings = [answer_json(answer) for answer in ruled or []]
        more: dict[str, Any] = {"sealed": sealed_json(sealed)} if sealed else {}
        as_json({"campaign": campaign, "dry_run": ruled is None, "steps": steps, "rulings": rulings, **more})
        return
    made = table("#line", "step", "what happens" if ruled is None else "what happened", title=campaign)
    told = [
        (each.statement.line if each.statement else "", each.label if n == 0 else "", retelling.headline)
        for each in taken
        for n, retelling in enumerate(each.retellings)
    ]
    say(rows(made, told))
    remark("Nothing was stored." if ruled is None else f"{len(ruled)} rulings were recorded.")
    say_sealed(sealed)


def _content(file: str) -> str:
    if file == "-":
        content = sys.stdin.buffer.read(LONGEST_SUMMARY * 4 + 1)
    else:
        path = Path(file)
        if not path.is_file():
            raise usage_error(f"There is no file {file}.")
        content = path.read_bytes()
    try:
        text = content.decode("utf-8")
    except UnicodeDecodeError:
        raise usage_error("That summary is not UTF-8.") from None
    if len(text) > LONGEST_SUMMARY:
        raise usage_error(f"A summary has {LONGEST_SUMMARY:,} characters at the most.")
    return text
