"""Weigh the house: modules, imports, single importers, class names with two meanings, the client's folders.

python tools/weight.py [CHECKOUT]    of this checkout, or of another one beside it
python tools/weight.py --lists       also name the modules with one importer and the shared class names

A module with one importer may be meant, and a class name may belong to the vocabulary of several games: both are
counted, and listed with the reason.
"""

import argparse
import ast
from collections import Counter, defaultdict
from pathlib import Path

HERE = Path(__file__).parents[1]
REASONS = {  # why a module with one importer stands by itself, by the beginning of its name
    "cli.": "a command's own",
    "games.": "a game's own",
    "web.pages.": "HTML, written without the request",
    "web.routes.": "the answers at some addresses, listed by the application",
    "host.leases": "tested by itself: servers that share tables",
    "store.salvage": "tested by itself: what can still be read of a damaged file",
    "store.sqlite": "one of two stores; the other one is loaded late",
    "terminal.line_mode": "one of two ways to play in a terminal; the other one is loaded late",
    "terminal.table_screen": "a screen of the app, whole in one place",
    "testing.": "checks of one kind, named by the suite that runs them all",
    "players.puzzles": "tested by itself: finds puzzles for any game",
    "web.album.keeping": "tested by itself: the albums of everybody in the store",
    "web.live.remote_presence": "tested by itself: what servers tell each other",
}
SHARED = ("core.", "compiled.")  # what games import; of other classes of their names they never hear


def modules(root: Path) -> dict[str, Path]:
    """Map every module's dotted name to its file."""
    source = root / "src"
    found = {".".join(path.relative_to(source).with_suffix("").parts): path for path in source.rglob("*.py")}
    return {name.removesuffix(".__init__"): path for name, path in found.items()}


def imports(tree: ast.Module) -> list[ast.Import | ast.ImportFrom]:
    """Every import statement, late ones included."""
    return [node for node in ast.walk(tree) if isinstance(node, ast.Import | ast.ImportFrom)]


def imported(tree: ast.Module, known: dict[str, Path]) -> set[str]:
    """The modules of the house that a source imports, at its top, late or for types."""
    names = set()
    for node in imports(tree):
        if isinstance(node, ast.ImportFrom) and node.module:
            for alias in node.names:
                full = f"{node.module}.{alias.name}"
                names.add(full if full in known else node.module)
    return names & known.keys()


def importers(trees: dict[str, ast.Module], known: dict[str, Path]) -> dict[str, set[str]]:
    """Map every module to those that import it."""
    users = defaultdict(set)
    for name, tree in trees.items():
        for one in imported(tree, known) - {name}:
            users[one].add(name)
    return users


def reason(name: str, user: str, trees: dict[str, ast.Module]) -> str:
    """Why a module that only one other imports is no part of it; empty where there is no reason."""
    at_once = [node for node in trees[user].body if isinstance(node, ast.Import | ast.ImportFrom)]
    if not imported(ast.Module(at_once, []), {name: HERE}):
        return "loaded late"
    return next((why for begin, why in REASONS.items() if name.startswith(f"mousehole.{begin}")), "")


def classes(trees: dict[str, ast.Module]) -> dict[str, list[str]]:
    """The public top-level class names that more than one module defines."""
    homes = defaultdict(list)
    for name, tree in trees.items():
        for node in tree.body:
            if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                homes[node.name].append(name)
    return {name: found for name, found in sorted(homes.items()) if len(found) > 1}


def can_meet(homes: list[str]) -> bool:
    """Whether somebody may take one of these classes for another: games know only their own and what all share."""
    rooms = [".".join(home.split(".")[1:3] if ".games." in home else home.split(".")[1:]) for home in homes]
    of_games = Counter(room for room in rooms if room.startswith("games."))
    others = [room for room in rooms if not room.startswith("games.")]
    shared = [room for room in others if room.startswith(SHARED)]
    return len(others) > 1 or max(of_games.values(), default=0) > 1 or bool(of_games and shared)


def client_folders(root: Path) -> Counter[str]:
    """How many scripts and style sheets each folder of the client holds."""
    static = root / "src/mousehole/web/static"
    found = [path for path in static.rglob("*") if path.suffix in (".js", ".css")]
    return Counter(path.parent.relative_to(static).as_posix() for path in found)


def main() -> None:
    """Print the figures."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("checkout", nargs="?", type=Path, default=HERE)
    parser.add_argument("--lists", action="store_true")
    chosen = parser.parse_args()
    known = modules(chosen.checkout)
    texts = {name: path.read_text("utf-8") for name, path in known.items()}
    trees = {name: ast.parse(text) for name, text in texts.items()}
    sizes = {name: text.count("\n") for name, text in texts.items()}
    lines = sum(sizes.values())
    spent = sum((node.end_lineno or node.lineno) - node.lineno + 1 for tree in trees.values() for node in imports(tree))
    single = {name: min(users) for name, users in importers(trees, known).items() if len(users) == 1}
    why = {name: reason(name, user, trees) for name, user in sorted(single.items())}
    shared = classes(trees)
    unclear = {name for name, homes in shared.items() if can_meet(homes)}
    folders = client_folders(chosen.checkout)
    print(f"modules                        {len(known):7,}")
    print(f"  median lines                 {sorted(sizes.values())[len(sizes) // 2]:7,}")
    print(f"  with one importer            {len(single):7,}")
    print(f"    without a reason           {len(single) - sum(map(bool, why.values())):7,}")
    print(f"source lines                   {lines:7,}")
    print(f"  share of imports             {100 * spent / lines:7.1f} %")
    print(f"class names defined twice      {len(shared):7,}")
    print(f"  that can be confused         {len(unclear):7,}")
    print(f"client files                   {folders.total():7,}")
    print(f"  in the largest folder        {max(folders.values()):7,}")
    if chosen.lists:
        for name, words in why.items():
            print(f"one importer: {name} ({sizes[name]}) <- {single[name]}: {words or '-'}")
        for name, homes in shared.items():
            words = "" if name in unclear else ": words of games that never meet"
            print(f"defined twice: {name}: {', '.join(homes)}{words}")


if __name__ == "__main__":
    main()
