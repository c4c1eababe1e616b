"""What is kept about people: what their browsers may do, and the games they remember."""
