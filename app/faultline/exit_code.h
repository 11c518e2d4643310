// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>

namespace faultline::app {

/// The program's exit status. --help and README.md list the values too.
enum class ExitCode : int {
    Ok = 0,         ///< Success, even if debug files were not found.
    Failed = 1,     ///< An internal failure, e.g. the output could not be written.
    Different = 1,  ///< `diff`: the crashes differ.
    Usage = 2,      ///< Wrong arguments or configuration.
    Unreadable = 3, ///< An input file is missing, damaged or of no known kind.
    /// A source could not be asked (network, permission, time), and for that reason frames of the
    /// leading thread have no symbols.
    SourceFailed = 4,
    // `symbolicate --exit-by-cause` and `query --exit-by-cause`, by insight::CauseCode:
    Fault = 10,         ///< A fault, a signal or another end by the system.
    ProgramError = 11,  ///< An error that the program itself found: exceptions, assertions, panics.
    StackOverflow = 12, ///< Also of an endless recursion.
    OutOfMemory = 13,
    Deadlock = 14,    ///< Also a possible one.
    UnknownCause = 15 ///< Also of a damaged file.
};

/// Returns the more serious of two outcomes. Our own failure is the most serious; the others
/// increase with their value.
constexpr ExitCode worse(ExitCode a, ExitCode b)
{
    if (a == ExitCode::Failed || b == ExitCode::Failed)
        return ExitCode::Failed;
    if (a == ExitCode::Unreadable || b == ExitCode::Unreadable)
        return ExitCode::Unreadable;
    return std::max(a, b);
}

} // namespace faultline::app
