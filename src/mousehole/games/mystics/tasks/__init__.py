"""The agenda: what comes next, as data. The last task of an agenda is the one in hand."""
