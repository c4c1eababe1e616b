"""What is kept about people: what their browsers may do, the games they remember, how they get on with puzzles."""
