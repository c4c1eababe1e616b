"""The rules as a whole: how a chapter begins, goes on from round to round, and ends."""
