"""What the screens are drawn with. The HTML is made by pure functions; the moving parts are one script each."""
