// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/report/stackwalk_view.h"

#include <string>

namespace faultline::report {

struct StackwalkTextOptions
{
    bool brief = false;                    ///< Stops after the requesting thread.
    bool recoverArguments = false;         ///< x86: shows the stack word of each parameter.
    std::optional<std::size_t> onlyThread; ///< Prints only the thread with this index.
};

/// The text of rust-minidump's minidump-stackwalk (docs/spec/stackwalk.md §13.2). Control
/// characters of the crash file are escaped.
std::string renderStackwalkText(const Report& report,
                                const StackwalkTextOptions& options,
                                const StackwalkEvidence& evidence = {});

/// The lines of Breakpad's `minidump_stackwalk -m` (docs/spec/stackwalk.md §14): fields separated
/// by '|', separate rows for inlined code, offsets counted from return addresses, threads numbered
/// without the one that wrote the dump.
std::string renderStackwalkMachine(const Report& report, const StackwalkTextOptions& options);

} // namespace faultline::report
