# SPDX-License-Identifier: GPL-3.0-or-later
"""Texts of a crash for people: control and bidirectional characters are visible escapes, and markup is none."""
from __future__ import annotations

import html
from collections.abc import Iterable, Sequence
from typing import Any

from . import _native

MOST_CHARACTERS = 200


def plain(text: Any) -> str:
    """The text without characters that control a terminal, cut after MOST_CHARACTERS."""
    escaped = _native.escaped(str(text))
    return escaped if len(escaped) <= MOST_CHARACTERS else escaped[: MOST_CHARACTERS - 1] + "…"


def shown(value: Any) -> str:
    """One line for any value."""
    if isinstance(value, bool) or value is None:
        return str(value)
    if isinstance(value, str):
        return plain(value)
    return plain(repr(value))


def html_table(head: Sequence[str], rows: Iterable[Sequence[str]], total: int | None = None) -> str:
    """A table of texts, and how many rows there are beyond those that it has."""

    def cells(row: Sequence[str], tag: str) -> str:
        return "".join(f'<{tag} style="text-align:left">{html.escape(plain(cell))}</{tag}>' for cell in row)

    all_rows = list(rows)
    body = "".join(f"<tr>{cells(row, 'td')}</tr>" for row in all_rows)
    top = f"<thead><tr>{cells(head, 'th')}</tr></thead>" if head else ""
    more = f"<p>… {total - len(all_rows)} more</p>" if total is not None and total > len(all_rows) else ""
    return f"<table>{top}<tbody>{body}</tbody></table>{more}"
