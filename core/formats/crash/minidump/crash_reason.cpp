// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/crash/minidump/crash_reason.h"

#include "core/formats/crash/codes/linux_signals.h"
#include "core/formats/crash/codes/windows_exceptions.h"

#include <algorithm>
#include <span>

namespace faultline::minidump {

namespace {

constexpr std::uint32_t kWindowsAccessViolation = 0xc0000005;
constexpr std::uint32_t kWindowsInPageError = 0xc0000006;
constexpr std::uint32_t kWindowsSimulated = 0x0517a7ed; // Crashpad, client/crashpad_client_win.cc.
constexpr std::uint32_t kMacSimulated = 0x43507378; // "CPsx": Crashpad, kMachExceptionSimulated.
constexpr std::uint32_t kLinuxDumpRequested = 0xffffffff;

std::string windowsReason(const ExceptionRecord& record)
{
    const std::span all(record.information);
    return crash::windowsExceptionReason(
        record.code, all.first(std::min<std::size_t>(record.parameterCount, all.size())));
}

std::optional<std::string> reasonOf(const ExceptionRecord& record, OsFamily os, CpuFamily cpu)
{
    switch (os) {
    case OsFamily::Windows: return windowsReason(record);
    case OsFamily::Linux:
    case OsFamily::Android:
        return crash::linuxSignalReason(record.code, record.flags == kLldbFlag ? 0 : record.flags);
    case OsFamily::MacOs:
    case OsFamily::Ios: return macCrashReason(record, cpu);
    case OsFamily::Fuchsia: return fuchsiaCrashReason(record);
    default: return std::nullopt;
    }
}

} // namespace

std::string crashReason(const ExceptionRecord& record, OsFamily os, CpuFamily cpu)
{
    if (auto reason = reasonOf(record, os, cpu))
        return *std::move(reason);
    return crash::unknownCrashReason(record.code, record.flags);
}

std::uint64_t crashAddress(const ExceptionRecord& record, OsFamily os, CpuFamily cpu)
{
    const bool namesAddress =
        os == OsFamily::Windows && record.parameterCount >= 2 &&
        (record.code == kWindowsAccessViolation || record.code == kWindowsInPageError);
    const auto address = namesAddress ? record.information[1] : record.address;
    // 32-bit writers store it sign-extended now and then.
    return pointerSize(cpu) == 4 ? address & 0xffffffff : address;
}

bool isSimulated(const ExceptionRecord& record, OsFamily os)
{
    switch (os) {
    case OsFamily::Windows: return record.code == kWindowsSimulated;
    case OsFamily::Linux:
    case OsFamily::Android: return record.code == kLinuxDumpRequested || record.code == 0;
    case OsFamily::MacOs:
    case OsFamily::Ios: return record.code == kMacSimulated;
    default: return false;
    }
}

} // namespace faultline::minidump
