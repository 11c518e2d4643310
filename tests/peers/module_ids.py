# SPDX-License-Identifier: GPL-3.0-or-later
"""Writes ids of debug files into a minidump that has none, as Wine's have not: tools that find symbols by id need them.

The ids are those of Breakpad symbol files, whatever they were made from. Layouts: minidumpapiset.h, MINIDUMP_MODULE; the id of a MODULE
line is a GUID's text without hyphens and the age in hexadecimal.
"""
import ntpath
import struct
import uuid
from dataclasses import dataclass

MODULES = 4
MODULE_BYTES = 108
NAME_AT, CV_RECORD_AT = 20, 76
GUID_DIGITS = 32


@dataclass
class DebugFile:
    name: str
    debug_id: str


def debug_file_of(symbols):
    """What the MODULE line of a symbol file says, or None."""
    words = symbols.partition("\n")[0].split(" ", 4)
    return DebugFile(words[4].strip(), words[3]) if len(words) == 5 and words[0] == "MODULE" else None


def code_view(debug_file):
    guid = uuid.UUID(hex=debug_file.debug_id[:GUID_DIGITS])
    age = int(debug_file.debug_id[GUID_DIGITS:] or "0", 16)
    return b"RSDS" + guid.bytes_le + struct.pack("<I", age) + debug_file.name.encode() + b"\0"


def name_at(dump, place):
    size, = struct.unpack_from("<I", dump, place)
    return ntpath.basename(dump[place + 4:place + 4 + size].decode("utf-16-le"))


def with_ids(dump, debug_files):
    """The dump with a record for each module in `debug_files`, by the module's file name."""
    result = bytearray(dump)
    count, directory = struct.unpack_from("<II", dump, 8)
    streams = (struct.unpack_from("<III", dump, directory + 12 * i) for i in range(count))
    start = next(place for kind, _, place in streams if kind == MODULES)
    modules, = struct.unpack_from("<I", dump, start)
    for i in range(modules):
        module = start + 4 + MODULE_BYTES * i
        name, = struct.unpack_from("<I", dump, module + NAME_AT)
        debug_file = debug_files.get(name_at(dump, name).lower())
        if debug_file:
            record = code_view(debug_file)
            struct.pack_into("<II", result, module + CV_RECORD_AT, len(record), len(result))
            result += record
    return bytes(result)
