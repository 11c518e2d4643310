// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/truth/snapshot.h"

#include "tests/support/core_builder.h"

#include <array>
#include <csignal>
#include <fstream>

namespace faultline::truth {

namespace {

using test::CoreBuilder;

constexpr std::uint64_t kPageBytes = 4096;

CoreBuilder::Registers namedRegisters(const Tracee& tracee)
{
    const auto& r = tracee.registers();
    if (tracee.is64Bit())
        return {{"rax", r.rax},
                {"rdx", r.rdx},
                {"rcx", r.rcx},
                {"rbx", r.rbx},
                {"rsi", r.rsi},
                {"rdi", r.rdi},
                {"rbp", r.rbp},
                {"rsp", r.rsp},
                {"r8", r.r8},
                {"r9", r.r9},
                {"r10", r.r10},
                {"r11", r.r11},
                {"r12", r.r12},
                {"r13", r.r13},
                {"r14", r.r14},
                {"r15", r.r15},
                {"rip", r.rip},
                {"eflags", r.eflags},
                {"cs", r.cs},
                {"ss", r.ss},
                {"fs_base", r.fs_base},
                {"gs_base", r.gs_base},
                {"orig_rax", r.orig_rax}};
    return {{"eax", r.rax},
            {"edx", r.rdx},
            {"ecx", r.rcx},
            {"ebx", r.rbx},
            {"esi", r.rsi},
            {"edi", r.rdi},
            {"ebp", r.rbp},
            {"esp", r.rsp},
            {"eip", r.rip},
            {"eflags", r.eflags},
            {"cs", r.cs},
            {"ss", r.ss},
            {"ds", r.ds},
            {"es", r.es},
            {"fs", r.fs},
            {"gs", r.gs},
            {"orig_eax", r.orig_rax}};
}

std::vector<CoreBuilder::Mapping> filesOf(const std::vector<Mapping>& mappings)
{
    std::vector<CoreBuilder::Mapping> files;
    for (const auto& mapping : mappings) {
        if (mapping.isFile)
            files.push_back({.begin = mapping.begin,
                             .end = mapping.end,
                             .page = mapping.offset / kPageBytes,
                             .path = mapping.path});
    }
    return files;
}

std::uint64_t bytesToKeep(const Tracee& tracee, const Mapping& mapping)
{
    if (!mapping.isReadable || mapping.path == "[vvar]" || mapping.path == "[vsyscall]")
        return 0;
    if (!mapping.isFile || mapping.isWritable || mapping.hasChanged)
        return mapping.end - mapping.begin;
    std::array<std::byte, 4> magic{};
    const bool isImage =
        mapping.offset == 0 && tracee.read(mapping.begin, magic) == 4 &&
        magic == std::array{std::byte{0x7f}, std::byte{'E'}, std::byte{'L'}, std::byte{'F'}};
    return isImage ? kPageBytes : 0;
}

CoreBuilder::Segment segmentOf(const Tracee& tracee, const Mapping& mapping)
{
    CoreBuilder::Segment segment{.address = mapping.begin,
                                 .bytes = CoreBuilder::Bytes(bytesToKeep(tracee, mapping)),
                                 .memoryBytes = mapping.end - mapping.begin,
                                 .flags = 0};
    segment.bytes.resize(tracee.read(mapping.begin, segment.bytes));
    segment.flags = (mapping.isReadable ? 4u : 0u) | (mapping.isWritable ? 2u : 0u) |
                    (mapping.isExecutable ? 1u : 0u);
    return segment;
}

} // namespace

bool writeCore(const Tracee& tracee, const std::filesystem::path& file)
{
    CoreBuilder core(tracee.is64Bit() ? CoreBuilder::Cpu::Amd64 : CoreBuilder::Cpu::X86);
    const auto id = static_cast<std::uint32_t>(tracee.pid());
    const auto mappings = tracee.mappings();
    core.addThread(id, SIGQUIT, namedRegisters(tracee));
    core.addProcess(id, "traced", "traced");
    core.addSignal({.number = SIGQUIT, .code = 0, .cause = id});
    core.addAuxv(tracee.auxv());
    core.addFiles(filesOf(mappings));
    for (const auto& mapping : mappings)
        core.addMemory(segmentOf(tracee, mapping));
    const auto bytes = core.bytes();
    std::ofstream out(file, std::ios::binary);
    out.write(reinterpret_cast<const char*>(bytes.data()), // NOLINT: std::ofstream wants char
              static_cast<std::streamsize>(bytes.size()));
    return static_cast<bool>(out.flush());
}

} // namespace faultline::truth
