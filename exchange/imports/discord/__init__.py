"""Discord: channels as DiscordChatExporter writes them, as JSON, web page, table or text."""
