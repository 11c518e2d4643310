# SPDX-License-Identifier: GPL-3.0-or-later
"""Tells whether a place in an ELF file is covered by .eh_frame, by the search table of .eh_frame_hdr (System V ABI, LSB 5.0 core generic)."""
import bisect
import struct
from pathlib import Path

PT_LOAD, PT_GNU_EH_FRAME = 1, 0x6474E550
TABLE_OF_RELATIVE_INTS = 0x3B  # DW_EH_PE_datarel | DW_EH_PE_sdata4


def leb128(data, at):
    value = shift = 0
    while True:
        byte = data[at]
        at += 1
        value |= (byte & 0x7F) << shift
        shift += 7
        if byte < 0x80:
            return value, at


class UnwindCoverage:
    def __init__(self, file):
        self.data = Path(file).read_bytes()
        self.is_64 = self.data[4] == 2
        self.loads = []
        self.starts, self.entries = [], []
        table = None
        for kind, offset, address, size in self._segments():
            if kind == PT_LOAD:
                self.loads.append((offset, address, size))
            elif kind == PT_GNU_EH_FRAME:
                table = (offset, address)
        if table:
            self._read_table(*table)

    def _segments(self):
        if self.is_64:
            start, = struct.unpack_from("<Q", self.data, 32)
            size, count = struct.unpack_from("<HH", self.data, 54)
        else:
            start, = struct.unpack_from("<I", self.data, 28)
            size, count = struct.unpack_from("<HH", self.data, 42)
        for index in range(count):
            at = start + index * size
            if self.is_64:
                kind, _flags, offset, address, _physical, file_size = struct.unpack_from("<IIQQQQ", self.data, at)
            else:
                kind, offset, address, _physical, file_size = struct.unpack_from("<IIIII", self.data, at)
            yield kind, offset, address, file_size

    def _read_table(self, offset, address):
        _version, _frame_encoding, count_encoding, table_encoding = self.data[offset:offset + 4]
        if table_encoding != TABLE_OF_RELATIVE_INTS or count_encoding != 3:
            return
        count, = struct.unpack_from("<I", self.data, offset + 8)
        for index in range(count):
            start, entry = struct.unpack_from("<ii", self.data, offset + 12 + 8 * index)
            self.starts.append(address + start)
            self.entries.append(address + entry)

    def _offset(self, address):
        for offset, begin, size in self.loads:
            if begin <= address < begin + size:
                return address - begin + offset
        return None

    def _address(self, offset):
        for begin, address, size in self.loads:
            if begin <= offset < begin + size:
                return offset - begin + address
        return None

    def _range_of(self, entry):
        """The size of the code that an entry describes."""
        _length, back = struct.unpack_from("<II", self.data, entry)
        common = entry + 4 - back
        end = self.data.index(b"\0", common + 9)
        augmentation = self.data[common + 9:end].decode("latin-1")
        at = end + 1
        for _ in range(3):  # Alignment factors and the return register.
            _value, at = leb128(self.data, at)
        encoding = 0
        if augmentation.startswith("z"):
            _value, at = leb128(self.data, at)
            for letter in augmentation[1:]:
                if letter == "R":
                    encoding = self.data[at]
                    at += 1
                elif letter == "L":
                    at += 1
                elif letter == "P":
                    at += 1 + (8 if self.data[at] & 7 in (0, 4) and self.is_64 else 4)
        wide = encoding & 7 == 4 or (encoding & 7 == 0 and self.is_64)
        return struct.unpack_from("<Q" if wide else "<I", self.data, entry + (16 if wide else 12))[0]

    def covers(self, file_offset):
        address = self._address(file_offset)
        index = bisect.bisect_right(self.starts, address) - 1 if address is not None else -1
        if index < 0:
            return False
        entry = self._offset(self.entries[index])
        return entry is not None and address - self.starts[index] < self._range_of(entry)
