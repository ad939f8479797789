"""What the table offers: seats, the preview, the cast, beginnings and endings."""

from collections.abc import Iterable

from domain.kernel.offers import Choice, Offer, Weight
from domain.kernel.people import Asker
from domain.spc import commands as ask
from domain.spc.lookup import features_of, open_conflict, scene_under_way
from domain.spc.rules.adjudication import in_words
from domain.spc.rules.throwing import is_assigned
from domain.spc.state import Adventure, Conflict
from domain.spc.terms import ActionType, Kind, Slot, Stage, Status

from .seats import people

_TABLE = "Table of the adventure"
_CAST = "Cast"


def table(state: Adventure, asker: Asker) -> Iterable[Offer]:
    """Whatever may be asked about table and cast now."""
    free = scene_under_way(state) is None
    if asker.is_gm:
        yield from chair(state, asker)
    elif asker.person not in state.seats and free:
        known = {"player": asker.person}
        yield Offer(command=ask.SeatPlayer, label="Take a seat in the adventure", known=known, group=_TABLE)
    if asker.is_gm and state.seats and free:
        seats = tuple(seat_choice(state, player) for player in state.seats)
        yield Offer(
            command=ask.UnseatPlayer,
            label="Take back a seat",
            choices={"player": seats},
            group=_TABLE,
            weight=Weight.ASIDE,
        )
    if state.preview is None or state.status is Status.ENDED:
        return
    yield from (cast_of_the_mastermind(state) if asker.is_gm else own_character(state, asker, free=free))


def seat_choice(state: Adventure, player: str) -> Choice:
    """A player's seat, by the Character in it."""
    mine = state.character_of(player)
    who = state.characters[mine].name if mine else "no Character yet"
    return Choice(player, f"Seat {state.seats.index(player) + 1}: {who}")


def chair(state: Adventure, asker: Asker) -> Iterable[Offer]:
    """The Mastermind's chair, the preview, the beginning."""
    if state.mastermind != asker.person:
        if asker.person not in state.seats:
            known = {"player": asker.person}
            label = "Take the Mastermind's chair"
            yield Offer(command=ask.NameMastermind, label=label, known=known, group=_TABLE, forced=True)
        return
    if state.preview is None or state.status is Status.ENDED:
        yield Offer(command=ask.PreviewVillainy, label="Preview the villainy", group=_TABLE)
        return
    ready = state.seats and all(state.character_of(player) for player in state.seats)
    if state.status is Status.FORMING and ready:
        yield Offer(command=ask.StartAdventure, label="Begin the adventure", group=_TABLE)


def own_character(state: Adventure, asker: Asker, *, free: bool) -> Iterable[Offer]:
    """Making a Character, or bringing one back."""
    if state.character_of(asker.person) is not None or not free:
        return
    yield Offer(command=ask.CreateCharacter, label="Make your Character", group=_CAST)
    earlier = [slug for slug, it in state.characters.items() if it.player == asker.person]
    if earlier:
        yield Offer(
            command=ask.BringBackCharacter,
            label="Bring back a Character",
            choices={"character": people(state, earlier)},
            group=_CAST,
        )


def cast_of_the_mastermind(state: Adventure) -> Iterable[Offer]:
    """Villains, and notes on them."""
    no_numbers = dict.fromkeys(("ambition_pool", "cunning_pool", "vigilance_pool", "obstacle_rating"))
    plain = {} if state.house_rules.goons_roll else no_numbers
    yield Offer(command=ask.IntroduceAntagonist, label="Introduce an antagonist", group=_CAST)
    yield Offer(command=ask.IntroduceGoon, label="Introduce a goon", known=plain, group=_CAST)
    villains = [slug for slug, it in state.characters.items() if it.kind is not Kind.CHARACTER]
    if villains:
        yield Offer(
            command=ask.NoteScheme,
            label="Note a scheme",
            choices={"antagonist": people(state, villains)},
            group=_CAST,
        )


def adjudications(state: Adventure, asker: Asker) -> Iterable[Offer]:
    """What the Mastermind may settle by word; in a turn first of all what a feature does."""
    if not asker.is_gm or state.status is not Status.PLAYING:
        return
    conflict = open_conflict(state)
    if conflict is not None and conflict.status is Stage.TURN and not conflict.compared:
        for it in conflict.participants.values():
            if feature := it.throw.power or it.throw.weakness:
                yield from doing(state, conflict, feature)
    yield Offer(
        command=ask.RecordAdjudication,
        label="Record an adjudication",
        choices={"subject": people(state, state.characters)},
        group="Adjudication",
    )


def doing(state: Adventure, conflict: Conflict, feature: str) -> Iterable[Offer]:
    """What a power or a weakness may do in this turn: more dice before a throw, modifiers after assigning."""
    before = [
        slug
        for slug, it in conflict.participants.items()
        if not it.throw.thrown and it.throw.action_type is not ActionType.INVOKE
    ]
    after = [slug for slug, it in conflict.participants.items() if is_assigned(it.throw)]
    modifiers = [f"modifier.{slot}" for slot in Slot]
    for label, subjects, fields in (
        ("adds to a throw", before, ["bonus_dice", "penalty_dice"]),
        ("changes a die", after, modifiers),
    ):
        if subjects:
            yield Offer(
                command=ask.RecordAdjudication,
                label=f"Settle how {features_by_name(state).get(feature, feature)} {label}",
                known={"feature": feature},
                choices={
                    "subject": people(state, subjects),
                    "field": tuple(Choice(field, in_words(field)) for field in fields),
                },
                group="Adjudication",
            )


def features_by_name(state: Adventure) -> dict[str, str]:
    """Every feature on any sheet, by name."""
    return {slug: name for it in state.characters.values() for slug, name in features_of(it).items()}
