"""What every game must satisfy, for games in other packages too: `conformance(GAME)`, and `proves` for its tests."""

from mousehole.testing.conformance_suite import conformance
from mousehole.testing.ledger_checks import check_said, proofs, proves, wrong_spaces
from mousehole.testing.part_checks import check_numbers
from mousehole.testing.random_games import CAP, fingerprint, random_record
from mousehole.testing.view_checks import said_in, sprites

__all__ = [
    "CAP",
    "check_numbers",
    "check_said",
    "conformance",
    "fingerprint",
    "proofs",
    "proves",
    "random_record",
    "said_in",
    "sprites",
    "wrong_spaces",
]
