"""The register: every rule of the game, and how each unclear point is read."""

from domain.kernel.register import Credit, Reading, Rule

_RULES = (
    ("Found the campaign", "Getting Started"),
    ("Phases", "Phases & Scenes"),
    ("Recovery", "Phases & Scenes"),
    ("Scenes", "Phases & Scenes"),
    ("XP for joining", "Phases & Scenes"),
    ("Rule of description", "Fiction-First Gaming"),
    ("Create a Wicked One", "Getting Started"),
    ("Attributes and actions", "Attributes and Actions"),
    ("Minions", "Play Structure"),
    ("Gold", "Play Structure"),
    ("Ask about the world", "Flow of Information"),
    ("Establish a fact", "Establishing Facts"),
    ("Gain hidden information", "Hidden Information"),
    ("Spend stress", "Stress"),
    ("Clear stress", "Stress"),
    ("Go feral", "Stress"),
    ("Dark impulse", "Moving the Spotlight"),
    ("Flashback", "Stress"),
    ("Team up", "Stress"),
    ("Use an ability or magic item", "Stress"),
    ("Build a pool", "Rolling Dice"),
    ("Zero dice", "Rolling Dice"),
    ("Read the result", "Rolling Dice"),
    ("Ticks", "Rolling Dice"),
    ("Propose an action", "Action Rolls"),
    ("Frame position and effect", "Position & Effect"),
    ("Circumstances", "Assessing Circumstances"),
    ("Deadly", "Position & Effect"),
    ("Zero effect", "Position & Effect"),
    ("Back off", "Action Rolls"),
    ("Roll", "Action Rolls"),
    ("Critical bonus", "Smooth Narration"),
    ("Mixed", "Smooth Narration"),
    ("Engagement", "Engagement"),
    ("Fortune", "Types of Rolls"),
    ("Calamity and blowback", "Types of Rolls"),
    ("Loot roll", "Types of Rolls"),
    ("Declare a consequence", "Consequences"),
    ("Split and spread", "Consequences"),
    ("Reduced effect", "Consequences"),
    ("Worse position", "Consequences"),
    ("Take shock", "Consequences"),
    ("Shock penalty", "Consequences"),
    ("Second shock, same attribute", "Consequences"),
    ("Become bloodied", "Consequences"),
    ("Stop being bloodied", "Consequences"),
    ("Second wound", "Consequences"),
    ("Other ways to die", "Consequences"),
    ("Death and death knell", "Consequences"),
    ("Complication", "Consequences"),
    ("Progress clocks", "Consequences"),
    ("Inflicted consequence", "Inflicted Consequences"),
    ("Adventurers", "Inflicted Consequences"),
    ("Pay cost", "Paying Cost"),
    ("Who may resist", "Resistance Rolls"),
    ("Resistance roll", "Resistance Rolls"),
    ("Partial resist", "Partial Resist"),
    ("Full resist", "Resistance Rolls"),
    ("Resist death", "Resisting Death"),
    ("Never resistible", "Resistance Rolls"),
    ("Use a defense", "Defenses"),
    ("Gain and refresh defenses", "Defenses"),
    ("Accept", "Consequences"),
    ("Dungeon tier, invasions", "Play Structure"),
    ("Dark hearts", "Types of Rolls"),
    ("Spotlight", "Moving the Spotlight"),
)
CREDIT = Credit(
    title="Wicked Ones",
    authors=("Ben Nielson", "Victor Costa"),
    source="Bandit Camp; chapter 1, the basics",
    edition="a game Forged in the Dark",
)

RULES = tuple(Rule(f"WO-{n:02}", title, f"[{source}]") for n, (title, source) in enumerate(_RULES, start=1))

_READINGS: tuple[tuple[str, str, tuple[str, ...]], ...] = (
    (
        "Which faces are failure, mixed and success?",
        "1 to 3, 4 and 5, 6; two sixes a critical.",
        ("result_bands",),
    ),
    (
        "Stress beyond the track?",
        "It fills to 6, the rest is lost, the monster goes feral, the use still works.",
        (),
    ),
    ("Stress at 6?", "Refused, for abilities and resistance alike. Defenses still work.", ()),
    (
        "How long does feral last, and what does it forbid?",
        "Until recovery or the GM's word; no roll is forbidden.",
        (),
    ),
    (
        "What does an ability cost?",
        "One segment; another amount with a note of what its text says. A magic item may be free.",
        ("ability_stress",),
    ),
    ("Is a rating limited?", "0 or more, no maximum.", ("max_rating",)),
    ("How much xp is joining worth?", "One for each scene and player.", ("scene_join_xp",)),
    (
        "Do position and effect change ticks?",
        "No, only zero effect ticks nothing. More ticks are a record of their own.",
        (),
    ),
    ("How many ticks has a critical?", "As many as the GM says, three at least.", ()),
    ("Can weak effect be reduced?", "No.", ()),
    ("Can deadly get worse?", "No.", ()),
    ("Bloodied where shock was already?", "One price for each such attribute.", ("bloodied_overlap",)),
    (
        "A wound from the roll that cleared the last shock?",
        "How the monster was when it rolled counts, so the wound is death.",
        (),
    ),
    (
        "May a dire roll kill?",
        "No, only a deadly one. Otherwise the victim is bloodied, or a full clock or a bargain announced it.",
        ("death_only_when_deadly",),
    ),
    ("Partly resisted wounds with one or two shocks?", "Bloodied until those are cleared.", ()),
    ("An annoying consequence resisted in part?", "Nothing mechanical is left; it is told.", ()),
    (
        "How often may one consequence be resisted?",
        "Once, by one monster, by roll or defense; the reduced form stands.",
        ("resists_per_consequence",),
    ),
    (
        "Resisting for somebody else?",
        "Who resists rolls and pays; the bar on the same action is for the performer.",
        (),
    ),
    ("Which rolls use up shock?", "Action rolls, death knells among them, and resistance rolls.", ()),
    ("May others resist a price?", "Nobody may.", ()),
    (
        "How many hearts has an adventurer?",
        "As the GM says, one at least; none left is defeat. Moves come back by the GM's word.",
        (),
    ),
    ("Does resisting a monster's action take a move?", "Yes, one.", ()),
    ("A defense for somebody else?", "No, the owner's alone.", ()),
    ("A defense against death?", "It works when its type fits, which is wounds.", ()),
    ("Engagement labels?", "Labels only: one die, two, three.", ()),
    ("How many dice has fortune?", "As many as the GM says, none among them.", ()),
    (
        "Whose is the gold?",
        "Each monster's own. Read otherwise, all of it is one hoard: what a monster brings goes there, and what "
        "monsters held before is paid once the chest is empty. Made each one's own again, the GM shares the "
        "chest out by word.",
        ("gold_owner",),
    ),
    ("Recovery in the first lurking?", "It comes then too; there is nothing to recover.", ()),
    ("Must severity follow position?", "The GM may shift it with a note.", ()),
    ("A consequence after a success?", "Not from the roll; an inflicted one may follow.", ()),
    ("Mixed, and yet reduced effect?", "Only if the GM picks that as the consequence.", ()),
    ("Are dark hearts used up by a knell?", "They stay on record of the dead.", ()),
    (
        "Position and consequences of a knell?",
        "Nothing can hurt the dead any more; others may suffer by other consequences.",
        (),
    ),
    ("Who is an ally at a knell?", "The living Wicked Ones who are named as witnesses.", ()),
    ("Stress of a failed resistance to death?", "Recorded; who dies of it does not go feral.", ()),
    ("An equally terrible fate?", "A devastating complication on whoever rolled.", ()),
    ("Clock sizes and surplus?", "Any size from 1; what finds no room is lost.", ()),
    ("How firm are a complication's ticks?", "The default; the GM may tick otherwise with a note.", ()),
    ("How much information is a question or two?", "One or two.", ()),
    ("Two shocks from one consequence?", "At most two without a wound.", ()),
    ("Shock by the player's choice?", "When the GM names no attribute, whoever accepts names one.", ()),
    (
        "Shock from the consequence a shocked roll resisted?",
        "The roll clears the old shock; the new one comes without a price.",
        (),
    ),
    ("Which phase has the first scene?", "Lurking; a scene needs a phase.", ()),
    ("More effect on strong?", "It stays strong; the bonus is told.", ()),
    ("When is joining out of one's way?", "Who records it confirms it.", ()),
    ("What follows a death?", "The player may create another, and name whom it replaces.", ()),
    (
        "Where a judgement of the GM is a condition, how is it recorded?",
        "By a field of the command: what is at risk in a proposal, what an action could never resist, whether a "
        "consequence would cancel the goal, how heavy a price is.",
        (),
    ),
    (
        "Several kinds in one consequence?",
        "They hang, are resisted and settle together. A wound shocks by itself, and the dead feel nothing else.",
        (),
    ),
    (
        "How does a defense know its type?",
        "The GM names what a consequence threatens; wounds and death threaten wounds. Where nothing is named, the "
        "player's word stands.",
        (),
    ),
    (
        "What of a price that was not enough?",
        "What was paid stays paid, and the rest is owed.",
        (),
    ),
    (
        "What if something is gone when a consequence is accepted?",
        "It is not lost again, and no more is lost than there is.",
        (),
    ),
    ("May one act with a consequence pending?", "No: settle it first. Others may.", ()),
    (
        "Who may withdraw an action?",
        "Its player, until the dice are down; a scene closes only with none on the table.",
        (),
    ),
    ("How long does a death knell wait?", "Until the scene or the phase is over.", ()),
    (
        "What of things pending over the dead?",
        "They are accepted and do nothing; prices of the dead bind nobody.",
        (),
    ),
    (
        "How is a haul of loot rolled?",
        "Once, by one monster; then the table shares it out until raiding begins again.",
        (),
    ),
    ("When is blowback rolled?", "While raiding, once a raid was ended.", ()),
    (
        "What do the GM's dice mean?",
        "The roll is recorded first and told after; a lucky turn is what a critical engagement tells.",
        (),
    ),
    (
        "Who is in a scene?",
        "Whoever was named when it opened, joined, or acted in it.",
        (),
    ),
    ("How many monsters has a player?", "One that lives; the dead keep their sheets.", ()),
    (
        "What may be settled by word?",
        "Gold, xp and dark hearts of a monster, loot and gold of the dungeon, any field the rules do not know.",
        (),
    ),
    (
        "Who acts for a player who is away?",
        "The GM may take back an open action, accept a consequence and pay a price for them. What else is theirs, "
        "dice too, the GM does in their name; also for a player who has left the table. Nobody else does.",
        (),
    ),
    (
        "What becomes of the numbers of actions, consequences and the like when something earlier is struck?",
        "Who was offered a number keeps it, so that whatever refers to it still does; numbers may be left out. "
        "What a ruling makes by itself is named after what made it and takes no number.",
        (),
    ),
    ("How many packs of minions?", "One for each monster's hoard.", ("packs_per_character",)),
    ("At which tier does a dungeon begin?", "At 1, unless the group says otherwise.", ("starting_tier",)),
    (
        "What settles a consequence that is owed?",
        "Any consequence of that roll, whomever it strikes, or the GM's word with a reason; before the scene "
        "closes. A failed engagement owes one as well. The dead owe nothing.",
        (),
    ),
    (
        "How long does the footing of an engagement count?",
        "Position and effect start by it for the first action whose dice fall. What befell somebody since "
        "counts for more.",
        (),
    ),
    (
        "Must the GM frame an action where everything is as usual?",
        "No, that is assumed. It follows by itself what the GM records; after a player's ruling it waits for the "
        "GM, with one press. Until the dice fall the GM may frame it otherwise. Whoever is bloodied or stands "
        "deadly is framed by the GM.",
        (),
    ),
    (
        "May what is left of a consequence tick more than usual?",
        "With a note, but never more than it would have ticked before it was resisted.",
        (),
    ),
    (
        "May a deadly consequence be split?",
        "Yes, if one part is still death or as terrible a fate for whoever rolled.",
        (),
    ),
    (
        "Until when may engagement be rolled?",
        "Until the GM frames the first action of the scene: from then on it is clear how things stand.",
        (),
    ),
)
_FROM_THE_RULEBOOK = 46
READINGS = tuple(
    Reading(
        f"WO-A{n}" if n <= _FROM_THE_RULEBOOK else f"WO-B{n - _FROM_THE_RULEBOOK}", question, reading, settings
    )
    for n, (question, reading, settings) in enumerate(_READINGS, start=1)
)
