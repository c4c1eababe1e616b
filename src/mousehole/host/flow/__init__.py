"""How work flows through the one event loop: in slices, once for all who wait, and no more than it can carry."""
