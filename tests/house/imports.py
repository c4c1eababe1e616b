"""Who imports whom in the source, for tests about the house itself."""

import ast
from functools import cache

from tests.house import tree


def modules():
    """Map the name of every module to its file."""
    found = {}
    for path in tree.SOURCE.rglob("*.py"):
        parts = path.relative_to(tree.SOURCE.parent).with_suffix("").parts
        found[".".join(parts[:-1] if parts[-1] == "__init__" else parts)] = path
    return found


def graph(known):
    """Map every module to those it imports: at its top, late inside a function, or for types alone."""
    return {
        name: imported(name, path.name == "__init__.py", path.read_text("utf-8"), known) for name, path in known.items()
    }


@cache
def whole():
    """The graph of all modules of the house."""
    return graph(modules())


def imported(name, package, text, known):
    """Name the modules of the house that a source imports; a name of a package is that package's, unless a module."""
    wanted = (one for node in ast.walk(ast.parse(text)) for one in named(node, name if package else parent(name)))
    return sorted({first(one, known) for one in wanted} - {name, ""})


def named(node, home):
    if isinstance(node, ast.Import):
        yield from (alias.name for alias in node.names)
    elif isinstance(node, ast.ImportFrom):
        above = home.rsplit(".", node.level - 1)[0] if node.level else ""
        base = ".".join(part for part in (above, node.module) if part)
        yield from (f"{base}.{alias.name}" for alias in node.names)


def parent(name):
    return name.rpartition(".")[0]


def first(name, known):
    """Name the module where a dotted name is found."""
    return name if name in known or not name else first(parent(name), known)


def cycles(edges):
    """List the groups of modules that import each other in a circle, each as one way round."""
    return [circle(edges, group) for group in components(edges) if len(group) > 1]


def components(edges):
    """Find the strongly connected components, after Kosaraju: finish once forwards, collect backwards."""
    order, seen = [], set()
    for name in edges:
        finish(edges, name, seen, order)
    back = {name: [one for one in edges if name in edges[one]] for name in edges}
    groups, placed = [], set()
    for name in reversed(order):
        group = []
        finish(back, name, placed, group)
        if group:
            groups.append(set(group))
    return groups


def finish(edges, name, seen, order):
    """Note all that is reached from a module, the farthest first."""
    stack = [] if name in seen else [(name, iter(edges[name]))]
    seen.add(name)
    while stack:
        new = next((one for one in stack[-1][1] if one not in seen), None)
        if new is None:
            order.append(stack.pop()[0])
        else:
            seen.add(new)
            stack.append((new, iter(edges[new])))


def circle(edges, group):
    """Go round inside a component, by the shortest way back to where it begins."""
    start = min(group)
    ways = [[start]]
    for way in ways:
        for one in edges[way[-1]]:
            if one == start:
                return [*way, start]
            if one in group and not any(one in other for other in ways):
                ways.append([*way, one])
    raise AssertionError(f"no way round through {group}")
