"""What a page says, held against the catalogues: no sentence in English for somebody who speaks another language."""

import re
from functools import cache
from pathlib import Path

import mousehole
from mousehole.core.catalogue import read_catalogue

HOUSE = Path(mousehole.__file__).parent
GAP = re.compile(r"\\\{\w+\\\}")
WORDS = re.compile(r"[^\W\d_]{4,}")
SAID = """() => {
    const found = new Set(), walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walk.nextNode(); node; node = walk.nextNode()) {
        if (!node.parentElement.closest("script, style, [lang]:not(html), select.languages, .language, .chat"))
            found.add(node.data);
    }
    for (const name of ["aria-label", "title", "alt", "placeholder"])
        for (const one of document.querySelectorAll(`[${name}]`)) found.add(one.getAttribute(name));
    found.add(document.title);
    return [...found].map((text) => text.replace(/\\s+/g, " ").trim()).filter(Boolean);
}"""


def untranslated(page, language):
    """List what a page says that is a sentence of the English catalogue and none of the language's own."""
    english, own = patterns(language)
    return [said for said in page.evaluate(SAID) if WORDS.search(said) and english(said) and not own(said)]


@cache
def patterns(language):
    """Say of a text whether it may be an English one, and whether it may be one of a language."""
    english, own = set(), set()
    for file in HOUSE.glob(f"**/words/{language}.po"):
        for (_, key), forms in read_catalogue(file.read_text("utf-8"), str(file)).texts.items():
            if WORDS.search(re.sub(r"\{\w+\}", "", key)):
                own |= set(forms)
                english |= {key} - set(forms)
    return matching(english), matching(own)


def matching(texts):
    """Whether a text is one of many, with anything in their gaps."""
    texts = {" ".join(text.split()) for text in texts}
    plain = {text for text in texts if "{" not in text}
    gaps = re.compile("|".join(GAP.sub(".+", re.escape(text)) for text in sorted(texts - plain)))
    return lambda text: text in plain or bool(gaps.fullmatch(text))
