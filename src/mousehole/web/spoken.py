"""What the browser's own scripts say, so that the server can hand them the words in the viewer's language."""

import msgspec

from mousehole.core.words import Line, Voice

SPOKEN: tuple[Line, ...] = ()


def words_json(say: Voice) -> str:
    """Write the words of the scripts: by English text, plurals as their forms."""
    return msgspec.json.encode({words.text: _forms(words, say) for words in SPOKEN}).decode()


def _forms(words: Line, say: Voice) -> str | list[str]:
    return say.forms(words) if words.plural else say.forms(words)[0]
