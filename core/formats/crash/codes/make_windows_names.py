#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Makes nt_status_names.inc and win_error_names.inc; see README.md for the files to pass.

usage: make_windows_names.py NTSTATUS_H WINERROR_H... FOUNDATION_MOD_RS
"""
import re
import sys

NT_DEFINE = r"#define\s+([A-Z0-9_]+)\s+\(\(NTSTATUS\)\s*(0x[0-9A-Fa-f]+|\d+)L?\)"
WIN_DEFINE = r"#define\s+((?:ERROR_|RPC_[ESX]_)[A-Z0-9_]+)\s+(?:__MSABI_LONG\()?(0x[0-9A-Fa-f]+|\d+)\)?\s*$"
NT_CONST = r"pub const ((?:STATUS|DBG|RPC_NT)_[A-Z0-9_]+): NTSTATUS = (0x[0-9A-Fa-f]+)"
WIN_CONST = r"pub const ((?:ERROR_|RPC_[ESX]_)[A-Z0-9_]+): (?:WIN32_ERROR|RPC_STATUS) = (\d+)"

# Where mingw-w64 10 differs from the Windows SDK.
CORRECTIONS = {
    0xC0210005: "STATUS_FVE_BAD_PARTITION_SIZE",
    0xC0220018: "STATUS_FWP_TOO_MANY_CALLOUTS",
    0xC0220038: "STATUS_FWP_INVALID_AUTH_TRANSFORM",
    0xC0220039: "STATUS_FWP_INVALID_CIPHER_TRANSFORM",
}


def collect(names, path, pattern):
    """Adds the codes of a file that have no name yet: the first definition counts."""
    with open(path, encoding="utf-8", errors="replace") as file:
        for line in file:
            if found := re.match(pattern, line):
                names.setdefault(int(found.group(2), 0), found.group(1))


def write(path, source, names):
    with open(path, "w", encoding="utf-8") as file:
        file.write(f"// FL_CODE(code, name), sorted by code. Made from public copies of {source}; README.md says which and how.\n")
        file.writelines(f"FL_CODE(0x{code:08x}, {names[code]})\n" for code in sorted(names))


def main():
    nt_header, *win_headers, rust = sys.argv[1:]
    nt_names = dict(CORRECTIONS)
    collect(nt_names, nt_header, NT_DEFINE)
    collect(nt_names, rust, NT_CONST)
    win_names = {}
    for header in win_headers:
        collect(win_names, header, WIN_DEFINE)
    collect(win_names, rust, WIN_CONST)
    write("nt_status_names.inc", "ntstatus.h", nt_names)
    write("win_error_names.inc", "winerror.h", {code: name for code, name in win_names.items() if code <= 0xFFFF})


if __name__ == "__main__":
    main()
