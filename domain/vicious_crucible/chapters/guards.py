"""Guards that rules begin with: who asks, when, for whom, and with what."""

from domain.kernel.chapter import Chapter
from domain.kernel.decisions import CommandRefused, found, need
from domain.kernel.people import Asker
from domain.vicious_crucible.lookup import acts_for
from domain.vicious_crucible.state import Character, Contest, Crucible, Element, Scene, Side, Tool
from domain.vicious_crucible.terms import GM, ElementStatus, Kind, Stage, Status

chapter = Chapter[Crucible](
    "Whose turn it is",
    {
        "gm_only": "Only the GM may do this.",
        "crucible_not_open": "No crucible lies on the table yet. The GM opens one first.",
        "play_ended": "This crucible has ended. Nothing more can happen in it.",
        "not_playing": "Play has not started yet. The GM starts it when the characters are picked.",
        "no_scene": "No scene is open. The GM frames one first.",
        "no_contest": "No contest is open. A player declares one first.",
        "contest_won": "{winner} has won: the dice are settled.",
        "contest_closed": "It is too late for outcomes: {contest} is closed.",
        "contest_not_won": "Nobody has won {contest} yet.",
        "character_unknown": "Nobody in this crucible is called so. Name one of its cast.",
        "character_benched": "{character} is linked only to {mentions}, and none of them was picked.",
        "npcs_gain_nothing": "{character} is an NPC. NPCs gain nothing from Arcs or Plans; note it instead.",
        "not_your_character": "This is not your character: only the player of {character} may do this.",
        "character_absent": "{character} is not at {location}. Move the marker there first.",
        "not_a_side": "{side} is no side of this contest.",
        "die_not_in_hand": "There is no such die in the hand of {side}. It has one each for {elements}.",
        "element_locked": "{element} is still locked. An Alloy action unlocks it.",
        "element_sacrificed": "{element} was sacrificed and is gone for good.",
        "tool_denied": "{tool} was denied in {contest} and has not been won back.",
    },
)


def gm_only(asker: Asker) -> None:
    """Refuse anybody but the GM."""
    need(asker.is_gm, "gm_only")


def laid_out(state: Crucible) -> None:
    """Refuse before cast, places and arcs are laid out."""
    need(state.crucible, "crucible_not_open")


def not_ended(state: Crucible) -> None:
    """Refuse before the crucible is laid out, and after the end of play."""
    laid_out(state)
    need(state.status is not Status.ENDED, "play_ended")


def in_play(state: Crucible) -> None:
    """Refuse before play has started, and after its end."""
    not_ended(state)
    need(state.status is not Status.SETUP, "not_playing")


def open_scene(state: Crucible) -> Scene:
    """The scene being played, refused where none is open."""
    if state.scene is None or state.current_scene is None:
        raise CommandRefused("no_scene")
    return state.scene


def contest_under_way(state: Crucible) -> Contest:
    """The contest at any of its stages, refused where there is none or it is closed."""
    in_play(state)
    contest = found(state.contest, "no_contest")
    need(contest.open, "no_contest")
    return contest


def unsettled_contest(state: Crucible) -> Contest:
    """The contest, refused once somebody has won it."""
    contest = contest_under_way(state)
    need(contest.status is not Stage.WON, "contest_won", winner=contest.winner)
    return contest


def won_contest(state: Crucible) -> Contest:
    """The contest between its winning and its close, refused at any other time."""
    in_play(state)
    contest = found(state.contest, "no_contest")
    need(contest.open, "contest_closed", contest=contest.id)
    need(contest.status is Stage.WON, "contest_not_won", contest=contest.id)
    return contest


def known_character(state: Crucible, character: str) -> Character:
    """A character of this crucible, refused where unknown."""
    return found(state.characters.get(character), "character_unknown", character=character)


def not_benched(state: Crucible, slug: str) -> None:
    """VC-04: refuse a supporting character who is linked to nobody picked, and so does not appear."""
    character = state.characters[slug]
    if character.kind is Kind.BENCHED:
        raise CommandRefused("character_benched", character=slug, mentions=list(character.mentions))


def own_pc(state: Crucible, slug: str, asker: Asker) -> Character:
    """The asker's own character, refused to anybody else. NPCs earn and spend nothing, whoever asks."""
    character = known_character(state, slug)
    need(character.is_pc, "npcs_gain_nothing", character=slug)
    need(character.player == asker.person, "not_your_character", character=slug)
    return character


def pc_in_story(state: Crucible, slug: str, asker: Asker) -> Character:
    """The asker's own character, refused where it is not present in the open scene."""
    character = own_pc(state, slug, asker)
    scene = open_scene(state)
    need(slug in scene.present, "character_absent", character=slug, location=scene.location)
    return character


def asks_for(state: Crucible, side: str, asker: Asker) -> None:
    """Refuse whoever does not roll for a side: its player, for the GM's side the GM."""
    if side == GM:
        gm_only(asker)
    need(acts_for(state, side, asker), "not_your_character", character=side)


def own_side(state: Crucible, contest: Contest, slug: str, asker: Asker) -> Side:
    """A side of the contest, refused to whoever does not roll for it."""
    side = found(contest.sides.get(slug), "not_a_side", side=slug)
    asks_for(state, slug, asker)
    return side


def no_such_die(side: Side, slug: str) -> CommandRefused:
    """The refusal of a die that is not in a side's hand; it names the elements whose dice are."""
    return CommandRefused("die_not_in_hand", side=slug, elements=[die.element for die in side.hand])


def usable(slug: str, element: Element) -> None:
    """Refuse an element that is locked or sacrificed."""
    need(element.status is not ElementStatus.LOCKED, "element_locked", element=slug)
    need(element.status is not ElementStatus.SACRIFICED, "element_sacrificed", element=slug)


def not_denied(slug: str, tool: Tool) -> None:
    """VC-32: refuse a tool that was denied, until it is won back."""
    need(tool.available, "tool_denied", tool=slug, contest=tool.denied_by_contest)
