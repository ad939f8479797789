"""Statements about a campaign beside its play: notes, comments, disputes, seals, imported play. Never rewound."""
