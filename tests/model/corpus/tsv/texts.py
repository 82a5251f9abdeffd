"""Texts of TSV corpora that are read, and those that are rejected."""

import io
import zipfile

GOOD = b"the cat\tle chat\t0-0 1-1\na dog\tun chien\n"


def workbook() -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        archive.writestr("xl/workbook.xml", "<workbook/>")
    return buffer.getvalue()


BAD = {
    "empty": (b"", "The file is empty"),
    "blank lines alone": (b"\n\r\n  \n", "all lines are empty"),
    "a spreadsheet": (workbook(), "a spreadsheet or a zip archive"),
    "an old spreadsheet": (b"\xd0\xcf\x11\xe0" + bytes(512), "an old spreadsheet"),
    "UTF-16": ("the\tle\n".encode("utf-16"), "text in UTF-16"),
    "zeros": (bytes(1_000_000), "Line 1: it contains a zero byte"),
    "a zero later": (GOOD + b"a\tb\0\n", "Line 3: it contains a zero byte"),
    "Latin-1": (GOOD + "the boy\tle garçon\n".encode("latin-1"), r"Line 3: byte 15 \(0xe7\) is not UTF-8"),
    "no separator": (GOOD + b"the cat le chat\n", r"Line 3: no separator; expected a tab, \|\|\| or two spaces"),
    "an extra column": (b"the\tle\t0-0\tnote\n", "Line 1: 4 columns; expected source, target and"),
    "a tab beside two spaces": (b"the cat  le chat\t\n", "Line 1: the target is empty"),
    "a third sentence": (b"Hello.  How are you?  Bonjour.\n", "Line 1: 'Bonjour.' is not an alignment link"),
    "an empty source": (GOOD + b"\tle chat\n", "Line 3: the source is empty"),
    "an empty target": (GOOD + b"the cat\t \n", "Line 3: the target is empty"),
    "an invisible target": (GOOD + "the cat\t\u200b\n".encode(), "Line 3: the target is empty"),
    "a header alone": (b"English\tFrench\n", "There are no pairs"),
    "a target out of range": (
        b"a b\tc\t0-0 1-1\n",
        "link 1-1 is out of range: the target has words 0 to 0",
    ),
    "a source out of range": (b"a b\tc\t2-0\n", "Line 1: the link 2-0 is out of range: the source has words 0 to 1"),
    "a malformed link": (b"a b\tc\t0:0\n", "Line 1: '0:0' is not an alignment link"),
    "a negative link": (b"a b\tc\t-1-0\n", "Line 1: '-1-0' is not an alignment link"),
    "a long link": (b"a b\tc\t" + b"9" * 9000 + b"-0\n", "Line 1: the alignment contains more"),
    "a long line": (GOOD + b"a" * 1_000_000 + b"\tb\n", "Line 3: the line has 1,000,002 bytes; the limit is 10,000"),
    "many words": (GOOD + b"a " * 101 + b"\tb\n", "Line 3: the source has 101 words; the limit is 100"),
    "many letters": (
        GOOD + b"b\t" + b"a" * 1001 + b"\n",
        "Line 3: the target has 1,001 characters; the limit is 1,000",
    ),
}


def number_pairs(n: int = 300) -> bytes:
    """Return pairs that differ in a number."""
    return "".join(f"Number {i} barks!\tLe numéro {i} aboie !\n" for i in range(n)).encode()
