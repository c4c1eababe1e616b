"""Games for programs: positions that check, write and draw themselves, and exact solutions."""
