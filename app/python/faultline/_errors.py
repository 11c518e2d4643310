# SPDX-License-Identifier: GPL-3.0-or-later
"""What is raised when something is not available."""
from __future__ import annotations


class Error(Exception):
    """Something is not available. Programs look at the class or at `kind`; `detail` is for people."""

    kind: str = "internal"
    """A stable name: "not_found", "permission_denied", "timeout", "download_failed", "malformed", "unsupported", "cancelled", "internal",
    "too_large", "restricted", "switched_off", "no_descriptor", "conflict", "closed"."""

    detail: str
    """What was looked for, with limits and places. It may quote texts of the crash file."""

    def __init__(self, detail: str, kind: str | None = None) -> None:
        super().__init__(detail)
        self.detail = detail
        if kind is not None:
            self.kind = kind

    def __str__(self) -> str:
        from . import _native

        return _native.escaped(self.detail)

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.kind!r}, {self.detail!r})"


class NotFound(Error, LookupError):
    """There is no such file, member, value, function, or no memory at an address."""

    kind = "not_found"


class NoMember(NotFound, AttributeError):
    """An attribute does not exist: a value of the process, or an object of the report, has no such member."""


class NoKey(NotFound, KeyError):
    """A key does not exist: there is no such variable, register or member."""


class PermissionDenied(Error):
    """The system refuses a file, or the profile of the report does not show what was asked for."""

    kind = "permission_denied"


class Malformed(Error, ValueError):
    """A file or an expression is damaged."""

    kind = "malformed"


class TooLarge(Malformed):
    """A limit was met, which the text names."""

    kind = "too_large"


class Unsupported(Error):
    """A file is of no known kind, or an operation does not fit what it is applied to."""

    kind = "unsupported"


class Cancelled(Error):
    """Somebody closed the report or pressed Ctrl+C meanwhile."""

    kind = "cancelled"


class Closed(Error, ValueError):
    """The report was closed."""

    kind = "closed"


_CLASSES = {one.kind: one for one in (NotFound, PermissionDenied, Malformed, TooLarge, Unsupported, Cancelled, Closed)}


def of_kind(kind: str, detail: str) -> Error:
    """The error for a kind; faultline._native calls it."""
    return _CLASSES.get(kind, Error)(detail, kind)
