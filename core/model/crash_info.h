// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/crash_analysis.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace faultline {

/// The access to memory that failed, as the input tells it.
struct ReportedAccess
{
    MemoryAccessKind kind = MemoryAccessKind::Unknown;
    std::uint64_t sizeBytes = 0; ///< 0: unknown.

    friend bool operator==(const ReportedAccess&, const ReportedAccess&) = default;
};

/// Why the process ended: typed values and text.
struct CrashInfo
{
    bool present = false;      ///< The file has an exception record.
    bool isUnreadable = false; ///< The file lists an exception record, but it could not be read.
    bool isSimulated =
        false;          ///< A dump on request, without a crash (DumpWithoutCrash, DUMP_REQUESTED).
    std::string reason; ///< rust-minidump's text ("SIGSEGV / SEGV_MAPERR").
    std::uint64_t address =
        0; ///< Faulting address, if the reason has one (docs/spec/stackwalk.md §7.1).
    bool addressKnown =
        true;               ///< False if the file does not give the address, and for a sent signal.
    std::uint32_t code = 0; ///< Signal, NTSTATUS or Mach exception, by OS.
    std::uint32_t flags = 0;         ///< si_code, exception flags or Mach code.
    std::uint64_t recordAddress = 0; ///< exception_address as stored.
    std::vector<std::uint64_t> parameters;
    std::optional<std::uint64_t> threadId;
    std::string assertion; ///< Assertion or abort message; empty when none.
    std::string details;   ///< What else a report says about the cause. May have several lines.
    std::optional<ReportedAccess> access; ///< Of reports in text, such as a sanitizer's.
};

} // namespace faultline
