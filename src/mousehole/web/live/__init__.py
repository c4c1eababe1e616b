"""A table as people see it move by move: the socket, the room, frames in every language, and what changed."""
