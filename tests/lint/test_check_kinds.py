#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""check_kinds.py names each line that decides by a text for people, and no other."""
import pathlib
import subprocess
import sys
import tempfile

BAD = (
    'default: return error.detail == kRestrictedDestination;',
    'return error.kind == ErrorKind::Malformed && error.detail == "Maximum file size exceeded";',
    'if ("offline" == error->detail)',
    'bool isFound() const { return tried.outcome.starts_with("found"); }',
    'if (tried.outcome == kUsedMapping)',
    'if (!report->debugDetails.empty())',
    'return stack.endNote.find("cut") != std::string::npos;',
    'if (result.error().describe().starts_with("unsupported"))',
    'if (row.note.isEmpty())',
    'if (refusal->reason != words)',
)
GOOD = (
    'if (error.kind == ErrorKind::TooLarge)',
    'if (refusal->reason == ScrapingFailure::Disabled)',
    'if (state->outcome != Outcome::Works)',
    'return said.reason == skip.reason;',
    'text += concat(error.detail.empty() ? "" : ", ", error.detail);',
    'const auto& detail = error.detail;',
    'if (event.crash.reason.find("STACK_OVERFLOW") != std::string::npos)',
    '// error.detail == "x"',
    'if (frame.detail.module == raw.detail.module)',
)


def complaints(folder, line):
    script = pathlib.Path(__file__).with_name("check_kinds.py")
    with tempfile.TemporaryDirectory() as root:
        file = pathlib.Path(root) / folder / "a.cpp"
        file.parent.mkdir(parents=True)
        file.write_text(f"// A file.\n{line}\n", encoding="utf-8")
        done = subprocess.run([sys.executable, script, root], capture_output=True, text=True, check=False)
    return done.returncode, done.stdout.strip()


def main():
    failures = []
    for line in BAD:
        wanted = (1, f"core/x/a.cpp:2: decides by a text for people: {line}")
        if complaints("core/x", line) != wanted:
            failures.append(f"not found: {line}")
        if complaints("core/report", line)[0] != 0:
            failures.append(f"renderers may: {line}")
    failures += [f"wrongly found: {line}" for line in GOOD if complaints("core/x", line)[0] != 0]
    print("\n".join(failures) if failures else f"{len(BAD)} lines that decide by a text found")
    sys.exit(1 if failures else 0)


if __name__ == "__main__":
    main()
