"""From a command's schema and an offer to a form, and from what was filled in back to a command."""
