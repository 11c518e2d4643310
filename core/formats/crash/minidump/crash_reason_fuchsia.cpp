// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/crash/codes/code_names.h"
#include "core/formats/crash/minidump/crash_reason.h"

#include <array>

namespace faultline::minidump {

namespace {

// Zircon, syscalls/exception.h.
constexpr auto kExceptions = std::to_array<crash::CodeName>({
    {0x008, "ZX_EXCP_GENERAL"},
    {0x108, "ZX_EXCP_FATAL_PAGE_FAULT"},
    {0x208, "ZX_EXCP_UNDEFINED_INSTRUCTION"},
    {0x308, "ZX_EXCP_SW_BREAKPOINT"},
    {0x408, "ZX_EXCP_HW_BREAKPOINT"},
    {0x508, "ZX_EXCP_UNALIGNED_ACCESS"},
    {0x8008, "ZX_EXCP_THREAD_STARTING"},
    {0x8108, "ZX_EXCP_THREAD_EXITING"},
    {0x8208, "ZX_EXCP_POLICY_ERROR"},
    {0x8308, "ZX_EXCP_PROCESS_STARTING"},
});

} // namespace

std::optional<std::string> fuchsiaCrashReason(const ExceptionRecord& record)
{
    const auto name = crash::findCodeName(kExceptions, record.code);
    return name.empty() ? std::nullopt : std::optional(std::string(name));
}

} // namespace faultline::minidump
