"""Points that showed only when the game was played through, and how they are read here."""

ADDED: tuple[tuple[str, str, tuple[str, ...]], ...] = (
    (
        "Who keeps the journal?",
        "Whoever holds the campaign's GM seat founds it and sees everything sealed. That person plays only if the "
        "story names them as a player, and should not bid then.",
        (),
    ),
    ("Who may record a step of the table, such as counting votes?", "Any player of the story.", ()),
    (
        "Does a challenger vote?",
        "The challenge itself is a vote for it. A request for approval is no vote; silence approves it.",
        (),
    ),
    (
        "What can be challenged?",
        "What was told, written, bought, aimed at, pushed, declared or called difficult since the last roll; "
        "never the choice of a trait lost, nor a trait that took another's place.",
        (),
    ),
    (
        "What was turned down?",
        "The same words for the same kind of request are refused from then on; other words may be tried.",
        (),
    ),
    (
        "What becomes of abilities in a new act?",
        "Like traits they wait to be paid for again: their price is set aside anew before they can be used.",
        (),
    ),
    (
        "Which traits give a PC its d4, d6 and d8?",
        "Those of its main component that are paid for, at least half its slots in all.",
        (),
    ),
    (
        "Pools of plain points?",
        "Every pool is held in d4s; a price or a pushed die takes its points, and what is won comes as points. "
        "The house changes that between acts only.",
        ("points_pools",),
    ),
    (
        "Topping off instead of replenishing?",
        "The same reckoning, done for everybody as the scene closes, the largest dice first.",
        ("replenish_top_off",),
    ),
    (
        "How many aspects has a group itself?",
        "As many as its leader: four. They belong to everybody who plays a member.",
        (),
    ),
    (
        "Fate only on one's own aspects?",
        "By house rule, once a scene, and only with an aspect of a component one plays.",
        ("fate_own_aspect_once",),
    ),
    (
        "Effects named by points?",
        "By house rule they are shown by their points; what is recorded is the same.",
        ("effect_sizes_in_points",),
    ),
    (
        "Control as a struggle of its own?",
        "By house rule an extended struggle: it ends with full control, or the attacker's second failure.",
        ("concentrated_control",),
    ),
    (
        "Letters for marks?",
        "By house rule marks are shown as X for damage, S for what goes with the scene, and the initial of the "
        "one who controls.",
        ("damage_marks",),
    ),
    (
        "Whose dice does a stand-in use?",
        "For a clash of one's own and for picking in turns, story dice of the stand-in; else the owner's.",
        (),
    ),
    (
        "May somebody enter a scene after it opened?",
        "Yes: the narrator brings anything, a player their own, but for what was kept out.",
        (),
    ),
    (
        "A focus that is narrated when the act ends?",
        "By house rule it earns its XP as if it were passed on.",
        (),
    ),
    (
        "What does trying what a block forbids bring?",
        "It overcomes the block or it does not: it hurts nobody and places nothing. What it forbade comes after.",
        (),
    ),
    (
        "May anything be attached in the middle of a struggle?",
        "No, not even with fate: before it, or after it.",
        (),
    ),
    (
        "Which aspects are bought off?",
        "Those that last. What a maneuver placed passes by itself.",
        (),
    ),
    (
        "May traits be bought in a flashback?",
        "No: no dice change hands there.",
        (),
    ),
    (
        "Who deals the effect of an attack head-to-head?",
        "Whoever wins, for they count as the actor.",
        (),
    ),
    (
        "When does paying an ability effect begin?",
        "When its trait is pushed and it may be declared; until it is, the pools that pay for it may be merged.",
        (),
    ),
    (
        "Where does a die go that was won with a wager of allocated dice?",
        "Home with that wager, into the allocated dice. What is kept beyond one's wagers goes to the main pool.",
        (),
    ),
    (
        "May dice that were gained into the allocated dice be merged?",
        "No: those merge while an act is set up, or to pay an effect of theirs.",
        (),
    ),
    (
        "Who is paid first in a mass struggle in which somebody beats the actor?",
        "Opponents are settled by initiative. The first who beat the actor takes the actor's dice, each further "
        "one a like set from the bowl; of those the actor beat, the bowl takes its fees and no wager comes home.",
        (),
    ),
    (
        "Who was forgotten when a struggle against many was stated?",
        "Whoever is named as Area is declared stands in it from then on; who was named before stays.",
        (),
    ),
    (
        "May a trait be replaced while a struggle rests on it?",
        "Not while a die is pushed for it, it is aimed at, or it was ruled to apply. Otherwise its abilities go "
        "over to the trait that takes its place.",
        (),
    ),
    (
        "May a component be kept out in the middle of a struggle, or for a die that is spent?",
        "No: an offer is answered before a struggle or after it, and is void when the narrator has lost its die.",
        (),
    ),
    (
        "Is somebody out whose traits are partly damaged, partly under marks of control?",
        "Yes, when damage takes the last trait they can use; a mark of control that does so takes nobody out.",
        (),
    ),
    (
        "What becomes of the effect that is left when a thing attached to somebody is destroyed?",
        "The unit suffers as one: whatever it was attached to loses the rest, and goes on in the fight.",
        (),
    ),
    (
        "Does whoever joins in healing later owe an action?",
        "Where players take turns, the next one, as an ally does; and it helps nobody else meanwhile.",
        (),
    ),
    (
        "Who agrees to an attachment of what several players own?",
        "Everybody who plays one of the components, or one attached to them already. Whoever asks pays when "
        "the last has agreed; a no costs nothing. Each pushes the dice of their own component.",
        (),
    ),
    (
        "Into which pool goes what a unit wins?",
        "Into that of what pushed the dice; where several pools pushed, into the one of its main component.",
        (),
    ),
    (
        "Can what is in different zones be attached?",
        "No. Attached components are in one zone, and one free move is that of all.",
        (),
    ),
    (
        "May a unit act in a round in which one of its components has acted?",
        "No: attached components act as one, so the action of one, or one it owes for help, is that of all.",
        (),
    ),
    (
        "Whose is the XP of a story component that comes under another's control in the same struggle?",
        "That of whoever plays it when the struggle is finished.",
        (),
    ),
    (
        "Who goes on for a player who is away, or leaves, in the middle of a struggle?",
        "Whoever is marked as away is played by others, as before a struggle. Until then, and for a player who "
        "has left the table, the keeper takes the steps in their name.",
        (),
    ),
)
