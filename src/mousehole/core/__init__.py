"""The words every game speaks: the standard library and msgspec only."""
