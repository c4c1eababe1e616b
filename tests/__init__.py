"""What the tests and the benches share. A package of its own, or another's of the same name would be found."""
