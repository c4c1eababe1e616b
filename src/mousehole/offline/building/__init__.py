"""Writes the folder that is the house without a server: parts fetched, packed, pages written, all of it listed."""
