"""Verification of what the site publishes: blocks, seeds, tournaments, ledgers. Pure; documents are as the API's."""

from engines.verify import Difference, verify_records
from fairdeal.matches.verification import verify_block, verify_match
from fairdeal.verification.ledger import verify_ledger, verify_scores
from fairdeal.verification.tournament import Verified, verify_seeds, verify_tournament

__all__ = [
    "Difference",
    "Verified",
    "verify_block",
    "verify_ledger",
    "verify_match",
    "verify_records",
    "verify_scores",
    "verify_seeds",
    "verify_tournament",
]
