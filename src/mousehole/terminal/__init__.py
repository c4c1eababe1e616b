"""Play in a terminal: a screen full of board where there is one, plain lines where there is none."""
