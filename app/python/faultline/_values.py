# SPDX-License-Identifier: GPL-3.0-or-later
"""Values of variables in the crashed process."""
from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from . import _native
from ._errors import NoKey, NoMember, NotFound, Unsupported
from ._records import MAKERS
from ._show import html_table, plain

if TYPE_CHECKING:
    from ._report import Report

_PAGE = 256
_LIST_PAGE = 4096
"""The engine walks a list from its beginning for each page."""


class Value:
    """A value of the crashed process, read when it was named. `value["m_next"]`, `value.m_next` and `value[3]` are its parts, also through a
    pointer; a member whose name is also one of this class needs brackets. A value that is not known has a `state` that says why; `int()`,
    `float()` and `bool()` of it raise NotFound."""

    __slots__ = ("_report", "_native", "_variable")

    def __init__(self, report: Report, native: _native.Value | None, variable: _native.Variable) -> None:
        self._report = report
        self._native = native  # None: the object is not in the file, so it has no parts.
        self._variable = variable

    @property
    def name(self) -> str:
        """The variable, member or expression; "[3]" for an element, "*" for what a pointer leads to."""
        return self._variable.name

    @property
    def type(self) -> str:
        """The type as the language writes it; empty when it is unknown."""
        return self._variable.type

    @property
    def role(self) -> str:
        """ "local", "argument", "this", "captured", "static", "global", "member", "base", "element", "pointee", "variant", "expression"."""
        return self._variable.role

    @property
    def state(self) -> str:
        """ "known", "guessed", or why there is no value: "optimized_out", "not_in_dump", "register_not_recovered", "entry_value_unknown",
        "type_unknown", "damaged", "unsupported", "too_large", "not_stored", "not_set_up", "no_such_element"."""
        return self._variable.state

    @property
    def kind(self) -> str:
        """ "boolean", "integer", "floating", "character", "enumerator", "pointer", "string", "summary", or "none" for a value that has parts
        only."""
        return self._variable.kind

    @property
    def is_known(self) -> bool:
        """Is there a value? A guess is one; `state` says that it is a guess."""
        return self.state in ("known", "guessed")

    @property
    def value(self) -> bool | int | float | str | None:
        """The value as bool, int, float or str: a pointer is its address, an enumerator its name, and a bool that is neither true nor false a number.
        None where there is none."""
        kind = self.kind
        if not self.is_known or kind == "none":
            return None
        if kind == "pointer":
            return self._variable.pointer
        if kind == "boolean" and self._variable.number in ("true", "false"):
            return self._variable.number == "true"
        if kind in ("boolean", "integer", "floating"):
            return _number(self._variable.number, float if kind == "floating" else int)
        return self._variable.number if kind == "enumerator" else self._variable.text

    @property
    def text(self) -> str:
        """The text of a character, string or summary; empty for others."""
        return self._variable.text

    @property
    def pointer(self) -> int | None:
        """The address that a pointer or reference holds."""
        return self._variable.pointer

    @property
    def pointer_symbol(self) -> str:
        """What lies there: "vtable for Shape", "main+0x12"; empty when unknown."""
        return self._variable.pointer_symbol

    @property
    def pointee(self) -> Value:
        """What a pointer or reference leads to, as an object of its real class where its table of virtual functions tells that. Raises
        NotFound (it leads to nothing that is in the file, or it is no pointer)."""
        found = next((part for part in self.parts() if part.role == "pointee"), None)
        if found is None or not found.is_known or self.pointer == 0:
            raise NotFound(f"{self.name} leads to nothing that is known")
        return found

    @property
    def address(self) -> int | None:
        """Where the value lies in the process; None in a register, or nowhere."""
        return self._variable.address

    @property
    def size_bytes(self) -> int | None:
        """Its size in bytes."""
        return self._variable.size_bytes

    @property
    def bit_field(self) -> tuple[int, int] | None:
        """A bit-field's first bit, counted from `address`, and its width in bits; None for other values."""
        first, count = self._variable.bit_offset, self._variable.bit_count
        return None if first is None or count is None else (first, count)

    @property
    def expression(self) -> str | None:
        """What leads here in the frame; None for a part that was reached by iteration."""
        return None if self._native is None else self._native.expression

    def parts(self, first: int = 0) -> Iterator[Value]:
        """Members, elements or what the pointer leads to, from number `first` on, read as they are asked for. Raises NotFound where there
        is no memory or debug info."""
        while self._native is not None:
            page = self._native.parts(first, _PAGE)
            for number, variable in enumerate(page, first):
                yield Value(self._report, self._native.part(number), variable)
            if len(page) < _PAGE:
                return
            first += _PAGE

    def follow(self, *members: str) -> Iterator[Value]:
        """The objects of a list or tree: this one and those that the members lead to, each once. "hook.next" goes through a member that
        lies between. An object that is not in the file says so (`state`). Raises NotFound (no such member), TooLarge (more than 65 536)."""
        first = 0
        while self._native is not None:
            page = self._native.follow(",".join(members), first, _LIST_PAGE)
            for variable in page:
                yield _object_of(self._report, variable)
            if len(page) < _LIST_PAGE:
                return
            first += _LIST_PAGE

    def _called(self, name: str) -> Value | None:
        """The part with a name, also one of a base class or an unnamed part."""
        around = []
        for part in self.parts():
            if part.name == name:
                return part
            if part.role in ("base", "pointee", "variant") or not part.name:
                around.append(part)
        return next((found for part in around if (found := part._called(name)) is not None), None)

    def _member(self, name: str) -> Value:
        if self._native is not None and self._native.expression is not None and name.isidentifier():
            return _read(self._report, self._native.member(name))
        found = self._called(name)
        if found is None:
            raise NotFound(f'"{self.type}" has no member "{name}"')
        return found

    def _element(self, index: int) -> Value:
        if self.kind != "pointer" and self.type.endswith("]") and not 0 <= index < len(self):
            raise IndexError(f'"{plain(self.type)}" has no element {index}')
        if self._native is not None and self._native.expression is not None:
            try:
                return _read(self._report, self._native.element(index))
            except NotFound as error:
                if self.kind == "summary":
                    raise IndexError(error.detail) from None
                # Otherwise something whose elements only its parts name.
        found = self._called(f"[{index}]")
        if found is None:
            raise IndexError(f'"{plain(self.type)}" has no element {index}')
        return found

    def _keyed(self, key: str) -> Value:
        if self._native is None or self._native.expression is None:
            raise NotFound(f'"{self.type}" has no keys')
        return _read(self._report, self._native.key(key))

    def __getitem__(self, part: str | int) -> Value:
        """An element by its index, what a map has at a key (a number or a text), or a member by its name. Raises IndexError or KeyError (there
        is none)."""
        if isinstance(part, int):
            return self._element(part)
        first, second = (self._keyed, self._member) if self.kind == "summary" else (self._member, self._keyed)
        try:
            return first(part)
        except (NotFound, Unsupported) as error:
            try:
                return second(part)
            except (NotFound, Unsupported):
                raise NoKey(error.detail) from None

    def __getattr__(self, name: str) -> Value:
        if name.startswith("__") or name in Value.__slots__:
            raise AttributeError(name)
        try:
            return self._member(name)
        except NotFound as error:
            raise NoMember(error.detail) from None

    def __dir__(self) -> list[str]:
        own = list(super().__dir__())
        try:
            return own + [part.name for part in self.parts() if part.name.isidentifier()]
        except Exception:  # noqa: BLE001 - completion shows what it can
            return own

    def __iter__(self) -> Iterator[Value]:
        return self.parts()

    def __len__(self) -> int:
        """How many parts the value has."""
        return self._variable.part_count

    def _known(self) -> bool | int | float | str:
        found = self.value
        if found is None:
            raise NotFound(f"{self.name} has no value: {self._variable.text or self.state.replace('_', ' ')}")
        return found

    def _as_number(self) -> bool | int | float:
        found = self._known()
        if isinstance(found, str):
            if self.kind == "character" and len(found) == 1:
                return ord(found)
            raise Unsupported(f"{self.name} is no number")
        return found

    def __int__(self) -> int:
        return int(self._as_number())

    def __index__(self) -> int:
        if self.kind not in ("integer", "pointer", "boolean"):
            raise TypeError(f"{plain(self.name)} is no integer")
        return int(self)

    def __float__(self) -> float:
        return float(self._as_number())

    def __bool__(self) -> bool:
        if self.kind == "none" and self.is_known:
            return True
        # The name of an enumerator does not say whether it is 0.
        return bool(self._known() if self.kind in ("string", "summary") else self._as_number())

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Value):
            return self.value is not None and self.value == other
        if self.value is None or other.value is None:  # Objects with parts only are the same or not.
            return self.address is not None and (self.address, self.type) == (other.address, other.type) and self._report is other._report
        return self.value == other.value

    def __hash__(self) -> int:
        return hash(self.value)

    def __str__(self) -> str:
        if not self.is_known:
            return f"<{self.state.replace('_', ' ')}>"
        if self.kind == "pointer" and self.pointer is not None:
            return plain(hex(self.pointer) + (f" {self.pointer_symbol}" if self.pointer_symbol else ""))
        if self.kind == "none":
            return "{…}" if len(self) else "{}"
        return plain(self._variable.number or repr(self._variable.text)) + (" (guessed)" if self.state == "guessed" else "")

    def __repr__(self) -> str:
        return f"<faultline.Value {plain(self.type)} {plain(self.name)} = {self}>"

    def _repr_html_(self) -> str:
        rows = [(self.name, self.type, str(self))]
        try:
            rows += [("  " + part.name, part.type, str(part)) for _, part in zip(range(100), self.parts())]
        except NotFound:
            pass  # The value stands alone.
        return html_table(("name", "type", "value"), rows, 1 + len(self))


def _read(report: Report, place: _native.Value) -> Value:
    """The value at a place, which is read now. Raises NotFound."""
    found = place.read()
    if not found:
        raise NotFound(f"{place.expression} has no value")
    return Value(report, place, found[0])


def _number(text: str, make: type[int] | type[float]) -> int | float | str:
    try:
        return make(text)
    except ValueError:
        return text


def _object_of(report: Report, variable: _native.Variable) -> Value:
    """An object of a list, whose parts are found by its type and address."""
    if variable.state not in ("known", "guessed") or variable.address is None:
        return Value(report, None, variable)
    return Value(report, report._place_of(variable.type, variable.address), variable)


class Locals(Mapping[str, Value]):
    """The variables of a frame by name: arguments, locals of the blocks around the address, `this`. Reading them raises NotFound where no
    debug info describes the frame or its registers are not known. They are read once."""

    __slots__ = ("_report", "_native", "_variables")

    def __init__(self, report: Report, native: _native.Value) -> None:
        self._report = report
        self._native = native
        self._variables: list[_native.Variable] | None = None

    def _read(self) -> list[_native.Variable]:
        if self._variables is None:
            self._variables = self._native.read()
        return self._variables

    def _names(self) -> list[str]:
        return list(dict.fromkeys(variable.name for variable in self._read()))

    def __getitem__(self, name: str) -> Value:
        found = [variable for variable in self._read() if variable.name == name]
        if not found:
            raise NoKey(f'no variable is called "{name}" here')
        # Of several in blocks around each other, the engine knows which one the name means.
        place = self._native.member(name)
        return Value(self._report, place, found[0]) if len(found) == 1 else _read(self._report, place)

    def __iter__(self) -> Iterator[str]:
        return iter(self._names())

    def __len__(self) -> int:
        return len(self._names())

    def __repr__(self) -> str:
        return f"<faultline.Locals {', '.join(plain(name) for name in self)}>"

    def _repr_html_(self) -> str:
        return html_table(("name", "type", "value"), [(value.name, value.type, str(value)) for value in self.values()])


class Globals:
    """Global and static variables of all modules by name, with its scopes or without: `report.globals["scene::g_scene"]`."""

    __slots__ = ("_report",)

    def __init__(self, report: Report) -> None:
        self._report = report

    def __getitem__(self, name: str) -> Value:
        """Raises NotFound: there is no such variable."""
        try:
            return self._report._global(name)
        except NotFound as error:
            raise NoKey(error.detail) from None


def _of_item(report: Report, native: _native.Value) -> Value | Locals:
    return Locals(report, native) if native.expression == "" else _read(report, native)


MAKERS["value"] = _of_item
