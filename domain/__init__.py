"""The rules of the games, and the kernel they share. Pure: no clock, disk, network, screen or chance."""
