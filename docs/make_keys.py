"""Writes pack-keys.md: every key of every content file of Mice and Mystics, from the types and from keys.toml."""

from mousehole.games.mystics.tools.authoring import schemas

HEAD = """# Every key of a content pack
The guide is [own-adventure.md](own-adventure.md).
A key in bold has to be there; of the others the default is given.
"""


def wanted(part):
    """Say in a few words what a key takes."""
    if "$ref" in part:
        return f"[{part['$ref'].rpartition('/')[2]}](#{part['$ref'].rpartition('/')[2].lower()})"
    if "enum" in part:
        return ", ".join(f"`{one}`" for one in part["enum"])
    if "anyOf" in part:
        kinds = [one for one in part["anyOf"] if one.get("type") != "null"]
        return "a verb" if len(kinds) > 9 else " or ".join(map(wanted, kinds))
    if part.get("type") == "array":
        return "a list" if "items" not in part or part["items"] is False else f"a list: {wanted(part['items'])}"
    if part.get("type") == "object":
        return f"a table: {wanted(part['additionalProperties'])}"
    least, most = part.get("minimum"), part.get("maximum")
    span = f" {least} to {most}" if least is not None and most is not None else ""
    return {"string": "text", "integer": "number", "number": "number", "boolean": "true or false"}[part["type"]] + span


def default(part):
    """Say what a missing key means."""
    value = part.get("default")
    return "" if value in (None, "", (), [], {}) else f"`{str(value).lower() if isinstance(value, bool) else value}`"


def table(name, page):
    """Write one kind of table."""
    verb = page["properties"].get("verb", {}).get("enum", [""])[0]
    title = f"\n## {name}\n" + (f"Verb `{verb}`: " if verb else "") + page["description"] + "\n"
    rows = []
    for key, part in page["properties"].items():
        if key != "verb":
            bold = f"**`{key}`**" if key in page.get("required", ()) else f"`{key}`"
            rows.append(f"| {bold} | {part['description']} | {wanted(part)} | {default(part)} |")
    head = ["| key | meaning | takes | default |", "|---|---|---|---|"]
    return title + ("\n" + "\n".join(head + rows) + "\n" if rows else "")


def text():
    """Write the page: first the kinds of tables that are files, then those inside them, then the verbs."""
    found, files = {}, []
    for name, page in schemas().items():
        if name != "scenario.toml":
            top = page.get("additionalProperties", page).get("$ref").rpartition("/")[2]
            files.append(f"| `{name}` | [{top}](#{top.lower()}) |")
            found |= page["$defs"]
    parts = sorted(found.items(), key=lambda one: "verb" in one[1].get("properties", {}))
    index = "\n".join(["", "| file | its tables |", "|---|---|", *files, ""])
    return HEAD + index + "".join(table(name, page) for name, page in parts)


def pages():
    """The page by its name."""
    return {"pack-keys.md": text()}
