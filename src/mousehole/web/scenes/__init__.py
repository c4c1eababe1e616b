"""What viewers are shown, ready to be sent: scenes, what changed in them, and frames, each said once for all."""
