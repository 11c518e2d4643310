// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/hex.h"
#include "core/formats/crash/codes/mac_exceptions.h"
#include "core/formats/crash/minidump/crash_reason.h"
#include "core/formats/crash/minidump/mac_limits.h"

#include <array>

namespace faultline::minidump {

namespace {

// XNU: mach/exception_types.h, mach/kern_return.h, mach/i386|arm|ppc/exception.h, sys/signal.h.
// Crashpad's util/mach/mach_extensions.h: "CPsx" is simulated, "CPnx" an NSException that nobody
// caught. Its snapshot/ios/exception_snapshot_ios_intermediate_dump.cc: a signal is recorded as the
// exception EXC_SOFT_SIGNAL with the signal's number as its code.
enum Exception : std::uint32_t {
    kBadAccess = 1,
    kBadInstruction = 2,
    kArithmetic = 3,
    kSoftware = 5,
    kBreakpoint = 6,
    kResource = 11,
    kGuard = 12,
    kCrash = 10,
    kSoftSignal = 0x10003,
    kSimulated = 0x43507378,
};

constexpr auto kKernCodes = std::to_array<crash::CodeName>({
    {1, "KERN_INVALID_ADDRESS"},
    {2, "KERN_PROTECTION_FAILURE"},
    {5, "KERN_FAILURE"},
    {8, "KERN_NO_ACCESS"},
    {9, "KERN_MEMORY_FAILURE"},
    {10, "KERN_MEMORY_ERROR"},
    {50, "KERN_CODESIGN_ERROR"},
});

constexpr auto kSoftwareCodes = std::to_array<crash::CodeName>({
    {0x1, "EXC_PPC_TRAP"},
    {0x10002, "SIGABRT"},
    {0x10100, "EXC_PPC_MIGRATE"},
    {0xdeadc0de, "UNCAUGHT_NS_EXCEPTION"},
});

constexpr auto kAccessX86 = std::to_array<crash::CodeName>({{13, "EXC_I386_GPFLT"}});
constexpr auto kAccessArm = std::to_array<crash::CodeName>({
    {0x101, "EXC_ARM_DA_ALIGN"},
    {0x102, "EXC_ARM_DA_DEBUG"},
    {0x103, "EXC_ARM_SP_ALIGN"},
    {0x104, "EXC_ARM_SWP"},
    {0x105, "EXC_ARM_PAC_FAIL"},
});
constexpr auto kAccessPpc = std::to_array<crash::CodeName>({
    {0x101, "EXC_PPC_VM_PROT_READ"},
    {0x102, "EXC_PPC_BADSPACE"},
    {0x103, "EXC_PPC_UNALIGNED"},
});

constexpr auto kInstructionX86 = std::to_array<crash::CodeName>({
    {1, "EXC_I386_INVOP"},
    {10, "EXC_I386_INVTSSFLT"},
    {11, "EXC_I386_SEGNPFLT"},
    {12, "EXC_I386_STKFLT"},
    {13, "EXC_I386_GPFLT"},
    {17, "EXC_I386_ALIGNFLT"},
});
constexpr auto kInstructionArm = std::to_array<crash::CodeName>({{1, "EXC_ARM_UNDEFINED"}});
constexpr auto kInstructionPpc = std::to_array<crash::CodeName>({
    {1, "EXC_PPC_INVALID_SYSCALL"},
    {2, "EXC_PPC_UNIPL_INST"},
    {3, "EXC_PPC_PRIVINST"},
    {4, "EXC_PPC_PRIVREG"},
    {5, "EXC_PPC_TRACE"},
    {6, "EXC_PPC_PERFMON"},
});

constexpr auto kArithmeticX86 = std::to_array<crash::CodeName>({
    {1, "EXC_I386_DIV"},
    {2, "EXC_I386_INTO"},
    {3, "EXC_I386_NOEXT"},
    {4, "EXC_I386_EXTOVR"},
    {5, "EXC_I386_EXTERR"},
    {6, "EXC_I386_EMERR"},
    {7, "EXC_I386_BOUND"},
    {8, "EXC_I386_SSEEXTERR"},
});
constexpr auto kArithmeticArm = std::to_array<crash::CodeName>({
    {1, "EXC_ARM_FP_IO"},
    {2, "EXC_ARM_FP_DZ"},
    {3, "EXC_ARM_FP_OF"},
    {4, "EXC_ARM_FP_UF"},
    {5, "EXC_ARM_FP_IX"},
    {6, "EXC_ARM_FP_ID"},
});
constexpr auto kArithmeticPpc = std::to_array<crash::CodeName>({
    {1, "EXC_PPC_OVERFLOW"},
    {2, "EXC_PPC_ZERO_DIVIDE"},
    {3, "EXC_FLT_INEXACT"},
    {4, "EXC_PPC_FLT_ZERO_DIVIDE"},
    {5, "EXC_PPC_FLT_UNDERFLOW"},
    {6, "EXC_PPC_FLT_OVERFLOW"},
    {7, "EXC_PPC_FLT_NOT_A_NUMBER"},
    {8, "EXC_PPC_NOEMULATION"},
    {9, "EXC_PPC_ALTIVECASSIST"},
});

constexpr auto kBreakpointX86 =
    std::to_array<crash::CodeName>({{1, "EXC_I386_SGL"}, {2, "EXC_I386_BPT"}});
constexpr auto kBreakpointArm = std::to_array<crash::CodeName>({{1, "EXC_ARM_BREAKPOINT"}});
constexpr auto kBreakpointPpc = std::to_array<crash::CodeName>({{1, "EXC_PPC_BREAKPOINT"}});

/// The code tables of an exception for the CPUs that have one. 32-bit ARM has none, as in
/// rust-minidump.
struct CpuTables
{
    std::uint32_t exception;
    std::span<const crash::CodeName> x86;
    std::span<const crash::CodeName> arm;
    std::span<const crash::CodeName> ppc;

    std::span<const crash::CodeName> of(CpuFamily cpu) const
    {
        switch (cpu) {
        case CpuFamily::Intel32:
        case CpuFamily::Intel64: return x86;
        case CpuFamily::Arm64: return arm;
        case CpuFamily::Ppc32: return ppc;
        default: return {};
        }
    }
};

constexpr auto kCpuTables = std::to_array<CpuTables>({
    {kBadAccess, kAccessX86, kAccessArm, kAccessPpc},
    {kBadInstruction, kInstructionX86, kInstructionArm, kInstructionPpc},
    {kArithmetic, kArithmeticX86, kArithmeticArm, kArithmeticPpc},
    {kBreakpoint, kBreakpointX86, kBreakpointArm, kBreakpointPpc},
});

std::string_view codeName(std::uint32_t exception, std::uint32_t code, CpuFamily cpu)
{
    // EXC_CRASH has the signal in the highest byte (XNU, bsd/kern/kern_exit.c).
    if (exception == kCrash)
        return crash::macSignalName(code >> 24);
    if (exception == kSoftSignal)
        return crash::macSignalName(code);
    if (exception == kSoftware)
        return crash::findCodeName(kSoftwareCodes, code);
    if (exception == kBadAccess) {
        if (const auto name = crash::findCodeName(kKernCodes, code); !name.empty())
            return name;
    }
    const auto tables = std::ranges::find(kCpuTables, exception, &CpuTables::exception);
    return tables == kCpuTables.end() ? std::string_view()
                                      : crash::findCodeName(tables->of(cpu), code);
}

} // namespace

std::optional<std::string> macCrashReason(const ExceptionRecord& record, CpuFamily cpu)
{
    if (record.code == kSimulated)
        return "Simulated Exception";
    if (record.code == kUncaughtNsException)
        return "Uncaught NSException";
    const auto exception = crash::machExceptionName(record.code);
    if (exception.empty())
        return std::nullopt;
    std::optional<std::string> limit;
    if (record.code == kResource)
        limit = resourceLimitText(record.flags, record.information[1], record.information[2]);
    else if (record.code == kGuard)
        limit = guardText(record.flags, record.information[1], record.information[2]);
    if (limit)
        return limit;
    const auto code = codeName(record.code, record.flags, cpu);
    if (code.empty())
        return concat(exception, " / 0x", hexDigits(record.flags, 8));
    return concat(exception, " / ", code);
}

} // namespace faultline::minidump
