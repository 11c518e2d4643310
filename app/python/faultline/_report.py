# SPDX-License-Identifier: GPL-3.0-or-later
"""An open crash: its report, and what the engine answers beyond it."""
from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any, Literal, NamedTuple, Union

from . import _native
from ._errors import NotFound, Unsupported
from ._records import MAKERS, Record, Sequence, wrap
from ._show import html_table, plain
from ._values import Globals, Locals, Value

Place = Union[int, str, Value]
"""A place in the process: an address, a text such as "rsp+0x20", "libscene.so+0x4d4" or "main", or a pointer or object of the process."""

_PAGE = 256


def quoted(text: str) -> str:
    """The text as a literal of the query language."""
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


def _place_text(place: Place) -> str:
    if isinstance(place, Value):
        address = place.pointer if place.pointer is not None else place.address
        if address is None:
            raise NotFound(f"{place.name} has no address")
        return hex(address)
    return hex(place) if isinstance(place, int) else quoted(place)


class FoundString(NamedTuple):
    """A text that a register or a word of the stack leads to."""

    text: str
    """The text, at most 4096 bytes of it."""
    address: int
    """Where it stands."""
    register: str | None
    """The register that leads to it; None for a word of the stack."""
    stack_offset: int | None
    """Of the word, from the frame's stack pointer, in bytes."""
    encoding: str
    """ "ascii", "utf-8" or "utf-16"."""
    is_cut: bool
    """The text goes on."""


class Hits(NamedTuple):
    """Where patterns stand in memory."""

    addresses: list[int]
    """Ascending."""
    searched_bytes: int
    """So much memory is in the file."""
    is_cut: bool
    """There may be more: the limit ended the search."""


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


class Frame(Record):
    """A row of a stack: a function, or a call that was inlined into one. Further members have the names of docs/report.schema.json."""

    __slots__ = ()
    _report: Report

    @property
    def index(self) -> int:
        """Row of the stack; 0 is the innermost."""
        return self._node.place[1]

    @property
    def thread(self) -> Thread:
        """The thread that it is a frame of."""
        return self._report.threads[self._node.place[0]]

    @property
    def function(self) -> str | None:
        """The function's name, demangled; None when unknown."""
        return self._node.get("function")

    @property
    def symbol(self) -> str | None:
        """The name as the debug info has it."""
        return self._node.get("symbol")

    @property
    def module(self) -> Module | None:
        """The module that has the code; None when none has it."""
        number = self._node.get("module")
        return None if number is None else self._report.modules[number]

    @property
    def package(self) -> str | None:
        """The path of the module."""
        return self._node.get("package")

    @property
    def instruction_addr(self) -> int | None:
        """Address in the process of the instruction that is looked up: of the call, in frames that called."""
        return self._get("instruction_addr")

    @property
    def filename(self) -> str | None:
        """Source file without its folder, or as the debug info has it."""
        return self._node.get("filename")

    @property
    def abs_path(self) -> str | None:
        """Source file with its folder."""
        return self._node.get("abs_path")

    @property
    def lineno(self) -> int | None:
        """Line in the source file, counted from 1."""
        return self._node.get("lineno")

    @property
    def trust(self) -> str | None:
        """How the frame was found: "context", "cfi", "fp", "scan", …; a scanned frame is a guess."""
        return self._node.get("trust")

    @property
    def status(self) -> str:
        """ "symbolicated", or why there is no name."""
        return self._node.get("status")

    @property
    def inlined(self) -> bool:
        """Was the call inlined into the function of a following row?"""
        return bool(self._node.get("inlined"))

    @property
    def inlines(self) -> Sequence[Frame]:
        """The rows that share the physical frame: inlined calls, and the function itself as the last one."""
        return self._get("inlines")

    @property
    def registers(self) -> dict[str, int]:
        """Values of the registers that were recovered, by name."""
        found = self._node.get("registers")
        return {} if found is None else {name: int(text, 16) for name, text in found.whole().items()}

    @property
    def locals(self) -> Locals:
        """The variables of the frame by name."""
        return self._get("locals")

    @property
    def source(self) -> Record:
        """The source position with the lines around it: `pre_context`, `context_line`, `post_context`."""
        return self._get("source")

    @property
    def code(self) -> Sequence[Record]:
        """The instructions around the frame's own; `current` is true for that one. Raises NotFound (nobody has the bytes)."""
        return wrap(self._report, self._node.ask("code"))

    def value(self, expression: str) -> Value:
        """The value of an expression: "this->m_items[2].size", "*p", "&p->next". Raises NotFound (it cannot be read or followed)."""
        return self._report.value(expression, self)

    def strings(self) -> list[FoundString]:
        """The texts that the frame's registers and the first 512 words of its stack lead to. Raises NotFound (no memory)."""
        return [FoundString(*each) for each in self._report._crash.strings(*self._node.place)]

    def _where(self) -> str:
        thread, row = self._node.place
        return f"threads[{thread}].frames[{row}]"

    def _row(self) -> tuple[str, str, str, str]:
        line = f"{self.abs_path or self.filename or ''}:{self.lineno}" if self.lineno else ""
        return (str(self.index), (self.function or hex(self.instruction_addr or 0)) + (" (inlined)" if self.inlined else ""), line, self.trust or "")

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Frame) and self._report is other._report and self._node.place == other._node.place

    def __hash__(self) -> int:
        return hash((id(self._report), self._node.place))

    def __repr__(self) -> str:
        _, function, line, _ = self._row()
        return f"<faultline.Frame {self.index} {plain(function)}{' at ' + plain(line) if line else ''}>"

    def _repr_html_(self) -> str:
        return html_table(("#", "function", "line", "trust"), [self._row()])


class Thread(Record):
    """A thread with its stack. Further members: `thread_id`, `thread_name`, `is_requesting`, `state`, `waits` (what it waits for, with the
    object)."""

    __slots__ = ()
    _report: Report

    @property
    def index(self) -> int:
        """Its number in the file, from 0 on."""
        return self._node.place[0]

    @property
    def thread_id(self) -> int | None:
        """The system's number of the thread."""
        return self._node.get("thread_id")

    @property
    def thread_name(self) -> str | None:
        """The name that the program gave it."""
        return self._node.get("thread_name")

    @property
    def is_requesting(self) -> bool:
        """Did it crash, or ask for the file?"""
        return bool(self._node.get("is_requesting"))

    @property
    def state(self) -> str | None:
        """ "running", "waiting", "sleeping", …; None when unknown."""
        return self._node.get("state")

    @property
    def waits(self) -> Record | None:
        """What it does, and under `waits_for` the object that it waits for with its owner; None when unknown."""
        return self._get("waits")

    @property
    def frames(self) -> Sequence[Frame]:
        """Its stack, the innermost call first."""
        return self._get("frames")

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Thread) and self._report is other._report and self.index == other.index

    def __hash__(self) -> int:
        return hash((id(self._report), self.index))

    def __repr__(self) -> str:
        name = f" {plain(self.thread_name)}" if self.thread_name else ""
        return f"<faultline.Thread {self.index}{name}, {len(self.frames)} frames>"

    def _repr_html_(self) -> str:
        return html_table(("#", "function", "line", "trust"), [frame._row() for _, frame in zip(range(200), self.frames)], len(self.frames))


class Module(Record):
    """A program or library with the places where its files were looked for (`candidates`)."""

    __slots__ = ()
    _report: Report

    @property
    def index(self) -> int:
        """Its number in the file, from 0 on."""
        return self._node.place[1]

    @property
    def code_file(self) -> str | None:
        """The path that it was loaded from."""
        return self._node.get("code_file")

    @property
    def debug_id(self) -> str | None:
        """What identifies its debug file."""
        return self._node.get("debug_id")

    @property
    def debug_status(self) -> str | None:
        """ "found", "missing", …: has its debug info been found?"""
        return self._node.get("debug_status")

    @property
    def image_addr(self) -> int | None:
        """Where it begins in the process."""
        return self._get("image_addr")

    @property
    def image_size(self) -> int | None:
        """Its size there, in bytes."""
        return self._node.get("image_size")

    @property
    def candidates(self) -> Sequence[Record]:
        """Every place where its files were looked for, with what became of it: `source`, `location`, `download.status`, …"""
        return self._list("candidates")

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Module) and self._report is other._report and self.index == other.index

    def __hash__(self) -> int:
        return hash((id(self._report), self.index))

    def __repr__(self) -> str:
        return f"<faultline.Module {self.index} {plain(self.code_file or '')} at {hex(self.image_addr or 0)}>"


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
        return self._report.query(f"string({_place_text(place)})")

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


class Report:
    """An open crash: what `faultline symbolicate` shows, and answers to what it does not say. A report may be used by several threads; the
    engine works without the GIL. Close it, or use it in a `with` statement; its objects raise Closed afterwards.

    Further members of the report have the names of docs/report.schema.json and docs/scripting.md: `report.waits`, `report.streams`,
    `report.system_info`."""

    def __init__(self, crash: _native.Crash, library: str | None = None) -> None:
        self._crash = crash
        self._library = library
        self._node = crash.root()

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

    @property
    def cause(self) -> Record | None:
        """Why it crashed: `code`, `text`, `access`, `address`, `function`; None when nothing tells."""
        return self._get("cause")

    @property
    def why(self) -> Sequence[Record]:
        """What is missing in the report, and why."""
        return self._list("why")

    @property
    def signature(self) -> str | None:
        """What equal crashes share."""
        return self._node.get("signature")

    @property
    def crash_reason(self) -> str | None:
        """The exception or signal."""
        return self._node.get("crash_reason")

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

    def _get(self, name: str) -> Any:
        return wrap(self, self._node.get(name))

    def _list(self, name: str) -> Sequence[Any]:
        return Record(self, self._node)._list(name)

    def _needed(self, name: str) -> Any:
        found = self._get(name)
        if found is None:
            raise NotFound(f"the report has no {name}")
        return found

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_"):
            raise AttributeError(name)
        return getattr(Record(self, self._node), name)

    def __getitem__(self, name: str) -> Any:
        return Record(self, self._node)[name]

    def keys(self) -> list[str]:
        """The names of the report's members in its JSON."""
        return self._node.keys()

    def to_dict(self) -> dict[str, Any]:
        """The whole report as `faultline symbolicate --format json` has it."""
        return dict(self._node.whole())

    def json(self) -> str:
        """The same as text."""
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

    @property
    def globals(self) -> Globals:
        """Global and static variables of all modules by name."""
        return Globals(self)

    def cast(self, type: str, address: Place) -> Value:
        """The object of a type at an address: `report.cast("scene::Node*", pointer).m_children`. A star at the end is allowed and says
        nothing more. Raises NotFound (no such type)."""
        return self.query(f"cast({quoted(type)}, {_place_text(address)})")

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
        return self.query(f"nearest({_place_text(place)}{', ' + frame._where() if frame is not None else ''})")

    def address(self, place: Place, frame: Frame | None = None) -> Record:
        """What an address is: `value`, `kind` ("code", "stack", …), `module`, `symbol`, `region`. Raises NotFound (the text names none)."""
        return self.query(f"address({_place_text(place)}{', ' + frame._where() if frame is not None else ''})")

    def _address_of(self, place: Place) -> int:
        if isinstance(place, str):
            return int(self.address(place)["value"], 16)
        text = _place_text(place)
        number = int(text, 16)
        if not 0 <= number < 1 << 64:
            raise Unsupported(f"{number} is no address")
        return number

    def disassembly(self, place: Place | None = None, frame: Frame | None = None) -> Sequence[Record]:
        """Instructions around a place, without one around the frame: `address`, `text`, `function`, `lineno`. Raises NotFound."""
        if place is None:
            return (frame if frame is not None else self.frame).code
        return self.query(f"disassembly({_place_text(place)}{', ' + frame._where() if frame is not None else ''})")

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


MAKERS.update({"thread": Thread, "frame": Frame, "module": Module})
