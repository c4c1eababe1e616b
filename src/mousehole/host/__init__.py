"""The host: tables joined with store, bus and bots."""

from mousehole.host.frames import Frame, at_ply, faces_at, forget, frames, outcomes_at, snapshot, story, voice_at
from mousehole.host.host import Answer, Host

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
