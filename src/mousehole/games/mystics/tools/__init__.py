"""Tools for authors: scenarios, schemas, pictures of tiles, notes on packs, rehearsals."""
