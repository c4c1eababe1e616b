"""Effects: which apply, whom they mean, how many dice they add, and what mice may use."""
