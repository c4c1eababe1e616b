"""Messages that nobody should send."""

import json


def rubbish(luck):
    """Make up a message: nonsense, almost right, or right with odd values."""
    kinds = ["hello", "play", "throw", "undo", "point", "chat", "sit", "again", "ping", "frames", ""]
    odd = [
        0,
        1,
        -1,
        2**63,
        2**200,
        1.5,
        None,
        True,
        "",
        "x" * 50,
        [],
        {},
        [[]],
        {"kind": "bot"},
        {"kind": "x"},
        "\ud800",
    ]
    names = ["seat", "entry", "action", "ticket", "to", "text", "phrase", "chair", "version", "known", "outcome", "zzz"]
    message = {"type": luck.choice(kinds), **{name: luck.choice(odd) for name in luck.sample(names, luck.randrange(6))}}
    text = json.dumps(message)
    cut = luck.randrange(len(text))
    return luck.choice([text, text, text, text[:cut], text[:cut] + "\x00" + text[cut:], "[" * luck.randrange(200)])
