# SPDX-License-Identifier: GPL-3.0-or-later
"""Memory of the crashed process."""
from __future__ import annotations

from typing import TYPE_CHECKING, Literal, NamedTuple

from ._errors import NotFound
from ._places import Place, place_text
from ._show import plain
from ._values import Value

if TYPE_CHECKING:
    from ._report import Report


class Hits(NamedTuple):
    """Where patterns stand in memory."""

    addresses: list[int]
    """Ascending."""
    searched_bytes: int
    """So much memory is in the file."""
    is_cut: bool
    """There may be more: the limit ended the search."""


class Memory:
    """Memory of the crashed process: what the crash file has, and read-only sections of the modules' files. Raises PermissionDenied under a
    profile that shows none."""

    __slots__ = ("_report", "_form")

    def __init__(self, report: Report) -> None:
        self._report = report
        self._form: tuple[int, Literal["little", "big"]] | None = None

    @property
    def pointer_bytes(self) -> int:
        """Size of an address in the process: 4 or 8 bytes."""
        return self._word_form()[0]

    @property
    def byte_order(self) -> Literal["little", "big"]:
        """ "little" or "big"."""
        return self._word_form()[1]

    def _word_form(self) -> tuple[int, Literal["little", "big"]]:
        if self._form is None:
            self._form = self._report._crash.word_form()
        return self._form

    def known(self, place: Place, size: int) -> list[tuple[int, bytes]]:
        """The runs of known bytes among `size` bytes, at most 64 MiB: (address, bytes), ascending. Raises NotFound, TooLarge."""
        return self._report._crash.memory(self._report._address_of(place), size)

    def read(self, place: Place, size: int) -> bytes:
        """`size` bytes. Raises NotFound when one of them is in no file; `known()` gives the others."""
        if size == 0:
            return b""
        address = self._report._address_of(place)
        runs = self._report._crash.memory(address, size)
        if len(runs) != 1 or len(runs[0][1]) != size:
            have = sum(len(part) for _, part in runs)
            raise NotFound(f"{have} of {size} bytes at {address:#x} are known")
        return runs[0][1]

    def integer(self, place: Place, size: int, signed: bool = False) -> int:
        """An integer of `size` bytes in the process's byte order. Raises NotFound."""
        return int.from_bytes(self.read(place, size), self.byte_order, signed=signed)

    def pointer(self, place: Place) -> int:
        """The address that stands at a place. Raises NotFound."""
        return self.integer(place, self.pointer_bytes)

    def text(self, place: Place) -> str:
        """The text at a place. Raises NotFound."""
        return self._report.query(f"string({place_text(place)})")

    def search(self, *patterns: bytes | int | Value, alignment: int | None = None, most: int = 1000) -> Hits:
        """Where any of up to eight patterns stands: bytes, or an address, which stands at a whole word. At most 10 000 hits. Raises
        NotFound (no memory), Malformed (no pattern, or one of more than 4096 bytes)."""
        texts = [one if isinstance(one, bytes) else self._word(one) for one in patterns]
        if alignment is None:
            alignment = 1 if any(isinstance(one, bytes) for one in patterns) else self.pointer_bytes
        found, searched, is_cut = self._report._crash.search(texts, alignment, most)
        return Hits([address for address, _ in found], searched, is_cut)

    def _word(self, value: int | Value) -> bytes:
        number = value if isinstance(value, int) else self._report._address_of(value)
        return number.to_bytes(self.pointer_bytes, self.byte_order)

    def __repr__(self) -> str:
        return f"<faultline.Memory of {plain(self._report.name)}>"
