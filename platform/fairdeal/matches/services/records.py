"""Records of blocks, as workers hand them in."""

from django.db import transaction
from django.utils.translation import gettext as _

from fairdeal.common import blobs
from fairdeal.common.errors import Conflict, Gone, InvalidInput, TooLarge
from fairdeal.matches.models import AttemptState, StoredRecord
from fairdeal.matches.services.attempts import authenticate

MAX_RECORD_BYTES = 4 * 1024 * 1024
_GZIP = b"\x1f\x8b"


@transaction.atomic
def record_store(*, attempt_id: int, token: str, block: int, content: bytes, sha256: str) -> bool:
    """Keep the record of a block; says whether it is new: the same bytes again change nothing.

    Raises TooLarge, NotAuthenticated for a wrong token, Gone for an attempt that is over, Conflict for other bytes than
    before, InvalidInput for a block that the match has not or bytes that are not what the hash says.
    """
    if len(content) > MAX_RECORD_BYTES:
        raise TooLarge(_("A record has at most %(most)d bytes.") % {"most": MAX_RECORD_BYTES})
    match, attempt = authenticate(attempt_id, token)
    if attempt.state != AttemptState.LIVE:
        raise Gone(_("The attempt is over."), code="attempt_over")
    if not 0 <= block < len(match.seeds):
        text = _("The match has blocks 0 to %(last)d.") % {"last": len(match.seeds) - 1}
        raise InvalidInput(text, fields={"block": text})
    if not content.startswith(_GZIP):
        raise InvalidInput(_("A record is compressed with gzip."), code="bad_record")
    if blobs.sha256(content) != sha256:
        raise InvalidInput(_("The bytes are not those of the hash."), code="bad_hash")
    known = StoredRecord.objects.filter(attempt=attempt, block=block).first()
    if known is not None:
        if known.sha256 != sha256:
            raise Conflict(_("Another record of this block is there already."), code="other_record")
        return False
    # First the bytes, then the row: a row never names a file that is not there.
    blobs.put(content)
    StoredRecord.objects.create(attempt=attempt, block=block, sha256=sha256, size=len(content))
    return True
