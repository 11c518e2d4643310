# SPDX-License-Identifier: GPL-3.0-or-later
"""Places in the process, as they are given and as the query language has them."""
from __future__ import annotations

from typing import Union

from ._errors import NotFound
from ._values import Value

Place = Union[int, str, Value]
"""A place in the process: an address, a text such as "rsp+0x20", "libscene.so+0x4d4" or "main", or a pointer or object of the process."""

def quoted(text: str) -> str:
    """The text as a literal of the query language."""
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


def place_text(place: Place) -> str:
    if isinstance(place, Value):
        address = place.pointer if place.pointer is not None else place.address
        if address is None:
            raise NotFound(f"{place.name} has no address")
        return hex(address)
    return hex(place) if isinstance(place, int) else quoted(place)
