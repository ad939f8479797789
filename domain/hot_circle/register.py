"""The register: every rule of the game, and how each unclear point is read."""

from domain.kernel.register import Reading, Rule

_RULES = (
    ("Found a campaign", "Campaign Creation"),
    ("Seat gamemaster and players", "Campaign Creation"),
    ("Add a setting", "Settings"),
    ("Add a faction", "Factions"),
    ("Choose a relation", "Situation"),
    ("Draw a relation from the bag", "Situation"),
    ("Flip a relation", "Situation"),
    ("Change a faction's importance", "Situation"),
    ("State the situation", "Situation"),
    ("The number of starting lifepaths", "Lifepaths"),
    ("Create a player character", "Character Creation"),
    ("Three beliefs", "Beliefs"),
    ("Three instincts", "Instincts"),
    ("Three traits at the start", "Traits"),
    ("The chain of lifepaths", "Lifepaths"),
    ("One lifepath taken twice", "Lifepaths"),
    ("Lifepaths that require others", "Lifepaths"),
    ("Starting assets", "Assets"),
    ("Starting artha and conditions", "Artha"),
    ("Complete a character", "Character Creation"),
    ("Other characters", "Character Creation"),
    ("Assert an instinct", "Instincts"),
    ("Open and close a session", "Running the Game"),
    ("Scenes", "Setting Scenes"),
    ("Decide without a test", "Obstacle Test"),
    ("Declare an independent obstacle test", "Obstacle Test"),
    ("Declare a versus obstacle test", "Compromise"),
    ("Killing and convincing", "Calling for Tests"),
    ("Set the obstacle of an independent test", "Obstacle Target"),
    ("Hindering trait or condition", "Obstacle Target"),
    ("Choose the lifepath", "Task Roll"),
    ("Bonus dice", "Task Roll"),
    ("Advantage and disadvantage", "Task Roll"),
    ("Help", "Task Roll"),
    ("Roll and count", "Task Roll"),
    ("Opposition roll", "Obstacle Target"),
    ("Reroll from advantage", "Rerolls"),
    ("Reroll from disadvantage", "Rerolls"),
    ("Reroll for persona", "Rerolls"),
    ("Reroll for a compromise", "Rerolls"),
    ("Order and closing of rerolls", "Rerolls"),
    ("Outcome", "Outcome"),
    ("A failure changes something", "Consequence"),
    ("Let It Ride", "Obstacle Test"),
    ("Cards instead of dice", "Outcome"),
    ("Ask for an ability test", "Ability Test"),
    ("Reroll for fate", "Ability Test"),
    ("Resources", "Resources Test"),
    ("Circles", "Circles Test"),
    ("Wises", "Wises Test"),
    ("Deeds", "Deeds Test"),
    ("Tax", "Ability Test"),
    ("Temporary assets", "Assets"),
    ("Permanent assets", "Upgrading Assets"),
    ("Linked tests", "Linked Tests"),
    ("Fate for complications", "Fate Points"),
    ("Fate for hindrance", "Fate Points"),
    ("Compel", "Compels"),
    ("Clear tax", "Clearing Tax"),
    ("Apply or raise a condition", "Consequence"),
    ("Clear a condition", "Clearing Conditions"),
    ("Persona awards", "Persona Points"),
    ("Raise a lifepath", "Lifepath Rating"),
    ("Upgrade an asset", "Upgrading Assets"),
    ("Lose a permanent asset", "Upgrading Assets"),
    ("Trait vote: removal", "Trait Vote"),
    ("Trait vote: addition", "Trait Vote"),
    ("Time-skip and new lifepath", "New Lifepath"),
    ("Order at a session's end", "End of Session"),
    ("Revise beliefs and instincts", "End of Session"),
    ("Voluntary condition", "End of Session"),
    ("Between sessions", "Between Sessions"),
    ("End a season or the campaign", "Between Sessions"),
)
RULES = tuple(Rule(f"HC-{number:02}", title, source) for number, (title, source) in enumerate(_RULES, start=1))

_READINGS: tuple[tuple[str, str, tuple[str, ...]], ...] = (
    ("Is a relation two-sided?", "No: each faction has its own, and the map shows where two differ.", ()),
    (
        "How does the bag work?",
        "Every draw is from all names; its own name and the faction of the other relation are "
        "drawn again, and the group may put any other back.",
        (),
    ),
    ("May one faction be both partner and competitor?", "No, two different ones.", ()),
    (
        "Must there be four to six settings with one or two factions?",
        "No; the campaign's page advises it.",
        ("strict_counts",),
    ),
    ("Which way may relations and ranks turn?", "Both ways, always with a reason.", ()),
    ("May a faction rise beside another major?", "No, one major in a setting at any time.", ()),
    (
        "Does a lifepath taken twice use up a second one?",
        "Yes; any lifepath, also the childhood, and only one.",
        (),
    ),
    ("Where is a bridge?", "In the new setting; the way back needs another approval.", ("free_return",)),
    ("What does a lifepath taken twice leave behind?", "One wise or skill, being one lifepath.", ()),
    ("How often are sixes rolled again?", "Each if wanted, and again for sixes among those.", ("chain_sixes",)),
    ("Which dice does a reroll take?", "The pool as it was; extra dice come anew.", ()),
    ("Is the opposition ever rerolled?", "Never: every reroll is of the tester's dice.", ()),
    (
        "What does a hindrance do in a versus test?",
        "A die for the other side, no obstacle; fate or clearing as ever.",
        (),
    ),
    ("Does the opponent's extra die count between players?", "Yes; the tester is whoever wanted the test.", ()),
    ("How do several advantages weigh against one disadvantage?", "Both flags set cancel wholly.", ()),
    ("What of disadvantage on a failing roll?", "It waits, and must be used once the roll would pass.", ()),
    ("Who pays persona for the supporting cast?", "Their own sheet, if it has any.", ("gm_persona_pool",)),
    ("When does fate for a hindrance come?", "When the test is resolved, so never for the same test.", ()),
    ("May one thing help and hinder at once?", "No.", ()),
    (
        "When is fate or clearing chosen?",
        "With the hindrance, for each and each test; changeable until the roll.",
        (),
    ),
    ("What does raising a condition do to its count?", "Nothing; a major one cannot be raised.", ()),
    (
        "How deep and how long is a voluntary condition?",
        "Minor, until changed or dropped at a session's end; hindering clears it too.",
        ("voluntary_rank",),
    ),
    ("Do subjects and focuses add dice to obstacle tests?", "Only once they are wises and skills.", ()),
    (
        "Who says how a lifepath fits an ability test?",
        "The gamemaster whether it helps; hindering only the player.",
        (),
    ),
    ("May a failed ability be tried with another lifepath?", "Yes, the tax is the brake.", ("ride_abilities",)),
    ("Do the modifiers of circles count more than once?", "Once each.", ("repeat_circles_modifiers",)),
    ("Can an ability test follow in a link?", "No.", ()),
    (
        "Does accepting a compel bring a third point?",
        "No: the compeller's, and the choice's own, which the test pays where the choice is to be hindered.",
        (),
    ),
    ("May a point on offer be spent?", "No, one is kept for each open compel.", ()),
    ("May the gamemaster compel?", "No, one player another.", ()),
    (
        "A goal furthered and resolved in one session?",
        "It is rewarded once, for the better.",
        ("further_and_resolve",),
    ),
    ("A resolved goal that involves several others?", "One more point, once.", ()),
    ("A goal resolved and its stance replaced?", "Both are paid, each in its step.", ()),
    ("What does a trait vote pay?", "Once for a character whose traits changed.", ("trait_award",)),
    (
        "What is a majority?",
        "More than half of the ballots cast, the gamemaster's too; where several lead, or one is level with none, "
        "the character's player chooses among them and none.",
        (),
    ),
    ("When is spent fate erased?", "When the player upgrades, and only the price.", ()),
    ("What of persona spent at rating 6?", "It is counted, and brings nothing.", ()),
    ("A rating that rises during a test?", "At once, and the running test keeps its pool.", ()),
    (
        "What does losing an asset bring back, and when?",
        "What was paid, to the pool, in the first ending step; a starting asset cost nothing.",
        ("refund_starting_at_cost",),
    ),
    ("What of the lifepath after a time-skip?", "The chain as ever, no asset, and it cannot be taken twice.", ()),
    ("How long are several years?", "24 months.", ("later_skip_min_months",)),
    ("What of ties?", "Equal successes pass.", ()),
    ("Cards have other odds than dice. Is that meant?", "It is played as written.", ()),
    ("May a test be taken back?", "Until any of its dice falls; nothing is paid.", ()),
    ("How far does Let It Ride reach?", "A failure binds the character, a pass the whole campaign.", ()),
    ("Must a scene be cut after its tests?", "It is advised, with the next test.", ()),
    ("Which lifepath is credited when it does not help?", "The one rolled by, however it fits.", ()),
    ("Is a hostile contact an asset?", "No: one of the cast, whom a later test can make a friend.", ()),
    ("When do goals change?", "Only in the second ending step.", ()),
    ("How are instincts worded?", "`If` is `when`; the leading `I` may be left out.", ()),
    ("Is there a limit to fate and persona?", "None above, zero below.", ()),
    ("A minor or major consequence?", "The rank of a condition is meant.", ()),
)

_OWN: tuple[tuple[str, str], ...] = (
    (
        "Who asks for what?",
        "A player for their own character, the gamemaster for the cast and as judge; for a "
        "character whose player has left the table, the gamemaster.",
    ),
    (
        "May two tests be open at once?",
        "One obstacle test and one ability test: what is established may still bear on "
        "an obstacle test before its dice fall.",
    ),
    ("Until when may a hindrance be declared in a versus test?", "Until the first die of either side."),
    ("What if nothing on the sheet of one of the cast bears on the task?", "Two dice, without a lifepath."),
    ("Which first lifepath is a childhood?", "One that ends in -born: its setting may be called otherwise."),
    (
        "Who pays the choice's own point when a compel is to be hindered?",
        "The test that is hindered, when resolved.",
    ),
    ("When is an award by hand one too many?", "For a trait that hinders in this scene's last test for fate."),
    (
        "Does an instinct that is too broad show by itself?",
        "Where it is asserted by a side of an open versus test.",
    ),
    ("May a belief or an instinct be revised twice in one session's end?", "No."),
    ("Who closes a trait vote?", "The gamemaster; a tie the character's player, by deciding it."),
    (
        "How is a deed barred that is better played, opposed or contradicts?",
        "The gamemaster refuses it "
        "in words, or says of a test of deeds that this is one; asking for it again gets that answer, whoever "
        "tells it.",
    ),
    (
        "What becomes of a condition at risk that is there already?",
        "A minor one is raised; a major one cannot be risked.",
    ),
    (
        "How are cards written down?",
        "By number, 1 to 52: clubs from the ace to the king, diamonds, hearts, spades.",
    ),
    ("Who enters a story that has ended for a player?", "A new character, written while others play on."),
    (
        "For whom is a contact new, who may turn up hostile?",
        "For everybody without a contact or a relationship "
        "to them; so another's failed test can turn one's own contact.",
    ),
    (
        "What is a contact worth who is known to be hostile?",
        "The modifier for hostility, said or not, no die, "
        "and no relationship, until a passed test makes a friend of them.",
    ),
    (
        "What is known of where a contact belongs?",
        "Settings recorded of them count before what is claimed now; any one shared is enough.",
    ),
    (
        "When is a faction drawn between sessions?",
        "For a relation it does not have; others are chosen or flipped.",
    ),
    ("Does a test taken back count for the scene?", "No."),
    (
        "What if two time-skips pass before a lifepath is taken?",
        "One is owed for each, to every character that was complete when time passed.",
    ),
    (
        "May the opposition roll before the tester has chosen a lifepath?",
        "Yes, and with that every hindrance is settled.",
    ),
    (
        "Must factions stand in relations before the first session?",
        "The table is asked: one relation at least, or the gamemaster's word that it begins without.",
    ),
    (
        "How does a campaign come here that was played on paper?",
        "Its sheets are entered, each in one step, and "
        "marked; nothing of it counts as won here, and it needs no starting assets.",
    ),
    (
        "In which order are traits voted on?",
        "Character by character, removal before addition; another character's vote may be asked for first.",
    ),
    (
        "What of a die or card in hand that nothing asks for?",
        "It is refused: no more sixes are rolled again than "
        "there are, and a card that was read out twice was misread.",
    ),
    ("May something be lost whose die has yet to fall?", "No: the dice fall first, or the test is taken back."),
    (
        "May one test circles for somebody who is a relationship?",
        "No: they come into any scene without a test. A shared relationship is with somebody else than the "
        "contact.",
    ),
    (
        "May one of the supporting cast be rid of a condition?",
        "Yes, as a protagonist: by being hindered for it. Only fate is for protagonists alone.",
    ),
    (
        "What does a trait pay that is voted away and back?",
        "Nothing within one milestone's vote: it has not changed. At a later milestone it is a change as any "
        "other.",
    ),
)
READINGS = tuple(
    Reading(f"HC-A{number}", question, reading, settings)
    for number, (question, reading, settings) in enumerate(_READINGS, start=1)
) + tuple(Reading(f"HC-R{number}", *each) for number, each in enumerate(_OWN, start=1))
