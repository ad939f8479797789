"""Commands about the games themselves: their rules and what their scenarios show."""
