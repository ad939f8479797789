"""The register: every rule of the game, and how each unclear point is read."""

from domain.kernel.register import Reading, Rule

_RULES = (
    ("Seat the table", "Intro"),
    ("Preview the villainy", "Intro"),
    ("Make a Character", "Intro"),
    ("Antagonists and goons", "Intro"),
    ("Scene turns", "Intro"),
    ("Scene details", "Intro"),
    ("Joining a scene", "Intro"),
    ("Opening the scene", "Intro"),
    ("Ending a scene", "Intro"),
    ("Declare an action", "O1-O6"),
    ("Free narration", "O1"),
    ("Pure intentions", "O2"),
    ("Corrupted intentions", "O3"),
    ("Leverage", "O4"),
    ("Advancement", "O5"),
    ("Opposition means conflict", "O1, O6"),
    ("Features in systems one to five", "O1-O5"),
    ("Goal reached", "O5, t"),
    ("Goal scene and reset", "O5, t"),
    ("Participants and oppositions", "a, m"),
    ("Character intentions", "b"),
    ("Set the target number", "c, d"),
    ("Target number modifiers", "c i-v"),
    ("Antagonists' intentions; goons have none", "d"),
    ("Antagonists declare first", "e, f"),
    ("One action type per turn", "f"),
    ("Action", "f1"),
    ("Overpower", "f2"),
    ("Invoke", "f3"),
    ("Activate", "f4"),
    ("Manifest", "f5"),
    ("Exploit", "f6"),
    ("Pure act", "f7"),
    ("Corrupt act", "f8"),
    ("Selfish act", "f9"),
    ("Inspired act", "f10"),
    ("Feint", "f11"),
    ("Brutal", "f12"),
    ("Guard", "f13"),
    ("Protect", "f14"),
    ("Anticipate", "f15"),
    ("React", "f16"),
    ("Defend", "f17"),
    ("Ambush", "f18"),
    ("Count the dice", "g"),
    ("Throw", "h"),
    ("Keep", "h"),
    ("Add a track to a die", "f7-f10"),
    ("Assign", "i, j"),
    ("Apply modifiers", "k, l"),
    ("Ambition", "m i"),
    ("Cunning against Vigilance", "m ii"),
    ("Escape", "m iii"),
    ("Intention achieved", "n"),
    ("Taken out", "o"),
    ("Narrate the turn", "p"),
    ("Another turn or the end", "q"),
    ("Who gets it", "r"),
    ("Facts", "r"),
    ("Form of a Fact", "r"),
    ("Order of Facts", "r"),
    ("Setback", "s"),
    ("Harm: next throw", "s"),
    ("Harm: next scene", "s"),
    ("Rewards of an intention", "c iii-v, r"),
    ("Close the conflict", "s, t"),
    ("Goal check at the end", "t"),
    ("Adjudicated change", "f2-f6"),
)
RULES = tuple(
    Rule(f"SPC-{number:02}", title, f"[{']['.join(source.split(', '))}]")
    for number, (title, source) in enumerate(_RULES, start=1)
)

_FROM_THE_RULEBOOK: tuple[tuple[str, str, tuple[str, ...]], ...] = (
    (
        "Purity and Corruption, Goal and Drawback: one track with two ends each, or two numbers?",
        "One track each, 0 in the middle. Moves are recorded with their reasons, so both ways of counting stand "
        "in the same history; read as two numbers, neither falls below 0.",
        ("two_pools",),
    ),
    ("How far do the tracks go?", "Goal ends at 4; no other end is printed.", ("track_limit",)),
    (
        "A pure, corrupt, selfish or inspired act with nothing at that end?",
        "Not possible below 1. Allowed, it adds 0 and the track still moves.",
        ("allow_empty_acts",),
    ),
    (
        "Does a selfish act raise Purity, as it says?",
        "No: spending Drawback is a step towards Goal, the mirror of an inspired act. Read as printed, the track "
        "of Purity rises by 1 as well.",
        ("selfish_act_raises",),
    ),
    ("Guard's Vigilante die?", "The Vigilance die; there is no fourth slot.", ()),
    ("How much Purity does a corrupt act bring?", "One.", ()),
    ("How many sides have the dice?", "Six, unless the table agrees otherwise before play.", ("die_faces",)),
    ("How many dice without a bonus?", "Three.", ()),
    (
        "Do bonus and penalty dice cancel?",
        "No. Each adds a die to the throw; a penalty die also forces one of the lowest to be kept.",
        (),
    ),
    ("Three penalty dice or more?", "The three lowest are kept.", ()),
    ("A gadget with bonus or penalty dice?", "Two dice and as many more; two are kept, forced lows included.", ()),
    ("A ritual while a penalty die waits?", "It goes on waiting for the next real throw.", ()),
    (
        "Is a track added before or after keeping?",
        "After, to a kept die; what is lowest is judged on the values as thrown.",
        (),
    ),
    (
        "May a die pass its sides or fall below 1?",
        "Yes. Clamped, bonuses and penalties stop at 1 and at the sides.",
        ("clamp_dice",),
    ),
    ("Whose rating does a target number start from?", "The participant's own.", ("itn_base",)),
    (
        "Do modifiers of a target number add up?",
        "Yes, each once; easy and hard exclude each other, Goal and Drawback do not.",
        (),
    ),
    ("A target number of 0 or less?", "Stands; it is checked after the comparison, like any.", ("itn_floor",)),
    ("Must Progress reach the number, or exceed it?", "Reach it.", ("intention_needs_more",)),
    ("Equal totals?", "No Progress, no Abuse, no escape.", ()),
    (
        "What does escaping change?",
        "Nothing more: harm from that opponent is 0 already. Read otherwise, it cancels Abuse aimed at whoever "
        "escaped, by anybody that turn.",
        ("escape_cancels_all",),
    ),
    ("Several opponents?", "Each pair is compared, and the results add up.", ()),
    (
        "Who gets their intention when somebody is taken out?",
        "Everybody paired against the one who is out. Read otherwise, only who has no opponent left; the conflict "
        "goes on without those who are out until then.",
        ("taken_out_grants",),
    ),
    ("Achieved and taken out in one turn?", "Achieving comes first, and all of it counts.", ()),
    ("An ambush that lowers the number below the Progress kept?", "Achieved that turn.", ()),
    ("Facts with one achiever?", "None.", ()),
    (
        "Who tells Facts first?",
        "Characters before antagonists, and within each group the most Progress first.",
        ("fact_order",),
    ),
    ("Odd Progress, and who judges grammar?", "Rounded down; the author counts, the table may object.", ()),
    ("Higher than, or equal?", "As printed each time; half a rating is not rounded.", ()),
    (
        "Abuse above the rating meets both kinds of harm?",
        "The greater takes the place of the lesser.",
        ("harm_cumulative",),
    ),
    (
        "How long does harm last?",
        "One die; on the next actual throw, in whatever scene, or on every throw of the next scene one is in.",
        (),
    ),
    ("Do Progress and Abuse outlast the conflict?", "No, only penalty dice do.", ()),
    ("How far does an intention move the goal track?", "By one.", ()),
    (
        "What do goons do in a conflict?",
        "Nothing: they are scenery. Where they roll, they have pools and a rating, no intention and no number.",
        ("goons_roll",),
    ),
    ("Which action types have antagonists?", "All, where their sheet has what is needed.", ()),
    ("Two defenders, or defenders of each other?", "One defender each; Abuse is redirected once.", ()),
    (
        "A goal reached in mid-scene?",
        "The scene ends; the goal scene comes before the next turn.",
        (),
    ),
    ("Leverage without Goal?", "Allowed: the track runs on into Drawback.", ()),
    ("In which order do players play?", "Seat order for setting scenes; within a scene nobody enforces one.", ()),
    ("A power used in the turn it is manifested?", "Part of the same action type.", ()),
    ("Who picks the outcome system?", "Who acts; anybody affected may oppose and make it a conflict.", ()),
    ("Assigning bonuses and penalties?", "No choice: the type's own, and adjudicated ones.", ()),
    ("Numbers at the beginning?", "As agreed; only that no pool is below 0 and no rating below 1 is checked.", ()),
    ("How many dice for overpower, manifest, exploit?", "Three, unless an adjudication says more.", ()),
)
_FROM_PLAY: tuple[tuple[str, str, tuple[str, ...]], ...] = (
    (
        "Who is in a conflict from the start?",
        "Who declared the action and who opposed it, as opponents; everybody else enters by choice.",
        (),
    ),
    (
        "When is the setup over?",
        "When the Mastermind begins the first turn; until then anybody present may enter.",
        (),
    ),
    (
        "May the Mastermind name a modifier that the kind of intention does not bring?",
        "Yes, any of the five; it changes the number and nothing else.",
        (),
    ),
    (
        "A turn to set a scene that nobody wants?",
        "It may be passed. A goal scene that is owed may not.",
        (),
    ),
    ("Villains who come later?", "They may come into the open scene, outside of a conflict.", ()),
    (
        "An action that waits and is not wanted any more?",
        "It is withdrawn, by its player or the Mastermind, and nothing has come of it.",
        (),
    ),
    (
        "The next villainy at the same table?",
        "After an ending the Mastermind previews another; Characters are made anew or brought back as they stand.",
        (),
    ),
    (
        "A player who leaves, or joins late?",
        "Between scenes: the seat is given up with the Character, or taken after the last one. Who leaves in the "
        "middle of a scene or a conflict is played on in their name by the Mastermind until it is over.",
        (),
    ),
    (
        "Do antagonists have goal scenes?",
        "Those with tracks do; the Mastermind sets them.",
        (),
    ),
    (
        "The goal track in one's own goal scene?",
        "It takes no step up, and starts at 0 when the scene ends, wherever it stood.",
        (),
    ),
    (
        "A step that has no room when it comes to it?",
        "It is not made: a reward at Goal 4, or past a limit the table set.",
        (),
    ),
    (
        "When does a Fact count as rejected?",
        "When the Mastermind upholds the objection, before the conflict is closed and before another is told. It "
        "is recorded who objected; the author tells another Fact, which gets the same number.",
        (),
    ),
    (
        "May house rules change during a conflict?",
        "No. The sides of the dice stay for the whole adventure, and one track or two numbers for good, once "
        "somebody has moved.",
        (),
    ),
    (
        "When is a penalty die on the next throw imposed?",
        "With the setback of the one who has it.",
        (),
    ),
    (
        "Two sentences?",
        "Told by full stops and the like; a short title such as Dr. ends none.",
        (),
    ),
    (
        "When may a modifier on a slot be settled by word?",
        "Once the dice of that participant are assigned, and before the comparison.",
        (),
    ),
)


def _readings(prefix: str, entries: tuple[tuple[str, str, tuple[str, ...]], ...]) -> tuple[Reading, ...]:
    return tuple(
        Reading(f"{prefix}{number}", question, reading, settings)
        for number, (question, reading, settings) in enumerate(entries, start=1)
    )


READINGS = (*_readings("SPC-A", _FROM_THE_RULEBOOK), *_readings("SPC-B", _FROM_PLAY))
