"""A contest, conflict, test, action and struggle as somebody's notes, one for each game, and where each begins.

Each was played step by step in the game's own sample campaign; here the sample breaks off before it begins.
"""

from dataclasses import dataclass

from domain.kernel.campaign.founding import FoundCampaign
from ledger.answers import Refused, Submission
from ledger.ledger import Ledger
from wiring.library import games
from wiring.play_scripts import commands_in
from wiring.samples import samples


@dataclass(frozen=True, slots=True)
class Notes:
    """Notes of one contest: the sample, the command that began it there, the text, how many rulings it makes."""

    game: str
    sample: str
    begins: str
    text: str
    rulings: int


NOTES = (
    Notes(
        "vicious_crucible",
        "ninth-chain",
        "vicious_crucible.declare_contest",
        """
        Anselm: picks up dice "Say the true weight aloud"
        GM: joins
        Anselm: weigher helps "Seventeen years.", vow hinders "It binds her.", patient hinders "He waits."; 4 2 3
        GM: soft certainty helps "As to a child.", great scale "Level.", never raises helps "Tired."; 3 5 2
        Anselm: let it settle 2; passes
        GM: passes; convince
        Anselm: plays along
        """,
        14,
    ),
    Notes(
        "spc",
        "karrow-head",
        "spc.declare_opposition",
        """
        Dov and Sale oppose each other; Dov and Tobiah oppose each other
        Tobiah: pool to grow, cunning "Win the ledger, and be seen to win it."
        Dov: wants something, free "Read one page of it"
        Sale: wants something, free "Find out who has the letter"
        Set the target number of Tobiah, easy; Set target Dov; Set target Sale, easy
        Begin the first turn
        Sale: anticipate; 1 1 1; assigns ambition=d1 vigilance=d2 cunning=d3
        Tobiah: activates a gadget, marked deck; 3 2; assigns ambition=d1 vigilance=d2
        Dov: uses a talent, appraisal; 6 6 3 3; keeps d1, d2, d3; assigns cunning=d1 ambition=d2 vigilance=d3
        Narrate the turn "The first hand is a massacre."
        """,
        25,
    ),
    Notes(
        "hot_circle",
        "lamps-of-veil",
        "hot_circle.declare_obstacle_test",
        """
        Isa: faces an obstacle obstacle="the drained lamps" intent="light one" task="climb" consequence="seen"
        Isa: rolls as lamplighter, helpful; trait helps, stubborn
        Set the obstacle, journeyman, moderate
        Oswin helps "He holds the ladder."
        Link test-1
        Isa: rolls 4 5 3 4; let it stand "One lamp."
        """,
        8,
    ),
    Notes(
        "wicked_ones",
        "underkettle",
        "wicked_ones.propose_action",
        """
        Grubnash: goes for something, banter intention="Get them to work for us" description="He sits" risk="anger"
        Frame, default position
        Grubnash: rolls 4
        Declare complication details="They bring Grandmother, who is a goose"
        Accept
        """,
        5,
    ),
    Notes(
        "death_of_the_vele",
        "wheels-under-tarnhithe",
        "death_of_the_vele.start_struggle",
        """
        Florian: tries something, maneuver "Paint us onto the far wall" opponents=mastiff subject=mastiff
        Florian: pushes a wager for lanternist, d10; pushes bowl patter d6
        Tova: ready
        Mastiff: pushes a wager for mastiff d6; pushes bowl jaws d8
        Piers: ready
        Roll 9 4 3 5
        Piers lets the dice stand; Tova lets the dice stand
        Write the aspect "Barking at a painted wall" negative=yes
        """,
        15,
    ),
)


def begun(ledger: Ledger, notes: Notes, slug: str) -> None:
    """Found the sample campaign under this name and play it up to where the notes begin."""
    sample = next(sample for sample in samples(games()) if sample.slug == notes.sample)
    header = sample.script.script.header
    founding = FoundCampaign(
        game=notes.game, title=header.title, slug=slug, house_rules=header.house_rules, gm_name=header.gm_name
    )
    ledger.found(founding, by=header.gm)
    steps = [step for _line, step in sample.script.script.steps]
    commands = commands_in(sample.script, sample.game)
    first = next(n for n, step in enumerate(steps) if step.when["type"] == notes.begins)
    sent = [
        Submission(command=command, by=step.by, faces=step.dice)
        for step, command in zip(steps[:first], commands[:first], strict=True)
    ]
    assert not isinstance(ledger.rule_all(slug, sent, ledger.end(slug))[-1], Refused)
