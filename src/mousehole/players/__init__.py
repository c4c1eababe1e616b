"""Players: programs that can sit in a seat; generic over games, never naming one."""
