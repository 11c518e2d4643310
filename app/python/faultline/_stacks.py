# SPDX-License-Identifier: GPL-3.0-or-later
"""Threads, frames and modules of a report."""
from __future__ import annotations

from typing import NamedTuple

from ._records import MAKERS, Placed, Record, Sequence, member, wrap
from ._show import html_table, plain
from ._values import Locals, Value


class FoundString(NamedTuple):
    """A text that a register or a word of the stack leads to."""

    text: str
    """The text, at most 4096 bytes of it."""
    address: int
    """Where it stands."""
    register: str | None
    """The register that leads to it; None for a word of the stack."""
    stack_offset: int | None
    """How far the word lies from the frame's stack pointer, in bytes; None for a register."""
    encoding: str
    """ "ascii", "utf-8" or "utf-16"."""
    is_cut: bool
    """The text goes on."""


class Frame(Placed):
    """A row of a stack: a function, or a call that was inlined into one. The one with `index` 0 is the innermost. Further members have the names of
    docs/report.schema.json."""

    __slots__ = ()

    @property
    def thread(self) -> Thread:
        """The thread that it is a frame of."""
        return self._report.threads[self._node.place[0]]

    @member
    def function(self) -> str | None:
        """The function's name, demangled; None when unknown."""

    @member
    def symbol(self) -> str | None:
        """The name as the debug info has it."""

    @property
    def module(self) -> Module | None:
        """The module that has the code; None when none has it."""
        number = self._node.get("module")
        return None if number is None else self._report.modules[number]

    @member
    def package(self) -> str | None:
        """The path of the module."""

    @member
    def instruction_addr(self) -> int | None:
        """The address in the process of the instruction that is looked up; in frames that called another, that is the call."""

    @member
    def filename(self) -> str | None:
        """Source file without its folder, or as the debug info has it."""

    @member
    def abs_path(self) -> str | None:
        """Source file with its folder."""

    @member
    def lineno(self) -> int | None:
        """Line in the source file, counted from 1."""

    @member
    def trust(self) -> str | None:
        """How the frame was found: "context", "cfi", "fp", "scan", …; a scanned frame is a guess."""

    @member
    def status(self) -> str:
        """ "symbolicated", or why there is no name."""

    @property
    def inlined(self) -> bool:
        """Was the call inlined into the function of a following row?"""
        return bool(self._node.get("inlined"))

    @member
    def inlines(self) -> Sequence[Frame]:
        """The rows that share the physical frame: inlined calls, and the function itself as the last one."""

    @property
    def registers(self) -> dict[str, int]:
        """Values of the registers that were recovered, by name."""
        found = self._node.get("registers")
        return {} if found is None else {name: int(text, 16) for name, text in found.whole().items()}

    @member
    def locals(self) -> Locals:
        """The variables of the frame by name."""

    @member
    def source(self) -> Record:
        """The source position with the lines around it: `pre_context`, `context_line`, `post_context`."""

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

    def __repr__(self) -> str:
        _, function, line, _ = self._row()
        return f"<faultline.Frame {self.index} {plain(function)}{' at ' + plain(line) if line else ''}>"

    def _repr_html_(self) -> str:
        return html_table(("#", "function", "line", "trust"), [self._row()])


class Thread(Placed):
    """A thread with its stack. Further members: `thread_id`, `thread_name`, `is_requesting`, `state`, `waits` (what it waits for, with the
    object)."""

    __slots__ = ()

    @property
    def index(self) -> int:
        """Its number in the file, from 0 on."""
        return self._node.place[0]

    @member
    def thread_id(self) -> int | None:
        """The system's number of the thread."""

    @member
    def thread_name(self) -> str | None:
        """The name that the program gave it."""

    @property
    def is_requesting(self) -> bool:
        """Did it crash, or ask for the file?"""
        return bool(self._node.get("is_requesting"))

    @member
    def state(self) -> str | None:
        """ "running", "waiting", "sleeping", …; None when unknown."""

    @member
    def waits(self) -> Record | None:
        """What it does, and under `waits_for` the object that it waits for with its owner; None when unknown."""

    @member
    def frames(self) -> Sequence[Frame]:
        """Its stack, the innermost call first."""

    def __repr__(self) -> str:
        name = f" {plain(self.thread_name)}" if self.thread_name else ""
        return f"<faultline.Thread {self.index}{name}, {len(self.frames)} frames>"

    def _repr_html_(self) -> str:
        return html_table(("#", "function", "line", "trust"), [frame._row() for _, frame in zip(range(200), self.frames)], len(self.frames))


class Module(Placed):
    """A program or library with the places where its files were looked for (`candidates`)."""

    __slots__ = ()

    @member
    def code_file(self) -> str | None:
        """The path that it was loaded from."""

    @member
    def debug_id(self) -> str | None:
        """What identifies its debug file."""

    @member
    def debug_status(self) -> str | None:
        """ "found", "missing", …: has its debug info been found?"""

    @member
    def image_addr(self) -> int | None:
        """Where it begins in the process."""

    @member
    def image_size(self) -> int | None:
        """Its size there, in bytes."""

    @property
    def candidates(self) -> Sequence[Record]:
        """Every place where its files were looked for, with what became of it: `source`, `location`, `download.status`, …"""
        return self._list("candidates")

    def __repr__(self) -> str:
        return f"<faultline.Module {self.index} {plain(self.code_file or '')} at {hex(self.image_addr or 0)}>"


MAKERS.update({"thread": Thread, "frame": Frame, "module": Module})
