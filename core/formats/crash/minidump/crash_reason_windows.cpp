// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/hex.h"
#include "core/formats/crash/codes/code_names.h"
#include "core/formats/crash/minidump/crash_reason.h"

namespace faultline::minidump {

namespace {

#define FL_CODE(code, name) {code, #name},

constexpr auto kExceptions = std::to_array<crash::CodeName>({
#include "core/formats/crash/minidump/windows_exception_names.inc"
});

constexpr auto kWinErrors = std::to_array<crash::CodeName>({
#include "core/formats/crash/minidump/win_error_names.inc"
});

constexpr auto kNtStatuses = std::to_array<crash::CodeName>({
#include "core/formats/crash/minidump/nt_status_names.inc"
});

constexpr auto kFastFails = std::to_array<crash::CodeName>({
#include "core/formats/crash/minidump/fast_fail_names.inc"
});

#undef FL_CODE

static_assert(std::ranges::is_sorted(kExceptions, {}, &crash::CodeName::code));
static_assert(std::ranges::is_sorted(kWinErrors, {}, &crash::CodeName::code));
static_assert(std::ranges::is_sorted(kNtStatuses, {}, &crash::CodeName::code));
static_assert(std::ranges::is_sorted(kFastFails, {}, &crash::CodeName::code));

constexpr std::uint32_t kAccessViolation = 0xc0000005;
constexpr std::uint32_t kInPageError = 0xc0000006;
constexpr std::uint32_t kStackBufferOverrun = 0xc0000409; // Raised by __fastfail as well.
constexpr std::uint32_t kFacilityVisualCpp = 109;         // Failed delay loads: 0xc06d007e.

std::string hex32(std::uint64_t value)
{
    return concat("0x", hexDigits(value, 8));
}

/// The access that failed in an access violation or page error: its first parameter.
std::string_view accessSuffix(std::uint64_t access)
{
    switch (access) {
    case 0: return "_READ";
    case 1: return "_WRITE";
    case 8: return "_EXEC";
    default: return {};
    }
}

std::string nameOrNumber(std::span<const crash::CodeName> table, std::uint64_t code)
{
    const auto name = crash::findCodeName(table, code);
    return name.empty() ? hex32(code) : std::string(name);
}

std::string inPageError(const ExceptionRecord& record)
{
    const auto suffix = accessSuffix(record.information[0]);
    if (record.parameterCount < 3 || suffix.empty())
        return "EXCEPTION_IN_PAGE_ERROR";
    return concat("EXCEPTION_IN_PAGE_ERROR", suffix, " / ",
                  nameOrNumber(kNtStatuses, record.information[2] & 0xffffffff));
}

std::string exceptionName(std::uint32_t code)
{
    switch (code) {
    case 0xe0000008: return "Out of Memory"; // Chromium's and Mozilla's allocators.
    case 0xe06d7363: return "Unhandled C++ Exception";
    case 0x0517a7ed: return "Simulated Exception";
    default: return std::string(crash::findCodeName(kExceptions, code));
    }
}

} // namespace

std::string windowsErrorName(std::uint32_t code)
{
    for (const std::span<const crash::CodeName> table :
         {std::span<const crash::CodeName>(kWinErrors),
          std::span<const crash::CodeName>(kNtStatuses)}) {
        if (const auto name = crash::findCodeName(table, code); !name.empty())
            return std::string(name);
    }
    const bool hasSeverity = (code & 0xf0000000) != 0;
    const auto facility = (code & 0x0fff0000) >> 16;
    if (hasSeverity && facility == kFacilityVisualCpp) {
        if (const auto name = crash::findCodeName(kWinErrors, code & 0xffff); !name.empty())
            return concat("FACILITY_VISUALCPP / ", name);
    }
    return concat("unknown ", hex32(code));
}

std::string windowsCrashReason(const ExceptionRecord& record)
{
    if (record.code == kAccessViolation && record.parameterCount >= 1)
        return concat("EXCEPTION_ACCESS_VIOLATION", accessSuffix(record.information[0]));
    if (record.code == kInPageError)
        return inPageError(record);
    if (record.code == kStackBufferOverrun && record.parameterCount >= 1)
        return concat("EXCEPTION_STACK_BUFFER_OVERRUN / ",
                      nameOrNumber(kFastFails, record.information[0] & 0xffffffff));
    const auto name = exceptionName(record.code);
    return name.empty() ? windowsErrorName(record.code) : name;
}

} // namespace faultline::minidump
