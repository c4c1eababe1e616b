"""Loads what the first visitors would otherwise wait for: words, content, players, lessons, art."""

from mousehole import shelf
from mousehole.core.game import AnyGame
from mousehole.core.knowledge import scene_for
from mousehole.core.learn import guides
from mousehole.core.record import content_hash
from mousehole.core.words import Trouble, languages, voice
from mousehole.host.level_words import levels
from mousehole.web.pages import learn_pages, puzzle_pages
from mousehole.web.static_files import art, static


def warm() -> None:
    """Load everything once, beside the event loop; a game that cannot be loaded says so when it is asked for."""
    static()
    art("house")
    for name in shelf.names():
        try:
            _warm(shelf.find(name))
        except Trouble:
            continue


def _warm(game: AnyGame) -> None:
    state = game.new(game.setup())
    scene_for(game, state, game.turn(state), None)
    content_hash(game.package)
    art(game.name)
    if (puzzles := game.parts.puzzles) and puzzles.named:
        puzzle_pages.reached(puzzles.every[0].position)
    for language in languages():
        levels(game, voice(language, game.package), state)
        learn_pages.how_to_play(game, language)
    for lesson in guides(game).values():
        learn_pages.picture(game, lesson, 1, "en")
