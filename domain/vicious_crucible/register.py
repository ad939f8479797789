"""The register: every rule of the game, and how each unclear point is read."""

from domain.kernel.register import Reading, Rule

_RULES = (
    ("Seat the table", "GM"),
    ("Pick a character", "GM"),
    ("Cast-offs become NPCs", "GM"),
    ("Who of the supporting cast appears", "GM"),
    ("Character sheet", "Sheet"),
    ("Location sheet", "GM, Contest"),
    ("Markers", "GM"),
    ("Frame a scene", "GM"),
    ("End a scene", "GM"),
    ("Only a player opens a contest", "GM, Contest"),
    ("Sides", "Contest"),
    ("Invoke a rulesheet", "Contest"),
    ("Choose three elements", "Contest"),
    ("Die size", "Contest"),
    ("The GM's hand", "GM, Contest"),
    ("Roll", "Contest"),
    ("Heat for d4s", "Sheet, Contest"),
    ("Spark: double your Heat", "Arc"),
    ("Present", "Contest"),
    ("When sparks may be used, and their price", "Sheet, Arc"),
    ("Spark: reroll a die", "Arc"),
    ("Spark: shift points", "Arc"),
    ("The presented die after a spark", "Contest, Arc"),
    ("Sparks of the GM's characters", "Arc"),
    ("High die wins", "Contest"),
    ("Tie", "Contest"),
    ("One outcome for each loser", "Contest"),
    ("Convince", "Contest"),
    ("Prepare", "Contest"),
    ("Deny", "Contest"),
    ("Win a tool back", "Contest"),
    ("A denied tool is out of use", "Sheet, Contest"),
    ("Soften a hard place", "Contest"),
    ("Close the contest", "Contest"),
    ("Heat for weakness in play", "Sheet"),
    ("Heat for a rulesheet's techniques", "Sheet"),
    ("Rulesheet sparks", "Arc"),
    ("Tasks for a unique tool", "Sheet"),
    ("Flux action", "Arc"),
    ("Alloy action", "Arc"),
    ("An unlocked element in play", "Sheet, Arc"),
    ("Reify action", "Arc"),
    ("Transformation arcs", "Sheet"),
    ("Offering arcs", "Sheet, Arc"),
    ("NPCs never grow", "GM"),
    ("The GM's arc board", "GM"),
    ("Adjudicated change", "Sheet"),
)
RULES = tuple(
    Rule(f"VC-{number:02}", title, f"[{']['.join(source.split(', '))}]")
    for number, (title, source) in enumerate(_RULES, start=1)
)

_READINGS: tuple[tuple[str, str, tuple[str, ...]], ...] = (
    ("How much Heat and Flux does one begin with?", "None of either.", ("starting_heat", "starting_flux")),
    (
        "How much does a Flux action earn?",
        "One Heat and one Flux; every grant without a number is one.",
        ("flux_action_heat", "flux_action_flux"),
    ),
    ("Do Alloy and Reify earn Heat?", "No, only Flux does.", ("alloy_heat", "reify_heat")),
    (
        "Who judges imperfect or vulnerable play, and what is it worth?",
        "The GM; one Heat each time.",
        ("vulnerability_heat",),
    ),
    (
        "Is Heat for d4s a pile of its own?",
        "No: one pile, to be spent in the same contest.",
        ("d4_heat_delayed",),
    ),
    ("Does a rerolled d4 earn again?", "No.", ("reroll_d4_heat",)),
    ("A tool with an element that hinders?", "One stance for each element: the tool, or the hindrance.", ()),
    ("One tool with several elements of a hand?", "Allowed.", ("tool_once_per_hand",)),
    (
        "Do unique tools help in contests?",
        "Yes, with a d8; sparks are for quality tools.",
        ("unique_tools_in_contests",),
    ),
    ("How many dice has the GM?", "Three, like every side.", ()),
    ("Does the GM gain Heat?", "No: there is no pile to gain it in.", ()),
    (
        "Can a losing GM refuse to be convinced?",
        "No. Read as free, the GM refuses by an element of the hand and pays nothing.",
        ("gm_refuses_convince",),
    ),
    ("Can the GM prepare?", "No.", ()),
    ("May the GM join a contest between players?", "Yes, as one side at the most.", ()),
    (
        "Do sparks reach dice that are not presented?",
        "Yes, the whole hand. Read otherwise, a reroll takes the presented die and every point shifted comes "
        "from it or goes to it.",
        ("sparks_presented_die_only",),
    ),
    (
        "Does a better die count after a spark?",
        "Yes, the highest is presented anew, except by a side pinned by a tie.",
        ("represent_after_spark",),
    ),
    ("A tie: who rerolls, and does it use up the reroll?", "Those tied for highest; it does not.", ()),
    ("In which order are sparks used?", "Any, until all have passed in a row.", ()),
    (
        "What does doubling Heat cost?",
        "Nothing, it is passive. With a price, it is paid whenever it can be, and the plain Heat comes when it "
        "cannot.",
        ("double_heat_cost",),
    ),
    (
        "Must the sparked element be in the hand?",
        "To double Heat it must; a player character's other sparks need not be; the GM's NPC must be. Read "
        "strictly, the element or the tool itself must have been rolled.",
        ("spark_needs_element_in_hand",),
    ),
    ("The same spark twice in a contest?", "Yes, paid each time.", ("spark_once_per_contest",)),
    ("Several points in one shift?", "One step after another, within every die's bounds.", ()),
    (
        "Is prepared Heat kept for the next contest?",
        "No, it is ordinary Heat. Kept, it is paid first within any later contest, pays for nothing outside "
        "one, and does not expire.",
        ("prepare_earmarked",),
    ),
    ("Prepare against several losers?", "One Heat for each it is used on.", ()),
    (
        "Do winning a tool back or softening a place replace the outcome?",
        "No, both stand. Read otherwise, the opener's win brings nothing else.",
        ("purpose_replaces_outcome",),
    ),
    ("Who may soften a place?", "Whoever opened a contest for it and won.", ()),
    (
        "Is Flux limited, and does it survive Reify?",
        "No limit, and it stays. Under a cap, what does not fit is not gained.",
        ("flux_reset_on_reify", "flux_cap"),
    ),
    ("Whose price does Reify pay?", "That of the arc entered.", ()),
    (
        "Which elements may be sacrificed, and how many must stay?",
        "Any unlocked one; three must stay. With fewer allowed, one must, and the character rolls all it has.",
        ("allow_fewer_than_three",),
    ),
    ("Elements of an ended arc that were not bought?", "Out of reach.", ()),
    (
        "One arc for two characters, or an old arc again?",
        "Both allowed. Made exclusive, no arc that another player character is on now.",
        ("arc_exclusive",),
    ),
    ("What does a transformation cost?", "Only what its arc prints; Heat and Flux stay.", ()),
    ("Whose marker allows a scene?", "That of a player character.", ()),
    (
        "May a late player pick?",
        "No. Allowed, a cast-off with a sheet; supporting characters who name it then appear too.",
        ("late_pick_from_cast_offs",),
    ),
    ("A contest without a scene?", "No.", ()),
    ("Sparks with a printed price?", "It replaces the 1; a shift pays it for each point.", ()),
    ("Sparks of quality tools outside contests?", "No: the same timing as every spark.", ()),
    (
        "A side with fewer than three elements to roll?",
        "It rolls all there are. With none on the GM's side, a contest needs another player character present.",
        (),
    ),
    (
        "Who is in a scene?",
        "Whoever's marker is at its place; who moves there enters, who moves away leaves, and nobody leaves "
        "during a contest.",
        (),
    ),
    (
        "What stance has a hard place?",
        "Its own, hard or softened, also when left undecided; claiming another die is refused.",
        (),
    ),
    (
        "An element that the character has, or gave up, among those of a new arc?",
        "It stays as it is; the arc adds only what is new.",
        (),
    ),
    (
        "May house rules change during a contest?",
        "No: a contest ends by the rules it began with.",
        (),
    ),
    (
        "Two sparks of one name?",
        "The first that can be used is meant, unless the element or tool is named.",
        (),
    ),
    (
        "How does a crucible end?",
        "The GM says so, between scenes; the journal stays readable and takes no more play.",
        (),
    ),
    (
        "May a choice of elements be changed?",
        "Until anybody has rolled; a side that has not chosen by then still may, once.",
        (),
    ),
    ("How many rulesheets extend a contest?", "One.", ()),
    (
        "How is a denied tool of an NPC won back?",
        "It is not: only players open contests, and a contest wins back the opener's own tool.",
        (),
    ),
    (
        "What may be settled by word on a sheet?",
        "Heat and Flux of a player character, conditions, tools gained or lost, and any field the rules do not "
        "know. Elements, arcs, markers and denied tools stay with the rules.",
        (),
    ),
    (
        "May arc actions be performed while a contest is open?",
        "Yes, by any player character in the scene.",
        (),
    ),
    (
        "The GM joined because nobody else could roll, and then another player's character arrives?",
        "Who has joined stays a side: the newcomer may join beside the GM, until somebody rolls.",
        (),
    ),
    (
        "Something chosen for a hand is sacrificed or lost before the roll?",
        "The hand cannot be rolled: its side chooses anew, also when others have rolled. Dice that have fallen "
        "stay.",
        (),
    ),
    (
        "A player who leaves the table in the middle of a contest?",
        "The GM takes the steps of their side in their name until it is closed, and of their character after it, "
        "until they sit down again.",
        (),
    ),
)
_FROM_THE_RULEBOOK = 37
READINGS = tuple(
    Reading(
        f"VC-A{number}" if number <= _FROM_THE_RULEBOOK else f"VC-B{number - _FROM_THE_RULEBOOK}",
        question,
        reading,
        settings,
    )
    for number, (question, reading, settings) in enumerate(_READINGS, start=1)
)
