"""Who acts beside the mice: minions, cat, snake, allies, pets, and mice under a charm."""
