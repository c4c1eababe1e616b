"""What comes next, as data: a position keeps its tasks on an agenda, the last one in hand."""
