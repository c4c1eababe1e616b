"""Fights: from taking aim to wounds and capture."""
