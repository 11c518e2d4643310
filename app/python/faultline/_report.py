# SPDX-License-Identifier: GPL-3.0-or-later
"""An open crash: its report, and what the engine answers beyond it."""
from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any, Literal, NamedTuple

from . import _native
from ._errors import NotFound, Unsupported
from ._memory import Memory
from ._places import Place, place_text, quoted
from ._records import Record, Sequence, member, wrap
from ._show import html_table, plain
from ._stacks import FoundString, Frame, Module, Thread
from ._values import Globals, Locals, Value

_PAGE = 256


class Answer(NamedTuple):
    """A page of the answer to a query, as `faultline query --format json` gives it."""

    value: Any
    """dict, list, str, int, float, bool or None; addresses are texts."""
    total: int | None
    """Elements of the whole list."""
    next: int | None
    """The first element of the next page; None after the last."""
    is_cut: bool
    """Something was left out for its size: "omitted" says how many."""


class Report(Record):
    """An open crash: what `faultline symbolicate` shows, and answers to what it does not say. A report may be used by several threads; the
    engine works without the GIL. Close it, or use it in a `with` statement; its objects raise Closed afterwards.

    Further members of the report have the names of docs/report.schema.json and docs/scripting.md: `report.waits`, `report.streams`,
    `report.system_info`."""

    def __init__(self, crash: _native.Crash, library: str | None = None) -> None:
        self._crash = crash
        self._library = library
        self._node = crash.root()

    @property
    def _report(self) -> Report:  # It is no slot here: a report that referred to itself would outlive its last user.
        return self

    __eq__ = object.__eq__
    __hash__ = object.__hash__

    # --- its life

    def close(self) -> None:
        """Cancels what other threads ask, and frees the crash. It may be called again."""
        self._crash.close()

    @property
    def closed(self) -> bool:
        """Was it closed?"""
        return self._crash.closed

    def __enter__(self) -> Report:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    # --- what it says

    @property
    def name(self) -> str:
        """The path of the crash file, and its part of a container."""
        return self._crash.name

    @property
    def profile(self) -> str:
        """ "full", "team" (without texts of the process) or "share_outside" (also without names of users and machines)."""
        return self._crash.profile

    @property
    def removed(self) -> list[tuple[str, str, int]]:
        """What the profile has removed: (kind, field of the report, how often)."""
        return self._crash.removed

    @member
    def cause(self) -> Record | None:
        """Why it crashed: `code`, `text`, `access`, `address`, `function`; None when nothing tells."""

    @property
    def why(self) -> Sequence[Record]:
        """What is missing in the report, and why."""
        return self._list("why")

    @member
    def signature(self) -> str | None:
        """What equal crashes share."""

    @member
    def crash_reason(self) -> str | None:
        """The exception or signal."""

    @property
    def threads(self) -> Sequence[Thread]:
        """The threads in the order of the file."""
        return self._list("threads")

    @property
    def thread(self) -> Thread:
        """The thread that crashed, or leads. Raises NotFound (the report has none)."""
        return self._needed("thread")

    @property
    def frames(self) -> Sequence[Frame]:
        """Its stack."""
        return self._needed("frames")

    @property
    def frame(self) -> Frame:
        """Its innermost frame."""
        return self._needed("frame")

    @property
    def locals(self) -> Locals:
        """The variables of that frame."""
        return self.frame.locals

    @property
    def modules(self) -> Sequence[Module]:
        """Programs and libraries in the order of the file."""
        return self._list("modules")

    def _needed(self, name: str) -> Any:
        found = self._get(name)
        if found is None:
            raise NotFound(f"the report has no {name}")
        return found

    def json(self) -> str:
        """The whole report as the text that `faultline symbolicate --format json` prints."""
        return self._crash.json()

    def text(self) -> str:
        """The report as English text; control characters are escaped."""
        return self._crash.text()

    def markdown(self) -> str:
        """The report as Markdown."""
        return self._crash.markdown()

    # --- questions

    def query(self, expression: str) -> Any:
        """The value of an expression of docs/scripting.md, with live objects: 'threads[3].frames[0].locals.this', 'type("scene::Box")'. A
        list that the expression pages has its first 10 000 elements. Raises Malformed, NotFound, TooLarge, Unsupported, Cancelled."""
        return self._page(expression, 0, 10_000)[0]

    def answer(self, expression: str, first: int = 0, most: int = 100, max_bytes: int = 1 << 20, depth: int | None = None, value_depth: int = 3,
               other: Report | None = None) -> Answer:
        """One page of the answer to a query as plain values, as `faultline query` gives it; `other` is what compare("other") means. Raises
        as query()."""
        crash = None if other is None else other._crash
        text, total, following, is_cut = self._crash.answer(expression, first, most, max_bytes, depth, value_depth, crash, self._library)
        return Answer(json.loads(text), total, following, is_cut)

    def _page(self, expression: str, first: int, most: int, other: Report | None = None) -> tuple[Any, bool]:
        found, has_more = self._crash.item(expression, first, most, None if other is None else other._crash, self._library)
        return wrap(self, found), has_more

    def _pages(self, expression: str) -> Iterator[Any]:
        first = 0
        while True:
            page, has_more = self._page(expression, first, _PAGE)
            yield from page
            first += len(page)
            if not has_more or len(page) == 0:
                return

    def value(self, expression: str, frame: Frame | None = None) -> Value:
        """The value of an expression in a frame, by default the innermost one of the thread that crashed. Raises NotFound (it
        cannot be read or followed)."""
        return self.query(f"value({quoted(expression)}{', ' + frame._where() if frame is not None else ''})")

    def _global(self, name: str) -> Value:
        return self.query(f"global({quoted(name)})")

    @property
    def globals(self) -> Globals:
        """Global and static variables of all modules by name."""
        return Globals(self)

    def cast(self, type: str, address: Place) -> Value:
        """The object of a type at an address: `report.cast("scene::Node*", pointer).m_children`. A star at the end is allowed and says
        nothing more. Raises NotFound (no such type)."""
        return self.query(f"cast({quoted(type)}, {place_text(address)})")

    def _place_of(self, type: str, address: int) -> _native.Value:
        found, _ = self._crash.item(f"cast({quoted(type)}, {address:#x})", 0, 1, None, None)
        return found

    def type(self, name: str) -> Record | Sequence[Record]:
        """What a type is made of: `size`, `parts` with `offset` and `size` in bytes, `holes`. Several types of one name are a list. Raises
        NotFound."""
        return self.query(f"type({quoted(name)})")

    def symbols(self, pattern: str) -> Iterator[Record]:
        """The functions whose whole name fits a pattern of shells ("*::draw"): `function`, `address`, `size`, `module`. Raises Malformed."""
        return self._pages(f"symbol({quoted(pattern)})")

    def nearest(self, place: Place, frame: Frame | None = None) -> Record:
        """The function at an address. Raises NotFound."""
        return self.query(f"nearest({place_text(place)}{', ' + frame._where() if frame is not None else ''})")

    def address(self, place: Place, frame: Frame | None = None) -> Record:
        """What an address is: `value`, `kind` ("code", "stack", …), `module`, `symbol`, `region`. Raises NotFound (the text names none)."""
        return self.query(f"address({place_text(place)}{', ' + frame._where() if frame is not None else ''})")

    def _address_of(self, place: Place) -> int:
        if isinstance(place, str):
            return int(self.address(place)["value"], 16)
        text = place_text(place)
        number = int(text, 16)
        if not 0 <= number < 1 << 64:
            raise Unsupported(f"{number} is no address")
        return number

    def disassembly(self, place: Place | None = None, frame: Frame | None = None) -> Sequence[Record]:
        """Instructions around a place, without one around the frame: `address`, `text`, `function`, `lineno`. Raises NotFound."""
        if place is None:
            return (frame if frame is not None else self.frame).code
        return self.query(f"disassembly({place_text(place)}{', ' + frame._where() if frame is not None else ''})")

    def map(self) -> Sequence[Record]:
        """The regions of the address space: `address`, `size`, `kind`, `owner`, `saved` (bytes that are in the file)."""
        return self.query("map()")

    @property
    def memory(self) -> Memory:
        """Memory of the process."""
        return Memory(self)

    def strings(self, frame: Frame | None = None) -> list[FoundString]:
        """The texts that a frame's registers and stack lead to. Raises NotFound (no memory)."""
        return (frame if frame is not None else self.frame).strings()

    def find(self, text: str) -> Iterator[Frame]:
        """The frames of all threads whose function, module or source file contains the text, whatever the case of ASCII letters."""
        stacks: dict[int, Sequence[Frame]] = {}
        for hit in self.query(f"find({quoted(text)})"):
            if hit.thread not in stacks:
                stacks[hit.thread] = self.threads[hit.thread].frames
            yield stacks[hit.thread][hit.row]

    def groups(self, by: Literal["state", "stack", "name"] = "stack") -> Sequence[Record]:
        """Threads that are alike; each group has `threads`, their indexes."""
        return self.query(f"groups({quoted(by)})")

    def compare(self, other: Report) -> Record:
        """This crash and another one side by side, as `faultline diff` shows them: `equal`, `facts`, `stack`, `modules`."""
        return self._page('compare("other")', 0, _PAGE, other)[0]

    # --- how it shows

    def _head(self) -> str:
        cause = self.cause
        return cause.text if cause is not None else (self.crash_reason or "no cause is known")

    def __repr__(self) -> str:
        if self.closed:
            return "<faultline.Report, closed>"
        return f"<faultline.Report {plain(self.name)}: {plain(self._head())}>"

    def _repr_html_(self) -> str:
        if self.closed:
            return html_table((), [("closed",)])
        facts = html_table((), [("file", self.name), ("cause", self._head()), ("signature", self.signature or "")])
        return facts + (self.thread._repr_html_() if self.threads else "")
