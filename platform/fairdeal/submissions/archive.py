"""Take an upload apart: one `.py` or a zip, checked while it is unpacked. Pure: memory only, no database, no disk."""

import hashlib
import io
import stat
import struct
import zipfile
import zlib
from collections.abc import Collection, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from fairdeal.common.errors import TooLarge
from fairdeal.submissions import manifest
from fairdeal.submissions.manifest import Manifest, refuse
from fairdeal.submissions.members import FIELD, check_names, member

MIB = 1024 * 1024
MAX_UPLOAD = 8 * MIB
MAX_TOTAL = 8 * MIB
MAX_FILE = 4 * MIB
MAX_FILES = 200
MAX_RATIO = 100
# Small files shrink a lot without meaning harm: a table of zeros is no bomb.
RATIO_FROM = 64 * 1024
CHUNK = 64 * 1024
# The list of all members, at the end of the archive, is read at once: no more of it than 200 names can take.
MAX_DIRECTORY = 256 * 1024
SINGLE_ENTRY = "main.py"
# What zipfile lets out when an archive is damaged or made by hand.
_BROKEN = (
    zipfile.BadZipFile,
    zlib.error,
    struct.error,
    EOFError,
    NotImplementedError,
    RuntimeError,
    ValueError,
    OverflowError,
    OSError,
    IndexError,
)


@dataclass(frozen=True)
class Bundle:
    """A checked upload: the zip's bytes as they will be stored, what they say about themselves, and the files in it."""

    content: bytes
    manifest: Manifest
    files: dict[str, bytes]

    @property
    def sha256(self) -> str:
        return hashlib.sha256(self.content).hexdigest()


def unpack(
    *,
    filename: str,
    content: bytes,
    known_games: Collection[str],
    bot_name: str | None = None,
    games: Sequence[str] | None = None,
) -> Bundle:
    """Check an upload and give its bundle; raises InvalidInput or TooLarge naming what is wrong and where.

    A single `.py` needs `bot_name` and `games`; of a zip they come from its `bot.toml`, and must agree with it when
    they are given.
    """
    if len(content) > MAX_UPLOAD:
        raise too_large(_("The upload is larger than 8 MiB."))
    if not content:
        raise refuse(FIELD, _("The file is empty."))
    if content.startswith((b"PK\x03\x04", b"PK\x05\x06")):
        return _from_zip(content, known_games, bot_name, games)
    if filename.lower().endswith(".zip"):
        raise refuse(FIELD, _("The file is called .zip but is not a zip archive."), "not_a_zip")
    if not filename.lower().endswith(".py"):
        raise refuse(FIELD, _("One .py file or a zip archive is expected."), "not_a_zip")
    if len(content) > MAX_FILE:
        raise too_large(_("The file is larger than 4 MiB."))
    facts = Manifest(
        name=manifest.read_name(bot_name or "", "name"),
        entry=SINGLE_ENTRY,
        language="python",
        games=manifest.read_games(list(games or ()), "games", known_games),
    )
    files = {manifest.FILE_NAME: facts.to_toml(), SINGLE_ENTRY: content}
    return Bundle(pack(files), facts, files)


def pack(files: dict[str, bytes]) -> bytes:
    """Make a zip of files; the same files give the same bytes on every machine."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        for name in sorted(files):
            # Stored, with a fixed date and system: a compressor's version or a clock would change the bytes.
            info = zipfile.ZipInfo(name, (2020, 1, 1, 0, 0, 0))
            info.create_system = 3
            info.external_attr = (stat.S_IFREG | 0o644) << 16
            archive.writestr(info, files[name])
    return buffer.getvalue()


def too_large(text: str, code: str | None = None) -> TooLarge:
    """Make the error for an upload with too many bytes."""
    return TooLarge(text, code=code, fields={FIELD: text})


def _from_zip(
    content: bytes, known_games: Collection[str], bot_name: str | None, games: Sequence[str] | None
) -> Bundle:
    files = read_zip(content)
    if manifest.FILE_NAME not in files:
        elsewhere = next((name for name in sorted(files) if name.endswith("/" + manifest.FILE_NAME)), None)
        text = (
            _("bot.toml lies at %(path)s; it must be at the top of the archive.") % {"path": elsewhere}
            if elsewhere
            else _("There is no bot.toml in the archive.")
        )
        raise refuse(FIELD, text, "no_manifest")
    facts = manifest.parse(files[manifest.FILE_NAME], FIELD, known_games)
    if facts.entry not in files:
        text = _("bot.toml: there is no file %(entry)r in the archive.") % {"entry": facts.entry}
        raise refuse(FIELD, text, "no_entry")
    if bot_name and bot_name != facts.name:
        text = _("The name is %(given)r, but bot.toml says %(own)r.") % {"given": bot_name, "own": facts.name}
        raise refuse("name", text)
    if games and tuple(sorted(games)) != facts.games:
        raise refuse("games", _("The games differ from those in bot.toml: %(own)s.") % {"own": ", ".join(facts.games)})
    return Bundle(content, facts, files)


class _Bounded(io.BytesIO):
    """The bytes of an archive, of which never more are handed out at a time than its list of members may have."""

    def read(self, size: int | None = -1, /) -> bytes:
        if size is not None and size > MAX_DIRECTORY:
            raise too_large(_("The archive's list of files is larger than 256 KiB; at most 200 files are taken."))
        return super().read(size)


def read_zip(content: bytes) -> dict[str, bytes]:
    """Give the files of a zip by name; raises InvalidInput or TooLarge before a limit is passed, never after."""
    try:
        with zipfile.ZipFile(_Bounded(content)) as archive:
            infos = archive.infolist()
            if len(infos) > MAX_FILES:
                raise too_large(_("The archive holds %(count)s files; at most 200 are taken.") % {"count": len(infos)})
            check_names(infos)
            return _read_members(archive, infos, len(content))
    except UnicodeDecodeError as error:
        raise refuse(FIELD, _("A file's name in the archive is not UTF-8."), "bad_member") from error
    except _BROKEN as error:
        raise refuse(FIELD, _("The zip archive is damaged: %(error)s.") % {"error": error}, "not_a_zip") from error


def _read_members(archive: zipfile.ZipFile, infos: Sequence[zipfile.ZipInfo], packed: int) -> dict[str, bytes]:
    files: dict[str, bytes] = {}
    total = 0
    for info in infos:
        if info.is_dir():
            continue
        if info.file_size > MAX_FILE:
            raise too_large(_("%(name)s is larger than 4 MiB.") % {"name": info.filename})
        if info.compress_size > packed:
            raise member(info, _("%(name)s is not as long as the archive says."), "not_a_zip")
        room = min(MAX_FILE, MAX_TOTAL - total)
        try:
            data = _read_member(archive, info, room)
        except _BROKEN as error:
            text = _("The zip archive is damaged at %(name)s: %(error)s.")
            raise refuse(FIELD, text % {"name": info.filename, "error": error}, "not_a_zip") from error
        total += len(data)
        if len(data) >= RATIO_FROM and len(data) > MAX_RATIO * max(1, info.compress_size):
            raise member(info, _("%(name)s is packed more than 100 to 1."), "zip_bomb")
        files[info.filename] = data
    if not files:
        raise refuse(FIELD, _("The archive holds no files."))
    return files


def _read_member(archive: zipfile.ZipFile, info: zipfile.ZipInfo, room: int) -> bytes:
    """Read one file piece by piece: what its header says of its size is not believed."""
    pieces = bytearray()
    with archive.open(info) as file:
        while piece := file.read(CHUNK):
            pieces += piece
            if len(pieces) > room:
                text = _("The archive unpacks to more than 8 MiB, or %(name)s to more than 4 MiB.")
                raise too_large(text % {"name": info.filename})
    if len(pieces) != info.file_size:
        raise member(info, _("%(name)s is not as long as the archive says."), "not_a_zip")
    return bytes(pieces)
