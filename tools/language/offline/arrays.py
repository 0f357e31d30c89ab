"""Arrays of a ``.npz`` file, read without numpy: a zip of arrays, each behind a short header that tells its kind and shape."""

import ast
import struct
from io import BytesIO
from typing import NamedTuple
from zipfile import ZipFile

_LENGTH_AT = 8
"""The length of the header, in two bytes, comes behind the mark of the format and its version."""
_UTF32 = 4


class Stored(NamedTuple):
    """An array as it lies in the file: its kind ("|i1", "<f4", "<U12") and its bytes, row by row."""

    kind: str
    held: bytes

    def numbers(self) -> tuple[float, ...]:
        """Return floats of four bytes. Raises ValueError for anything else."""
        if self.kind != "<f4":
            raise ValueError(f"floats of four bytes were expected, not {self.kind!r}")
        return struct.unpack(f"<{len(self.held) // 4}f", self.held)

    def texts(self) -> tuple[str, ...]:
        """Return texts. Raises ValueError for anything else."""
        if not self.kind.startswith("<U"):
            raise ValueError(f"texts were expected, not {self.kind!r}")
        width = int(self.kind.removeprefix("<U")) * _UTF32
        rows = (self.held[at : at + width] for at in range(0, len(self.held), width))
        return tuple(row.decode("utf-32-le").rstrip("\0") for row in rows)


def stored_arrays(held: bytes) -> dict[str, Stored]:
    """Return the arrays of a file by their names."""
    with ZipFile(BytesIO(held)) as found:
        return {name.removesuffix(".npy"): _stored(found.read(name)) for name in found.namelist()}


def _stored(held: bytes) -> Stored:
    (length,) = struct.unpack_from("<H", held, _LENGTH_AT)
    begins = _LENGTH_AT + 2 + length
    header = ast.literal_eval(held[_LENGTH_AT + 2 : begins].decode("latin-1"))
    return Stored(str(header["descr"]), held[begins:])
