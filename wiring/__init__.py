"""The parts put together: which games, which database, which samples. Only here the registry is named."""
