"""How much pages jump while somebody looks at them, as browsers measure it."""

WATCHED = """
window.jumps = [];
const piece = ({ node }) => (node?.closest ? node : node?.parentElement)?.closest(".thing");
const area = ({ width, height }) => width * height;
const far = ({ previousRect: from, currentRect: to }) => Math.max(Math.abs(to.x - from.x), Math.abs(to.y - from.y));
// a piece that moves is play: where the page jumps at the same time, only that is counted
const jumped = ({ value, sources }) => {
    const page = sources.filter(one => !piece(one));
    if (page.length === sources.length) return value;
    const moved = page.reduce((sum, { previousRect, currentRect }) => sum + area(previousRect) + area(currentRect), 0);
    const way = Math.max(0, ...page.map(far)) / Math.max(innerWidth, innerHeight);
    return Math.min(value, moved / (innerWidth * innerHeight) * way);
};
new PerformanceObserver(list => list.getEntries().filter(one => !one.hadRecentInput).forEach(one => window.jumps.push(
    [one.startTime, jumped(one), ...one.sources.map(s => s.node?.outerHTML?.slice(0, 90) ?? s.node?.nodeName)]
))).observe({ type: "layout-shift", buffered: true });
"""
MOST = 0.05  # that a page may jump, as browsers add it up: in a burst of at most five seconds, less than one apart


def jumps(page):
    """List what has jumped too much since a page was opened."""
    told = page.evaluate("() => window.jumps")
    worst = max(bursts(told), default=0.0)
    return [f"jumps by {worst:.3f}", *(str(one) for one in told)] if worst >= MOST else []


def bursts(told):
    """Add up what jumps together."""
    found, began, last = [], -9e9, -9e9
    for when, much, *_ in told:
        if when - last > 1000 or when - began > 5000:
            found, began = [*found, 0.0], when
        found[-1], last = found[-1] + much, when
    return found
