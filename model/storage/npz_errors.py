"""The errors that reading a damaged NPZ file raises."""

import tokenize
import zipfile
import zlib

# Raised by zipfile, its decompressors and NumPy's header parser for damaged or malicious files.
NPZ_ERRORS = (
    zipfile.BadZipFile, zlib.error, tokenize.TokenError, EOFError, KeyError, MemoryError,
    NotImplementedError, OSError, OverflowError, RuntimeError, SyntaxError, TypeError, ValueError,
)  # fmt: skip
