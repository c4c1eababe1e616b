"""Nothing in the project tells where it was written or from where its packages come."""

import re

import pytest

from tests.house import tree

LEAKS = {
    "a package registry": r"p[y]pi\.org|p[y]thonhosted|npm[j]s\.|js[d]elivr|un[p]kg\.com|index[-_]url|find[-_]links",
    "a path of one machine": r"(?<![\w.~$}])/(?:home|root|Users|work|opt)/\w|[A-Z]:\\Users",
    "a left-over note": r"\bTO[D]O\b|\bFI[X]ME\b|\bXX[X]\b|(?i:co-?authored-?by|generated (?:by|with) an? )",
}


def found(pattern):
    return [
        f"{name}:{number}: {line.strip()[:100]}"
        for name, text in tree.texts()
        for number, line in enumerate(text.splitlines(), 1)
        if re.search(pattern, line)
    ]


@pytest.mark.parametrize("what", LEAKS)
def test_no_file_names(what):
    assert found(LEAKS[what]) == []


@pytest.mark.parametrize(
    ("what", "line"),
    [
        ("a package registry", "https://files.p" + "ythonhosted.org/x.whl"),
        ("a package registry", "--index" + "-url=https://mirror"),
        ("a path of one machine", "see /ho" + "me/anna/mousehole"),
        ("a path of one machine", '"C:' + '\\Users\\anna"'),
        ("a left-over note", "# TO" + "DO: later"),
    ],
)
def test_the_patterns_catch(what, line):
    assert re.search(LEAKS[what], line)
