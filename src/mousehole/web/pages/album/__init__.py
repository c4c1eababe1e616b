"""The pages of the family album: cards, a plot, finales."""
