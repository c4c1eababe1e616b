"""Settings of a house that serves: all of them in one place, from options, the environment, a file and defaults."""
