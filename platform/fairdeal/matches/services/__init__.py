"""What changes matches, attempts, results and records."""

from fairdeal.matches.services.alarms import alarm_raise, alarm_settle
from fairdeal.matches.services.attempts import attempt_progress, bundle_for_attempt, match_enqueue
from fairdeal.matches.services.audit import Audit, audit_at_random, match_audit
from fairdeal.matches.services.cancel import matches_cancel
from fairdeal.matches.services.handout import matches_hand_out
from fairdeal.matches.services.lanes import lanes_pause, lanes_resume
from fairdeal.matches.services.machines import (
    machine_credentials,
    machine_release,
    machine_revoke,
    machine_suspend,
    machine_users_restore,
    outliers_suspend,
)
from fairdeal.matches.services.matches import Lineup, match_cancel, match_create, matches_create, matches_open
from fairdeal.matches.services.orphans import blobs_sweep
from fairdeal.matches.services.records import record_store
from fairdeal.matches.services.requeue import matches_play_again, matches_requeue
from fairdeal.matches.services.results import attempt_result
from fairdeal.matches.services.sweeps import leases_begin_anew, sweep
from fairdeal.matches.services.workers import worker_report

__all__ = [
    "Audit",
    "Lineup",
    "alarm_raise",
    "alarm_settle",
    "attempt_progress",
    "attempt_result",
    "audit_at_random",
    "blobs_sweep",
    "bundle_for_attempt",
    "lanes_pause",
    "lanes_resume",
    "leases_begin_anew",
    "machine_credentials",
    "machine_release",
    "machine_revoke",
    "machine_suspend",
    "machine_users_restore",
    "match_audit",
    "match_cancel",
    "match_create",
    "match_enqueue",
    "matches_cancel",
    "matches_create",
    "matches_hand_out",
    "matches_open",
    "matches_play_again",
    "matches_requeue",
    "outliers_suspend",
    "record_store",
    "sweep",
    "worker_report",
]
