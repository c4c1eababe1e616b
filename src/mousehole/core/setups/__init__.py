"""Set-ups: the questions of their types, the answers of people, and variants of the plain one."""
