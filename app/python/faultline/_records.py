# SPDX-License-Identifier: GPL-3.0-or-later
"""Objects and lists of a report, whose parts are read when they are asked for."""
from __future__ import annotations

import functools
from collections.abc import Callable, Iterator, Sequence as AbstractSequence
from typing import TYPE_CHECKING, Any, Generic, TypeVar, overload

from . import _native
from ._errors import NoKey, NoMember
from ._show import html_table, plain, shown

if TYPE_CHECKING:
    from ._report import Report

T = TypeVar("T")

_ELEMENTS = {"threads": "thread", "frames": "frame", "modules": "module"}

MAKERS: dict[str, Callable[[Any, Any], Any]] = {}
"""How an object with a role is made: "thread", "frame", "module", and "value" for values of the process."""


def wrap(report: Report | None, found: Any) -> Any:
    """What an object of faultline._native is in Python."""
    if isinstance(found, _native.Value):
        return MAKERS["value"](report, found)
    if not isinstance(found, _native.Node):
        return found
    if found.is_list:
        return Sequence(report, found)
    return MAKERS.get(found.role, Record)(report, found)


def _as_address(name: str, value: Any) -> Any:
    """Addresses are texts in the report's JSON."""
    if not isinstance(value, str) or not value.startswith("0x"):
        return value
    if not (name.endswith(("address", "addr")) or name in ("pc", "pointer")):
        return value
    try:
        return int(value, 16)
    except ValueError:
        return value


class Sequence(AbstractSequence[T], Generic[T]):
    """A list of a report. Its elements are made one by one; an index makes handles of all once."""

    __slots__ = ("_report", "_node", "_length")

    def __init__(self, report: Report | None, node: _native.Node | None) -> None:
        self._report = report
        self._node = node  # None: the report has no such list.
        self._length: int | None = None if node is not None else 0

    def __len__(self) -> int:
        if self._length is None:
            self._length = len(self._node) if self._node is not None else 0
        return self._length

    def __iter__(self) -> Iterator[T]:
        report, node = self._report, self._node
        if node is None:
            return
        maker = MAKERS.get(_ELEMENTS.get(node.role, "plain"))
        for element in node:
            yield maker(report, element) if maker is not None else wrap(report, element)

    @overload
    def __getitem__(self, index: int) -> T: ...
    @overload
    def __getitem__(self, index: slice) -> list[T]: ...
    def __getitem__(self, index: Any) -> Any:
        if isinstance(index, slice):
            return [self[i] for i in range(*index.indices(len(self)))]
        position = index + len(self) if index < 0 else index
        if position < 0 or self._node is None:
            raise IndexError(f"there is no element {index}; the list has {len(self)}")
        try:
            return wrap(self._report, self._node.at(position))
        except IndexError:
            raise IndexError(f"there is no element {index}; the list has {len(self)}") from None

    def to_list(self) -> list[Any]:
        """The list as the report's JSON has it."""
        return [] if self._node is None else list(self._node.whole())

    def __repr__(self) -> str:
        return f"<faultline.Sequence of {len(self)}>"

    def _repr_html_(self) -> str:
        rows = [(str(index), shown(element)) for index, element in zip(range(100), self)]
        return html_table((), rows, len(self))


if TYPE_CHECKING:

    class member(Generic[T]):
        def __init__(self, described: Callable[[Any], T]) -> None: ...
        def __get__(self, record: Any, owner: Any = None) -> T: ...

else:

    class member(property):
        """A member of a Record that has the name of the described function. The function says its type and what it is, and never runs."""

        def __init__(self, described: Callable[[Any], Any]) -> None:
            @functools.wraps(described)
            def read(record: Record) -> Any:
                return record._get(described.__name__)

            super().__init__(read)


class Record:
    """An object of a report. Its members are attributes and keys with the names of docs/report.schema.json; what Faultline adds below
    "faultline" is found without that name. Addresses are int."""

    __slots__ = ("_report", "_node")

    def __init__(self, report: Report | None, node: _native.Node) -> None:
        self._report = report
        self._node = node

    def _get(self, name: str) -> Any:
        found = self._node.get(name)
        if isinstance(found, (_native.Node, _native.Value)):
            return wrap(self._report, found)
        return _as_address(name, found)

    def get(self, name: str, default: Any = None) -> Any:
        """The member with a name, or `default` where there is none."""
        found = self._get(name)
        return default if found is None else found

    def _list(self, name: str) -> Sequence[Any]:
        """A list that the report may not have; it is empty then."""
        found = self._node.get(name)
        return Sequence(self._report, found if isinstance(found, _native.Node) else None)

    def keys(self) -> list[str]:
        """The names of the members that the report's JSON has."""
        return self._node.keys()

    def to_dict(self) -> dict[str, Any]:
        """The object as the report's JSON has it: addresses are texts."""
        return dict(self._node.whole())

    def __contains__(self, name: object) -> bool:
        return name in self.keys()

    def __getitem__(self, name: str) -> Any:
        found = self._get(name)
        if found is None and name not in self:
            raise NoKey(f'there is no "{name}"; there are: {", ".join(self.keys())}')
        return found

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_"):
            raise AttributeError(name)
        found = self._get(name)
        if found is None and name not in self:
            raise NoMember(f'there is no "{name}"; there are: {", ".join(self.keys())}')
        return found

    def __dir__(self) -> list[str]:
        return sorted({*super().__dir__(), *self.keys()})

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Record):
            return NotImplemented
        return self._report is other._report and self.to_dict() == other.to_dict()

    def _shown(self) -> list[tuple[str, str]]:
        """The members with their values, addresses as the JSON has them."""
        members = ((name, self._node.get(name)) for name in self.keys())
        return [(plain(name), shown(wrap(self._report, found))) for name, found in members]

    def __repr__(self) -> str:
        return f"<faultline.{type(self).__name__} {', '.join(f'{name}={value}' for name, value in self._shown()[:6])}>"

    def _repr_html_(self) -> str:
        return html_table((), self._shown())


class Placed(Record):
    """A record with a place in its report: equal are those of the same report, kind and place."""

    __slots__ = ()
    _report: Report

    @property
    def index(self) -> int:
        """Its number in the list that it is an element of, from 0 on."""
        return self._node.place[1]

    def __eq__(self, other: object) -> bool:
        return type(other) is type(self) and self._report is other._report and self._node.place == other._node.place

    def __hash__(self) -> int:
        return hash((type(self), id(self._report), self._node.place))
