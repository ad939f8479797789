"""One player offers another a fate point for a choice, and the gamemaster judges it (HC-58)."""

from collections.abc import Iterable
from typing import Literal

from pydantic import Field

from domain.hot_circle.chapters.artha import may_complicate, on_sheet
from domain.hot_circle.chapters.guards import fate_free, gm_in_play, in_play, known_character, pc, session_open
from domain.hot_circle.fields import CAUSE, WHICH
from domain.hot_circle.lookup import reserved_fate, runs, there
from domain.hot_circle.phrases import told, words
from domain.hot_circle.refs import CompelRef, ProtagonistRef, SourceRef
from domain.hot_circle.seats import Seat, one_of
from domain.hot_circle.state.circle import Circle
from domain.hot_circle.state.play import Compel
from domain.hot_circle.terms import COMPLICATIONS, HINDRANCES, CompelStatus, FateCause
from domain.hot_circle.words import blank
from domain.kernel import facts
from domain.kernel.chapter import Chapter, Events
from domain.kernel.decisions import CommandRefused, must, need, one_there
from domain.kernel.dice import Dice
from domain.kernel.facts import Fact
from domain.kernel.messages import Command, Event
from domain.kernel.offers import Offer
from domain.kernel.people import Asker
from domain.kernel.terms import Character as CharacterSlug
from domain.kernel.terms import Slug, Text

chapter = Chapter[Circle](
    "Compels",
    {
        "gm_cannot_compel": "Compels are offered by one player to another, not by the gamemaster.",
        "self_compel": "{character} cannot compel themselves.",
        "choice_missing": "Say which choice is to be made.",
        "earns_nothing": "Nobody earns a fate point for this ({cause}), so it cannot be compelled.",
        "compeller_broke": "{character} needs a fate point to offer.",
        "compel_settled": "{compel} is settled: {status}.",
        "compel_unknown": "There is no such compel{there:+. Those there are: }.",
    },
)


class OfferCompel(Command):
    """Offer another player a fate point for a choice that makes things worse.

    Needs:    the compeller's player, an open session, a fate point not offered already.
    Refused:  `genre_missing`, `no_open_session`, `gm_cannot_compel`, `character_unknown`, `not_your_character`,
              `self_compel`, `not_a_pc`, `choice_missing`, `earns_nothing`, `not_on_sheet`, `compeller_broke`,
              `fate_reserved`.
    Yields:   `CompelOffered`.
    """

    type: Literal["hot_circle.offer_compel"] = "hot_circle.offer_compel"
    compeller: ProtagonistRef = Field(title="Who offers?")
    target: ProtagonistRef = Field(title="To whom?")
    choice: Text = Field(title="Which choice should they make?")
    cause: FateCause = Field(title="What drives them to it?", description=CAUSE)
    source: SourceRef = Field(title="Which one?", description=WHICH)


class CompelOffered(Event):
    """One player offers another a fate point for a bad choice."""

    type: Literal["hot_circle.compel_offered.v1"] = "hot_circle.compel_offered.v1"
    compel: Slug
    compeller: CharacterSlug
    target: CharacterSlug
    choice: Text
    cause: FateCause
    source: Slug


@chapter.decides(OfferCompel)
def offer_compel(state: Circle, command: OfferCompel, asker: Asker, dice: Dice) -> Events:
    """HC-58: offer a compel to another player, with a point that is kept for it."""
    in_play(state)
    session_open(state)
    compeller = known_character(state, command.compeller)
    if not compeller.is_pc or (asker.is_gm and not runs(state, compeller, asker)):
        raise CommandRefused("gm_cannot_compel")
    need(runs(state, compeller, asker), "not_your_character", character=command.compeller)
    need(command.target != command.compeller, "self_compel", character=command.target)
    target = pc(state, command.target)
    need(not blank(command.choice), "choice_missing")
    need(command.cause in COMPLICATIONS | HINDRANCES, "earns_nothing", cause=command.cause)
    need(
        on_sheet(target, command.cause, command.source), "not_on_sheet", cause=command.cause, source=command.source
    )
    fate_free(state, command.compeller, compeller, "compeller_broke")
    return [
        CompelOffered(
            compel=f"compel-{len(state.compels) + 1}",
            compeller=command.compeller,
            target=command.target,
            choice=command.choice,
            cause=command.cause,
            source=command.source,
        )
    ]


@chapter.applies(CompelOffered, renames=True)
def _(state: Circle, event: CompelOffered) -> None:
    must(event.compel not in state.compels, f"there is a {event.compel} already")
    state.compels[event.compel] = Compel(event.compeller, event.target, event.choice, event.cause, event.source)


@chapter.tells(CompelOffered, "{compeller} offers {target} a fate point: {choice}")
def _(state: Circle, event: CompelOffered) -> Iterable[Fact]:
    yield told(event.choice, "compel", event.compeller, event.target)
    yield facts.Turn(
        test="", who=event.compeller, text=event.choice, way=facts.Way.OFFERS, to=event.target, what="a fate point"
    )


class JudgeCompel(Command):
    """Judge the compel: say whether it is worth a fate point.

    Needs:    the gamemaster, a compel just offered.
    Refused:  `genre_missing`, `gm_only`, `compel_unknown`, `compel_settled`.
    Yields:   `CompelJudged`.
    """

    type: Literal["hot_circle.judge_compel"] = "hot_circle.judge_compel"
    compel: CompelRef
    valid: bool = Field(title="Is it worth a fate point?")


class CompelJudged(Event):
    """The gamemaster said whether it is worth it."""

    type: Literal["hot_circle.compel_judged.v1"] = "hot_circle.compel_judged.v1"
    compel: Slug
    verdict: CompelStatus


@chapter.decides(JudgeCompel)
def judge_compel(state: Circle, command: JudgeCompel, asker: Asker, dice: Dice) -> Events:
    """HC-58: judge, as the gamemaster, whether the choice would earn a point."""
    gm_in_play(state, asker)
    compel = open_compel(state, command.compel)
    need(compel.status is CompelStatus.OFFERED, "compel_settled", compel=command.compel, status=compel.status)
    return [
        CompelJudged(compel=command.compel, verdict=CompelStatus.VALID if command.valid else CompelStatus.REJECTED)
    ]


def open_compel(state: Circle, slug: str) -> Compel:
    """A compel that is still on offer; refused otherwise."""
    compel = one_there(
        state.compels, slug, "compel_unknown", (one.choice for one in state.compels.values() if one.open)
    )
    need(compel.open, "compel_settled", compel=slug, status=compel.status)
    return compel


def compel_of(state: Circle, compel: str) -> Compel:
    """A compel that is still on offer; raises where it is not."""
    found = there(state.compels.get(compel), f"compel {compel}")
    must(found.open, f"{compel} is settled")
    return found


@chapter.applies(CompelJudged)
def _(state: Circle, event: CompelJudged) -> None:
    compel_of(state, event.compel).status = event.verdict


@chapter.tells(CompelJudged, "The gamemaster finds {compel} {verdict}")
def _(state: Circle, event: CompelJudged) -> Iterable[Fact]:
    compel = state.compels[event.compel]
    yield told(words(event.verdict), "compel", compel.compeller, compel.target)


def compelling(state: Circle, seat: Seat) -> Iterable[Offer]:
    """HC-58: one offer for each other character and cause, while there is a point to offer."""
    if seat.it.fate <= reserved_fate(state, seat.who):
        return
    for slug, it in state.pcs.items():
        if slug == seat.who:
            continue
        causes = may_complicate(it) | {
            FateCause.HINDERING_LIFEPATH: {path: one.name for path, one in it.lifepaths.items()},
            FateCause.HINDERING_TRAIT: dict(it.traits),
            FateCause.HINDERING_CONDITION: {one: it.conditions[one].text for one in it.conditions},
        }
        for cause, named in causes.items():
            if named:
                yield seat.offer(
                    OfferCompel,
                    f"Compel {it.name}: {cause.value.replace('_', ' ')}",
                    {"compeller": seat.who, "target": slug, "cause": cause.value},
                    {"source": one_of(named)},
                    group="Compel",
                )


def judging_compel(slug: str, compel: Compel) -> Iterable[Offer]:
    """HC-58: the gamemaster says whether it is worth a point."""
    if compel.status is CompelStatus.OFFERED:
        for valid, label in ((True, "Worth a fate point"), (False, "Not worth a fate point")):
            known = {"compel": slug, "valid": valid}
            yield Offer(command=JudgeCompel, label=f"{label}: {compel.choice}", known=known, group="Compel")
