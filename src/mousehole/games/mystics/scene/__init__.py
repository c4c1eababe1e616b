"""What is shown: tile, figures, panels, offers and zones."""
