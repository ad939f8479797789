"""What is said about a campaign: notes, comments, session seals. Never rewound."""
