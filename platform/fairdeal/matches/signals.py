"""What other apps may listen to. Receivers run after the commit; what they raise is logged and stops nobody."""

from django.dispatch import Signal

# A match has reached a terminal state; keyword `match_id`.
match_settled = Signal()
