"""A PC carried on into a new campaign, and what of it must have stood in the earlier one (VE-116)."""

from collections.abc import Callable

from domain.death_of_the_vele.chapters.founding.player_characters import BringFromEarlier
from domain.kernel.game import Claim
from domain.kernel.messages import Command
from domain.kernel.people import Asker

from .names import person
from .state.table import Player
from .state.vele import Vele
from .terms.cast import AspectStatus, Durability


def player_of_pc(state: Vele, character: str) -> tuple[str, Player] | None:
    """The player whose PC this is, by id."""
    return next(((slug, it) for slug, it in state.story.players.items() if it.pc == character), None)


def xp_carried(player: Player) -> tuple[int, int]:
    """XP a player takes along, earned and spent of it; what counts for no level stays behind."""
    gained = player.xp_earned - player.xp_apart
    return gained, max(0, gained - player.xp_balance)


def xp_only_told(player: Player) -> int:
    """XP among these that no campaign has proven: a table's word was taken, here or in an earlier campaign."""
    return player.xp_told if player.proven_by else player.xp_brought


def carry(state: Vele, character: str, where: tuple[str, int, str]) -> BringFromEarlier | None:
    """The command that carries a PC on, taken at a campaign, a position and its seal."""
    owner, it = player_of_pc(state, character), state.components.get(character)
    if owner is None or it is None:
        return None
    _, player = owner
    campaign, position, seal = where
    xp_earned, xp_spent = xp_carried(player)
    aspects = tuple(
        aspect.text
        for aspect in state.aspects.values()
        if aspect.subject == character
        and aspect.status is AspectStatus.ACTIVE
        and aspect.durability is Durability.PERMANENT
    )
    return BringFromEarlier(
        campaign=campaign,
        position=position,
        seal=seal,
        character=character,
        story=state.story.title,
        name=it.name,
        id=character,
        concept=it.concept,
        aspects=aspects,
        xp_earned=xp_earned,
        xp_spent=xp_spent,
        told=xp_only_told(player),
    )


def claims(command: Command) -> Claim | None:
    """The claim a PC brought from an earlier campaign makes on it; None for any other command."""
    if not isinstance(command, BringFromEarlier):
        return None
    return Claim(
        campaign=command.campaign, position=command.position, seal=command.seal, differs=difference_from(command)
    )


def difference_from(command: BringFromEarlier) -> Callable[[Vele, Asker], str | None]:
    """Comparison with the earlier story: the difference, or the name of the character's player, in a sentence."""

    def differs(state: Vele, asker: Asker) -> str | None:
        owner = player_of_pc(state, command.character)
        if owner is None:
            known = state.components.get(command.character)
            return f"{known.name if known else 'Nobody of that id'} was no player's character there."
        slug, player = owner
        if slug != asker.person and not asker.is_gm:
            name = state.components[command.character].name
            return f"{name} was played by {person(slug)} there: only they carry {name} on."
        if state.story.title != command.story:
            return f"That story is called “{state.story.title}”."
        there = xp_carried(player)
        if there != (command.xp_earned, command.xp_spent):
            return (
                f"{state.components[command.character].name} had earned {there[0]} XP there and spent {there[1]}."
            )
        if xp_only_told(player) != command.told:
            return f"{xp_only_told(player)} XP of these were without proof there as well: say so."
        return None

    return differs
