"""A campaign's own sentences."""

from domain.kernel.wording import Wording

WORDING = Wording(
    refusals={
        "already_founded": "This campaign was founded already: it is called {title}.",
        "not_founded": "This campaign has not been founded yet. Found it first.",
        "not_seated": "{person} has no seat at this table. Ask the GM for one, or take a player's seat.",
        "gm_only": "Only the GM may do this.",
        "already_seated": "{person} already sits at this table, as {role}.",
        "gm_taken": "There is already a GM, {gm}. Hand the seat over instead.",
        "not_a_seat": "A reader needs no seat. Choose player or GM.",
        "not_at_the_table": "{person} has no seat at this table.",
        "gm_cannot_leave": "The GM cannot leave the table: hand the seat over first.",
        "gm_already": "{person} is the GM already.",
        "no_change": "That is how it stands already, so there is nothing to record.",
        "session_open": "Session {session} is still open. Close it first.",
        "no_open_session": "No session is open. Open one first.",
        "house_rule_unknown": "This game has no house rule called {name}. It has: {known}.",
        "house_rule_wrong": "The house rule {name} cannot be set to that: {problem}.",
        "reason_missing": "Say why: this needs a reason.",
        "faction_unknown": "There is no faction {faction} on the map. Name it first.",
        "relation_to_itself": "{faction} cannot stand in a relation to itself.",
        "no_such_position": "There is no moment {position}: the last is {last}.",
        "nothing_to_undo": "There is no ruling to undo: nothing was played on this line yet.",
        "nothing_to_redo": "There is nothing to redo: the last ruling took nothing back. "
        "Any line can be brought back by the position it ended at.",
        "not_on_the_line": "Position {position} does not lie on the current line, so it cannot be undone to. "
        "Redo brings another line back.",
        "on_the_line_already": "Position {position} lies on the current line already. Undo goes back to it.",
        "inside_a_ruling": "Position {position} lies inside ruling {ruling}, which stands or falls whole: "
        "choose {before} or {last}.",
        "inside_an_intake": "Position {position} lies inside play that was taken in, which stands or falls whole: "
        "choose {before} or {last}.",
        "undo_is_the_gms": "Only the GM may do this: it touches ruling {ruling}, which {by} made{dice:+, }.",
        "founding_stands": "The founding of a campaign cannot be overturned. Ask instead what other house rules "
        "would have made of it.",
        "head_moved": "Somebody ruled meanwhile: this was examined at {examined}, and play is at {head} now. "
        "Look at what it would change again.",
        "settles_unknown": "These rulings do not follow ruling {ruling} on the current line, so they cannot be "
        "settled: {rulings}.",
        "settled_twice": "Ruling {ruling} is settled twice: choose one.",
        "cannot_follow": "Ruling {ruling} cannot be kept as recorded: what it takes for granted is not there on "
        "this line. Strike or amend it.",
        "command_unreadable": "What was asked then is no command of this game any more: {problem}",
        "unsettled": "These rulings could no longer have happened and are not settled yet: {rulings}. "
        "Keep, strike or amend each, or give it dice.",
        "changes_nothing": "Everything would come out as it is recorded, so there is nothing to overturn.",
        "dice_missing": "This takes {asked}: {lacking}{given:+ after }.",
        "dice_wrong": "{what} cannot show {face}.",
        "dice_unread": "This takes {asked}, and more was given: nothing asks for {unread}. Leave that out.",
        "not_proven": "{problem}",
    },
    events={
        "campaign.founded.v1": "The campaign {title} begins",
        "campaign.person_seated.v1": "{person} takes a seat as {role}",
        "campaign.person_left.v1": "{person} leaves the table",
        "campaign.gm_handed_over.v1": "{was} hands the GM's seat to {now}",
        "campaign.renamed.v1": "The campaign is now called {title}",
        "campaign.session_opened.v1": "Session {session} begins{title:+: }",
        "campaign.session_closed.v1": "Session {session} ends",
        "campaign.house_rules_changed.v1": "House rules change ({changes}): {reason}",
        "campaign.faction_named.v1": "On the map: {name}, weight {weight}{group:+, }",
        "campaign.faction_removed.v1": "Off the map: {faction}",
        "campaign.relation_set.v1": "{source} towards {target}: {relation}",
        "campaign.line_rewound.v1": "Play goes on from moment {to}{reason:+: }",
    },
)
