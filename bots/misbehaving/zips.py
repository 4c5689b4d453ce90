"""What the builders of hostile archives share: a good bundle, members of any kind, and bytes that zipfile would not write."""

import io
import stat
import struct
import warnings
import zipfile

MIB = 1024 * 1024
MANIFEST = b'name = "sample"\nentry = "main.py"\nlanguage = "python"\ngames = ["thirty-one"]\n'
GOOD = {"bot.toml": MANIFEST, "main.py": b"print()\n"}
_CENTRAL = b"PK\x01\x02"


def archive(*members, method=zipfile.ZIP_DEFLATED):
    """Make a good bundle with more members: pairs of name and bytes, or a ZipInfo in the place of a name."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", method) as zipped, warnings.catch_warnings():
        warnings.simplefilter("ignore")  # a name twice is what is wanted
        for name, content in (*GOOD.items(), *members):
            zipped.writestr(name, content)
    return buffer.getvalue()


def thing(name, kind):
    """Describe a member that is no ordinary file."""
    info = zipfile.ZipInfo(name)
    info.external_attr = (kind | 0o777) << 16
    return info


def patched(content, old, new):
    """Change bytes; both must be of one length."""
    assert len(old) == len(new) and old in content
    return content.replace(old, new)


def central(content, name, *changes):
    """Change fields of a member's entry in the directory: triples of offset, format and value."""
    at = content.rindex(name) - 46
    assert content[at : at + 4] == _CENTRAL
    changed = bytearray(content)
    for offset, form, value in changes:
        struct.pack_into(form, changed, at + offset, value)
    return bytes(changed)


def end(content, *changes):
    """Change fields of the record at the end: triples of offset, format and value."""
    changed = bytearray(content)
    for offset, form, value in changes:
        struct.pack_into(form, changed, len(content) - 22 + offset, value)
    return bytes(changed)


FLAGS, CRC, PACKED, SIZE, NAME_LENGTH, MODE = 8, 16, 20, 24, 28, 38
LINK, DEVICE, FIFO = stat.S_IFLNK, stat.S_IFCHR, stat.S_IFIFO
