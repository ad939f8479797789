"""Getting ready to play: what a campaign still needs before its next scene, and the one judge of the next step."""
