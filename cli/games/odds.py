"""`odds`: every total a dice notation can come to, and how likely each is."""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import accumulate

from cli.options import Options
from cli.outcome import usage_error
from cli.printing import as_json, cell, rows, say, table
from domain.kernel.notation import WORDING, NotationWrong, Number, number_written, parse, parse_formula, work_out
from domain.kernel.wording.sentences import say_refusal
from projections.views.odds import percent
from projections.views.odds_of_notation import Odds, odds

MOST_ROWS = 40
BAR = 30


def show(options: Options, text: str, given: Sequence[str]) -> None:
    """Print the odds of a notation, with these numbers (`strength=3`) for the names in it."""
    try:
        found = odds(parse(text), dict(map(_number, given)))
    except NotationWrong as wrong:
        raise usage_error(_said(wrong)) from wrong
    if found is None:
        raise usage_error("These dice can fall in too many ways to work out their odds. Ask for fewer of them.")
    if options.json:
        as_json(_json(found))
    else:
        _print(found)


def _said(wrong: NotationWrong) -> str:
    return say_refusal(WORDING, wrong.refusal.code, wrong.refusal.params, {})


def _number(given: str) -> tuple[str, Number]:
    name, _, value = given.partition("=")
    try:
        return name.strip().removeprefix("@"), work_out(parse_formula(value))
    except NotationWrong as wrong:
        raise usage_error(f"{given!r} is no number: write --number strength=3.") from wrong


def _cumulative(found: Odds) -> Iterator[tuple[Number, float, float, float]]:
    """Each total with how likely it is, it or more, and it or less."""
    low = list(accumulate(chance for _, chance in found.chances))
    for (total, chance), less in zip(found.chances, low, strict=True):
        yield total, float(chance), float(1 - less + chance), float(less)


def _json(found: Odds) -> dict[str, object]:
    return {
        "notation": str(found.notation),
        "mean": found.mean,
        "deviation": found.deviation,
        "complete": found.complete,
        "holds": found.met,
        "chances": [
            {
                "total": float(total) if isinstance(total, Fraction) else total,
                "exactly": exactly,
                "at_least": more,
                "at_most": less,
            }
            for total, exactly, more, less in _cumulative(found)
        ],
    }


def _print(found: Odds) -> None:
    say(str(found.notation), style="bold")
    say(f"On average {found.mean:,.2f}, with a standard deviation of {found.deviation:,.2f}.")
    if found.met is not None:
        say(f"It holds {percent(found.met)} of the time.")
    totals = list(_cumulative(found))
    wide = -(-len(totals) // MOST_ROWS)
    parts = [totals[at : at + wide] for at in range(0, len(totals), wide)]
    shares = [sum(chance for _, chance, _, _ in part) for part in parts]
    grid = table("#total", "#exactly" if wide == 1 else "#among them", "#at least", "#at most", "")
    say(
        rows(
            grid,
            (
                (
                    cell(_totals([total for total, *_ in part]), "bold"),
                    percent(share),
                    percent(part[0][2]),
                    percent(part[-1][3]),
                    "█" * round(BAR * share / max(shares)),
                )
                for part, share in zip(parts, shares, strict=True)
            ),
        )
    )
    if not found.complete:
        say("Dice that explode have no highest total: what hardly ever happens is left out.")


def _totals(among: Sequence[Number]) -> str:
    low, high = number_written(among[0]), number_written(among[-1])
    return low if low == high else f"{low} to {high}"
