"""Every archive that must be refused is, with a report that says what is wrong and where."""

import io
import random
import stat
import struct
import zipfile

import pytest
from fairdeal.common.errors import DomainError, InvalidInput, TooLarge
from fairdeal.submissions import archive
from fairdeal.submissions.services import check_syntax

from tests.fairdeal.conftest import MANIFEST, bot_zip, make_zip

GAMES = ("smear-four-handed", "thirty-one")


def unpack(content: bytes, filename: str = "bot.zip", **words: object) -> archive.Bundle:
    return archive.unpack(filename=filename, content=content, known_games=GAMES, **words)  # type: ignore[arg-type]


def with_member(name: str = "extra", content: bytes = b"x", *, mode: int = 0, **attributes: object) -> bytes:
    """Make a good bundle with one member of a chosen kind."""
    info = zipfile.ZipInfo(name)
    info.external_attr = mode << 16
    for key, value in attributes.items():
        setattr(info, key, value)
    buffer = io.BytesIO(bot_zip())
    with zipfile.ZipFile(buffer, "a") as zipped:
        zipped.writestr(info, content)
    return buffer.getvalue()


def patched(content: bytes, old: bytes, new: bytes) -> bytes:
    """Change bytes of an archive that zipfile would not write itself."""
    assert len(old) == len(new)
    assert old in content
    return content.replace(old, new)


def refused(content: bytes, filename: str = "bot.zip", **words: object) -> DomainError:
    with pytest.raises((InvalidInput, TooLarge)) as caught:
        unpack(content, filename, **words)
    assert caught.value.fields, "an author must see which field is at fault"
    return caught.value


def test_a_good_zip_is_kept_byte_for_byte() -> None:
    content = bot_zip(**{"lib/help.py": "x = 1\n"})
    bundle = unpack(content)
    assert bundle.content == content
    assert bundle.manifest.name == "sample"
    assert bundle.manifest.games == ("thirty-one",)
    assert bundle.files["lib/help.py"] == b"x = 1\n"


def test_folders_of_their_own_are_fine() -> None:
    assert set(unpack(with_member("lib/", b"", mode=stat.S_IFDIR | 0o755)).files) == {"bot.toml", "main.py"}


@pytest.mark.parametrize(
    "name",
    ["../evil.py", "lib/../../evil.py", "/etc/passwd", "C:/evil.py", "c:evil.py", "a\\b.py", "a//b.py", "./a.py"],
)
def test_paths_that_lead_elsewhere(name: str) -> None:
    assert refused(with_member(name)).code == "unsafe_path"


@pytest.mark.parametrize(
    "mode", [stat.S_IFLNK | 0o777, stat.S_IFCHR | 0o600, stat.S_IFBLK | 0o600, stat.S_IFIFO | 0o600, stat.S_IFSOCK]
)
def test_links_and_devices(mode: int) -> None:
    error = refused(with_member("thing", b"/etc/passwd", mode=mode))
    assert error.code == "unsafe_member"
    assert "thing" in error.message


@pytest.mark.parametrize(("first", "second"), [("a.py", "a.py"), ("a.py", "A.py"), ("é.py", "é.py"), ("x/a", "X/b")])
@pytest.mark.filterwarnings("ignore:Duplicate name")
def test_names_that_collide(first: str, second: str) -> None:
    buffer = io.BytesIO(bot_zip())
    with zipfile.ZipFile(buffer, "a") as zipped:
        zipped.writestr(first, "1")
        zipped.writestr(second, "2")
    assert refused(buffer.getvalue()).code == "duplicate_member"


def test_a_file_that_is_a_folder_too() -> None:
    assert refused(bot_zip(**{"lib": "x", "lib/a.py": "y"})).code == "duplicate_member"


def test_a_bomb_of_zeros() -> None:
    assert refused(bot_zip(zeros=b"\0" * (3 * archive.MIB))).code == "zip_bomb"


def test_more_than_eight_mib_unpacked() -> None:
    # Hexadecimal noise packs two to one: the upload itself is small enough.
    noise = random.Random(1).randbytes(3 * archive.MIB // 2).hex()
    content = bot_zip(**{f"f{i}": noise for i in range(3)})
    assert len(content) < archive.MAX_UPLOAD
    assert isinstance(refused(content), TooLarge)


def test_one_file_over_four_mib() -> None:
    assert isinstance(refused(bot_zip(big=b"\1\2" * (2 * archive.MIB + 1))), TooLarge)


def test_a_file_that_unpacks_to_more_than_it_says() -> None:
    content = make_zip({"bot.toml": MANIFEST, "main.py": "x = 1\n", "liar": b"\0" * 70_000})
    size = struct.pack("<I", 70_000)
    error = refused(patched(content, size, struct.pack("<I", 100)))
    assert error.code == "not_a_zip"


def test_too_many_files() -> None:
    assert isinstance(refused(bot_zip(**{f"f{i}": "" for i in range(199)})), TooLarge)
    assert len(unpack(bot_zip(**{f"f{i}": "" for i in range(198)})).files) == 200


def test_too_deep() -> None:
    assert "8 folders" in refused(with_member("/".join("abcdefghi"))).message


def test_encrypted_members() -> None:
    content = bytearray(bot_zip())
    at = content.index(b"PK\x01\x02")
    content[at + 8] |= 1
    assert "encrypted" in refused(bytes(content)).message


def test_names_that_are_not_utf8() -> None:
    plain = patched(with_member("abcd.txt"), b"abcd.txt", b"ab\xff\xfe.txt")
    assert refused(plain).code == "bad_member"
    flagged = patched(with_member("äöüß.txt"), "äöüß".encode(), b"\xff\xfe\xfd\xfc" * 2)
    assert refused(flagged).code == "bad_member"


def test_names_with_a_nul() -> None:
    assert refused(patched(with_member("a_b.py"), b"a_b.py", b"a\0b.py")).code == "bad_member"


def test_unknown_compression() -> None:
    assert "deflate" in refused(make_zip({"bot.toml": MANIFEST, "main.py": "x" * 99}, zipfile.ZIP_LZMA)).message


@pytest.mark.parametrize("content", [b"PK\x03\x04 no more", b"\x7fELF", b"GIF89a", bot_zip()[:-30], bot_zip()[30:]])
def test_what_is_no_zip(content: bytes) -> None:
    assert refused(content).code == "not_a_zip"


def test_a_damaged_member() -> None:
    content = make_zip({"bot.toml": MANIFEST, "main.py": "print('abcdef')\n"}, zipfile.ZIP_STORED)
    assert "damaged" in refused(patched(content, b"print('abcdef')", b"print('abcdeg')")).message


def test_empty_files_and_other_files() -> None:
    assert "empty" in refused(b"").message
    assert ".py" in refused(b"#!/bin/sh\n", "bot.sh").message
    assert isinstance(refused(b"x" * (archive.MAX_UPLOAD + 1)), TooLarge)
    assert refused(make_zip({})).code == "bad_bundle"


def test_no_manifest() -> None:
    assert refused(make_zip({"main.py": ""})).code == "no_manifest"
    nested = refused(make_zip({"bot/bot.toml": MANIFEST, "bot/main.py": ""}))
    assert "bot/bot.toml" in nested.message


@pytest.mark.parametrize(
    ("manifest", "expected"),
    [
        ("name = ", "bot.toml is not TOML"),
        ("name = " + "9" * 5000, "bot.toml is not TOML"),
        (MANIFEST.replace('name = "sample"\n', ""), "'name'"),
        (MANIFEST + "colour = 3\n", "'colour'"),
        (MANIFEST.replace("sample", "No Good"), "'No Good'"),
        (MANIFEST.replace("sample", "a" * 61), "1 to 60"),
        (MANIFEST.replace('"python"', '"cobol"'), "expected executable, node, python"),
        (MANIFEST.replace('"python"', '["python"]'), "expected executable, node, python"),
        (MANIFEST.replace("thirty-one", "chess"), "'chess'"),
        (MANIFEST.replace('["thirty-one"]', "[]"), "thirty-one"),
        (MANIFEST.replace('["thirty-one"]', "[31]"), "thirty-one"),
        (MANIFEST.replace('["thirty-one"]', '["thirty-one", "thirty-one"]'), "twice"),
        (MANIFEST.replace("main.py", "gone.py"), "'gone.py'"),
        (MANIFEST.replace("main.py", "bot.toml"), ".py"),
        (MANIFEST.replace('"main.py"', "7"), ".py"),
        (MANIFEST.replace('"python"', '"node"'), ".js / .mjs / .cjs"),
        (MANIFEST.replace('"python"', '"executable"').replace('"main.py"', "7"), "a file in the archive"),
        (MANIFEST + "#" * 17_000, "16 KiB"),
    ],
)
def test_manifests_that_do_not_hold(manifest: str, expected: str) -> None:
    assert expected in refused(bot_zip(manifest=manifest)).message


@pytest.mark.parametrize(
    ("language", "entry"), [("executable", "bin/bot"), ("executable", "bot.py"), ("node", "bot.js"), ("node", "b.mjs")]
)
def test_languages_beside_python(language: str, entry: str) -> None:
    manifest = MANIFEST.replace('"python"', f'"{language}"').replace("main.py", entry)
    bundle = unpack(make_zip({"bot.toml": manifest, entry: "no Python: ("}))
    assert (bundle.manifest.language, bundle.manifest.entry) == (language, entry)
    check_syntax(bundle)


def test_a_single_file_becomes_the_same_bundle_every_time() -> None:
    words = {"bot_name": "solo", "games": ["thirty-one", "smear-four-handed"]}
    first = unpack(b"x = 1\n", "my bot.py", **words)
    again = unpack(b"x = 1\n", "other.PY", bot_name="solo", games=["smear-four-handed", "thirty-one"])
    assert first.content == again.content
    assert first.manifest.games == GAMES
    assert first.sha256 == "78c7659597382d29ee62717a0f2189519183d01f26f718159a238b68b640a69e"
    # What is made for the author passes the same door as what comes from outside.
    assert unpack(first.content).manifest == first.manifest


@pytest.mark.parametrize(
    ("words", "field"),
    [
        ({"games": ["thirty-one"]}, "name"),
        ({"bot_name": "solo"}, "games"),
        ({"bot_name": "solo", "games": ["chess"]}, "games"),
        ({"bot_name": "So lo", "games": ["thirty-one"]}, "name"),
    ],
)
def test_a_single_file_needs_name_and_games(words: dict[str, object], field: str) -> None:
    assert list(refused(b"x = 1\n", "bot.py", **words).fields) == [field]


def test_a_zip_and_the_form_must_agree() -> None:
    assert list(refused(bot_zip(), bot_name="other").fields) == ["name"]
    assert list(refused(bot_zip(), games=["smear-four-handed"]).fields) == ["games"]
    assert unpack(bot_zip(), bot_name="sample", games=["thirty-one"]).manifest.name == "sample"
