"""Messages to people whose turn it is though no page is open: Web Push, for those who wish it."""
