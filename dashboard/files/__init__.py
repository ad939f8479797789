"""Files handed out and taken in: by tickets, with the rights of whoever asks looked at in each request."""
