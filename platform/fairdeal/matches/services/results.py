"""Results: taken in once, whole, and only when they agree with what was asked for."""

from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

import engines
from fairdeal.common import clock
from fairdeal.common.errors import Gone
from fairdeal.matches import designs, messages
from fairdeal.matches.fields import BadMessage
from fairdeal.matches.models import Attempt, AttemptState, Block, Match, MatchState
from fairdeal.matches.services.attempts import authenticate, begin, give_up, read_sender
from fairdeal.matches.services.machines import refuse_suspended
from fairdeal.matches.services.matches import move


@transaction.atomic
def attempt_result(*, message: dict[str, Any]) -> Attempt:
    """Take in how an attempt ended. The same message again changes nothing.

    A result that does not agree with the match fails the attempt as an infrastructure fault: the match is handed out
    again. Raises InvalidInput for a message of another form, NotAuthenticated for a wrong token, Gone when the attempt
    was given up.
    """
    sender = read_sender(message)
    match, attempt = authenticate(sender.attempt, sender.token, match_id=sender.match)
    if attempt.state in (AttemptState.FINISHED, AttemptState.FAILED, AttemptState.RETURNED):
        return attempt
    if attempt.state != AttemptState.LIVE:
        raise Gone(_("The attempt was given up."), code="attempt_over")
    refuse_suspended(sender.worker)
    begin(match, attempt, sender)
    try:
        if message.get("outcome") == "failed":
            verdict, reason = messages.read_failure(message)
            give_up(match, attempt, AttemptState.FAILED, f"{verdict}: {reason}")
            return attempt
        if message.get("outcome") == "returned":
            give_up(match, attempt, AttemptState.RETURNED, messages.read_reason(message))
            return attempt
        if message.get("outcome") != "finished":
            raise BadMessage(f"outcome: expected finished, failed or returned, not {message.get('outcome')!r}")
        if sender.engine_version != attempt.engine_version:
            raise BadMessage(f"engine_version: expected {attempt.engine_version}, not {sender.engine_version}")
        blocks = _read_blocks(match, attempt, message)
    except BadMessage as error:
        give_up(match, attempt, AttemptState.FAILED, f"engine_error: the result was refused: {error}")
        return attempt
    attempt.worker, attempt.sandbox = sender.worker, sender.sandbox
    _finish(match, attempt, blocks)
    return attempt


def _read_blocks(match: Match, attempt: Attempt, message: dict[str, Any]) -> list[messages.BlockSummary]:
    """Read the blocks against the match and the records that this very attempt has handed in."""
    side_of = engines.make_game(match.game, match.players, match.options).side_of
    blocks = messages.read_blocks(message, side_of, designs.rotations(match.entry_kind, side_of), len(match.seeds))
    stored = {block: (sha256, size) for block, sha256, size in attempt.records.values_list("block", "sha256", "size")}
    for block in blocks:
        if stored.get(block.index) != (block.record, block.size):
            raise BadMessage(f"blocks[{block.index}].record: this attempt has handed in no such record")
    return blocks


def _finish(match: Match, attempt: Attempt, blocks: list[messages.BlockSummary]) -> None:
    Block.objects.bulk_create(
        [
            Block(
                match=match,
                index=block.index,
                attempt=attempt,
                record_sha256=block.record,
                record_size=block.size,
                games=block.games,
            )
            for block in blocks
        ],
        batch_size=200,
    )
    attempt.state, attempt.ended_at, attempt.blocks_done = AttemptState.FINISHED, clock.now(), len(blocks)
    attempt.save()
    move(match, MatchState.FINISHED)
