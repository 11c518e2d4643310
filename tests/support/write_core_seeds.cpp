// SPDX-License-Identifier: GPL-3.0-or-later
// Writes the seed files of fuzz_core and fuzz_mach_core into the folders "core" and "mach_core" of
// the folder named: tests/corpora/fuzz.
#include "tests/support/core_builder.h"
#include "tests/support/mach_core_builder.h"

#include <cstdio>
#include <filesystem>
#include <fstream>

namespace {

using namespace faultline::test;
using Cpu = CoreBuilder::Cpu;

void write(const std::filesystem::path& path, const std::vector<std::byte>& bytes)
{
    std::ofstream file(path, std::ios::binary);
    for (const auto byte : bytes)
        file.put(static_cast<char>(byte));
}

std::vector<std::byte> linuxCore(Cpu cpu, std::endian order)
{
    CoreBuilder core(cpu, order);
    core.addThread(7, 11, {{"rsp", 0x7ff00010}, {"esp", 0x7ff00010}, {"sp", 0x7ff00010}});
    if (cpu == Cpu::S390x)
        core.addFloats(std::vector<std::uint64_t>(16, 0x7ff00020));
    core.addProcess(7, "crash", "./crash --now");
    core.addSignal({.number = 11, .code = 1, .cause = 0x45});
    core.addAuxv({{9, 0x400100}, {33, 0x500000}});
    core.addFiles({{0x400000, 0x402000, 0, "/bin/crash"}});
    for (const auto address : {0x400000u, 0x500000u})
        core.addMemory(
            {.address = address, .bytes = core.imagePage(0, 0x2000, {1, 2, 3}), .flags = 5});
    core.addMemory({.address = 0x7ff00000, .bytes = CoreBuilder::Bytes(64)});
    return core.bytes();
}

/// A thread with its times, its own segments and the area of XSAVE, and what glibc said last.
std::vector<std::byte> abortedCore(Cpu cpu)
{
    constexpr std::uint64_t kLibrary = 0x600000;
    constexpr std::uint64_t kMessage = 0x700000;
    CoreBuilder core(cpu);
    core.addThread(8, 6, {{"rsp", 0x7ff00010}, {"esp", 0x7ff00010}, {"gs", 0x63}},
                   {.user = 1'500'000, .kernel = 250'000});
    core.addProcess(7, "crash", "./crash");
    ByteAssembler segments;
    segments.u32(12).u32(0x7ff00000).u32(0xfffff).u32(0x51);
    core.addNote("LINUX", 0x200, segments.finish());
    ByteAssembler state;
    state.u16(0x37f).u16(6 << 11).u8(0xc1).zeros(19).u32(0x1f80).zeros(484).u64(7).zeros(312);
    core.addNote("LINUX", 0x202, state.finish());
    core.addFiles({{kLibrary, kLibrary + 0x1000, 0, "/lib/libc.so.6"}});
    core.addMemory(
        {.address = kLibrary, .bytes = core.imagePage(0, 0x2000, {1, 2, 3}), .flags = 5});
    ByteAssembler data;
    data.u64(kMessage);
    core.addMemory({.address = kLibrary + 0x1000, .bytes = data.finish()});
    ByteAssembler message;
    message.u32(4096).text("double free\n").zeros(48);
    core.addMemory({.address = kMessage, .bytes = message.finish()});
    return core.bytes();
}

/// Every note of the system, with contents of the right size.
std::vector<std::byte> freeBsdCore()
{
    CoreBuilder core;
    ByteAssembler status;
    status.u32(1).zeros(4).u64(224).u64(176).u64(512).u32(1400097).u32(11).u32(7).zeros(4);
    status.zeros(152).u64(0x7ff00010).u64(0);
    ByteAssembler mapping;
    mapping.u32(1160).u32(152).u32(2).u64(0x400000).u64(0x402000).u64(0).zeros(104);
    mapping.text("/bin/crash").zeros(6);
    ByteAssembler signal;
    signal.u32(160).u32(7).u32(0).u32(0x20).zeros(36).u32(11).u32(0).u32(1).zeros(12).u64(0x45);
    ByteAssembler vector;
    vector.u32(16).u64(3).u64(0x400040).u64(9).u64(0x400100).zeros(16);
    core.addNote("FreeBSD", 3, CoreBuilder::Bytes(120)).addNote("FreeBSD", 1, status.finish());
    core.addNote("FreeBSD", 7, CoreBuilder::Bytes(24)).addNote("FreeBSD", 17, signal.finish());
    core.addNote("FreeBSD", 10, mapping.finish()).addNote("FreeBSD", 16, vector.finish());
    core.addMemory(
        {.address = 0x400000, .bytes = core.imagePage(0, 0x2000, {1, 2, 3}), .flags = 5});
    return core.bytes();
}

/// No page of the program is dumped; its dynamic section leads to the list of libraries.
std::vector<std::byte> netBsdCore()
{
    CoreBuilder core;
    ByteAssembler process;
    process.u32(2).u32(160).u32(11).u32(1).zeros(64).u32(7).zeros(36).u32(1).text("crash");
    process.zeros(27).u32(7);
    ByteAssembler vector;
    vector.u64(3).u64(0x400040).u64(9).u64(0x400100).zeros(16);
    ByteAssembler data;
    data.u64(21).u64(0x402040).zeros(48).u64(1).u64(0x402080).zeros(48);
    data.u64(0).u64(0x402100).u64(0x402000).u64(0x4020c0).zeros(32);
    data.u64(0x600000).u64(0x402100).u64(0x601000).u64(0).zeros(32).text("/bin/crash").zeros(6);
    core.addNote("NetBSD-CORE", 1, process.finish()).addNote("NetBSD-CORE", 2, vector.finish());
    core.addNote("NetBSD-CORE@7", 24, CoreBuilder::Bytes(60));
    core.addNote("NetBSD-CORE@7", 33, CoreBuilder::Bytes(208));
    core.addMemory({.address = 0x400000, .bytes = {}, .memoryBytes = 0x2000, .flags = 5});
    core.addMemory({.address = 0x402000, .bytes = data.finish()});
    core.addMemory({.address = 0x600000, .bytes = {}, .memoryBytes = 0x2000, .flags = 5});
    return core.bytes();
}

std::vector<std::byte> openBsdCore()
{
    CoreBuilder core(Cpu::Arm64);
    core.addNote("OpenBSD", 10, CoreBuilder::Bytes(104)).addNote("OpenBSD", 11, {});
    core.addNote("OpenBSD@7", 20, CoreBuilder::Bytes(272));
    core.addMemory({.address = 0x1000, .bytes = CoreBuilder::Bytes(64)});
    return core.bytes();
}

std::vector<std::byte> machCore(std::uint32_t cpu)
{
    constexpr std::uint64_t kProgram = 0x100000000;
    constexpr std::uint64_t kLinker = 0x400000000;
    MachCoreBuilder core;
    core.cpu = cpu;
    core.thread(joinedBytes(machGeneralState(cpu, kProgram + 0x100, 0x7ff000010),
                            machFaultState(cpu, cpu == kMachAmd64 ? 14 : 0x92000006, 0x45)));
    core.memory(kProgram, MachImage{.linkedAddress = kProgram, .platform = 1}.bytes(cpu), 5);
    core.memory(kLinker,
                MachImage{.type = 7,
                          .textBytes = 0x1000,
                          .uuid = 'd',
                          .ownPath = "/usr/lib/dyld",
                          .listSection = 0x10000}
                    .bytes(cpu),
                5);
    ByteAssembler list;
    list.u32(15).u32(1).u64(kLinker + 0x10020).zeros(16);
    list.u64(kProgram).u64(kLinker + 0x10038).u64(0).text("/opt/app").u8(0);
    core.memory(kLinker + 0x10000, list.finish());
    core.memory(0x7ff000000, MachCoreBuilder::Memory(64));
    ByteAssembler binary;
    binary.u32(1).text(machUuid('b')).u64(0x300000000).u64(0).text("/tmp/b.dylib").u8(0);
    ByteAssembler spec;
    spec.u32(1).u32(2).u64(kProgram).text(machUuid('u')).u32(12).u32(0);
    ByteAssembler bits;
    bits.u32(3).u32(47).u64(0);
    ByteAssembler infos;
    infos.u32(1).u32(1).u64(32).u32(48).u32(0);
    core.note("load binary", binary.finish()).note("main bin spec", spec.finish());
    core.note("addrable bits", bits.finish()).note("all image infos", infos.finish());
    return core.bytes();
}

} // namespace

int main(int argc, char** argv)
{
    if (argc != 2) {
        std::fprintf(stderr, "usage: %s FOLDER\n", argv[0]);
        return 2;
    }
    const std::filesystem::path folder(argv[1]);
    const std::pair<const char*, Cpu> cpus[] = {{"amd64.core", Cpu::Amd64},
                                                {"x86.core", Cpu::X86},
                                                {"arm64.core", Cpu::Arm64},
                                                {"riscv64.core", Cpu::RiscV64},
                                                {"ppc64le.core", Cpu::Ppc64},
                                                {"s390x.core", Cpu::S390x},
                                                {"loongarch64.core", Cpu::LoongArch64}};
    for (const auto& [name, cpu] : cpus)
        write(folder / "core" / name,
              linuxCore(cpu, cpu == Cpu::S390x ? std::endian::big : std::endian::little));
    write(folder / "core/aborted_amd64.core", abortedCore(Cpu::Amd64));
    write(folder / "core/aborted_x86.core", abortedCore(Cpu::X86));
    write(folder / "core/freebsd.core", freeBsdCore());
    write(folder / "core/netbsd.core", netBsdCore());
    write(folder / "core/openbsd.core", openBsdCore());
    write(folder / "mach_core/amd64.core", machCore(kMachAmd64));
    write(folder / "mach_core/arm64.core", machCore(kMachArm64));
    return 0;
}
