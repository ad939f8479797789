"""Forms laid by hand: what they are made of, the short lines one may write in them, and how they are read."""
