"""Disputes as HTML: a ruling with what it led to, disputes, reversals, verdict in figures. Pure functions."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from dashboard.forms.outcome import Shift
from dashboard.forms.text import cut
from dashboard.ui.drawing.links import way_html
from domain.kernel.facts import Retelling
from domain.kernel.forms.filling import Refers
from domain.kernel.game import AnyGame
from domain.kernel.history.alternatives import Amend, OtherDice, OtherHouseRules, Strike
from exchange.command_forms.fields import in_words
from exchange.command_forms.recorded import AnsweredField, answered_fields, answered_settings
from exchange.documents.html.dice import drawn_html
from exchange.documents.html.explain_links import asked_as_of, asked_at, why
from exchange.documents.html.markup import joined, number, people, text

_EVIDENCE = 12


@dataclass(frozen=True, slots=True, kw_only=True)
class RulingShown:
    """One ruling as the page of disputes shows it."""

    slug: str
    number: int
    at: int
    """Its first record."""
    last: int
    by: str
    when: str
    where: str
    title: str
    command: Mapping[str, Any] | None
    """The command as it is recorded; None where that is not for this viewer."""
    asked: Sequence[AnsweredField]
    """Its fields in words; none where they are not for this viewer."""
    dice: Sequence[tuple[int, int]]
    led_to: Sequence[Retelling]
    shifts: Sequence[Shift]
    stands_for: int | None = None
    """The ruling of another line that this one was decided anew from."""
    kept: bool = False
    """True if it was kept as recorded, against the rules."""


def ruling_html(it: RulingShown) -> str:
    """The ruling: who and when, what was asked, the dice as they fell, what it led to."""
    over = " · ".join(part for part in (it.by, it.when, it.where) if part)
    asked = fields_html(it.asked)
    dice = drawn_html(it.dice)
    told = joined(f'<li class="k-{each.kind.value}">{people(each.headline)}</li>' for each in it.led_to)
    told = (
        f'<ol class="crt-lines">{told}</ol>' if told else '<p class="quiet">Only the GM may see what it says.</p>'
    )
    see = way_html("See it in the replay", "replay", campaign=it.slug, at=it.at)
    return (
        f'<article class="crt-ruling"><header>{people(over, "p", "crt-over")}'
        f"<h2>{text(it.title)}</h2></header>{asked}{dice}"
        f"{_standing_for(it)}<h3>What it led to</h3>{told}{shifts_html(it.shifts, it.last)}"
        f'<p class="crt-ways">{see}</p></article>'
    )


def _standing_for(it: RulingShown) -> str:
    """The origin of a ruling that was decided anew on another line."""
    if it.stands_for is None:
        return ""
    before = way_html("a ruling", "disputes", campaign=it.slug, ruling=it.stands_for)
    how = "It was kept as recorded, against the rules, from" if it.kept else "It was decided anew from"
    return f'<p class="quiet">{how} {before} of a line that was left.</p>'


def fields_html(fields: Sequence[AnsweredField]) -> str:
    """The fields of a command or of settings, one by one."""
    rows = joined(f"<div><dt>{text(it.label)}</dt><dd>{answer_html(it)}</dd></div>" for it in fields)
    return f'<dl class="crt-asked">{rows}</dl>' if rows else ""


def answer_html(it: AnsweredField) -> str:
    """The answer to one field: words, a group of fields, or several groups."""
    if it.rows:
        return f"<ol>{joined(f'<li>{_group_html(row)}</li>' for row in it.rows)}</ol>"
    return _group_html(it.parts) if it.parts else people(it.text)


def _group_html(parts: Sequence[AnsweredField]) -> str:
    return f"<ul>{joined(f'<li><span>{text(it.label)}</span> {answer_html(it)}</li>' for it in parts)}</ul>"


def welcome(better: bool | None) -> str:
    """The kind of moment a change makes."""
    return "story" if better is None else "gain" if better else "loss"


def shifts_html(shifts: Sequence[Shift], at: int) -> str:
    """The numbers and states that changed; each can be asked where it came from, as of position `at`."""
    rows = joined(
        f"<li{asked_at(it.path)}>{people(f'{it.owner} · {it.label}')}<span><del>{people(it.was)}</del>"
        f'<ins class="k-{welcome(it.better)}">{people(it.now)}</ins></span>'
        f"{why(it.path, f'{it.owner}, {it.label}') if it.path else ''}</li>"
        for it in shifts
    )
    return f'<ul class="crt-shifts"{asked_as_of(at)}>{rows}</ul>' if rows else ""


def evidence_html(
    slug: str, positions: Sequence[int], said: Mapping[int, str], heard: Callable[[int], str] = lambda position: ""
) -> str:
    """Records that were put forward, each a link to where it lies, with what is `heard` of it."""
    if not positions:
        return ""
    links = joined(
        way_html(
            f"<b>{number(it)}</b>{people(cut(said.get(it, ''), 90))}", "replay", "crt-record", campaign=slug, at=it
        )
        + heard(it)
        for it in positions[:_EVIDENCE]
    )
    more = len(positions) - _EVIDENCE
    rest = f'<span class="quiet">and {number(more)} more</span>' if more > 0 else ""
    return f'<div class="crt-evidence">{links}{rest}</div>'


def statement_html(who: str, when: str, words: str, inside: str = "", *, css: str = "") -> str:
    """The words of somebody, with whatever they brought along."""
    said = people(words, "p", "crt-words") if words.strip() else ""
    head = f"<header><b>{people(who)}</b><span>{text(when)}</span></header>"
    return f'<div class="crt-said {css}">{head}{said}{inside}</div>'


def alternative_words(
    alternative: Mapping[str, Any], game: AnyGame, names: Mapping[str, str], refers: Refers | None = None
) -> str:
    """An alternative of a ruling, in a few words of markup. `refers` says what there was to name at the time."""
    match alternative.get("how"):
        case "strike":
            return "Not made at all"
        case "amend":
            faces = alternative.get("dice")
            dice = f" with dice {_faces(faces)}" if faces else ""
            asked = answered_fields(game, alternative.get("command") or {}, names, refers)
            return f"Asked otherwise{dice}{fields_html(asked)}"
        case "dice":
            return f"Other dice: {_faces(alternative.get('dice') or ())}"
        case "house_rules":
            rules = answered_settings(game, alternative.get("changes") or {}, names)
            return f"Other house rules from there on{fields_html(rules)}"
    return ""


def said_alternative(alternative: Strike | Amend | OtherDice | OtherHouseRules | None) -> str:
    """The same in a few plain words, for a heading."""
    match alternative:
        case Strike():
            return "not made at all"
        case Amend():
            return "asked otherwise"
        case OtherDice():
            return f"with dice {_faces(alternative.dice)}"
        case OtherHouseRules():
            changes = ", ".join(f"{in_words(name).lower()} {value}" for name, value in alternative.changes.items())
            return f"with other house rules: {cut(changes, 200)}"
    return ""


def _faces(faces: Iterable[object]) -> str:
    return text(", ".join(str(face) for face in faces))


def figures_html(figures: Sequence[tuple[int, str, str]]) -> str:
    """Big numbers in a row: how many, what, in which colour."""
    cells = joined(
        f'<div class="k-{kind}{"" if many else " none"}"><b>{number(many)}</b><span>{text(words)}</span></div>'
        for many, words, kind in figures
    )
    return f'<div class="crt-figures" role="status">{cells}</div>'


def step_html(step: str, title: str, words: str = "") -> str:
    """The heading of one step of the way from a dispute to a judgement."""
    below = f"<p>{text(words)}</p>" if words else ""
    mark = f'<b aria-hidden="true">{text(step)}</b>'
    return f'<div class="crt-step">{mark}<div><h2>{text(title)}</h2>{below}</div></div>'


def card_html(kind: str, title: str, lines: Sequence[str], ways: str = "") -> str:
    """Something that was done, or cannot be: a heading, sentences, where to go from here."""
    said = joined(people(line, "p") for line in lines if line)
    ways = f'<p class="crt-ways">{ways}</p>' if ways else ""
    return f'<section class="crt-card k-{kind}" role="status"><h3>{text(title)}</h3>{said}{ways}</section>'
