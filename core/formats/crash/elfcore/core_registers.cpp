#include "core/formats/crash/elfcore/core_registers.h"

#include "core/formats/debug/elf/elf_constants.h"

#include <algorithm>
#include <array>
#include <span>

namespace faultline::corefile {

namespace {

/// The registers of one machine in the order in which the kernel stores them, one word each.
struct RegisterLayout
{
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

// x32 (EM_X86_64 in a 32-bit file) has 64-bit registers in 32-bit structures and no row here.
constexpr auto kLayouts = std::to_array<RegisterLayout>({
    {elf::EM_X86_64, true, CpuFamily::Intel64, kAmd64},
    {elf::EM_386, false, CpuFamily::Intel32, kX86},
    {elf::EM_AARCH64, true, CpuFamily::Arm64, kArm64},
    {elf::EM_ARM, false, CpuFamily::Arm32, kArm},
});

} // namespace

Result<CoreRegisters> readRegisters(const CoreFile& core, Bytes record)
{
    const auto layout = std::ranges::find_if(kLayouts, [&](const RegisterLayout& candidate) {
        return candidate.machine == core.layout.machine && candidate.is64 == core.layout.is64;
    });
    if (layout == kLayouts.end())
        return fail(ErrorKind::Unsupported, "registers of ELF machine ", core.layout.machine,
                    core.layout.is64 ? " (64 bits)" : " (32 bits)", " are not known");
    const auto needed = layout->names.size() * core.wordBytes();
    if (record.size() < needed)
        return fail(ErrorKind::Malformed, record.size(), " bytes of registers, expected ", needed);
    CoreRegisters result;
    result.registers = RegisterSet(layout->family);
    auto reader = core.readerOf(record);
    for (const auto name : layout->names) {
        const auto value = core.readWord(reader);
        if (const auto index = registerIndex(layout->family, name))
            result.registers.set(*index, value);
        else
            result.others.emplace_back(name, value);
    }
    return result;
}

} // namespace faultline::corefile
