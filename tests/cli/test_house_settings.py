"""Settings of a server: options before the environment before the file, and mistakes told with their keys."""

from argparse import Namespace

import pytest

from mousehole.cli.options import HouseSettings, settings_of
from mousehole.core.words import UserError, languages, voice


def asked(**options):
    return Namespace(**{"config": None, **options})


@pytest.fixture
def file(tmp_path):
    return tmp_path / "mousehole.toml"


def test_an_option_comes_before_the_environment_and_that_before_the_file(file):
    file.write_text('port = 1\nkeep_days = 2\nstore = "postgresql://a"\nprocesses = 3\n[limits]\nsockets = 5\n')
    environment = {"MOUSEHOLE_PORT": "4", "MOUSEHOLE_KEEP_DAYS": "5", "MOUSEHOLE_LIMITS": "joins=6 codes=7"}
    found = settings_of(asked(config=file, port="8", limits=["sockets=9"], host=None), environment)
    assert found == HouseSettings(
        store="postgresql://a",
        port=8,
        keep_days=5,
        processes=3,
        limits=("sockets=5", "joins=6", "codes=7", "sockets=9"),
    )


def test_the_environment_may_name_the_file_and_say_no_to_a_browser(file):
    file.write_text('bus = "redis://here"')
    found = settings_of(asked(), {"MOUSEHOLE_CONFIG": str(file), "MOUSEHOLE_BROWSER": "false"})
    assert found == HouseSettings(bus="redis://here", browser=False)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("processes = 0", "processes in mousehole.toml must be a whole number of at least 1"),
        ("port = 70000", "port in mousehole.toml must be a whole number from 0 to 65535"),
        ("browser = 3", "browser in mousehole.toml must be true or false"),
        ("store = 7", "store in mousehole.toml must be a text in quotes"),
        ("limits = 7", "limits in mousehole.toml must be a table of figures"),
        ("sotre = 'x'", "there is no setting sotre, as mousehole.toml has it; there are "),
        ("= 7", "mousehole.toml is not a TOML file: "),
    ],
)
def test_a_mistake_in_the_file_is_told_with_its_key(file, text, told):
    file.write_text(text)
    with pytest.raises(UserError) as mistake:
        settings_of(asked(config=file), {})
    assert str(mistake.value).startswith(told)
    assert all(voice(language).knows(mistake.value.line) for language in languages()[1:])


def test_mistakes_elsewhere_name_the_variable_or_the_option():
    with pytest.raises(UserError, match=r"^MOUSEHOLE_PROCESSES must be a whole number of at least 1$"):
        settings_of(asked(), {"MOUSEHOLE_PROCESSES": "many"})
    with pytest.raises(UserError, match=r"^--keep-days must be a whole number of at least 1$"):
        settings_of(asked(keep_days="0"), {})
