"""What is shown outside of a game: heroes to choose from, and the home of the campaign."""
