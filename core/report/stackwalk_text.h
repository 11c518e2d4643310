#pragma once

#include "core/report/stackwalk_view.h"

#include <string>

namespace faultline::report {

struct StackwalkTextOptions
{
    bool brief = false;                    ///< Stops after the requesting thread.
    bool recoverArguments = false;         ///< x86: shows what the stack holds for each parameter.
    std::optional<std::size_t> onlyThread; ///< Of the threads only this one, by its index.
};

/// The text of rust-minidump's minidump-stackwalk (docs/spec/stackwalk.md §13.2). Control
/// characters of the crash file come out escaped.
std::string renderStackwalkText(const Report& report,
                                const StackwalkTextOptions& options,
                                const StackwalkEvidence& evidence = {});

/// The lines of Breakpad's `minidump_stackwalk -m` (docs/spec/stackwalk.md §14): fields separated
/// by
/// '|', inlined code in rows of its own, offsets counted from return addresses, threads numbered
/// without the one that wrote the dump.
std::string renderStackwalkMachine(const Report& report, const StackwalkTextOptions& options);

} // namespace faultline::report
