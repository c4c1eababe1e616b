"""Carries events out on a row."""

from mousehole.compiled.bits import lowest
from mousehole.compiled.compiler import compiled
from mousehole.games.mousewarming.fast.event_codes import (
    BONUS,
    CLOSING,
    DOOR,
    DRAW,
    DROP,
    DROPPED,
    EMPTY_FEEDERS,
    END,
    FITNESS,
    FULL_PANTRY,
    FULL_TABLE,
    GO,
    GRAB,
    GUEST,
    KINDS,
    LEAVE,
    MOVE,
    NAP,
    OPENING,
    PICK,
    PLACE,
    RACCOON,
    REACH,
    ROLL,
    RUN,
    SHOOT,
    SLINGSHOT,
    SPRINT,
    SPRINTER,
    STEAL,
    STRETCH,
    STUFF,
    TAKE,
    TILE,
)
from mousehole.games.mousewarming.fast.targets import landing, open_kitchens, prey, sprint, stretch
from mousehole.games.mousewarming.fast.tokens import clear, dish, hand_over, lay, load_up, pick_up


@compiled()
def play(box, row, code):
    """Change the row by one event."""
    if code < TILE:
        roll(box, row, code)
    elif code < PLACE:
        reveal(box, row, code - TILE)
    elif code < LEAVE or code >= STUFF:
        use(box, row, code)
    elif code <= TAKE:
        if code == TAKE:
            pick_up(row, row.mover)
        hunt(box, row)
    elif code < REACH:
        drop(row, (code - DROP) // 8, (code - DROP) % 8)
    elif code < GRAB:
        draw(box, row, code - REACH)
    elif code < GO:
        grab(box, row, code - GRAB)
    else:
        move(box, row, (code - GO) // 64, (code - GO) % 64)


@compiled()
def roll(box, row, code):
    """Let food fall on its plate; cheese asks for a choice."""
    row.die = code + 1
    if code % KINDS == 0:
        row.stage = BONUS  # MP-040
    else:
        row.stage = MOVE
        roll_out(box, row, code // KINDS, code % KINDS)  # MP-031


@compiled()
def roll_out(box, row, side, food):
    """Put a common token where the search from a side ends."""
    space = landing(box, row, side)
    if space >= 0 and row.supply[food]:  # MP-036, MP-037
        row.supply[food] -= 1
        lay(row, space, food)


@compiled()
def reveal(box, row, tile):
    """Turn over a burrow, and carry on with what it was turned over for."""
    stage = row.stage
    at_mouse = stage in (DOOR, SPRINT)
    slot = row.mice[row.mover] if at_mouse else lowest(row.doors)
    row.doors &= ~(1 << slot)
    if tile < GUEST:
        row.kitchens |= slot + 1 << 6 * tile  # MP-070
        for food in range(KINDS):
            if box.at.wants[tile, food]:
                row.takes[food] |= 1 << slot
    else:
        row.crowd = box.at.joined[row.crowd, tile - GUEST]  # MP-071
        row.seated |= tile - GUEST << 4 * row.sat
        row.sat += 1
    if at_mouse:
        serve(box, row, row.mover)  # MP-073, MP-114
    elif not row.doors:
        row.stage = ROLL if stage == OPENING else END  # MP-012, MP-093


@compiled()
def serve(box, row, mouse):
    """Deliver everything the kitchen takes, as long as the table has empty plates."""
    space = row.mice[mouse]
    for food in range(KINDS):
        while row.takes[food] >> space & 1 and row.trays[mouse] >> 4 * food & 15 and row.served < box.at.plates:
            hand_over(row, mouse, food)  # MP-072, MP-078
    if box.at.bearer == mouse:
        for food in range(KINDS):
            while row.takes[food] >> space & 1 and row.bag >> 4 * food & 15 and row.served < box.at.plates:
                row.bag -= 1 << 4 * food  # MP-121
                dish(row, food)
    onward(box, row)


@compiled()
def onward(box, row):
    """Carry on after a stop: with the win, with the mouse's move that is still due, or with the raccoon."""
    if row.served == box.at.plates:
        row.stage, row.reason = END, FULL_TABLE  # MP-090
    elif row.stage in (BONUS, SPRINT):
        row.stage = MOVE  # MP-104
    else:
        hunt(box, row)


@compiled()
def use(box, row, code):
    """Carry out what the cheese is used for; the mouse's move follows."""
    side = (row.die - 1) // KINDS
    if code >= STUFF:
        stuff(box, row, (code - STUFF) // 256)
        row.stage = MOVE
    elif code == PLACE:
        row.stage = MOVE
        roll_out(box, row, side, 0)
    elif code == NAP:
        row.stage, row.asleep = MOVE, 1  # MP-042
    elif code == STRETCH:
        run_to(row, gifted(box, FITNESS), stretch(box, row, gifted(box, FITNESS)))
        row.stage = DRAW  # MP-117
    elif code < SHOOT:
        run(box, row, code - RUN)
    elif code < STEAL:
        hand_over(row, gifted(box, SLINGSHOT), code - SHOOT)  # MP-106
        onward(box, row)
    else:
        row.pantry[code - STEAL] -= 1  # MP-110
        lay(row, landing(box, row, side), code - STEAL)
        row.stage = MOVE


@compiled()
def drop(row, mouse, food):
    """Leave a token where the mouse stands; then the mouse has to move."""
    row.trays[mouse] -= 1 << 4 * food
    row.loads[mouse] -= 1
    lay(row, row.mice[mouse], food)
    row.stage, row.mover = DROPPED, mouse  # MP-053, MP-055


@compiled()
def hunt(box, row):
    """Let the raccoon ride, or end the turn when it sleeps or finds nothing."""
    if row.asleep or prey(row) < 0:
        pass_on(box, row)  # MP-041, MP-086
    else:
        row.stage = RACCOON


@compiled()
def gifted(box, gift):
    """The mouse that has an ability."""
    return 0 if box.at.gift[0] == gift else 1


@compiled()
def run_to(row, mouse, space):
    """Run there, whatever the distance."""
    row.mover = mouse
    row.mice[mouse] = space


@compiled()
def run(box, row, target):
    """Sprint, and do at once what can be done there."""
    mouse = gifted(box, SPRINTER)
    run_to(row, mouse, sprint(box, row, mouse, target))
    if target == 0:
        pick_up(row, mouse)  # MP-114
        row.stage = MOVE
    elif row.doors >> row.mice[mouse] & 1:
        row.stage = SPRINT  # MP-114
    else:
        serve(box, row, mouse)


@compiled()
def stuff(box, row, load):
    """Move tokens from the traveler's tray into the backpack."""
    row.bag += load  # MP-121
    row.trays[box.at.bearer] -= load
    for food in range(KINDS):
        row.loads[box.at.bearer] -= load >> 4 * food & 15


@compiled()
def move(box, row, mouse, space):
    """Walk, and see what is on the space."""
    row.mover = mouse
    row.mice[mouse] = space
    row.stage = DOOR
    if row.doors >> space & 1:
        return  # MP-069
    if open_kitchens(row) >> space & 1:
        serve(box, row, mouse)  # MP-072
    elif row.lying >> space & 1 and row.loads[mouse] < box.at.room:
        row.stage = PICK  # MP-065, MP-068
    else:
        hunt(box, row)


@compiled()
def draw(box, row, food):
    """Put a feeder's top token on the tray of the mouse that reached in."""
    unpack(box, row, row.mice[row.mover], food)
    load_up(row, row.mover, food)  # MP-117
    row.stage = MOVE
    if not row.stocked:
        close(row, EMPTY_FEEDERS)  # MP-098


@compiled()
def grab(box, row, food):
    """Carry one token to the pantry; see whether that ends the game."""
    space = prey(row)
    row.pantry[food] += 1  # MP-085
    row.raccoon = space
    if row.lying >> space & 1:
        clear(row, space)
    else:
        unpack(box, row, space, food)
        if not row.stocked:
            close(row, EMPTY_FEEDERS)  # MP-091, MP-096
            return
    if row.pantry[food] > box.at.most:
        close(row, FULL_PANTRY)  # MP-092
    else:
        pass_on(box, row)


@compiled()
def unpack(box, row, space, food):
    """Take the top token out of a feeder."""
    at = 8 * box.at.feeder[space]
    row.feeders -= 1 << at
    row.unseen[food] -= 1
    if not row.feeders >> at & 255:
        row.stocked &= ~(1 << space)


@compiled()
def close(row, reason):
    """Let the raccoon end the game: first, all remaining doors are opened."""
    row.reason = reason
    row.stage = CLOSING if row.doors else END  # MP-093


@compiled()
def pass_on(box, row):
    """End the turn: the raccoon wakes up, the next seat rolls."""
    row.stage, row.die, row.asleep = ROLL, 0, 0  # MP-044
    row.seat = row.seat + 1 if row.seat + 1 < box.at.players else 0  # MP-013
