"""Recordings of play: captions, and what programs that write down speech make of them."""
