"""The auditor: results of finished matches, derived again from their stored records, and alarms where they differ."""

import random
from collections.abc import Sequence
from dataclasses import dataclass

import engines
from engines.verify import Difference
from fairdeal.common import blobs, clock
from fairdeal.common.errors import NotFound
from fairdeal.matches.models import Alarm, AlarmKind, AttemptState, Block, Match, MatchState
from fairdeal.matches.retention import is_record_kept
from fairdeal.matches.services.alarms import alarm_raise
from fairdeal.matches.verification import read_block, table_of, verify_block

# What the auditor replays of one match at a time: seconds of work, so that nothing else of the platform has to wait.
BLOCKS_AT_A_TIME = 20


@dataclass(frozen=True, slots=True)
class Audit:
    """What came of an audit: blocks that were derived again, why others could not be, and the alarm if there is one."""

    blocks: int = 0
    skipped: str = ""
    alarm: Alarm | None = None


def match_audit(*, match: Match, most_blocks: int | None = None, rng: random.Random | None = None) -> Audit:
    """Audit a finished match, or so many of its blocks chosen at random; raises an alarm for the first difference.

    Records of another version of the engines are not judged by this one. Records that retention has removed are gone
    by intent and cannot be audited any more.
    """
    blocks = list(Block.objects.filter(match=match).select_related("attempt").order_by("index"))
    try:
        _check_rows(match, blocks)
    except Difference as difference:
        return Audit(alarm=alarm_raise(kind=AlarmKind.RESULT, match=match, detail=str(difference)))
    if not is_record_kept(match, clock.now()):
        return Audit(skipped="its records are no longer kept")
    version = blocks[0].attempt.engine_version
    if version != engines.ENGINE_VERSION:
        return Audit(skipped=f"played by engines {version}, not {engines.ENGINE_VERSION}")
    if most_blocks is not None and len(blocks) > most_blocks:
        blocks = sorted((rng or random.Random()).sample(blocks, most_blocks), key=lambda block: block.index)
    for done, block in enumerate(blocks):
        try:
            _audit_block(match, block)
        except Difference as difference:
            found = difference.within(f"block {block.index}")
            alarm = alarm_raise(kind=AlarmKind.RESULT, match=match, worker=block.attempt.worker, detail=str(found))
            return Audit(blocks=done, alarm=alarm)
        except (NotFound, blobs.BlobDamaged) as error:
            detail = f"block {block.index}: {error}"
            return Audit(blocks=done, alarm=alarm_raise(kind=AlarmKind.RECORD, match=match, detail=detail))
    return Audit(blocks=len(blocks))


def audit_at_random(*, rng: random.Random | None = None) -> Audit | None:
    """Audit some blocks of a finished match chosen at random; None when there is none."""
    chosen = _any_finished(rng or random.Random())
    return None if chosen is None else match_audit(match=chosen, most_blocks=BLOCKS_AT_A_TIME, rng=rng)


def _any_finished(rng: random.Random) -> Match | None:
    """Choose by number: sorting by chance would read all matches. After a gap, one comes a little oftener."""
    finished = Match.objects.filter(state=MatchState.FINISHED).order_by("pk")
    ends = finished.values_list("pk", flat=True)
    first, last = ends.first(), ends.last()
    if first is None or last is None:
        return None
    return finished.filter(pk__gte=rng.randint(first, last)).first()


def _check_rows(match: Match, blocks: Sequence[Block]) -> None:
    """Check what the rows say among themselves: all blocks, each once, all from the one attempt that finished."""
    if match.state != MatchState.FINISHED:
        raise Difference(f"the match is {match.state}, not finished")
    if [block.index for block in blocks] != list(range(len(match.seeds))):
        raise Difference(f"of {len(match.seeds)} blocks there are {[block.index for block in blocks]}")
    finished = set(match.attempts.filter(state=AttemptState.FINISHED).values_list("pk", flat=True))
    attempts = {block.attempt_id for block in blocks}
    if len(finished) != 1 or attempts != finished:
        raise Difference(f"the attempts {sorted(finished)} finished, the blocks are of {sorted(attempts)}")


def _audit_block(match: Match, block: Block) -> None:
    game = table_of({"game": match.game, "players": match.players, "options": match.options})
    document = read_block(blobs.read(block.record_sha256))
    verify_block(game, match.entry_kind, block.index, match.seeds[block.index], document, block.games)
