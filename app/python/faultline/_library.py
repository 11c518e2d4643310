# SPDX-License-Identifier: GPL-3.0-or-later
"""The library of reports that `faultline library` keeps."""
from __future__ import annotations

import os
from collections.abc import Iterator
from typing import Any

from . import _native
from ._places import quoted
from ._records import Record, wrap
from ._show import plain

_PAGE = 200


class Library:
    """A library of reports, which is opened for each page that is read. Nothing is changed in it."""

    __slots__ = ("_path",)

    def __init__(self, path: str | os.PathLike[str] | None = None) -> None:
        self._path = None if path is None else os.fspath(path)

    def search(self, query: str = "") -> Iterator[Record]:
        """The reports that a search line finds ("version:>=4.2 status:new"), page by page: `id`, `signature`, `cause`, … as
        docs/library.schema.json describes them. Raises Malformed (the line), NotFound (there is no such library)."""
        return self._rows("library", "reports", query)

    def groups(self, query: str = "") -> Iterator[Record]:
        """The groups of equal crashes among them. Raises as search()."""
        return self._rows("library_groups", "groups", query)

    def count(self, query: str = "") -> int:
        """How many reports a search line finds. Raises as search()."""
        return self._page("library", query, 0, 1)["total"]

    def _page(self, function: str, query: str, first: int, most: int) -> Any:
        found, _ = _native.open_library(self._path, f"{function}({quoted(query)})", first, most)
        return wrap(None, found)

    def _rows(self, function: str, rows: str, query: str) -> Iterator[Record]:
        first = 0
        while True:
            page = self._page(function, query, first, _PAGE)
            yield from page[rows]
            first += len(page[rows])
            if len(page[rows]) == 0 or first >= page["total"]:
                return

    def __repr__(self) -> str:
        return f"<faultline.Library {plain(self._path or 'of the user')}>"
