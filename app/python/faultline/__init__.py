# SPDX-License-Identifier: GPL-3.0-or-later
"""Crashes for programs: open a crash file, and ask about threads, frames, values, memory and modules.

>>> import faultline
>>> with faultline.open("sample.dmp", symbols=["."], offline=True) as report:
...     print(report.cause.text)
...     print(report.frames[3].locals["this"].m_dirty)
Read near null (+0x10) in scene::Node::bounds()
Everything

Nothing is executed in a crashed process, nothing is changed, and the network is used as the user's settings say and no further. Names are
those of the report's JSON and of `faultline query` (docs/scripting.md). Addresses are int, sizes are bytes. What is not available raises an
Error, whose class and `kind` say why.

Texts of a crash (names of threads and functions, strings, paths) come from a process that somebody else may have controlled: they are plain
str, and what is made for people (`repr()`, HTML, the messages of errors) shows their control and bidirectional characters as escapes.
"""
from __future__ import annotations

import logging
import os
from collections.abc import Iterable, Mapping
from typing import Literal, Union

from . import _native
from ._errors import Cancelled, Closed, Error, Malformed, NoKey, NoMember, NotFound, PermissionDenied, TooLarge, Unsupported
from ._library import Library
from ._memory import Hits, Memory
from ._records import Record, Sequence
from ._report import Answer, Report
from ._show import plain
from ._stacks import FoundString, Frame, Module, Thread
from ._values import Globals, Locals, Value

__version__: str = _native.version

__all__ = [
    "Answer", "Cancelled", "Closed", "Error", "FoundString", "Frame", "Globals", "Hits", "Library", "Locals", "Malformed", "Memory", "Module",
    "NoKey", "NoMember", "NotFound", "PermissionDenied", "Record", "Report", "Sequence", "Session", "Thread", "TooLarge", "Unsupported", "Value",
    "open", "open_library",
]

PathText = Union[str, "os.PathLike[str]"]
Profile = Literal["full", "team", "share_outside"]

_LOG = logging.getLogger("faultline")
_LEVELS = {"warning": logging.WARNING, "error": logging.ERROR}


def _paths(given: PathText | Iterable[PathText]) -> list[str]:
    every = [given] if isinstance(given, (str, os.PathLike)) else given
    return [os.fspath(path) for path in every]


class Session:
    """An engine with settings: reports that are opened with one share its caches. It may be used by several threads, and ends with the last of
    its reports."""

    def __init__(
        self,
        symbols: PathText | Iterable[PathText] = (),
        *,
        modules: Mapping[str, PathText] | None = None,
        program: str | None = None,
        config: PathText | None = None,
        offline: bool = False,
        library: PathText | None = None,
    ) -> None:
        """`symbols`: folders of debug files, LAYOUT:PATH or URLs, as --symbols. `modules`: a file for a module's name, path or address, as
        --module. `program`: the program of a core file, "FILE" or "FILE@0x…". `config`: a configuration file instead of the user's own.
        `offline`: use no network. `library`: the library of reports that queries ask, instead of the user's own. Raises Error: NotFound or
        Malformed (settings), Unsupported (a symbol source that is none)."""
        pairs = [f"{name}={os.fspath(file)}" for name, file in (modules or {}).items()]
        self._library = None if library is None else os.fspath(library)
        self._native = _native.Session(None if config is None else os.fspath(config), _paths(symbols), pairs, program, offline)

    def open(self, path: PathText, *, part: str | None = None, profile: Profile = "full") -> Report:
        """Reads a crash file and symbolicates it; `part` names one of a container. Ctrl+C cancels it. Under the profile "team" the report has
        no texts and memory of the process, under "share_outside" also no names of users and machines. Raises Error: NotFound,
        PermissionDenied, Unsupported (no known kind of crash file, or a container with several), Malformed, TooLarge, Cancelled."""
        try:
            return Report(self._native.open(os.fspath(path), part, profile), self._library)
        finally:
            for level, category, text in self._native.take_log():
                _LOG.log(_LEVELS.get(level, logging.INFO), "%s: %s", category, plain(text))

    def __repr__(self) -> str:
        return "<faultline.Session>"


def open(  # noqa: A001 - as the open() of other modules
    path: PathText,
    symbols: PathText | Iterable[PathText] = (),
    *,
    part: str | None = None,
    modules: Mapping[str, PathText] | None = None,
    program: str | None = None,
    config: PathText | None = None,
    offline: bool = False,
    library: PathText | None = None,
    profile: Profile = "full",
) -> Report:
    """Opens a crash file in a session of its own: see Session, which serves many files faster, and Session.open()."""
    session = Session(symbols, modules=modules, program=program, config=config, offline=offline, library=library)
    return session.open(path, part=part, profile=profile)


def open_library(path: PathText | None = None) -> Library:
    """A library of reports (docs/library.md); without a path the user's own one."""
    return Library(path)


for _name in __all__:
    if isinstance(globals()[_name], type):
        globals()[_name].__module__ = __name__  # Where users find it, whatever file it stands in.
