// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/crash/elfcore/core_registers.h"

#include "core/formats/debug/elf/elf_constants.h"

#include <algorithm>
#include <array>
#include <span>

namespace faultline::corefile {

namespace {

/// The registers of one machine in the order in which the kernel stores them, one word of the
/// family each. Words without a name hold several narrow fields.
struct RegisterLayout
{
    OsFamily system;
    std::uint16_t machine;
    bool is64;
    CpuFamily family;
    std::span<const std::string_view> names;
};

// Linux, arch/x86/include/asm/user_64.h, struct user_regs_struct.
constexpr auto kAmd64 = std::to_array<std::string_view>(
    {"r15",    "r14", "r13", "r12",     "rbp",     "rbx", "r11",      "r10", "r9",
     "r8",     "rax", "rcx", "rdx",     "rsi",     "rdi", "orig_rax", "rip", "cs",
     "eflags", "rsp", "ss",  "fs_base", "gs_base", "ds",  "es",       "fs",  "gs"});

// Linux, arch/x86/include/asm/user_32.h.
constexpr auto kX86 =
    std::to_array<std::string_view>({"ebx", "ecx", "edx", "esi", "edi", "ebp", "eax", "ds", "es",
                                     "fs", "gs", "orig_eax", "eip", "cs", "eflags", "esp", "ss"});

// Linux, arch/arm64/include/uapi/asm/ptrace.h, struct user_pt_regs.
constexpr auto kArm64 = std::to_array<std::string_view>(
    {"x0",  "x1",  "x2",  "x3",  "x4",  "x5",  "x6",  "x7",  "x8",  "x9",  "x10", "x11",
     "x12", "x13", "x14", "x15", "x16", "x17", "x18", "x19", "x20", "x21", "x22", "x23",
     "x24", "x25", "x26", "x27", "x28", "fp",  "lr",  "sp",  "pc",  "cpsr"});

// Linux, arch/arm/include/uapi/asm/ptrace.h, struct pt_regs.
constexpr auto kArm =
    std::to_array<std::string_view>({"r0", "r1", "r2", "r3", "r4", "r5", "r6", "r7", "r8", "r9",
                                     "r10", "fp", "r12", "sp", "lr", "pc", "cpsr", "orig_r0"});

// Linux, arch/riscv/include/uapi/asm/ptrace.h, struct user_regs_struct.
constexpr auto kRiscV64 = std::to_array<std::string_view>(
    {"pc", "ra", "sp", "gp", "tp",  "t0",  "t1", "t2", "s0", "s1", "a0",
     "a1", "a2", "a3", "a4", "a5",  "a6",  "a7", "s2", "s3", "s4", "s5",
     "s6", "s7", "s8", "s9", "s10", "s11", "t3", "t4", "t5", "t6"});

// Linux, arch/powerpc/include/uapi/asm/ptrace.h, struct pt_regs. Its nip and msr are the contents
// of srr0 and srr1. On 32 bits, softe is mq.
constexpr auto kPpc = std::to_array<std::string_view>(
    {"r0",   "r1",        "r2",  "r3",  "r4",  "r5",  "r6",    "r7",   "r8",  "r9",   "r10",
     "r11",  "r12",       "r13", "r14", "r15", "r16", "r17",   "r18",  "r19", "r20",  "r21",
     "r22",  "r23",       "r24", "r25", "r26", "r27", "r28",   "r29",  "r30", "r31",  "srr0",
     "srr1", "orig_gpr3", "ctr", "lr",  "xer", "ccr", "softe", "trap", "dar", "dsisr"});

// Linux, arch/s390/include/uapi/asm/ptrace.h, s390_regs: the program status word (mask, address),
// then the general registers.
constexpr auto kS390x =
    std::to_array<std::string_view>({"pswm", "pc", "r0", "r1", "r2", "r3", "r4", "r5", "r6", "r7",
                                     "r8", "r9", "r10", "r11", "r12", "r13", "r14", "r15"});

// Linux, arch/loongarch/include/uapi/asm/ptrace.h, struct user_pt_regs.
constexpr auto kLoongArch64 = std::to_array<std::string_view>(
    {"r0", "ra", "tp", "sp", "a0", "a1", "a2", "a3", "a4",      "a5",  "a6",  "a7",
     "t0", "t1", "t2", "t3", "t4", "t5", "t6", "t7", "t8",      "r21", "fp",  "s0",
     "s1", "s2", "s3", "s4", "s5", "s6", "s7", "s8", "orig_a0", "pc",  "badv"});

// FreeBSD, sys/x86/include/reg.h, struct __reg64: the words without names are trapno, fs, gs, and
// err, es, ds.
constexpr auto kFreeBsdAmd64 = std::to_array<std::string_view>(
    {"r15", "r14", "r13", "r12", "r11", "r10", "r9",  "r8", "rdi",    "rsi", "rbp",
     "rbx", "rdx", "rcx", "rax", "",    "",    "rip", "cs", "eflags", "rsp", "ss"});

// NetBSD, sys/arch/amd64/include/frame_regs.h.
constexpr auto kNetBsdAmd64 = std::to_array<std::string_view>(
    {"rdi", "rsi", "rdx", "rcx", "r8", "r9", "r10",    "r11", "r12", "r13", "r14",    "r15", "rbp",
     "rbx", "rax", "gs",  "fs",  "es", "ds", "trapno", "err", "rip", "cs",  "eflags", "rsp", "ss"});

// OpenBSD, sys/arch/amd64/include/reg.h.
constexpr auto kOpenBsdAmd64 = std::to_array<std::string_view>(
    {"rdi", "rsi", "rdx", "rcx", "r8",  "r9",     "r10", "r11", "r12", "r13", "r14", "r15",
     "rbp", "rbx", "rax", "rsp", "rip", "eflags", "cs",  "ss",  "ds",  "es",  "fs",  "gs"});

// FreeBSD, sys/x86/include/reg.h, struct __reg32: the words without names are isp, trapno and err.
constexpr auto kFreeBsdX86 =
    std::to_array<std::string_view>({"fs", "es", "ds", "edi", "esi", "ebp", "", "ebx", "edx", "ecx",
                                     "eax", "", "", "eip", "cs", "eflags", "esp", "ss", "gs"});

// NetBSD and OpenBSD, sys/arch/i386/include/reg.h.
constexpr auto kOtherBsdX86 =
    std::to_array<std::string_view>({"eax", "ecx", "edx", "ebx", "esp", "ebp", "esi", "edi", "eip",
                                     "eflags", "cs", "ss", "ds", "es", "fs", "gs"});

// FreeBSD sys/arm64/include/reg.h and OpenBSD sys/arch/arm64/include/reg.h.
constexpr auto kBsdArm64LinkFirst = std::to_array<std::string_view>(
    {"x0",  "x1",  "x2",  "x3",  "x4",  "x5",  "x6",  "x7",  "x8",  "x9",  "x10",
     "x11", "x12", "x13", "x14", "x15", "x16", "x17", "x18", "x19", "x20", "x21",
     "x22", "x23", "x24", "x25", "x26", "x27", "x28", "fp",  "lr",  "sp",  "pc"});

// x32 (EM_X86_64 in a 32-bit file) has 64-bit registers in 32-bit structures.
constexpr auto kLayouts = std::to_array<RegisterLayout>({
    {OsFamily::Linux, elf::EM_X86_64, true, CpuFamily::Intel64, kAmd64},
    {OsFamily::Linux, elf::EM_X86_64, false, CpuFamily::Intel64, kAmd64},
    {OsFamily::Linux, elf::EM_386, false, CpuFamily::Intel32, kX86},
    {OsFamily::Linux, elf::EM_AARCH64, true, CpuFamily::Arm64, kArm64},
    {OsFamily::Linux, elf::EM_ARM, false, CpuFamily::Arm32, kArm},
    {OsFamily::Linux, elf::EM_RISCV, true, CpuFamily::RiscV64, kRiscV64},
    {OsFamily::Linux, elf::EM_PPC64, true, CpuFamily::Ppc64, kPpc},
    {OsFamily::Linux, elf::EM_PPC, false, CpuFamily::Ppc32, kPpc},
    {OsFamily::Linux, elf::EM_S390, true, CpuFamily::S390x, kS390x},
    {OsFamily::Linux, elf::EM_LOONGARCH, true, CpuFamily::LoongArch64, kLoongArch64},
    {OsFamily::FreeBsd, elf::EM_X86_64, true, CpuFamily::Intel64, kFreeBsdAmd64},
    {OsFamily::FreeBsd, elf::EM_386, false, CpuFamily::Intel32, kFreeBsdX86},
    {OsFamily::FreeBsd, elf::EM_AARCH64, true, CpuFamily::Arm64, kBsdArm64LinkFirst},
    {OsFamily::NetBsd, elf::EM_X86_64, true, CpuFamily::Intel64, kNetBsdAmd64},
    {OsFamily::NetBsd, elf::EM_386, false, CpuFamily::Intel32, kOtherBsdX86},
    {OsFamily::NetBsd, elf::EM_AARCH64, true, CpuFamily::Arm64, kBsdArm64LinkFirst},
    {OsFamily::OpenBsd, elf::EM_X86_64, true, CpuFamily::Intel64, kOpenBsdAmd64},
    {OsFamily::OpenBsd, elf::EM_386, false, CpuFamily::Intel32, kOtherBsdX86},
    {OsFamily::OpenBsd, elf::EM_AARCH64, true, CpuFamily::Arm64, kBsdArm64LinkFirst},
});

struct MachineName
{
    std::uint16_t machine;
    bool is64;
    std::string_view name;
};

// CPUs that have no layout above on some system or on all. The numbers are those of the ELF
// specification's list of machines; Alpha has one that was never registered.
constexpr auto kUnreadMachines = std::to_array<MachineName>({
    {2, false, "SPARC"},
    {3, false, "x86"},
    {4, false, "m68k"},
    {8, false, "MIPS"},
    {8, true, "MIPS"},
    {15, false, "PA-RISC"},
    {18, false, "SPARC"},
    {22, false, "S/390"},
    {42, false, "SuperH"},
    {43, true, "SPARC"},
    {50, true, "IA-64"},
    {20, false, "PowerPC"},
    {21, true, "PowerPC"},
    {40, false, "ARM"},
    {243, false, "RISC-V"},
    {243, true, "RISC-V"},
    {0x9026, true, "Alpha"},
});

/// "SPARC (64 bits)", or the number of a machine without a name.
std::string machineText(const CoreFile& core)
{
    const auto known = std::ranges::find_if(kUnreadMachines, [&](const MachineName& candidate) {
        return candidate.machine == core.layout.machine && candidate.is64 == core.layout.is64;
    });
    const auto name = known == kUnreadMachines.end() ? concat("ELF machine ", core.layout.machine)
                                                     : std::string(known->name);
    return concat(name, core.layout.is64 ? " (64 bits)" : " (32 bits)");
}

} // namespace

std::string_view systemName(OsFamily system)
{
    switch (system) {
    case OsFamily::FreeBsd: return "FreeBSD";
    case OsFamily::NetBsd: return "NetBSD";
    case OsFamily::OpenBsd: return "OpenBSD";
    default: return "Linux";
    }
}

Result<CoreRegisters> readRegisters(const CoreFile& core, OsFamily system, Bytes record)
{
    const auto layout = std::ranges::find_if(kLayouts, [&](const RegisterLayout& candidate) {
        return candidate.system == system && candidate.machine == core.layout.machine &&
               candidate.is64 == core.layout.is64;
    });
    if (layout == kLayouts.end())
        return fail(ErrorKind::Unsupported, "stacks of ", systemName(system), " on ",
                    machineText(core), " are not walked; GDB for that system can");
    const auto wordBytes = pointerSize(layout->family);
    const auto needed = layout->names.size() * wordBytes;
    if (record.size() < needed)
        return fail(ErrorKind::Malformed, record.size(), " bytes of registers, expected ", needed);
    CoreRegisters result;
    result.registers = RegisterSet(layout->family);
    auto reader = core.readerOf(record);
    for (const auto name : layout->names) {
        const auto value = reader.unsignedOf(wordBytes);
        if (const auto index = registerIndex(layout->family, name))
            result.registers.set(*index, value);
        else if (!name.empty())
            result.others.emplace_back(name, value);
    }
    return result;
}

void readFloatRegisters(const CoreFile& core, Bytes record, RegisterSet& registers)
{
    constexpr std::size_t kRegisters = 16;
    const auto first = registerIndex(CpuFamily::S390x, "f0");
    if (registers.family() != CpuFamily::S390x || !first)
        return;
    auto reader = core.readerOf(record);
    reader.skip(8); // The control word, and padding.
    if (reader.remaining() < kRegisters * 8)
        return;
    for (std::size_t i = 0; i < kRegisters; ++i)
        registers.set(static_cast<std::uint8_t>(*first + i), reader.u64());
}

} // namespace faultline::corefile
