"""Players: programs that can sit in a seat; they are generic and name no game."""
