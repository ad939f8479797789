"""Getting ready to play: what a campaign still needs before its next scene, and which step comes next."""
