#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Compares `faultline stackwalk --json` with rust-minidump's `minidump-stackwalk --json`, field by field.

    compare_stackwalk.py --peer MINIDUMP_STACKWALK --faultline FAULTLINE [--symbols DIR]… DUMP…

Not a test of its own: the peer is built from its published crate outside of this repository, and the dumps are public ones. A
difference that no rule below allows ends the comparison with exit status 1. Each rule names the section of
docs/spec/stackwalk.md (or the decision) that says why the two may differ; a rule that no dump needs any more can go.
"""
import argparse
import collections
import json
import re
import subprocess
import sys


def both_null_like(peer, ours):
    return peer in (None, "", []) and ours in (None, "", [])


def only_ours(peer, ours):
    return peer is None and ours is not None


def anything(_peer, _ours):
    return True


def far_from_null(peer, ours):
    return peer == "null-pointer" and ours == "non-canonical" or ours is None and int(peer, 16) >= 1 << 31


def without_arch(peer, ours):
    return peer.rsplit(" ", 1)[0] == ours


def better_step(peer, ours):
    return peer == "scan" and ours in ("frame_pointer", "cfi")


def without_empty_vendor(peer, ours):
    return peer.lstrip("\0 ") == ours


def crashpad_exception(peer, ours):
    return peer.startswith("unknown 0x43506e78") and ours == "Uncaught NSException"


def is_canonical(address):
    return not 1 << 47 <= int(address, 16) < (1 << 64) - (1 << 47)


# Path (a regular expression over "a.b[3].c"), what the two values may be, why.
RULES = [
    (r"crash_info\.assertion", only_ours, "§3.10: the peer never fills the assertion in"),
    (r"crash_info\.instruction", anything, "§12.1: LLVM's assembly instead of yaxpeax's, more CPUs, code of module files"),
    (r"crash_info\.(memory_accesses|instruction_pointer_update|adjusted_address).*", only_ours,
     "§12.1: analysis of more CPUs than amd64"),
    (r"crash_info\.adjusted_address\..*", far_from_null, "ANA-1: a null base with a far index is no null dereference"),
    (r"system_info\.os_ver", without_arch, "§6: GNU/Linux behind the architecture, which then stays in the peer's text"),
    (r"crash_info\.crash_inconsistencies\[\d+\]", only_ours, "§12.1: analysis of more CPUs than amd64"),
    (r"system_info\.cpu_info", without_empty_vendor, "§6: a vendor of NULs is none"),
    (r"crash_info\.type", crashpad_exception, "§7: Crashpad's code for an Objective-C exception has a name"),
    (r".*\.trust", better_step, "UNW-13, UNW-15: a caller that the dumped code around pc proves; the peer only finds its word"),
    (r"linux_memory_map_count", only_ours, "§20.1: the peer drops all of /proc/pid/maps for one line that it cannot read"),
    (r"pid", only_ours, "§3.7: /proc/pid/status also counts when MiscInfo has no process id"),
    (r"modules\[\d+\]\.(missing_symbols|loaded_symbols|corrupt_symbols|symbol_url)", anything,
     "§13.1: the peer's statistics are keyed by file name; which modules are asked for depends on the walk"),
    (r".*", both_null_like, "§5.3: nothing is null in one and empty in the other"),
]

# What symbols add to a frame.
SYMBOL_FIELDS = {"function", "function_offset", "file", "line", "inlines", "missing_symbols"}

# A walk that goes another way differs in everything behind that frame; these rules look at whole stacks.
GUESSES = {"scan", "cfi_scan", "frame_pointer"}


def run(command):
    done = subprocess.run(command, capture_output=True, check=False)
    if done.returncode != 0 or not done.stdout.strip():
        return None, done.stderr.decode(errors="replace").strip().splitlines()[-1:] or ["no output"]
    return json.loads(done.stdout), []


def flatten(value, path="", out=None):
    out = {} if out is None else out
    if isinstance(value, dict) and value:
        for key, child in value.items():
            flatten(child, f"{path}.{key}" if path else key, out)
    elif isinstance(value, list) and value:
        for index, child in enumerate(value):
            flatten(child, f"{path}[{index}]", out)
    else:
        out[path] = value
    return out


def walk_rule(peer, ours):
    """Why two stacks may differ from frame `index` on: (index, reason), or (None, None) when they are the same."""
    for index in range(max(len(peer), len(ours))):
        a = peer[index] if index < len(peer) else None
        b = ours[index] if index < len(ours) else None
        if a is not None and b is not None and a["offset"] == b["offset"]:
            continue
        if b is None:
            if a["trust"] in GUESSES:
                return index, "§9.7, §20.8: a scanned or guessed frame of the peer is not believed"
            if not is_canonical(a["offset"]):
                return index, "§9.5: an address that amd64 cannot have is no caller"
            return index, None
        if a is None:
            if b["trust"] in ("cfi", "frame_pointer"):
                return index, "§20.6: native unwinding goes on where the peer stops"
            return index, "§9.7: a scan finds more" if b["trust"] == "scan" else None
        if a["trust"] in GUESSES or b["trust"] == "cfi":
            return index, "§20.6: a frame of unwind data instead of a guess, or a better guess"
        return index, None
    return None, None


def frames_of_wow64(peer, ours):
    """The number of our frames before the one in which the peer begins."""
    starts = [index for index, frame in enumerate(ours) if peer and frame["offset"] == peer[0]["offset"]]
    return starts[0] if starts and ours[starts[0]]["trust"] == "context" else 0


def without_flips_of_zero(peer, ours):
    """The peer's document without the flipped bits of an address 0, and whether there were any."""
    crash = peer.get("crash_info") or {}
    flips = crash.get("possible_bit_flips") or []
    if not flips or int(crash["address"], 16) or (ours["crash_info"] or {}).get("possible_bit_flips"):
        return peer, False
    if any(flip["source_register"] or int(flip["address"], 16).bit_count() != 1 for flip in flips):
        return peer, False
    return {**peer, "crash_info": {**crash, "possible_bit_flips": None}}, True


class Comparison:
    def __init__(self):
        self.used = collections.Counter()
        self.wrong = []
        self.compared = 0

    def allow(self, path, peer, ours):
        for pattern, check, reason in RULES:
            if re.fullmatch(pattern, path) and check(peer, ours):
                self.used[reason] += 1
                return True
        return False

    def fields(self, dump, prefix, peer, ours):
        a, b = flatten(peer), flatten(ours)
        for key in sorted(set(a) | set(b)):
            path = f"{prefix}{key}"
            self.compared += 1
            if a.get(key) != b.get(key) and not self.allow(path, a.get(key), b.get(key)):
                self.wrong.append(f"{dump}: {path}: peer {a.get(key)!r}, ours {b.get(key)!r}")

    def stacks(self, dump, name, peer, ours):
        if any(frame["trust"] == "prewalked" for frame in ours.get("frames", [])):
            self.used["§3.16: a stack that the client walked takes the walker's place"] += 1
            return
        skipped = frames_of_wow64(peer.get("frames", []), ours.get("frames", []))
        if skipped:
            self.used["CRA-5: the 32-bit stack of a WOW64 thread stands above the 64-bit one"] += 1
            renumbered = [{**frame, "frame": frame["frame"] - skipped} for frame in ours["frames"][skipped:]]
            ours = {**ours, "frames": renumbered}
        index, reason = walk_rule(peer.get("frames", []), ours.get("frames", []))
        if index is not None:
            if reason is None:
                self.wrong.append(f"{dump}: {name}.frames[{index}]: the walks differ: "
                                  f"peer {peer['frames'][index:index + 1]}, ours {ours['frames'][index:index + 1]}")
            else:
                self.used[reason] += 1
        count = index if index is not None else len(peer.get("frames", []))
        for i in range(count):
            self.frame(dump, f"{name}.frames[{i}].", peer["frames"][i], ours["frames"][i], bool(skipped))
        rest = {"frames", "frame_count"}
        self.fields(dump, f"{name}.", {k: v for k, v in peer.items() if k not in rest},
                    {k: v for k, v in ours.items() if k not in rest})

    def frame(self, dump, prefix, peer, ours, behind_wow64):
        if behind_wow64:  # The registers of a crash belong to the first frame, which is the 32-bit stack's.
            peer = {k: v for k, v in peer.items() if k != "registers"}
            ours = {k: v for k, v in ours.items() if k != "registers"}
        if peer["missing_symbols"] and not ours["missing_symbols"]:
            self.used["§9.9: a folder of symbols is indexed by ids, whatever its files are called"] += 1
            peer = {k: v for k, v in peer.items() if k not in SYMBOL_FIELDS}
            ours = {k: v for k, v in ours.items() if k not in SYMBOL_FIELDS}
        self.fields(dump, prefix, peer, ours)

    def document(self, dump, peer, ours):
        peer, had_flips = without_flips_of_zero(peer, ours)
        if had_flips:
            self.used["§12.1, ANA-2: an access to 0 is a null dereference, and a signal that may have been sent has no address"] += 1
        for index, (a, b) in enumerate(zip(peer["threads"], ours["threads"])):
            self.stacks(dump, f"threads[{index}]", a, b)
        if (peer.get("crashing_thread") is None) != (ours.get("crashing_thread") is None):
            self.wrong.append(f"{dump}: crashing_thread is in one answer only")
        elif peer.get("crashing_thread"):
            self.stacks(dump, "crashing_thread", peer["crashing_thread"], ours["crashing_thread"])
        stacks = {"threads", "crashing_thread"}
        self.fields(dump, "", {k: v for k, v in peer.items() if k not in stacks},
                    {k: v for k, v in ours.items() if k not in stacks})


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--peer", required=True)
    parser.add_argument("--faultline", required=True)
    parser.add_argument("--symbols", action="append", default=[])
    parser.add_argument("dumps", nargs="+")
    arguments = parser.parse_args()

    comparison = Comparison()
    read = 0
    for dump in arguments.dumps:
        places = [part for place in arguments.symbols for part in ("--symbols-path", place)]
        peer, peer_error = run([arguments.peer, "--json", *places, dump])
        ours, our_error = run([arguments.faultline, "stackwalk", "--json", *places, dump])
        if peer is None:
            comparison.used[f"§20.1: refused by the peer ({peer_error[0]}), by us: {our_error or 'read'}"] += 1
        elif ours is None:
            comparison.wrong.append(f"{dump}: read by the peer, refused by us: {our_error}")
        else:
            read += 1
            comparison.document(dump, peer, ours)

    for reason, count in comparison.used.most_common():
        print(f"{count:6}  {reason}")
    for line in comparison.wrong:
        print(f"WRONG {line}")
    print(f"{read} of {len(arguments.dumps)} dumps read by both, {comparison.compared} fields compared, "
          f"{len(comparison.wrong)} differences without a rule")
    return 1 if comparison.wrong else 0


if __name__ == "__main__":
    sys.exit(main())
