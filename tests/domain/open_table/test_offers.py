"""Offers: every roll of every shipped file can be taken as it is offered; forms ask its choices."""

from collections.abc import Iterator, Sequence
from random import Random

import pytest

from domain.kernel import facts
from domain.kernel.available_offers import offers_at
from domain.kernel.campaign.factions import NameFaction, RelateFactions
from domain.kernel.decisions import Refusal
from domain.kernel.dice import TypedDice
from domain.kernel.forms.layouts import FormProblem
from domain.kernel.messages import Command, Event
from domain.kernel.moment import AnyMoment
from domain.kernel.offers import Offer
from domain.kernel.people import Asker, Role
from domain.kernel.ruling import apply, decide, retell
from domain.kernel.terms import PersonId
from domain.open_table import GAME
from domain.open_table.chapters.rolling.rolls import RollDice
from domain.open_table.forms.sheets import character_form
from domain.open_table.lookup import relation_words, system_of
from exchange.command_forms.fields import Shape
from exchange.command_forms.schema import form_of
from ledger.roller import Roller
from tests.support.open_tables import SAMPLES, played
from wiring.samples import Sample

every_sample = pytest.mark.parametrize("sample", SAMPLES, ids=[sample.slug for sample in SAMPLES])


def filled(offer: Offer, random: Random) -> Iterator[RollDice]:
    """Three ways to fill in a roll that is on offer."""
    for _ in range(3):
        chosen = {path: random.choice(choices).value for path, choices in offer.choices.items()}
        asks = {path.removeprefix("asks."): value for path, value in chosen.items() if path.startswith("asks.")}
        rest = {path: value for path, value in chosen.items() if not path.startswith("asks.")}
        yield RollDice.model_validate({"asks": asks, "versus": 4, **rest, **offer.known})


@every_sample
def test_a_roll_on_offer_is_never_refused_and_draws_the_dice_it_says(sample: Sample) -> None:
    moment, random = played(sample), Random(5)
    taken = 0
    for person in moment.campaign.people:
        for offer in GAME.offers(moment.game, moment.campaign.asker(person)):
            if offer.command is not RollDice or offer.known.get("roll") is None:
                continue
            for command in filled(offer, random):
                dice = Roller()
                events = decide(GAME, moment, command, person, dice)
                assert not isinstance(events, Refusal), (offer.label, events)
                sizes = tuple(size for size, _ in dice.drawn)
                assert sizes[: len(offer.dice)] == offer.dice, offer.label
                taken += 1
    assert taken or sample.slug == "a-game-of-nothing"


def test_the_form_of_a_roll_asks_each_of_its_choices() -> None:
    moment = played(next(it for it in SAMPLES if it.slug == "bell-under-the-mere"))
    lene = moment.campaign.asker("lene")
    (offer,) = (it for it in GAME.offers(moment.game, lene) if it.label == "Roll: Check")
    form = form_of(RollDice, offer)
    (asks,) = (field for field in form.open_fields if field.name == "asks")
    assert [(part.name, part.shape) for part in asks.parts] == [
        ("edge", Shape.CHOICE),
        ("ability", Shape.CHOICE),
        ("training", Shape.CHOICE),
    ]
    assert [choice.label for choice in asks.parts[1].choices][:2] == ["Strength", "Dexterity"]


def test_relations_are_offered_in_the_words_of_the_system_file() -> None:
    moment = played(next(it for it in SAMPLES if it.slug == "bell-under-the-mere"))
    for name in ("Reeds", "Tollers"):
        for event in decided(moment, NameFaction(faction=name.lower(), name=name)):
            apply(GAME, moment, event)
    (offer,) = (it for it in offers_at(GAME, moment, "maud") if it.command is RelateFactions)
    (relation,) = (field for field in form_of(RelateFactions, offer).open_fields if field.name == "relation")
    assert [choice.label for choice in relation.choices] == list(relation_words(moment.game))
    assert "owes" in [choice.value for choice in relation.choices]
    assert (relation.shape, relation.free) == (Shape.TEXT, True)
    free = RelateFactions(source="reeds", target="tollers", relation="whispers about")
    assert decided(moment, free), "any other word may be written"


def decided(moment: AnyMoment, command: Command) -> Sequence[Event]:
    events = decide(GAME, moment, command, "maud", TypedDice(()))
    assert not isinstance(events, Refusal), events
    return events


def test_a_secret_roll_is_no_players_to_roll_again() -> None:
    moment = played(next(it for it in SAMPLES if it.slug == "bell-under-the-mere"))
    command = RollDice(who="ansa", notation="1d6", secret=True)
    events = decide(GAME, moment, command, "maud", TypedDice((3,)))
    assert not isinstance(events, Refusal)
    before = list(GAME.offers(moment.game, moment.campaign.asker("lene")))
    for event in events:
        apply(GAME, moment, event)
        assert retell(GAME, moment, event).audience == "gm"
    assert list(GAME.offers(moment.game, moment.campaign.asker("lene"))) == before


def test_a_roll_that_nobody_says_a_purpose_of_is_told_by_its_name_and_outcome() -> None:
    moment = played(next(it for it in SAMPLES if it.slug == "bell-under-the-mere"))
    (offer,) = (it for it in GAME.offers(moment.game, moment.campaign.asker("lene")) if it.label == "Roll: Check")
    asks = {
        path.removeprefix("asks."): choices[0].value for path, choices in offer.choices.items() if "asks." in path
    }
    command = RollDice.model_validate({**offer.known, "asks": asks, "versus": 5})
    events = decide(GAME, moment, command, "lene", TypedDice([15]))
    assert not isinstance(events, Refusal), events
    told = [fact for event in events for fact in retell(GAME, moment, event).facts]
    (turn,) = (fact for fact in told if isinstance(fact, facts.Turn))
    (outcome,) = (fact for fact in told if isinstance(fact, facts.Outcome))
    assert (turn.text, turn.what.partition(": ")[0], outcome.came) == ("", "Check", facts.Came.UNSAID)


@pytest.mark.parametrize(
    ("written", "hint"), [("Zzz", r" There are: .+, .+\.$"), ("Strenght", r" Did you mean Strength\?$")]
)
def test_a_number_that_is_not_declared_is_refused_with_those_that_are(written: str, hint: str) -> None:
    moment = next(it for it in map(played, SAMPLES) if "Strength" in system_of(it.game).file.model_dump_json())
    form, asker = character_form(moment.game, yours=True), Asker(PersonId(moment.campaign.gm), Role.GM)
    answers = {"name": "Voss", "numbers": [{"name": written, "number": 3}]}
    with pytest.raises(FormProblem, match=f"no number called {written}.{hint}"):
        list(form.compile(moment, asker, "", answers))
