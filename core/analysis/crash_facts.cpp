// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/crash_facts.h"

#include "core/formats/crash/codes/linux_signals.h"

namespace faultline::analysis {

namespace {

// winnt.h (Windows), signal(7) and asm-generic/siginfo.h (Linux), mach/exception_types.h and
// mach/i386/exception.h (macOS).
constexpr std::uint32_t kAccessViolation = 0xc0000005;
constexpr std::uint32_t kIntegerDivideByZero = 0xc0000094;
constexpr std::uint32_t kPrivilegedInstruction = 0xc0000096;
constexpr std::uint32_t kStackOverflow = 0xc00000fd;
constexpr std::uint32_t kSigBus = 7;
constexpr std::uint32_t kSigFpe = 8;
constexpr std::uint32_t kSigSegv = 11;
constexpr std::uint32_t kFpeIntDiv = 1;
constexpr std::uint32_t kSiKernel = 0x80;
constexpr std::uint32_t kExcBadAccess = 1;
constexpr std::uint32_t kExcArithmetic = 3;
constexpr std::uint32_t kI386GeneralProtection = 13;
constexpr std::uint32_t kI386Divide = 1;
constexpr std::uint32_t kPpcZeroDivide = 2;

bool isLinux(const Event& event)
{
    return event.system.os == OsFamily::Linux || event.system.os == OsFamily::Android;
}

bool isApple(const Event& event)
{
    return event.system.os == OsFamily::MacOs || event.system.os == OsFamily::Ios;
}

bool isWindows(const Event& event, std::uint32_t code)
{
    return event.system.os == OsFamily::Windows && event.crash.code == code;
}

} // namespace

AccessOperation operationOf(const Event& event)
{
    if (!isWindows(event, kAccessViolation) || event.crash.parameters.empty())
        return AccessOperation::Undetermined;
    switch (event.crash.parameters[0]) {
    case 0: return AccessOperation::Read;
    case 1: return AccessOperation::Write;
    case 8: return AccessOperation::Execute;
    default: return AccessOperation::Undetermined;
    }
}

bool looksLikeProtectionFault(const Event& event)
{
    const auto& crash = event.crash;
    if (isWindows(event, kAccessViolation))
        return operationOf(event) == AccessOperation::Read && crash.address == UINT64_MAX;
    if (isApple(event))
        return crash.code == kExcBadAccess && crash.flags == kI386GeneralProtection &&
               crash.address == 0;
    return isLinux(event) && (crash.code == kSigSegv || crash.code == kSigBus) &&
           crash.flags == kSiKernel && crash.address == 0;
}

bool isSentSignal(const Event& event)
{
    const auto& crash = event.crash;
    return isLinux(event) && crash::isSentSignal(crash.code, crash.flags, crash.address);
}

bool isDivisionFault(const Event& event)
{
    const auto& crash = event.crash;
    const auto family = cpuFamily(event.system.arch);
    if (isApple(event) && crash.code == kExcArithmetic) {
        const bool isIntel = family == CpuFamily::Intel32 || family == CpuFamily::Intel64;
        return isIntel ? crash.flags == kI386Divide
                       : family == CpuFamily::Ppc32 && crash.flags == kPpcZeroDivide;
    }
    if (isLinux(event))
        return crash.code == kSigFpe && crash.flags == kFpeIntDiv;
    return isWindows(event, kIntegerDivideByZero);
}

bool isPrivilegedInstructionFault(const Event& event)
{
    return isWindows(event, kPrivilegedInstruction);
}

bool isStackOverflow(const Event& event)
{
    return isWindows(event, kStackOverflow);
}

bool has64BitAddresses(const Event& event)
{
    return pointerSize(cpuFamily(event.system.arch)) == 8;
}

} // namespace faultline::analysis
