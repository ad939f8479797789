"""Commands that dispute, take back and try rulings otherwise."""
