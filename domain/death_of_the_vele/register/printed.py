"""Points the rulebook leaves open or says in two ways, in the order of its ambiguities."""

PRINTED: tuple[tuple[str, str, tuple[str, ...]], ...] = (
    (
        "How many dice does an act begin with?",
        "Three sets of character dice, with the level dice, and three sets of story dice; the two sets of the "
        "introduction are the two kinds of pool.",
        ("start_sets_character", "start_sets_story"),
    ),
    ("Is XP turned into dice at the start of an act?", "No: only the steps of the level table bring dice.", ()),
    (
        "Does spending XP lower a level?",
        "No: levels and their dice follow all XP ever earned. Otherwise they are reckoned on what is left when XP "
        "is awarded, and what was gained stays.",
        ("level_basis",),
    ),
    ("What pays for fate?", "XP, one for each player and scene in all; there are no fate points.", ()),
    (
        "Do the 6 XP before a bid come at every act, and do they count for levels?",
        "At every bidding, and they count.",
        ("bid_stipend_acts", "stipend_counts_for_level"),
    ),
    ("What can be bid?", "The faces of a d6, 1 to 6.", ("bid_min",)),
    ("What may dice be merged into?", "Any larger die, a d12 being the largest.", ("upgrade_targets",)),
    (
        "When may dice be merged?",
        "When gained, while paying for an ability, and while an act is set up.",
        ("free_upgrade",),
    ),
    (
        "How many aspects may a component have?",
        "Members of a group four or three; others two and one for each ten points of value; a PC never fewer than "
        "its level gives.",
        ("pc_aspects",),
    ),
    (
        "What do equal results bring?",
        "The opponent wins, with winnings; only head-to-head do the dice go home.",
        ("equal_returns_dice",),
    ),
    (
        "Equal results with power on both sides?",
        "The actor's power decides only against a side without power.",
        ("power_breaks_all_ties",),
    ),
    ("When are power dice rolled?", "With the struggle dice, and counted once the winner is known.", ()),
    (
        "Which are settled first, one's own dice or the borrowed ones?",
        "One's own with the lowest dice of the share, then the bowl with the highest, then the rest is kept.",
        ("bowl_before_own",),
    ),
    ("Are the loser's borrowed dice won?", "Yes, and borrowing them costs the loser nothing.", ()),
    (
        "May the main winner take more than one die for each trait?",
        "Not during the rounds; afterwards what nobody's number claims.",
        (),
    ),
    (
        "Is there one average die for a side, or for each player?",
        "One for a side; it is never wagered, won or paid for, and is one more die to take the highest of.",
        ("average_die",),
    ),
    (
        "Does a d4 trait that applies bar larger traits?",
        "Yes, once the table has ruled that it applies; the XP for it comes only to whoever pushes it alone.",
        ("incompetent_lock",),
    ),
    (
        "When are difficulties named, and for whom?",
        "Any time before the roll, for the side named; the actor's unless another is named.",
        ("difficulties_before_dice",),
    ),
    ("May an effect be larger than its trait?", "Yes.", ("effect_capped_by_trait",)),
    ("Are effects paid for when the struggle fails?", "Yes, always.", ()),
    ("Are traits that Create will make paid for in advance?", "No, when they are made.", ()),
    ("Who pays for the abilities of story components?", "Their owner, with story dice.", ()),
    ("What does removing a trait mean?", "It is disabled as by damage; its owner picks it.", ()),
    ("When do marks of control go?", "When the scene ends.", ("control_clears",)),
    ("What does keeping a controlled component cost?", "The dice of its traits, of half its slots at least.", ()),
    ("When is a block rolled?", "At the first try against it; the result stays. Abilities bring theirs.", ()),
    (
        "How is healing rolled and paid?",
        "Against bowl dice of the damaged traits' sizes, without wagers; the points are lost either way, and the "
        "ability is needed.",
        ("heal_without_ability",),
    ),
    (
        "What are three planned attempts?",
        "Three rolls in all, one of which may fail.",
        ("stumble_is_retried",),
    ),
    ("When must the narrator change?", "When an extended struggle ends; at other times of their own will.", ()),
    (
        "An attack before initiative runs?",
        "It is the attacker's action of the first round; then the order runs from the top, leaving it out.",
        (),
    ),
    (
        "How is an exclusion contested?",
        "Equal rolls are rolled again; the narrator offers a story die; both dice go to the loser, into the pool "
        "that pays for the loser's component.",
        (),
    ),
    ("How much XP is a twist worth?", "Three.", ("twist_xp",)),
    (
        "May one person take the player's and the narrator's share?",
        "No: the player's stands, for hits, aspects bought off, objectives and spotlights alike.",
        ("narrator_double",),
    ),
    ("What is a d4 given for in a connection?", "One for the trait, one for the aspect.", ("connection_d4",)),
    (
        "Are a group's five sets part of the story dice?",
        "No: they are apart, and what is left is gone at the next act. The leader is the one main component.",
        (),
    ),
    (
        "Does aiming at one of several attached components cost something?",
        "No; only naming a trait does. The first trait lost is of the one aimed at.",
        (),
    ),
    ("Have the further components of a PC aspects?", "Yes, by their value.", ()),
    ("Who makes spotlights, and when?", "Two for the PC in a story, one for each group in an act.", ()),
    (
        "A majority of whom, and what is a tie?",
        "Of the players present, the one acting included; at exactly half each camp rolls a d6, again if equal.",
        ("vote_base",),
    ),
    (
        "Whose is XP when a PC comes back?",
        "The PC brings it; XP by story components goes to the same account.",
        (),
    ),
    ("How many acts does a story have?", "One for each player; others by the table's word.", ()),
    (
        "What do the marks physical, mental and social do?",
        "They are labels without effect, and may be left out.",
        ("no_trait_kind",),
    ),
    ("What becomes of unused dice?", "They are gone when the next act starts.", ()),
    (
        "Rules that are named but not printed?",
        "Left out, but for the relay of narrators.",
        ("narration_relay", "relay_xp"),
    ),
    (
        "Does a story component earn XP by winning as the opponent?",
        "Yes, as the main component of either side, in a struggle that is no attack.",
        ("story_xp_as_opponent",),
    ),
    ("When in a struggle may traits be bought?", "Until its dice have fallen, and again when it is finished.", ()),
    ("How often is spin used?", "Once for each struggle, however much is left.", ()),
    ("What comes with a minion of d4?", "Nothing.", ()),
    (
        "Own dice in a mass struggle?",
        "Each beaten opponent is settled alone; own dice come back once, and only if nobody beat the actor.",
        (),
    ),
    ("How are traits declared head-to-head?", "In turns, dice covered, shown together.", ()),
    ("A fragile aspect outside initiative?", "It goes when tagged, or when the scene ends.", ()),
    ("Which number does spin change?", "The side's result at the named component's next roll in this scene.", ()),
    ("What does a temporary component win?", "Fees as usual; the rest goes to the narrator's story dice.", ()),
    ("The sample characters have other dice than the rules give?", "They are samples, not rules.", ()),
    ("Is a one-shot the same as a consumed trait?", "Yes.", ()),
    ("Half of what is bought at once?", "Half the slots, rounded up.", ()),
    (
        "Are the sizes of Move, Range and Heal prices?",
        "They are limits: one pays for what is used. Every other effect costs its size.",
        (),
    ),
    (
        "What becomes of settled dice when something is challenged?",
        "Something is withdrawn only until a later roll rests on it; after that the fiction changes, not dice.",
        (),
    ),
    (
        "How many story components must a player have?",
        "As many as they like; one main and three more is a hint.",
        (),
    ),
)
