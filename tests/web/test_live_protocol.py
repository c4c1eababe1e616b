"""Texts framed by hand are those that the library would write."""

import pytest
from websockets.frames import Frame, Opcode

from mousehole.web.server.connections import LONG, SHORT, text_frame


@pytest.mark.parametrize("size", [0, 1, SHORT - 1, SHORT, SHORT + 1, LONG - 1, LONG, LONG + 1])
def test_a_text_is_framed_as_the_library_frames_it(size):
    text = b"m" * size
    assert b"".join(text_frame(text)) == Frame(Opcode.TEXT, text).serialize(mask=False)
