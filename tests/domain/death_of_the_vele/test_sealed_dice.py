"""Covered dice and hidden rolls are one player's until they are shown: in events, facts, sheets and offers."""

from domain.death_of_the_vele import GAME
from domain.death_of_the_vele.chapters.outcomes.deciding import HiddenRollRevealed, StruggleDecided
from domain.death_of_the_vele.chapters.struggle_dice.pushing import CoverDice, DiceCovered, PushDie, TraitDeclared
from domain.death_of_the_vele.chapters.struggle_dice.ready import DiceRevealed
from domain.death_of_the_vele.chapters.struggle_dice.rolling import HiddenDiceRolled
from domain.kernel import facts
from domain.kernel.people import Asker, Role, may_see
from domain.kernel.ruling import retell
from domain.kernel.terms import PersonId
from tests.domain.death_of_the_vele.vele_table import SCRIPTS, moments

ANA = Asker(PersonId("ana"), Role.PLAYER)
BO = Asker(PersonId("bo"), Role.PLAYER)
CY = Asker(PersonId("cy"), Role.PLAYER)
GM = Asker(PersonId("gm"), Role.GM)
COVERED = SCRIPTS["forms_head_to_head_dice_are_covered"]
HIDDEN = SCRIPTS["forms_a_hidden_roll"]


def test_a_covered_die_is_its_players() -> None:
    seen = 0
    for moment, event in moments(COVERED):
        if not isinstance(event, DiceCovered):
            continue
        told = retell(GAME, moment, event)
        owner, other = (BO, ANA) if event.player == "bo" else (ANA, BO)
        assert may_see(owner, told.audience)
        assert may_see(GM, told.audience)
        assert not may_see(other, told.audience)
        assert told.facts
        assert all(not may_see(other, fact.audience) for fact in told.facts)
        seen += 1
    assert seen >= 3


def test_a_covered_die_stays_at_home_until_it_is_shown() -> None:
    """A pool that shrank would give its size away."""
    before = None
    shown = 0
    for moment, event in moments(COVERED):
        pools = {player: it.character_dice.dice for player, it in moment.game.story.players.items()}
        if isinstance(event, DiceCovered | TraitDeclared):
            assert pools == before
        if isinstance(event, DiceRevealed) and any(it.source.owner is not None for it in event.dice):
            assert pools != before
            shown += 1
        before = pools
    assert shown == 1


def test_the_trait_is_declared_aloud() -> None:
    for moment, event in moments(COVERED):
        if isinstance(event, TraitDeclared):
            told = retell(GAME, moment, event)
            assert may_see(ANA, told.audience)
            assert may_see(BO, told.audience)
            assert not set(type(event).model_fields) & {"die", "source"}


def test_nobody_is_offered_anothers_covered_dice() -> None:
    for moment, event in moments(COVERED):
        if not isinstance(event, DiceCovered):
            continue
        for offer in GAME.offers(moment.game, ANA):
            if offer.command in (CoverDice, PushDie):
                assert moment.game.components[str(offer.known["component"])].owner == "ana"


def test_a_hidden_roll_is_its_rollers_until_it_is_shown() -> None:
    sealed = (HiddenDiceRolled, StruggleDecided)
    seen = 0
    for moment, event in moments(HIDDEN):
        told = retell(GAME, moment, event)
        if isinstance(event, sealed):
            assert may_see(CY, told.audience)
            assert not may_see(ANA, told.audience)
            assert not may_see(BO, told.audience)
            assert all(not may_see(ANA, fact.audience) for fact in told.facts)
            seen += 1
        if isinstance(event, HiddenRollRevealed):
            assert may_see(ANA, told.audience)
            closed = [fact for fact in told.facts if isinstance(fact, facts.TestClosed)]
            assert [fact.winner for fact in closed] == ["odrun"]
    assert seen == 2


def test_what_is_offered_does_not_tell_how_a_hidden_roll_came_out() -> None:
    """The winner is offered the same as a loser would be, until the roll is shown."""
    checked = 0
    for moment, event in moments(HIDDEN):
        struggle = moment.game.struggle
        if struggle is None or struggle.known or struggle.winner is None:
            continue
        offered = {offer.tag for offer in GAME.offers(moment.game, ANA)}
        assert "death_of_the_vele.establish_aspect" not in offered, event
        assert "death_of_the_vele.use_spin" not in offered, event
        checked += 1
    assert checked
