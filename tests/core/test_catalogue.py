"""Catalogues are read as gettext writes them; a broken one names its line."""

import pytest

from mousehole.core.catalogue import BadCatalogue, read_catalogue

HEADER = 'msgid ""\nmsgstr ""\n"Language: fr\\n"\n"Plural-Forms: nplurals=2; plural=(n > 1);\\n"\n'


def texts(text):
    return read_catalogue(text, "fr.po").texts


def test_an_entry_is_found_by_its_context_and_its_words():
    found = texts(f'{HEADER}\nmsgid "bread"\nmsgstr "pain"\n\nmsgctxt "on a die"\nmsgid "bread"\nmsgstr "du pain"\n')
    assert found == {("", "bread"): ("pain",), ("on a die", "bread"): ("du pain",)}


def test_entries_need_no_blank_line_between_them():
    found = texts('msgid "a"\nmsgstr "b"\nmsgid "c"\nmsgstr "d"\nmsgctxt "x"\nmsgid "c"\nmsgstr "e"')
    assert found == {("", "a"): ("b",), ("", "c"): ("d",), ("x", "c"): ("e",)}


def test_long_texts_go_on_over_several_lines_and_escapes_are_read():
    assert texts('msgid ""\n"a "\n"b"\nmsgstr "\\"c\\"\\n"\n"d"') == {("", "a b"): ('"c"\nd',)}


def test_comments_and_old_entries_are_skipped():
    assert texts('# a note\n#: file.py:3\nmsgid "a"\n#, fuzzy\nmsgstr "b"\n#~ msgid "old"\n#~ msgstr "vieux"\n') == {
        ("", "a"): ("b",)
    }


def test_entries_without_a_translation_are_left_out():
    assert texts('msgid "a"\nmsgstr ""\n\nmsgid "b"\nmsgid_plural "bs"\nmsgstr[0] ""\nmsgstr[1] ""\n') == {}


def test_plural_forms_follow_the_header():
    catalogue = read_catalogue(
        f'{HEADER}\nmsgid "{{n}} bite"\nmsgid_plural "{{n}} bites"\nmsgstr[0] "bouchée"\nmsgstr[1] "bouchées"'
    )
    assert catalogue.texts["", "{n} bite"] == ("bouchée", "bouchées")
    assert [catalogue.plural(n) for n in (0, 1, 2, 100)] == [0, 0, 1, 1]


def test_a_catalogue_without_a_header_counts_like_english():
    assert [read_catalogue('msgid "a"\nmsgstr "b"').plural(n) for n in (0, 1, 2)] == [1, 0, 1]


def test_three_forms_work_too():
    header = (
        '"Plural-Forms: nplurals=3; plural=(n%10==1 && n%100!=11 ? 0 : '
        'n%10>=2 && n%10<=4 && (n%100<10 || n%100>=20) ? 1 : 2);\\n"'
    )
    plural = read_catalogue(f'msgid ""\nmsgstr ""\n{header}\n').plural
    assert [plural(n) for n in (1, 2, 5, 11, 21, 22)] == [0, 1, 2, 2, 0, 1]


BROKEN = {
    'msgid "a"\nmsgstr "b': "fr.po, line 2: expected msgid, msgstr or a quoted text, found 'msgstr \"b'",
    'msgid "a"\nmsgstr b': "fr.po, line 2: expected msgid, msgstr or a quoted text, found 'msgstr b'",
    'msgid "a"\n\nhello': "fr.po, line 3: expected msgid, msgstr or a quoted text, found 'hello'",
    'msgid "a"\nmsgstr "b" c"': 'fr.po, line 2: the quotes of "b" c" do not match',
    'msgid "a"\nmsgstr "b", "c"': 'fr.po, line 2: the quotes of "b", "c" do not match',
    'msgid "a"\nmsgstr "\\x"': 'fr.po, line 2: the quotes of "\\x" do not match',
    '"lost"': "fr.po, line 1: an entry begins with msgid, not with a quoted text",
    'msgstr "b"': "fr.po, line 1: an entry begins with msgid, not with msgstr",
    'msgctxt "x"\nmsgstr "b"': "fr.po, line 2: an entry begins with msgid, not with msgstr",
    'msgctxt "x"': "fr.po, line 1: the msgctxt has no msgid",
    'msgctxt "x"\nmsgctxt "y"': "fr.po, line 2: msgctxt stands twice in one entry",
    'msgid "a"\nmsgstr "b"\nmsgstr "c"': "fr.po, line 3: msgstr stands twice in one entry",
    'msgid ""\nmsgstr "Plural-Forms: nplurals=2; plural=(n > ;\\n"': "fr.po: plural forms: ",
}


@pytest.mark.parametrize("text", BROKEN)
def test_a_broken_catalogue_names_its_line(text):
    with pytest.raises(BadCatalogue) as caught:
        read_catalogue(text, "fr.po")
    assert str(caught.value).startswith(BROKEN[text])
