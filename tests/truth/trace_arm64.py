#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Measures how often stacks of arm64 programs are right (docs/truth.md), under qemu-user.

trace_arm64.py --faultline PROGRAM --out FOLDER [--instants N] [--steps N] [--seed N] [--only TEXT] [--details] [--all-right]

Builds own.c for arm64 in several ways, linked statically, and executes each program one instruction at a time through qemu's debugging stub, with a
shadow stack beside it. At chosen instants it writes a core file. Then faultline's stack of each core is compared with the true one.
"""
import argparse
import os
import random
import shutil
import socket
import struct
import subprocess
import sys
import time
from pathlib import Path

from chains import Score, compare
from walkers import by_faultline

HERE = Path(__file__).resolve().parent
NO_TABLES = ("-fno-asynchronous-unwind-tables", "-fno-unwind-tables")
BUILDS = [
    ("-O0", ("-O0",), False), ("-O1", ("-O1",), False), ("-O2", ("-O2",), False), ("-O2 stripped", ("-O2",), True),
    ("-O2, signed return addresses", ("-O2", "-mbranch-protection=standard"), False),
    ("-O2 without frame pointers", ("-O2", "-fomit-frame-pointer"), False),
    ("-O2 without tables", ("-O2", *NO_TABLES), False), ("-O2 without tables stripped", ("-O2", *NO_TABLES), True),
    ("-O0 without tables stripped", ("-O0", *NO_TABLES), True),
]
SP, PC, LR = 31, 32, 30
STOP_TRAP = 5


def build(options, strip, program):
    subprocess.run(["clang-19", "-w", "--target=aarch64-linux-gnu", "-fuse-ld=lld", "-static", *options, "-o", program, HERE / "own.c"], check=True)
    if strip:
        subprocess.run(["llvm-strip-19", program], check=True)


class Stub:
    """A client of GDB's remote protocol. Source: GDB manual, appendix E."""

    def __init__(self, program):
        place = f"{program}.socket"
        Path(place).unlink(missing_ok=True)
        self.process = subprocess.Popen(["qemu-aarch64", "-g", place, program], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL)
        self.socket = socket.socket(socket.AF_UNIX)
        for _ in range(100):
            try:
                self.socket.connect(place)
                break
            except OSError:
                time.sleep(0.05)
        self.rest = b""

    def ask(self, text):
        self.socket.sendall(b"$%s#%02x" % (text.encode(), sum(text.encode()) & 0xff))
        while True:
            begin, end = self.rest.find(b"$"), self.rest.find(b"#")
            if begin >= 0 and end >= 0 and len(self.rest) >= end + 3:
                answer, self.rest = self.rest[begin + 1:end], self.rest[end + 3:]
                self.socket.sendall(b"+")
                return answer.decode()
            more = self.socket.recv(1 << 16)
            if not more:
                return ""
            self.rest += more

    def registers(self):
        """x0 to x30, sp, pc, and the flags."""
        content = bytes.fromhex(self.ask("g")[:2 * (33 * 8 + 4)])
        return [*struct.unpack_from("<33Q", content), struct.unpack_from("<I", content, 33 * 8)[0]]

    def read(self, address, size):
        content = b""
        while len(content) < size:
            part = self.ask(f"m{address + len(content):x},{min(size - len(content), 0x400):x}")
            if not part or part.startswith("E"):
                break
            content += bytes.fromhex(part)
        return content

    def step(self, signal=0):
        """The signal that stops it next; None after its end."""
        answer = self.ask(f"S{signal:02x}" if signal else "s")
        return int(answer[1:3], 16) if answer[:1] in ("T", "S") else None

    def run_to(self, places):
        """Executes at full speed up to one of the places. The signal that stops it; None after its end."""
        for place in places:
            self.ask(f"Z0,{place:x},4")
        answer = self.ask("c")
        for place in places:
            self.ask(f"z0,{place:x},4")
        return int(answer[1:3], 16) if answer[:1] in ("T", "S") else None

    def end(self):
        self.process.kill()
        self.process.wait()


class Shadow:
    """The callers: (return address, sp at the call). ARM's calls push nothing, so a caller is left when its address is reached with its sp, or by a
    jump to where an earlier call returned."""

    def __init__(self):
        self.records = []
        self.returned = {}

    def call(self, address, sp):
        self.records.append((address, sp))

    def arrive(self, pc, sp):
        """Whether it arrived by `longjmp`."""
        for depth in range(len(self.records) - 1, -1, -1):
            if self.records[depth] == (pc, sp):
                del self.records[depth:]
                self.returned[pc, sp] = depth
                return False
            if self.records[depth][1] > sp:
                break
        depth = self.returned.get((pc, sp))
        if depth is not None and depth < len(self.records):
            del self.records[depth:]
            return True
        return False


def is_call(code):
    return code & 0xfc000000 == 0x94000000 or code & 0xfffff800 == 0xd63f0800 or code & 0xfffffc1f == 0xd63f0000


def begins_exclusive(code):
    """LDXR and LDAXR. After a stop, the store that belongs to them always fails."""
    return code is not None and code & 0x3fe00000 == 0x08400000


def ends_of_exclusive(program, pc):
    """Where the code goes on behind a loop of exclusive accesses, and where it leaves it before."""
    ends = []
    for at in range(pc + 4, pc + 64, 4):
        code = program.code(at) or 0
        if code & 0xff000010 == 0x54000000:  # B.cond
            offset = (code >> 5 & 0x7ffff) - ((code >> 5 & 0x40000) << 1)
            ends.append(at + 4 * offset)
        if code & 0x7f000000 == 0x35000000:  # CBNZ, back to the load
            return ends + [at + 4]
    return ends


class Program:
    def __init__(self, path):
        self.path = path
        self.bytes = Path(path).read_bytes()
        count, = struct.unpack_from("<H", self.bytes, 56)
        start, = struct.unpack_from("<Q", self.bytes, 32)
        headers = [struct.unpack_from("<IIQQQQQQ", self.bytes, start + 56 * i) for i in range(count)]
        self.segments = [(address, offset, size) for kind, _, offset, address, _, size, _, _ in headers if kind == 1]

    def code(self, pc):
        for address, offset, size in self.segments:
            if address <= pc < address + size:
                return struct.unpack_from("<I", self.bytes, offset + pc - address)[0]
        return None


def note(kind, content, owner=b"CORE\0\0\0\0"):
    return struct.pack("<III", 5, len(content), kind) + owner + content + bytes(-len(content) % 4)


def write_core(path, registers, memory, program):
    """Memory is (address, bytes, flags). Layouts: the kernel's elf_prstatus of arm64 and NT_FILE."""
    status = bytearray(392)
    struct.pack_into("<I", status, 32, 1)
    struct.pack_into("<34Q", status, 112, *registers)
    files = [(address & ~0xfff, (address + size + 0xfff) & ~0xfff, offset >> 12) for address, offset, size in program.segments]
    table = struct.pack("<QQ", len(files), 0x1000) + b"".join(struct.pack("<QQQ", *file) for file in files) + (program.path.encode() + b"\0") * len(files)
    notes = note(1, bytes(status)) + note(0x46494c45, table)
    position = 64 + 56 * (len(memory) + 1)
    headers = struct.pack("<IIQQQQQQ", 4, 0, position, 0, 0, len(notes), 0, 4)
    position += len(notes)
    for address, content, flags in memory:
        headers += struct.pack("<IIQQQQQQ", 1, flags, position, address, 0, len(content), len(content), 1)
        position += len(content)
    head = struct.pack("<4sBBBB8xHHIQQQIHHHHHH", b"\x7fELF", 2, 1, 1, 0, 4, 183, 1, 0, 64, 0, 0, 64, 56, len(memory) + 1, 0, 0, 0)
    path.write_bytes(head + headers + notes + b"".join(content for _, content, _ in memory))


class Trace:
    def __init__(self, stub, program, folder):
        self.stub, self.program, self.folder = stub, program, folder
        self.shadow = Shadow()
        self.stack_top = None
        self.trampolines = set()
        self.instants = []

    def take(self, registers, steps):
        if not self.program.code(registers[PC]):
            return
        sp = registers[SP] & ~0xfff
        memory = [(sp, self.stub.read(sp, self.stack_top - sp), 6)]
        memory += [(place & ~0xfff, self.stub.read(place & ~0xfff, 0x1000), 5) for place in sorted(self.trampolines)]
        first = self.program.segments[0]
        memory.append((first[0], self.program.bytes[:0x1000], 5))
        core = self.folder / f"core.{len(self.instants)}"
        write_core(core, registers, memory, self.program)
        self.instants.append((steps, core, [registers[PC]] + [address for address, _ in reversed(self.shadow.records)]))

    def signal(self, number, registers):
        """The kernel has the handler return to a trampoline, and the trampoline to the interrupted code."""
        stopped = self.stub.step(number)
        now = self.stub.registers()
        if now[SP] < registers[SP] and now[PC] != registers[PC]:
            self.shadow.call(registers[PC], registers[SP])
            self.shadow.call(now[LR], now[SP])
            self.trampolines.add(now[LR])
        return stopped, now

    def run(self, wanted, most_steps):
        registers = self.stub.registers()
        self.stack_top = (registers[SP] + 0x3000) & ~0xfff
        steps = 0
        while steps < most_steps:
            if steps in wanted:
                self.take(registers, steps)
            code, pc, sp = self.program.code(registers[PC]), registers[PC], registers[SP]
            is_exclusive = begins_exclusive(code)
            stopped = self.stub.run_to(ends_of_exclusive(self.program, pc)) if is_exclusive else self.stub.step()
            if stopped is None:
                return steps
            now = self.stub.registers()
            while stopped not in (None, STOP_TRAP):
                stopped, now = self.signal(stopped, now)
            if now[PC] != pc + 4 and not is_exclusive:
                if code is not None and is_call(code):
                    self.shadow.call(pc + 4, sp)
                elif self.shadow.arrive(now[PC], now[SP]):
                    # Just before, the unwind data describe where the jump goes.
                    self.instants = [instant for instant in self.instants if instant[0] < steps - 40]
            registers = now
            steps += 1
        return steps


def score(options, name, flags, strip):
    folder = options.out / name.replace(" ", "_").replace(",", "")
    folder.mkdir(parents=True, exist_ok=True)
    path = str(folder / "own")
    build(flags, strip, path)
    generator = random.Random(options.seed)
    wanted = {generator.randrange(200, options.steps) for _ in range(options.instants)}
    stub = Stub(path)
    trace = Trace(stub, Program(path), folder)
    try:
        steps = trace.run(wanted, options.steps)
    finally:
        stub.end()
    total = Score()
    for (_, core, chain), walked in zip(trace.instants, by_faultline(path, [core for _, core, _ in trace.instants], options.faultline)):
        difference = compare(chain, walked)
        total.add(difference.score)
        if options.details and not difference.score.perfect:
            print(f"  {core}: true {[hex(a) for a in chain]}, walked {[hex(a) for a in walked]}")
    print(f"| {name} | {total.stacks} | {total.perfect} | {total.found}/{total.frames} | {total.invented} |", flush=True)
    print(f"{name}: {steps} steps", file=sys.stderr)
    return total


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    for name in ("--faultline", "--out"):
        parser.add_argument(name, type=lambda text: Path(text).resolve(), required=True)
    parser.add_argument("--instants", type=int, default=40)
    parser.add_argument("--steps", type=int, default=60_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", default="")
    parser.add_argument("--details", action="store_true")
    parser.add_argument("--all-right", action="store_true", help="fail unless every stack is perfect")
    options = parser.parse_args()
    absent = [tool for tool in ("clang-19", "ld.lld-19", "llvm-strip-19", "qemu-aarch64") if not shutil.which(tool)]
    if absent:
        print(f"left out: {', '.join(absent)} not installed", file=sys.stderr)
        return 1 if "FAULTLINE_REQUIRE_TOOLS" in os.environ else 77
    print("| build | stacks | perfect | frames found | invented |\n|---|---|---|---|---|")
    total = Score()
    for name, flags, strip in BUILDS:
        if options.only in name:
            total.add(score(options, name, flags, strip))
    print(f"| all | {total.stacks} | {total.perfect} | {total.found}/{total.frames} | {total.invented} |")
    return 0 if total.stacks and (total.perfect == total.stacks or not options.all_right) else 1


if __name__ == "__main__":
    sys.exit(main())
