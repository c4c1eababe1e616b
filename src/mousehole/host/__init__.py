"""Tables, kept: joined with store, bus and bots."""

from mousehole.host.frames import Frame, at_ply, frames, snapshot, story, voice_at
from mousehole.host.host import Answer, Host

__all__ = ["Answer", "Frame", "Host", "at_ply", "frames", "snapshot", "story", "voice_at"]
