"""Iron Vault: journals in Markdown, their mechanics, and KDL."""
