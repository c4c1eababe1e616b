"""Thinking that somebody waits for, as jobs: done by processes of this server, or by workers anywhere."""
