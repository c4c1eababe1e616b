"""Packs: read, checked, kept at hand and translated."""
