"""The one decision on what comes next: a list of steps, a stepper and a form all draw its answer."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from domain.kernel.game import AnyGame
from domain.kernel.moment import AnyMoment
from domain.kernel.offers import Flow, FlowSide, Offer, Weight
from domain.kernel.people import Asker, Role
from domain.kernel.preparation.players import who_plays
from domain.kernel.preparation.steps import Preparation, Step
from domain.kernel.terms import PersonId


@dataclass(frozen=True, slots=True)
class Next:
    """The next thing for somebody: a step of the preparation, or an offer of play, or those they wait for.

    With a `step`, `offer` is the first command it asks for, if it has no form of its own. `by` is the person in
    whose name it is asked, when that is not the asker.
    """

    offer: Offer | None = None
    step: Step | None = None
    by: str | None = None
    waiting: tuple[str, ...] = ()
    """The people it waits for, in words: "Ada: her sheet"."""


def preparation_of(game: AnyGame, moment: AnyMoment) -> Preparation | None:
    """The preparation of this moment, with the seating of players in front; None while there is none."""
    if not moment.campaign.founded:
        return None
    own: Preparation | None = game.prepares(moment.game, moment.campaign)
    if own is None:
        return None
    if own.step("players") is None:
        own = replace(own, steps=(who_plays(moment.campaign, game.fewest_players), *own.steps))
    return own


def next_for(
    game: AnyGame,
    moment: AnyMoment,
    asker: Asker,
    offers: Sequence[Offer],
    hands: frozenset[PersonId] = frozenset(),
) -> Next:
    """The next thing for the asker, who may also act for `hands`.

    What is under way comes first, then the first due step of the preparation that is the asker's or of their
    hands, then the first step of play among `offers`. What ends something, or lies beside play, never does.
    """
    flows = tuple(game.flows(moment.game))
    preparation = None if flows else preparation_of(game, moment)
    return next_of(game, moment, asker, offers, hands, flows=flows, preparation=preparation)


def next_of(
    game: AnyGame,
    moment: AnyMoment,
    asker: Asker,
    offers: Sequence[Offer],
    hands: frozenset[PersonId],
    *,
    flows: Sequence[Flow],
    preparation: Preparation | None,
) -> Next:
    """The same for whoever knows already what is under way and what is to be prepared at this moment."""
    if not flows and preparation is not None:
        return _in_preparation(game, moment, preparation, asker, hands)
    steps = [it for it in offers if it.tag.startswith(f"{game.key}.") and it.weight is Weight.TURN]
    return _in_play(flows, steps, asker.person, moment.campaign.gm)


def due_people(game: AnyGame, moment: AnyMoment) -> frozenset[str]:
    """Everybody whose step it is: in what is under way, else in the preparation. Nobody where play lies open."""
    gm = moment.campaign.gm
    if flows := tuple(game.flows(moment.game)):
        acting = (side.whose or (gm,) for flow in flows for side in flow.sides if side.due)
        return frozenset(person for side in acting for person in side if person is not None)
    preparation = preparation_of(game, moment)
    if preparation is None:
        return frozenset()
    due: set[str] = {person for step in preparation.due for person in _whose(step, gm)}
    if preparation.ready and preparation.begins is not None and (begins := preparation.begins.by or gm):
        due.add(begins)
    return frozenset(due)


def _in_preparation(
    game: AnyGame, moment: AnyMoment, preparation: Preparation, asker: Asker, hands: frozenset[PersonId]
) -> Next:
    if asker.role is Role.READER:
        return Next()
    mine = {asker.person, *hands}
    gm = moment.campaign.gm
    for step in preparation.due:
        acts = [person for person in _whose(step, gm) if person in mine]
        if acts:
            by = asker.person if asker.person in acts else acts[0]
            offer = step.asks[0] if step.asks and step.form is None else None
            return Next(offer=offer, step=step, by=None if by == asker.person else by)
    begins = preparation.begins
    if preparation.ready and begins is not None and (begins.by or gm) in mine:
        who = begins.by or gm
        return Next(offer=begins, by=None if who == asker.person else who)
    return Next(waiting=tuple(_waiting(f"the {game.gm_in_short}", moment, preparation)))


def _whose(step: Step, gm: PersonId | None) -> list[PersonId]:
    return sorted(step.whose) if step.whose else [gm] if gm is not None else []


def _waiting(gm: str, moment: AnyMoment, preparation: Preparation) -> Iterable[str]:
    people = moment.campaign.people
    for step in preparation.due:
        names = " and ".join(people[it].name for it in sorted(step.whose) if it in people) or gm
        yield f"{names}: {step.label[:1].lower() + step.label[1:]}"
    if preparation.ready:
        begins = preparation.begins.by if preparation.begins is not None else None
        yield f"{people[begins].name if begins in people else gm} to begin"


def _in_play(flows: Sequence[Flow], steps: Sequence[Offer], seat: str, gm: str | None) -> Next:
    for flow in flows:
        if (found := _step_of(flow, steps, seat, gm)) is not None:
            return Next(found, by=found.by)
    if flows:
        due = (_name(side) for flow in flows for side in flow.sides if side.due)
        return Next(waiting=tuple(dict.fromkeys(due)))
    found = next((it for it in steps if it.forced), steps[0] if steps else None)
    return Next(found, by=found.by if found else None)


def _step_of(flow: Flow, steps: Iterable[Offer], seat: str, gm: str | None) -> Offer | None:
    own = [it for it in steps if flow.has(it.group)]
    due = [side for side in flow.sides if side.due]
    if due:
        acting = {person for side in due for person in side.whose or (gm,)}
        theirs = [it for it in own if (it.by or seat) in acting]
        own = theirs or [it for it in own if seat == gm and it.by is None]
    names = [_name(side) for side in due]
    forced = (it for it in own if it.forced)
    named = (it for it in own if any(name in it.label for name in names))
    return next(forced, None) or next(named, None) or (own[0] if own else None)


def _name(side: FlowSide) -> str:
    return side.name.partition(" (")[0]
