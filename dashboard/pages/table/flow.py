"""Drawing of where a contest, a test or a struggle is; and the steps that follow a ruling of themselves."""

from collections.abc import Iterable
from html import escape

from dashboard.forms.text import begun, shown
from dashboard.ui.open_ledger import TROUBLES
from dashboard.ui.recording import TablePage, told
from domain.kernel.messages import Command
from domain.kernel.offers import Flow, FlowSide
from exchange.command_forms.forced import take_forced_steps

LONGEST_ABOUT = 160


def follow(page: TablePage, after: type[Command], ticket: str) -> None:
    """Take the steps that leave nobody a choice and draw nothing, each a ruling of its own.

    Called after somebody has recorded something; taking one back does not bring it about again.
    """
    screen = page.screen
    screen.followed = []
    if not screen.follows:
        return
    try:
        for answer in take_forced_steps(page.library.ledger, page.slug, page.seat, after, ticket):
            screen.followed.append(told(answer, page.viewer))
    except TROUBLES:
        return  # the step stays on offer


def flows_html(flows: Iterable[Flow]) -> str:
    """Each flow as a rail of its stages with the sides below. Empty when nothing is under way."""
    return "".join(_flow(flow) for flow in flows)


def _flow(flow: Flow) -> str:
    stages = "".join(_stage(name, number, flow.at) for number, name in enumerate(flow.stages))
    sides = "".join(map(_side, flow.sides))
    about = f"<q>{shown(flow.about, LONGEST_ABOUT)}</q>" if flow.about.strip() else ""
    now = f"stage {flow.at + 1} of {len(flow.stages)}, {flow.stages[flow.at]}"
    return (
        f'<section class="flow" aria-label="{escape(flow.kind)}: {escape(now)}">'
        f"<header><b>{escape(flow.kind)}</b>{about}</header>"
        f'<ol class="flow-stages">{stages}</ol><ul class="flow-sides">{sides}</ul></section>'
    )


def _stage(name: str, number: int, at: int) -> str:
    css = "done" if number < at else "now" if number == at else "ahead"
    current = ' aria-current="step"' if number == at else ""
    return f'<li class="{css}"{current}><i aria-hidden="true"></i><span>{escape(name)}</span></li>'


def _side(side: FlowSide) -> str:
    words = f"<span>{shown(side.words, 80)}</span>" if side.words else ""
    due = '<em class="flow-due">to act</em>' if side.due else ""
    return f'<li class="{"due" if side.due else ""}"><b>{shown(begun(side.name), 60)}</b>{words}{due}</li>'
