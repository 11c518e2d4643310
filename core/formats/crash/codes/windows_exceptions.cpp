// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/crash/codes/windows_exceptions.h"

#include "core/base/hex.h"
#include "core/base/result.h"
#include "core/formats/crash/codes/code_names.h"

#include <array>
#include <string_view>

namespace faultline::crash {

namespace {

#define FL_CODE(code, name) {code, #name},

constexpr auto kExceptions = std::to_array<CodeName>({
#include "core/formats/crash/codes/windows_exception_names.inc"
});

constexpr auto kWinErrors = std::to_array<CodeName>({
#include "core/formats/crash/codes/win_error_names.inc"
});

constexpr auto kNtStatuses = std::to_array<CodeName>({
#include "core/formats/crash/codes/nt_status_names.inc"
});

constexpr auto kFastFails = std::to_array<CodeName>({
#include "core/formats/crash/codes/fast_fail_names.inc"
});

#undef FL_CODE

static_assert(std::ranges::is_sorted(kExceptions, {}, &CodeName::code));
static_assert(std::ranges::is_sorted(kWinErrors, {}, &CodeName::code));
static_assert(std::ranges::is_sorted(kNtStatuses, {}, &CodeName::code));
static_assert(std::ranges::is_sorted(kFastFails, {}, &CodeName::code));

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

std::string nameOrNumber(std::span<const CodeName> table, std::uint64_t code)
{
    const auto name = findCodeName(table, code);
    return name.empty() ? hex32(code) : std::string(name);
}

std::string inPageError(std::span<const std::uint64_t> parameters)
{
    const auto suffix = parameters.empty() ? std::string_view() : accessSuffix(parameters[0]);
    if (parameters.size() < 3 || suffix.empty())
        return "EXCEPTION_IN_PAGE_ERROR";
    return concat("EXCEPTION_IN_PAGE_ERROR", suffix, " / ",
                  nameOrNumber(kNtStatuses, parameters[2] & 0xffffffff));
}

std::string exceptionName(std::uint32_t code)
{
    switch (code) {
    case 0xe0000008: return "Out of Memory"; // Chromium's and Mozilla's allocators.
    case 0xe06d7363: return "Unhandled C++ Exception";
    case 0x0517a7ed: return "Simulated Exception";
    default: return std::string(findCodeName(kExceptions, code));
    }
}

} // namespace

std::string windowsErrorName(std::uint32_t code)
{
    for (const std::span<const CodeName> table :
         {std::span<const CodeName>(kWinErrors), std::span<const CodeName>(kNtStatuses)}) {
        if (const auto name = findCodeName(table, code); !name.empty())
            return std::string(name);
    }
    const bool hasSeverity = (code & 0xf0000000) != 0;
    const auto facility = (code & 0x0fff0000) >> 16;
    if (hasSeverity && facility == kFacilityVisualCpp) {
        if (const auto name = findCodeName(kWinErrors, code & 0xffff); !name.empty())
            return concat("FACILITY_VISUALCPP / ", name);
    }
    return concat("unknown ", hex32(code));
}

std::string windowsExceptionReason(std::uint32_t code, std::span<const std::uint64_t> parameters)
{
    if (code == kAccessViolation && !parameters.empty())
        return concat("EXCEPTION_ACCESS_VIOLATION", accessSuffix(parameters[0]));
    if (code == kInPageError)
        return inPageError(parameters);
    if (code == kStackBufferOverrun && !parameters.empty())
        return concat("EXCEPTION_STACK_BUFFER_OVERRUN / ",
                      nameOrNumber(kFastFails, parameters[0] & 0xffffffff));
    const auto name = exceptionName(code);
    return name.empty() ? windowsErrorName(code) : name;
}

} // namespace faultline::crash
