"""What a family album says about this game: its trophies, and what its boards are called."""
