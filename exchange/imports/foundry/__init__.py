"""Foundry: its chat, its text log, and who speaks there."""
