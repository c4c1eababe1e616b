"""The facts beside the board: the party, the pantry, and what is still unseen."""

from mousehole.core.scene import Panel, Row
from mousehole.core.words import line, percent
from mousehole.games.mousewarming import layout
from mousehole.games.mousewarming.burrows import behind
from mousehole.games.mousewarming.moves import FOODS
from mousehole.games.mousewarming.names import FOOD
from mousehole.games.mousewarming.state import INDEX, State, doors, guests, shown


def panels(state: State) -> tuple[Panel, ...]:
    """List all panels."""
    return tuple(panel for panel in (party(state), pantry(state), unseen(state)) if panel.rows)


def party(state: State) -> Panel:
    """Count food and guests, and what doors may still bring."""
    box, served, seated = state.party.box, len(state.table), guests(state)
    rows = [
        Row(
            line("Food on the table"),
            line("{n} of {all}", n=served, all=box.plates),
            "mousewarming-dish",
            (served, box.plates),
        ),
        Row(line("Guests"), line("{n}", n=seated), "mousewarming-guest-1"),
    ]
    if hidden := box.invited - len(state.seated):
        label = line("Guest tiles behind doors")
        rows.append(Row(label, line("{n} of {all}", n=hidden, all=len(doors(state))), "mousewarming-door"))
    elif served >= seated and state.stage != "over":
        rows.append(Row(line("The party is safe"), line("everybody is fed")))  # MP-097
    return Panel("party", line("The party"), (*rows, *odds(state)))


def odds(state: State) -> list[Row]:
    """Say what may be behind the next door."""
    if not doors(state) or state.stage == "over":
        return []
    chance = behind(state.party.box, 0, shown(state), tuple(sorted(state.seated)))
    total, kitchens, found = chance.steps[-1], 0, list[Row]()
    for event, weight in chance.odds:
        tile = getattr(event, "tile", "")
        if tile in state.party.box.kitchens:
            kitchens += weight
        else:
            n = int(tile.removeprefix("guests-"))
            label = line("Next door: {n} guest", plural="Next door: {n} guests", n=n)
            found.append(Row(label, percent(weight / total, 0), "mousewarming-guest-2"))
    share = percent(kitchens / total, 0)
    return [*([Row(line("Next door: a kitchen"), share, "mousewarming-kitchen")] if kitchens else []), *found]


def pantry(state: State) -> Panel:
    """Show how close the raccoon is to the end of each row."""
    most = state.party.box.pantry
    rows = [
        Row(FOOD[food], line("{n} of {all}", n=min(n, most), all=most), f"mousewarming-{food}", (min(n, most), most))
        for food, n in zip(FOODS, state.pantry, strict=True)
        if food in layout.foods(state.party)
    ]
    return Panel("pantry", line("The raccoon's pantry"), tuple(rows))


def unseen(state: State) -> Panel:
    """Count the unseen tokens in the feeders."""
    rows = [
        Row(FOOD[food], line("{n}", n=n), f"mousewarming-{food}")
        for food in layout.foods(state.party)
        if (n := state.unseen[INDEX[food]])
    ]
    return Panel("feeders", line("Unseen in the feeders"), tuple(rows))


def figures(state: State) -> tuple[Row, ...]:
    """The numbers of a party that is over, with up to three stars for how little the raccoon has."""
    rows = [row.meter for row in pantry(state).rows if row.meter]
    stolen, most = sum(n for n, _ in rows), sum(room for _, room in rows)
    stars = 3 if 2 * stolen <= most else 2 if 3 * stolen <= 2 * most else 1
    return (
        Row(line("Stars"), line("{n} of {all}", n=stars, all=3), meter=(stars, 3), front=True),
        Row(line("Food on the table"), line("{n}", n=len(state.table)), "mousewarming-dish"),
        Row(line("Guests"), line("{n}", n=guests(state)), "mousewarming-guest-1"),
        Row(line("The raccoon's pantry"), line("{n} of {all}", n=stolen, all=most), "mousewarming-raccoon"),
    )
