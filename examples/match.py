"""Let players meet over the same luck: which is stronger, and how sure that is."""

import mousehole

game = mousehole.find("chopchop")
lineups = mousehole.lineups(game, game.setup(), ("greedy", "easy"))  # who leads the mice, who the cat
report = mousehole.contest(game, game.setup(), lineups, games=40)
for tally in report.tallies:
    mice, cat = tally.lineup
    low, high = tally.interval()
    print(f"{mice} mice against {cat} cat: the mice win {tally.rate():.0%} ({low:.0%} to {high:.0%})")
