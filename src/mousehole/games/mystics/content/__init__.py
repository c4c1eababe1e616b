"""Content as data: verbs, selectors, types, tiles as graphs, and packs put together from files."""
