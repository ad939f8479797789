"""Drawings of how the dice fell: strips that lean from what was expected, faces beside their fair share.

Pure functions to HTML. Whoever cannot see the drawings finds every number in words beside them.
"""

from collections.abc import Iterable, Mapping

from domain.kernel.facts import Reads
from domain.kernel.notation import number_written
from exchange.documents.html.markup import joined, number, people, text
from projections.views.luck import ENOUGH, DiceCount, Luck, LuckVerdict
from projections.views.odds import Likelihood, percent

WIDEST = 4.0
"""Strips show so many standard deviations either way; what lies beyond stands at the end."""
MOST_ROWS = 14
MOST_FACES_DRAWN = 20


def one_in(share: float) -> str:
    """A small probability as people say it: once in so many."""
    return f"once in {number(round(1 / share))}" if share > 1e-9 else "next to never"


# --- all of it -------------------------------------------------------------------------------------------


def whole_html(luck: Luck) -> str:
    """All dice of the line taken together: the first thing to read."""
    tally = luck.whole()
    if not tally.count:
        return ""
    facts_ = [
        ("dice fell", number(tally.count)),
        ("in throws", number(tally.throws)),
        ("they came to", number(tally.total)),
        ("expected", f"{tally.expected:,.1f}"),
    ]
    cells = joined(f"<div><dt>{text(label)}</dt><dd>{text(value)}</dd></div>" for label, value in facts_)
    return (
        f'<section class="fortune"><h2>{text(_headline(tally))}</h2><p>{text(said(tally))}</p>'
        f"<dl>{cells}</dl>{strip_html(tally)}</section>"
    )


def _headline(tally: DiceCount) -> str:
    return {
        LuckVerdict.TOO_FEW: "Too few dice to tell",
        LuckVerdict.AS_EXPECTED: "The dice fell as dice do",
        LuckVerdict.HIGH: "The dice fell high",
        LuckVerdict.LOW: "The dice fell low",
    }[tally.verdict]


def said(tally: DiceCount) -> str:
    """Say the verdict on these dice, in a sentence, with how many they are."""
    many = f"{number(tally.count)} {'die' if tally.count == 1 else 'dice'}"
    if tally.verdict is LuckVerdict.TOO_FEW:
        return f"{many}: under {ENOUGH}, chance alone moves them about, and nothing is said of them."
    high = tally.lean >= 0
    share = tally.tail.as_high if high else tally.tail.as_low
    way = "high" if high else "low"
    if tally.verdict is LuckVerdict.AS_EXPECTED:
        return f"{many}. Fair dice come out at least as {way} {percent(share)} of the time."
    return f"{many}. Fair dice come out at least as {way} only {one_in(share)} times ({percent(share)})."


def strip_html(tally: DiceCount) -> str:
    """Draw where the sum lies between far too low and far too high; the band holds nineteen sums of twenty."""
    place = 50 + 50 * max(-WIDEST, min(WIDEST, tally.lean)) / WIDEST
    band = 100 * 1.96 / WIDEST / 2
    small = tally.verdict is LuckVerdict.TOO_FEW
    css = {LuckVerdict.HIGH: "k-gain", LuckVerdict.LOW: "k-loss"}.get(tally.verdict, "k-story")
    spoken = f"{tally.lean:+.1f} standard deviations from what is expected".replace("-", "−")
    return (
        f'<div class="lean {css}{" small" if small else ""}" role="img" aria-label="{text(spoken)}" '
        f'title="{text(spoken)}"><u style="left:{50 - band:.2f}%;right:{50 - band:.2f}%"></u><s></s>'
        f'<b style="left:{place:.2f}%"></b></div>'
    )


# --- by who, when and what for ---------------------------------------------------------------------------


def rows_html(caption: str, first: str, tallies: Mapping[str, DiceCount], called: Mapping[str, str]) -> str:
    """A table of tallies: how many, mean of a throw against what was expected, the strip, and what may be said."""
    shown = list(tallies.items())[:MOST_ROWS]
    rows = joined(_row(called.get(key, key), tally) for key, tally in shown)
    rest = len(tallies) - len(shown)
    more = f'<p class="quiet">and {number(rest)} more, with fewer dice</p>' if rest else ""
    return (
        f'<section class="leans"><table><caption>{text(caption)}</caption><thead><tr><th scope="col">{text(first)}'
        '</th><th scope="col">Dice</th><th scope="col">Came to</th><th scope="col">Expected</th>'
        '<th scope="col" class="wide"><span>lower</span><span>higher</span></th>'
        f'<th scope="col">As high by chance</th></tr></thead><tbody>{rows}</tbody></table>{more}</section>'
    )


def _row(name: str, tally: DiceCount) -> str:
    few = tally.verdict is LuckVerdict.TOO_FEW
    css = {LuckVerdict.HIGH: "k-gain", LuckVerdict.LOW: "k-loss"}.get(tally.verdict, "")
    last = '<td class="few">too few to tell</td>' if few else f"<td>{text(percent(tally.tail.as_high))}</td>"
    name = name[:1].upper() + name[1:]
    return (
        f'<tr class="{css}"><th scope="row">{people(name)}</th><td>{number(tally.count)}</td>'
        f"<td>{number(tally.total)}</td><td>{tally.expected:,.1f}</td>"
        f'<td class="wide">{strip_html(tally)}</td>{last}</tr>'
    )


# --- faces -----------------------------------------------------------------------------------------------


def faces_html(tally: DiceCount) -> str:
    """For each size of dice how often each face fell, beside its fair share."""
    drawn = joined(_faces(size, tally) for size in sorted(tally.faces) if size <= MOST_FACES_DRAWN)
    return f'<div class="faces">{drawn}</div>'


def _faces(size: int, tally: DiceCount) -> str:
    seen = tally.faces[size]
    count = seen.total()
    fair = count / size
    most = max(*seen.values(), fair, 1)
    bars = joined(
        f'<span style="--tall:{seen[face] / most:.3f}"><i></i><b>{number(seen[face])}</b><u>{face}</u></span>'
        for face in range(1, size + 1)
    )
    spoken = ", ".join(f"{face}: {seen[face]}" for face in range(1, size + 1))
    return (
        f"<figure><figcaption><b>d{size}</b> {number(count)} thrown, {fair:,.1f} of each expected</figcaption>"
        f'<div class="bars" role="img" aria-label="{text(f"How often each face fell. {spoken}")}" '
        f'style="--fair:{fair / most:.3f}">{bars}</div></figure>'
    )


# --- one roll --------------------------------------------------------------------------------------------


_COMPARED = {">=": "at least", "<=": "at most", ">": "more than", "<": "less than", "=": "exactly"}


def likely(found: Likelihood) -> str:
    """Say how likely one roll was, in words: as good as it was, or for the lowest of them as it was."""
    if found.notation:
        return _of_notation(found)
    dice = "this die" if found.size == 1 else f"these {found.size} dice"
    match found.reads:
        case Reads.HIGHEST:
            what = f"{found.outcome} or more" if found.size == 1 else f"{found.outcome} or more as the highest"
        case Reads.LOWEST:
            what = f"{found.outcome} or more as the lowest"
        case _:
            what = f"{found.outcome} or more of them at {found.counts_from} or higher"
    if found.as_high >= 1:
        return f"{_begins(what)} of {dice}: always; no more than that: {percent(found.as_low)}"
    return f"{_begins(what)} of {dice}: {percent(found.as_high)}"


def _of_notation(found: Likelihood) -> str:
    if found.beats:
        many = "the die" if len(found.beats) == 1 else f"{found.outcome} of {len(found.beats)} dice"
        chance = percent(found.as_high if found.outcome else found.exactly)
        said = f"{many} or more" if 0 < found.outcome < len(found.beats) else many
        return f"Beats {said} with {found.notation}: {chance}"
    low = found.compares in ("<", "<=")
    share, more = (found.as_low, "less") if low else (found.as_high, "more")
    said = f"{number_written(found.outcome)} or {more} with {found.notation}: {percent(share)}"
    if found.met is None:
        return said
    return f"{said}; {_COMPARED[found.compares]} {found.against}: {percent(found.met)}"


def _begins(words: str) -> str:
    return words[:1].upper() + words[1:]


# --- apart -----------------------------------------------------------------------------------------------


def apart_html(luck: Luck, struck: DiceCount) -> str:
    """Say what is not among the numbers above, and how to read them."""
    lines: Iterable[str] = (
        line
        for line, there in (
            (
                f"On lines that were left, {number(struck.count)} dice came to {number(struck.total)} where "
                f"{struck.expected:,.1f} was expected. They are not among the others.",
                struck.count,
            ),
            (f"{number(luck.drawn)} draws, in which no face is high or low, are left out.", luck.drawn),
            (
                f"{number(luck.extra)} dice were thrown only because of how another fell. They are left out, as "
                "high dice bring more of them.",
                luck.extra,
            ),
            ("A rerolled die counts each time it fell; a die that was turned counts as it fell.", True),
            (
                "The band holds nineteen of twenty: of twenty rows, one will lie outside it by chance alone. "
                "High is not always good: that is the game's affair.",
                True,
            ),
        )
        if there
    )
    return f'<ul class="apart">{joined(f"<li>{text(line)}</li>" for line in lines)}</ul>'
