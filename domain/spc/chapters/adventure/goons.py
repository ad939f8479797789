"""Goons, and the Mastermind's notes on villains (SPC-04, SPC-24)."""

from collections.abc import Iterable
from typing import Literal

from pydantic import Field

from domain.kernel import facts
from domain.kernel.chapter import Chapter, Events
from domain.kernel.decisions import CommandRefused, must, need
from domain.kernel.dice import Dice
from domain.kernel.facts import CharacterKind, Fact
from domain.kernel.messages import Command, Event
from domain.kernel.offers import Offer, Weight
from domain.kernel.people import GM_ONLY, Asker, Audience
from domain.kernel.terms import Character as CharacterSlug
from domain.kernel.terms import Delta, Name, Points, Slug, Text
from domain.spc.chapters.adventure.characters import IntroduceAntagonist
from domain.spc.chapters.adventure.sheets import id_of, name_is_free, numbers_allowed, on_the_map, sheet_facts
from domain.spc.chapters.guards import gm_only, must_have_words, previewed, villain
from domain.spc.lookup import character_of
from domain.spc.seats import CAST_GROUP, people
from domain.spc.state.adventure import Adventure
from domain.spc.state.cast import Character, Goon
from domain.spc.terms import Kind, MadeId, Printed, VillainRef

chapter = Chapter[Adventure](
    "Goons and schemes",
    {
        "goons_have_no_numbers": "{goon} is a goon: goons have no pools, no rating and no intention at this "
        "table.",
        "goon_numbers_missing": "A goon that rolls needs all four numbers: three pools and an Obstacle Rating.",
    },
)


class IntroduceGoon(Command):
    """Enter a minor villain: a name, and no more. Only by house rule a goon has pools and a rating.

    Needs:    the Mastermind; the preview.
    Refused:  `mastermind_only`, `preview_first`, `adventure_over`, `goons_have_no_numbers`,
              `goon_numbers_missing`, `id_empty`, `id_taken`, `id_reserved`, `pool_negative`, `rating_too_low`.
    Yields:   `GoonIntroduced`.
    """

    type: Literal["spc.introduce_goon"] = "spc.introduce_goon"
    name: Name
    id: MadeId | None = None
    description: Text = ""
    ambition_pool: Delta | None = None
    cunning_pool: Delta | None = None
    vigilance_pool: Delta | None = None
    obstacle_rating: Delta | None = None


class GoonNumbers(Printed):
    """The pools and rating of a goon that rolls."""

    ambition_pool: Points
    cunning_pool: Points
    vigilance_pool: Points
    obstacle_rating: Points


class GoonIntroduced(Event):
    """A minor villain is at hand. Numbers only by house rule."""

    type: Literal["spc.goon_introduced.v1"] = "spc.goon_introduced.v1"
    goon: Slug
    name: Name
    description: Text
    numbers: GoonNumbers | None = None


@chapter.decides(IntroduceGoon)
def introduce_goon(state: Adventure, command: IntroduceGoon, asker: Asker, dice: Dice) -> Events:
    """SPC-04, SPC-24: enter a goon by name; with numbers only where the table lets goons roll."""
    gm_only(asker)
    previewed(state)
    name_is_free(state, command)
    given = (command.ambition_pool, command.cunning_pool, command.vigilance_pool, command.obstacle_rating)
    numbers = None
    if any(number is not None for number in given):
        need(state.house_rules.goons_roll, "goons_have_no_numbers", goon=command.name)
        ambition, cunning, vigilance, rating = given
        if ambition is None or cunning is None or vigilance is None or rating is None:
            raise CommandRefused("goon_numbers_missing", goon=command.name)
        numbers_allowed(ambition, cunning, vigilance, rating)
        numbers = GoonNumbers(
            ambition_pool=ambition, cunning_pool=cunning, vigilance_pool=vigilance, obstacle_rating=rating
        )
    return [
        GoonIntroduced(goon=id_of(command), name=command.name, description=command.description, numbers=numbers)
    ]


@chapter.applies(GoonIntroduced, renames=True)
def _(state: Adventure, event: GoonIntroduced) -> None:
    must(event.goon not in state.goons, f"{event.goon} is introduced once")
    state.goons[event.goon] = Goon(event.name, event.description)
    if event.numbers is not None:
        state.characters[event.goon] = Character(
            name=event.name,
            kind=Kind.GOON,
            player=None,
            adventure=state.adventure,
            ambition_pool=event.numbers.ambition_pool,
            cunning_pool=event.numbers.cunning_pool,
            vigilance_pool=event.numbers.vigilance_pool,
            obstacle_rating=event.numbers.obstacle_rating,
        )


@chapter.tells(GoonIntroduced, "A goon: {name}{description:+. }")
def _(state: Adventure, event: GoonIntroduced) -> Iterable[Fact]:
    yield facts.CharacterEntered(
        character=event.goon, name=event.name, character_kind=CharacterKind.OTHER, how="goon"
    )
    yield on_the_map(state, event.goon, "goon")
    if event.goon in state.characters:
        yield from sheet_facts(state, event.goon)


class NoteScheme(Command):
    """Note what an antagonist is really up to. Only the Mastermind reads it.

    Needs:    the Mastermind.
    Refused:  `mastermind_only`, `preview_first`, `adventure_over`, `character_unknown`, `not_an_antagonist`,
              `words_missing`.
    Yields:   `SchemeNoted`.
    """

    type: Literal["spc.note_scheme"] = "spc.note_scheme"
    antagonist: VillainRef = Field(title="Who")
    text: Text


class SchemeNoted(Event):
    """The Mastermind noted what an antagonist is really up to."""

    type: Literal["spc.scheme_noted.v1"] = "spc.scheme_noted.v1"
    antagonist: CharacterSlug
    text: Text


@chapter.decides(NoteScheme)
def note_scheme(state: Adventure, command: NoteScheme, asker: Asker, dice: Dice) -> Events:
    """SPC-04: note a scheme of an antagonist, which only the Mastermind reads."""
    gm_only(asker)
    previewed(state)
    villain(state, command.antagonist)
    must_have_words(command.text, "the scheme")
    return [SchemeNoted(antagonist=command.antagonist, text=command.text)]


@chapter.applies(SchemeNoted)
def _(state: Adventure, event: SchemeNoted) -> None:
    character_of(state, event.antagonist).schemes.append(event.text)


def for_the_mastermind(state: Adventure, event: SchemeNoted) -> Audience:
    """Audience of a scheme: the Mastermind alone."""
    return GM_ONLY


@chapter.tells(SchemeNoted, "The scheme of {antagonist}: {text}", to=for_the_mastermind)
def _(state: Adventure, event: SchemeNoted) -> Iterable[Fact]:
    yield facts.Told(text=event.text, form="scheme", about=(event.antagonist,), audience=GM_ONLY)


def cast_of_the_mastermind(state: Adventure) -> Iterable[Offer]:
    """Offers to enter villains, and to note schemes."""
    no_numbers = dict.fromkeys(("ambition_pool", "cunning_pool", "vigilance_pool", "obstacle_rating"))
    plain = {} if state.house_rules.goons_roll else no_numbers
    yield Offer(
        command=IntroduceAntagonist, label="Introduce an antagonist", group=CAST_GROUP, weight=Weight.ASIDE
    )
    yield Offer(
        command=IntroduceGoon, label="Introduce a goon", known=plain, group=CAST_GROUP, weight=Weight.ASIDE
    )
    villains = [slug for slug, it in state.characters.items() if it.kind is not Kind.CHARACTER]
    if villains:
        yield Offer(
            command=NoteScheme,
            label="Note a scheme",
            choices={"antagonist": people(state, villains)},
            group=CAST_GROUP,
            weight=Weight.ASIDE,
        )
