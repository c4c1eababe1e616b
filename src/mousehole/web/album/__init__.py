"""The family album: what somebody remembers of the games they played, and what that adds up to."""
