// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/unwind/walk/signal_trampoline.h"

#include "core/unwind/rules/register_rules.h"

#include <algorithm>
#include <array>
#include <span>

namespace faultline::unwind {

namespace {

struct SavedRegister
{
    std::string_view name;
    std::uint16_t offset = 0; ///< From the sigcontext.
};

/// Place of the registers while pc is at the trampoline's first instruction.
struct Trampoline
{
    CpuFamily family = CpuFamily::Unknown;
    std::string_view bytes;
    std::uint16_t stackOffset = 0; ///< From sp to the sigcontext, or to a pointer.
    std::optional<std::uint16_t>
        pointerOffset; ///< If set: the distance of the sigcontext after that pointer's target.
    bool isThumb = false;
    std::span<const SavedRegister> registers;
};

// Layouts: Linux arch/*/include/uapi/asm/{sigcontext,ucontext}.h and arch/*/kernel/signal.c.
constexpr std::array kAmd64Registers{
    SavedRegister{"r8", 0},    SavedRegister{"r9", 8},    SavedRegister{"r10", 16},
    SavedRegister{"r11", 24},  SavedRegister{"r12", 32},  SavedRegister{"r13", 40},
    SavedRegister{"r14", 48},  SavedRegister{"r15", 56},  SavedRegister{"rdi", 64},
    SavedRegister{"rsi", 72},  SavedRegister{"rbp", 80},  SavedRegister{"rbx", 88},
    SavedRegister{"rdx", 96},  SavedRegister{"rax", 104}, SavedRegister{"rcx", 112},
    SavedRegister{"rsp", 120}, SavedRegister{"rip", 128},
};

constexpr std::array kX86Registers{
    SavedRegister{"edi", 16}, SavedRegister{"esi", 20}, SavedRegister{"ebp", 24},
    SavedRegister{"esp", 28}, SavedRegister{"ebx", 32}, SavedRegister{"edx", 36},
    SavedRegister{"ecx", 40}, SavedRegister{"eax", 44}, SavedRegister{"eip", 56},
};

constexpr std::array kArm64Registers{
    SavedRegister{"x0", 8},    SavedRegister{"x1", 16},   SavedRegister{"x2", 24},
    SavedRegister{"x3", 32},   SavedRegister{"x4", 40},   SavedRegister{"x5", 48},
    SavedRegister{"x6", 56},   SavedRegister{"x7", 64},   SavedRegister{"x8", 72},
    SavedRegister{"x9", 80},   SavedRegister{"x10", 88},  SavedRegister{"x11", 96},
    SavedRegister{"x12", 104}, SavedRegister{"x13", 112}, SavedRegister{"x14", 120},
    SavedRegister{"x15", 128}, SavedRegister{"x16", 136}, SavedRegister{"x17", 144},
    SavedRegister{"x18", 152}, SavedRegister{"x19", 160}, SavedRegister{"x20", 168},
    SavedRegister{"x21", 176}, SavedRegister{"x22", 184}, SavedRegister{"x23", 192},
    SavedRegister{"x24", 200}, SavedRegister{"x25", 208}, SavedRegister{"x26", 216},
    SavedRegister{"x27", 224}, SavedRegister{"x28", 232}, SavedRegister{"fp", 240},
    SavedRegister{"lr", 248},  SavedRegister{"sp", 256},  SavedRegister{"pc", 264},
};

constexpr std::array kArmRegisters{
    SavedRegister{"r0", 12},  SavedRegister{"r1", 16},  SavedRegister{"r2", 20},
    SavedRegister{"r3", 24},  SavedRegister{"r4", 28},  SavedRegister{"r5", 32},
    SavedRegister{"r6", 36},  SavedRegister{"r7", 40},  SavedRegister{"r8", 44},
    SavedRegister{"r9", 48},  SavedRegister{"r10", 52}, SavedRegister{"fp", 56},
    SavedRegister{"r12", 60}, SavedRegister{"sp", 64},  SavedRegister{"lr", 68},
    SavedRegister{"pc", 72},
};

/// Registers that lie one after the other, eight bytes each.
template <std::size_t count>
consteval std::array<SavedRegister, count> consecutive(const std::string_view (&names)[count],
                                                       std::uint16_t first)
{
    std::array<SavedRegister, count> saved;
    for (std::size_t i = 0; i < count; ++i)
        saved[i] = {names[i], static_cast<std::uint16_t>(first + 8 * i)};
    return saved;
}

constexpr auto kRiscV64Registers =
    consecutive({"pc", "ra", "sp", "gp", "tp",  "t0",  "t1", "t2", "s0", "s1", "a0",
                 "a1", "a2", "a3", "a4", "a5",  "a6",  "a7", "s2", "s3", "s4", "s5",
                 "s6", "s7", "s8", "s9", "s10", "s11", "t3", "t4", "t5", "t6"},
                0);

// After pc comes r0, which is always zero.
constexpr auto kLoongArch64Registers =
    consecutive({"ra", "tp", "sp", "a0", "a1", "a2", "a3", "a4", "a5", "a6",  "a7",
                 "t0", "t1", "t2", "t3", "t4", "t5", "t6", "t7", "t8", "r21", "fp",
                 "s0", "s1", "s2", "s3", "s4", "s5", "s6", "s7", "s8"},
                16);
constexpr std::array kLoongArch64Pc{SavedRegister{"pc", 0}};

// Between r31 and the link register: nip, msr, r3 before the call, ctr.
constexpr auto kPpc64General =
    consecutive({"r0",  "r1",  "r2",  "r3",  "r4",  "r5",  "r6",  "r7",  "r8",  "r9",  "r10",
                 "r11", "r12", "r13", "r14", "r15", "r16", "r17", "r18", "r19", "r20", "r21",
                 "r22", "r23", "r24", "r25", "r26", "r27", "r28", "r29", "r30", "r31", "srr0"},
                0);
constexpr std::array kPpc64Link{SavedRegister{"lr", 288}};

// The address of the program status word, then the general registers. The access registers follow,
// and the control word of the floating point registers.
constexpr auto kS390xGeneral = consecutive({"pc", "r0", "r1", "r2", "r3", "r4", "r5", "r6", "r7",
                                            "r8", "r9", "r10", "r11", "r12", "r13", "r14", "r15"},
                                           8);
constexpr auto kS390xFloat = consecutive({"f0", "f1", "f2", "f3", "f4", "f5", "f6", "f7", "f8",
                                          "f9", "f10", "f11", "f12", "f13", "f14", "f15"},
                                         216);

template <std::size_t first, std::size_t second>
consteval std::array<SavedRegister, first + second>
joined(const std::array<SavedRegister, first>& a, const std::array<SavedRegister, second>& b)
{
    std::array<SavedRegister, first + second> all;
    std::ranges::copy(b, std::ranges::copy(a, all.begin()).out);
    return all;
}

constexpr auto kLoongArch64All = joined(kLoongArch64Pc, kLoongArch64Registers);
constexpr auto kPpc64Registers = joined(kPpc64General, kPpc64Link);
constexpr auto kS390xRegisters = joined(kS390xGeneral, kS390xFloat);

using namespace std::string_view_literals;

constexpr std::array kTrampolines{
    Trampoline{CpuFamily::Intel64,
               "\x48\xc7\xc0\x0f\x00\x00\x00\x0f\x05"sv,
               40,
               {},
               false,
               kAmd64Registers},
    // Zig writes it with the shorter move.
    Trampoline{
        CpuFamily::Intel64, "\xb8\x0f\x00\x00\x00\x0f\x05"sv, 40, {}, false, kAmd64Registers},
    Trampoline{CpuFamily::Intel32, "\xb8\xad\x00\x00\x00\xcd\x80"sv, 8, 20, false, kX86Registers},
    Trampoline{
        CpuFamily::Intel32, "\x58\xb8\x77\x00\x00\x00\xcd\x80"sv, 4, {}, false, kX86Registers},
    Trampoline{CpuFamily::Intel32,
               "\xb8\x77\x00\x00\x00\xcd\x80"sv,
               0,
               {},
               false,
               kX86Registers}, // After the pop.
    Trampoline{
        CpuFamily::Arm64, "\x68\x11\x80\xd2\x01\x00\x00\xd4"sv, 304, {}, false, kArm64Registers},
    Trampoline{
        CpuFamily::Arm32, "\xad\x70\xa0\xe3\x00\x00\x00\xef"sv, 148, {}, false, kArmRegisters},
    Trampoline{CpuFamily::Arm32, "\xad\x27\x00\xdf"sv, 148, {}, true, kArmRegisters},
    Trampoline{
        CpuFamily::Arm32, "\x77\x70\xa0\xe3\x00\x00\x00\xef"sv, 20, {}, false, kArmRegisters},
    Trampoline{CpuFamily::Arm32, "\x77\x27\x00\xdf"sv, 20, {}, true, kArmRegisters},
    // glibc's restorers in Thumb, with a wide move.
    Trampoline{CpuFamily::Arm32, "\x4f\xf0\xad\x07\x00\xdf"sv, 148, {}, true, kArmRegisters},
    Trampoline{CpuFamily::Arm32, "\x4f\xf0\x77\x07\x00\xdf"sv, 20, {}, true, kArmRegisters},
    Trampoline{CpuFamily::RiscV64,
               "\x93\x08\xb0\x08\x73\x00\x00\x00"sv,
               304,
               {},
               false,
               kRiscV64Registers},
    Trampoline{CpuFamily::LoongArch64,
               "\x0b\x2c\x82\x03\x00\x00\x2b\x00"sv,
               304,
               {},
               false,
               kLoongArch64All},
    Trampoline{CpuFamily::Ppc64,
               "\x80\x00\x21\x38\xac\x00\x00\x38\x02\x00\x00\x44"sv,
               360,
               {},
               false,
               kPpc64Registers},
    Trampoline{CpuFamily::Ppc64,
               "\x38\x21\x00\x80\x38\x00\x00\xac\x44\x00\x00\x02"sv,
               360,
               {},
               false,
               kPpc64Registers},
    // qemu-user's, which leaves sp as it is and two words more room.
    Trampoline{
        CpuFamily::Ppc64, "\xac\x00\x00\x38\x02\x00\x00\x44"sv, 376, {}, false, kPpc64Registers},
    Trampoline{CpuFamily::S390x, "\x0a\xad"sv, 336, {}, false, kS390xRegisters},
    // The handler of a signal without siginfo finds a pointer to the registers above its frame.
    Trampoline{CpuFamily::S390x, "\x0a\x77"sv, 168, 0, false, kS390xRegisters},
};

constexpr std::size_t kLongestTrampoline = 12;

bool isLinux(const Event& event)
{
    return event.system.os == OsFamily::Linux || event.system.os == OsFamily::Android;
}

const Trampoline* recognise(const WalkEnvironment& environment, std::uint64_t pc, bool isThumb)
{
    std::array<std::byte, kLongestTrampoline> buffer{};
    const auto count = environment.modules.readCode(pc, environment.moduleMap.find(pc), buffer);
    const auto code = asText(std::span(buffer).first(count));
    const auto found = std::ranges::find_if(kTrampolines, [&](const Trampoline& trampoline) {
        return trampoline.family == environment.family && trampoline.isThumb == isThumb &&
               code.starts_with(trampoline.bytes);
    });
    return found == kTrampolines.end() ? nullptr : &*found;
}

std::optional<std::uint64_t>
contextOf(const WalkEnvironment& environment, const Trampoline& trampoline, std::uint64_t sp)
{
    const auto place = sp + trampoline.stackOffset;
    if (!trampoline.pointerOffset)
        return place;
    const auto pointer =
        environment.event.asNative()->memory->readUnsigned(place, environment.wordBytes);
    return pointer ? std::optional(*pointer + *trampoline.pointerOffset) : std::nullopt;
}

std::optional<RegisterSet>
readRegisters(const WalkEnvironment& environment, const Trampoline& trampoline, std::uint64_t sp)
{
    const auto& memory = *environment.event.asNative()->memory;
    const auto context = contextOf(environment, trampoline, sp);
    if (!context)
        return std::nullopt;
    RegisterSet registers(environment.family);
    for (const auto& saved : trampoline.registers) {
        const auto value = memory.readUnsigned(*context + saved.offset, environment.wordBytes);
        const auto index = registerIndex(environment.family, saved.name);
        if (!value || !index)
            return std::nullopt;
        registers.set(*index, *value);
    }
    return registers;
}

/// Bytes that merely look like a signal frame rarely give a pc in code and an sp in memory.
bool isBelievable(const WalkEnvironment& environment, const RegisterSet& registers)
{
    constexpr std::uint64_t kPageBytes = 4096;
    const auto pc = environment.strip(registers.pc());
    const bool isCrashPage = pc / kPageBytes == environment.event.crash.address / kPageBytes;
    const bool isKnownCode = environment.moduleMap.find(pc).has_value() ||
                             environment.event.asNative()->memory->contains(pc) ||
                             isExecutable(environment, pc).value_or(false);
    return (isKnownCode || isCrashPage) &&
           environment.event.asNative()->memory->contains(registers.sp());
}

bool isCodeKnown(const WalkEnvironment& environment, std::uint64_t pc)
{
    std::array<std::byte, 1> byte{};
    return environment.modules.readCode(pc, environment.moduleMap.find(pc), byte) != 0;
}

/// The segment registers of user space's code and stack, which a sigcontext of x86 holds (Linux
/// arch/x86/include/asm/segment.h; 32-bit programs on a 64-bit kernel and on a 32-bit one).
bool hasX86Segments(const MemoryReader& memory, std::uint64_t context)
{
    constexpr std::uint64_t kCodeSegmentAt = 60;
    constexpr std::uint64_t kStackSegmentAt = 72;
    const auto code = memory.readUnsigned(context + kCodeSegmentAt, 2);
    const auto stack = memory.readUnsigned(context + kStackSegmentAt, 2);
    return (code == 0x23 && stack == 0x2b) || (code == 0x73 && stack == 0x7b);
}

/// The same for x86-64, where kernels before 4.2 leave the stack's segment zero. Also checks the
/// flags, of which bit 1 is always set.
bool hasAmd64Segments(const MemoryReader& memory, std::uint64_t context)
{
    constexpr std::uint64_t kFlagsAt = 136;
    constexpr std::uint64_t kCodeSegmentAt = 144;
    constexpr std::uint64_t kStackSegmentAt = 150;
    constexpr std::uint64_t kMaxFlags = 1 << 22;
    const auto code = memory.readUnsigned(context + kCodeSegmentAt, 2);
    const auto stack = memory.readUnsigned(context + kStackSegmentAt, 2);
    const auto flags = memory.readUnsigned(context + kFlagsAt, 8).value_or(0);
    return code == 0x33 && (stack == 0x2b || stack == 0) && (flags & 2) != 0 && flags < kMaxFlags;
}

/// Checks the record of the vector registers, which the kernel appends first.
bool hasArm64Vectors(const MemoryReader& memory, std::uint64_t context)
{
    constexpr std::uint64_t kExtensionsAt = 288;
    constexpr std::uint32_t kVectorMagic = 0x46508001; // FPSIMD_MAGIC
    return memory.readUnsigned(context + kExtensionsAt, 4) == kVectorMagic;
}

/// Checks user mode in the status register, and the record of the floating point registers.
bool hasArmContext(const MemoryReader& memory, std::uint64_t context)
{
    constexpr std::uint64_t kStatusAt = 76;
    constexpr std::uint64_t kExtensionsAt = 212;
    constexpr std::uint32_t kVectorMagic = 0x56465001; // VFP_MAGIC
    constexpr std::uint32_t kModeBits = 31;
    constexpr std::uint32_t kUserMode = 16;
    const auto status = memory.readUnsigned(context + kStatusAt, 4).value_or(0);
    return (status & kModeBits) == kUserMode &&
           memory.readUnsigned(context + kExtensionsAt, 4) == kVectorMagic;
}

bool holdsContext(const WalkEnvironment& environment, std::uint64_t context)
{
    const auto& memory = *environment.event.asNative()->memory;
    switch (environment.family) {
    case CpuFamily::Intel32: return hasX86Segments(memory, context);
    case CpuFamily::Intel64: return hasAmd64Segments(memory, context);
    case CpuFamily::Arm64: return hasArm64Vectors(memory, context);
    case CpuFamily::Arm32: return hasArmContext(memory, context);
    default: return false;
    }
}

/// The only layout that fits the stack, for code whose bytes are unknown.
const Trampoline* guess(const WalkEnvironment& environment, std::uint64_t pc, std::uint64_t sp)
{
    if (isCodeKnown(environment, pc))
        return nullptr;
    const auto found = std::ranges::find_if(kTrampolines, [&](const Trampoline& trampoline) {
        const auto context = trampoline.family == environment.family
                                 ? contextOf(environment, trampoline, sp)
                                 : std::nullopt;
        return context && holdsContext(environment, *context);
    });
    return found == kTrampolines.end() ? nullptr : &*found;
}

} // namespace

bool isSignalTrampoline(const WalkEnvironment& environment, std::uint64_t address)
{
    const bool isThumb = environment.family == CpuFamily::Arm32 && (address & 1) != 0;
    return isLinux(environment.event) &&
           recognise(environment, address - (isThumb ? 1 : 0), isThumb) != nullptr;
}

bool mayBeSignalFrame(const WalkEnvironment& environment, std::uint64_t pc, std::uint64_t sp)
{
    if (!isLinux(environment.event))
        return false;
    const auto* trampoline = guess(environment, pc, sp);
    const auto registers =
        trampoline != nullptr ? readRegisters(environment, *trampoline, sp) : std::nullopt;
    return registers && isBelievable(environment, *registers);
}

bool isExecutableTrampoline(const WalkEnvironment& environment, std::uint64_t address)
{
    return isSignalTrampoline(environment, address) &&
           isExecutable(environment, address).value_or(false);
}

StepResult stepBySignalTrampoline(WalkEnvironment& environment, const Callee& callee)
{
    if (!isLinux(environment.event))
        return std::nullopt;
    const auto pc =
        environment.family == CpuFamily::Arm32 ? callee.pc & ~std::uint64_t{1} : callee.pc;
    const auto* trampoline = recognise(environment, pc, callee.isThumb);
    if (trampoline == nullptr && !callee.isContext && !callee.isSpGuessed)
        trampoline = guess(environment, pc, callee.sp);
    const auto registers =
        trampoline != nullptr ? readRegisters(environment, *trampoline, callee.sp) : std::nullopt;
    if (!registers || !isBelievable(environment, *registers))
        return std::nullopt;
    Caller caller;
    caller.registers = *registers;
    caller.trust = FrameTrust::Cfi;
    caller.method = UnwindMethod::SignalFrame;
    caller.isExact = true;
    caller.switchesStack = true;
    return caller;
}

} // namespace faultline::unwind
