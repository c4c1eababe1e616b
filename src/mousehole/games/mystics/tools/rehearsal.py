"""Trying out a pack: which chapters are played, and what is worth telling of many games with companions."""

from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from mousehole.core.game import Over
from mousehole.core.words import Line, line
from mousehole.games.mystics.content.pack import Pack
from mousehole.games.mystics.content.packs_at_hand import find
from mousehole.games.mystics.moves import Setup
from mousehole.games.mystics.packs.adding import add
from mousehole.games.mystics.packs.library import own
from mousehole.games.mystics.state import State

REASONS = {
    "hourglass": line("the hourglass ran out {n} time", plural="the hourglass ran out {n} times"),
    "unfinished": line("{n} game went on without end", plural="{n} games went on without end"),
    "captured": line("all mice were captured {n} time", plural="all mice were captured {n} times"),
}


class Rehearsal(NamedTuple):
    """What a game offers for trying out a pack: who plays, what is played, and what is told of it."""

    player: str

    @staticmethod
    def setups(folder: Path) -> dict[str, Setup]:
        """Set up every chapter that a pack brings, with as many mice as it wants."""
        name = add(folder)
        pack = find(name)
        news = [key for key, chapter in pack.chapters.items() if chapter is not own().chapters.get(key)]
        return {key: Setup(chapter=key, party=party(pack, key), pack=name) for key in news}

    @staticmethod
    def told(setup: Setup, ends: Sequence[tuple[Over, State]]) -> list[Line]:
        """Tell how the games of a chapter went."""
        return [*outcome(ends), *course(ends), *finds(ends), *unseen(find(setup.pack), setup.chapter, ends)]


def party(pack: Pack, chapter: str) -> tuple[str, ...]:
    """Choose the mice: those the chapter needs, then others in their order."""
    wanted = pack.chapters[chapter]
    return tuple(dict.fromkeys((*wanted.needs, *pack.heroes)))[: wanted.party]


def outcome(ends: Sequence[tuple[Over, State]]) -> Iterator[Line]:
    """Tell how often it was won, and why not."""
    wins = sum(bool(over.winners) for over, _ in ends)
    share = round(100 * wins / len(ends))
    yield line("won {wins} of {total} games ({share}%)", wins=wins, total=len(ends), share=share)
    for reason, n in Counter(over.reason for over, _ in ends if not over.winners).most_common():
        said = REASONS[reason]
        yield line(said.text, plural=said.plural, n=n)


def course(ends: Sequence[tuple[Over, State]]) -> Iterator[Line]:
    """Tell on which page the games ended."""
    pages = sorted(state.page for _, state in ends)
    last = ends[0][1].box.chapter.end_page
    yield line("half of the games ended by page {page} of {last}", page=pages[len(pages) // 2], last=last)


def finds(ends: Sequence[tuple[Over, State]]) -> Iterator[Line]:
    """Tell how often each story token was earned."""
    tokens = ends[0][1].box.pack.campaign.tokens
    for token, n in Counter(token for _, state in ends for token in state.story).most_common():
        name = line(tokens[token])
        yield line("{token}: earned in {n} game", plural="{token}: earned in {n} games", token=name, n=n)


def unseen(pack: Pack, name: str, ends: Sequence[tuple[Over, State]]) -> Iterator[Line]:
    """Tell which story moments nobody has read."""
    read = {moment for _, state in ends for moment in state.told}
    for moment in pack.chapters[name].story:
        if moment not in read:
            yield line("nobody came to the moment {moment}", moment=moment)


REHEARSAL = Rehearsal("medium")
