"""Painters: a scene as a picture or as text; generic over games."""
