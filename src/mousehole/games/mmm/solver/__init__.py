"""Mmm! solved: exact chances of whole boards, computed once and kept in files."""
