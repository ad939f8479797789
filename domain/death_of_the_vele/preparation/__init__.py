"""What a story still needs before its next scene."""
