// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/crash/machcore/core_threads.h"

#include <algorithm>
#include <array>
#include <span>

namespace faultline::machcore {

namespace {

using Access = ThreadFault::Access;

enum Exception : std::uint32_t {
    kBadAccess = 1,
    kBadInstruction = 2,
    kArithmetic = 3,
    kBreakpoint = 6,
};

// The words of x86_thread_state64_t and arm_thread_state64_t.
constexpr auto kAmd64 = std::to_array<std::string_view>(
    {"rax", "rbx", "rcx", "rdx", "rdi", "rsi", "rbp",    "rsp", "r8", "r9", "r10",
     "r11", "r12", "r13", "r14", "r15", "rip", "eflags", "cs",  "fs", "gs"});
constexpr auto kArm64 = std::to_array<std::string_view>(
    {"x0",  "x1",  "x2",  "x3",  "x4",  "x5",  "x6",  "x7",  "x8",  "x9",  "x10",
     "x11", "x12", "x13", "x14", "x15", "x16", "x17", "x18", "x19", "x20", "x21",
     "x22", "x23", "x24", "x25", "x26", "x27", "x28", "fp",  "lr",  "sp",  "pc"});

struct ThreadLayout
{
    CpuFamily family;
    std::uint32_t general;      ///< Flavor of the general registers.
    std::uint32_t generalUnion; ///< The same, after a header with its own flavor and size.
    std::uint32_t exception;
    std::uint32_t exceptionUnion;
    std::span<const std::string_view> names;
};

constexpr std::uint32_t kNoFlavor = 0xffffffff;
constexpr ThreadLayout kAmd64Layout{CpuFamily::Intel64, 4, 7, 6, 9, kAmd64};
constexpr ThreadLayout kArm64Layout{CpuFamily::Arm64, 6, 1, 7, kNoFlavor, kArm64};

constexpr std::size_t kUnionHeaderBytes = 8;

void readGeneral(const ThreadLayout& layout, Bytes state, CoreThread& thread)
{
    if (state.size() < layout.names.size() * 8) {
        thread.problem =
            concat(state.size(), " bytes of registers, expected ", layout.names.size() * 8);
        return;
    }
    RegisterSet registers(layout.family);
    ByteReader reader(state);
    for (const auto name : layout.names) {
        const auto value = reader.u64();
        if (const auto index = registerIndex(layout.family, name))
            registers.set(*index, value);
        else
            thread.others.emplace_back(name, value);
    }
    if (layout.family == CpuFamily::Arm64)
        thread.others.emplace_back("cpsr", reader.u32());
    thread.registers = registers;
}

/// x86_exception_state64_t: trapno (16 bits), cpu, err, faultvaddr. Numbers of traps: Intel SDM,
/// volume 3, 6.3.1. The kernel's own (system calls, interrupts) are higher. Zero may be a division
/// or an empty state, so it tells nothing.
std::optional<ThreadFault> readAmd64Fault(Bytes state)
{
    ByteReader reader(state);
    constexpr std::uint32_t kWrite = 2; // Of the error code of a page fault.
    constexpr std::uint32_t kFetch = 16;
    const auto trap = reader.u16();
    reader.skip(2);
    const auto error = reader.u32();
    const auto address = reader.u64();
    if (!reader.ok())
        return std::nullopt;
    switch (trap) {
    case 1:
    case 3: return ThreadFault{kBreakpoint, "EXC_BREAKPOINT", {}};
    case 6: return ThreadFault{kBadInstruction, "EXC_BAD_INSTRUCTION", {}};
    case 13: return ThreadFault{kBadAccess, "EXC_BAD_ACCESS", {}};
    case 14: {
        const auto data = (error & kWrite) != 0 ? Access::Write : Access::Read;
        return ThreadFault{kBadAccess, "EXC_BAD_ACCESS", address,
                           (error & kFetch) != 0 ? Access::Execute : data};
    }
    default: return std::nullopt;
    }
}

/// arm_exception_state64_t: far, esr, exception. The class of an exception is in esr's high bits
/// (Arm ARM, ESR_EL1).
std::optional<ThreadFault> readArm64Fault(Bytes state)
{
    constexpr unsigned kClassShift = 26;
    constexpr std::uint32_t kWrite = 1 << 6; // WnR, of a data abort.
    ByteReader reader(state);
    const auto address = reader.u64();
    const auto syndrome = reader.u32();
    if (!reader.ok() || syndrome == 0)
        return std::nullopt;
    switch (syndrome >> kClassShift) {
    case 0x00: return ThreadFault{kBadInstruction, "EXC_BAD_INSTRUCTION", {}};
    case 0x20: return ThreadFault{kBadAccess, "EXC_BAD_ACCESS", address, Access::Execute};
    case 0x24:
        return ThreadFault{kBadAccess, "EXC_BAD_ACCESS", address,
                           (syndrome & kWrite) != 0 ? Access::Write : Access::Read};
    case 0x22:
    case 0x26: return ThreadFault{kBadAccess, "EXC_BAD_ACCESS", {}};
    case 0x2c: return ThreadFault{kArithmetic, "EXC_ARITHMETIC", {}};
    case 0x30:
    case 0x3c: return ThreadFault{kBreakpoint, "EXC_BREAKPOINT", {}};
    default: return std::nullopt;
    }
}

void readState(const ThreadLayout& layout, std::uint32_t flavor, Bytes state, CoreThread& thread)
{
    const bool isUnion = flavor == layout.generalUnion || flavor == layout.exceptionUnion;
    if (isUnion && state.size() >= kUnionHeaderBytes) {
        flavor = ByteReader(state).u32();
        state = state.subspan(kUnionHeaderBytes);
    }
    if (flavor == layout.general && !thread.registers)
        readGeneral(layout, state, thread);
    else if (flavor == layout.exception && !thread.fault)
        thread.fault =
            layout.family == CpuFamily::Arm64 ? readArm64Fault(state) : readAmd64Fault(state);
}

} // namespace

CoreThread readCoreThread(Arch arch, Bytes command)
{
    const auto& layout = cpuFamily(arch) == CpuFamily::Arm64 ? kArm64Layout : kAmd64Layout;
    CoreThread thread;
    ByteReader reader(command);
    while (reader.remaining() >= 8) {
        const auto flavor = reader.u32();
        const std::uint64_t sizeBytes = std::uint64_t{4} * reader.u32();
        const auto held = std::min<std::uint64_t>(sizeBytes, reader.remaining());
        readState(layout, flavor, reader.bytes(held), thread);
    }
    if (!thread.registers && thread.problem.empty())
        thread.problem = "no state with general registers";
    return thread;
}

} // namespace faultline::machcore
