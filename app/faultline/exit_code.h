#pragma once

#include <algorithm>

namespace faultline::app {

/// What the program returns to its caller; also in --help and README.md.
enum class ExitCode : int {
    Ok = 0,           ///< Done; missing debug files are part of the report.
    Failed = 1,       ///< Something of ours went wrong, e.g. the output could not be written.
    Usage = 2,        ///< Wrong arguments or configuration.
    Unreadable = 3,   ///< An input file is absent, damaged, or of no kind that we know.
    SourceFailed = 4, ///< A source could not be asked (network, permission, time), and frames of
                      ///< the leading thread lack symbols.
};

/// The gravest outcome of several files; the enumerators rise with it, save that our own failure
/// goes before all.
constexpr ExitCode worse(ExitCode a, ExitCode b)
{
    if (a == ExitCode::Failed || b == ExitCode::Failed)
        return ExitCode::Failed;
    if (a == ExitCode::Unreadable || b == ExitCode::Unreadable)
        return ExitCode::Unreadable;
    return std::max(a, b);
}

} // namespace faultline::app
