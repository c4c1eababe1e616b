"""Tables, kept: joined with store, bus and bots."""

from mousehole.host.flow.writing import Answer
from mousehole.host.frames import Frame, at_ply, faces_at, forget, frames, outcomes_at, snapshot, story, voice_at
from mousehole.host.host import Host

__all__ = [
    "Answer",
    "Frame",
    "Host",
    "at_ply",
    "faces_at",
    "forget",
    "frames",
    "outcomes_at",
    "snapshot",
    "story",
    "voice_at",
]
