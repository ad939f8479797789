"""Narration on offer: changes of narrator, twists, and the end of acts and stories."""

from collections.abc import Iterable

from domain.death_of_the_vele.commands import narration as ask
from domain.death_of_the_vele.names import person
from domain.death_of_the_vele.rules.common import in_order, narrator_of, rolled_struggle
from domain.death_of_the_vele.state import Act, Vele
from domain.death_of_the_vele.terms import ActStatus
from domain.kernel.offers import Offer, Weight
from domain.kernel.people import Asker

from .seats import one_seat, players, seat_of, seats

NARRATION = "Narration"


def narration(state: Vele, asker: Asker) -> Iterable[Offer]:
    """Who narrates next, a twist, the end of the act."""
    act, anybody = state.act, one_seat(state, asker)
    if act is None or act.status is not ActStatus.PLAYING or act.narrator is None or anybody is None:
        return
    if act.change_due:
        yield anybody.offer(
            ask.ChangeNarrator, "The narrator changes", {"to": None}, {"willing": players(state)}, group=NARRATION
        )
    yield from handing_over(state, act, asker, act.narrator)
    now = narrator_of(state)
    for seat in seats(state, asker):
        if seat.player != now:
            yield seat.offer(
                ask.AwardTwist,
                f"{seat.who} rewards a twist of {person(now or '')}",
                {"narrator": now},
                group=NARRATION,
            )
    if now is not None and (asker.is_gm or asker.person == now) and not (state.scene and state.scene.open):
        yield seat_of(now, asker).offer(
            ask.EndAct, f"{person(now)} ends the act", group=NARRATION, weight=Weight.ASIDE
        )


def handing_over(state: Vele, act: Act, asker: Asker, narrator: str) -> Iterable[Offer]:
    """Narration passed, lent, taken back; in a relay the next focus."""
    following = in_order(act.initiative_order, narrator)
    if state.house_rules.narration_relay and following and (asker.is_gm or asker.person == following[0]):
        yield seat_of(following[0], asker).offer(
            ask.ChooseFocus, f"{following[0]} chooses the next focus", group=NARRATION
        )
    if not (asker.is_gm or asker.person == narrator):
        return
    seat = seat_of(narrator, asker)
    ready = not state.house_rules.narration_relay or act.next_narrator is not None
    if rolled_struggle(state) is None and following and ready:
        to = following[:1] if state.house_rules.narration_relay else following
        yield seat.offer(
            ask.PassNarration, f"{narrator} passes narration on", {}, {"to": players(state, to)}, group=NARRATION
        )
    if act.narrator_lent_to is None and following:
        yield seat.offer(
            ask.LendNarration, f"{narrator} lends narration", {}, {"to": players(state, following)},
            group=NARRATION,
        )  # fmt: skip
    elif act.narrator_lent_to is not None and rolled_struggle(state) is None:
        yield seat.offer(ask.ReclaimNarration, f"{narrator} takes narration back", group=NARRATION)


def ending(state: Vele, asker: Asker) -> Iterable[Offer]:
    """The end of the story, between acts."""
    anybody = one_seat(state, asker)
    if anybody is not None and state.act is not None and state.act.status is ActStatus.ENDED:
        yield anybody.offer(ask.EndStory, "The story is told", group=NARRATION, weight=Weight.ENDING)
