// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/report.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

namespace faultline::insight {

/// How a process ended itself, as the functions of the language's runtime at the top of the crashed
/// stack tell.
struct SelfEnd
{
    enum class Kind : std::uint8_t {
        Abort,
        FailedAssertion,
        UncaughtException,
        RustPanic,
        GoPanic,
        GoFatalError,
        StackOverflow ///< As a handler of Rust or Go's runtime found.
    };

    Kind kind = Kind::Abort;
    /// Index of the first row below those functions and the language's library that called them;
    /// if a handler of a signal ended the process, the row that the signal interrupted.
    std::size_t caller = 0;
};

/// Where the crash lies on the crashed stack, as indices of rows; all 0 while it has no rows.
struct CrashPlace
{
    /// The rows above it belong to a handler of the signal, which ended the process by a signal of
    /// its own, or to the language's runtime that reports a panic.
    std::size_t first = 0;
    /// The row that the crash is named after. The rows from `first` to it ended the process.
    std::size_t blamed = 0;
};

/// A handler counts if it ended the process by raise(), abort() or the like and the walk from its
/// frame to the interrupted one is no guess. Linear in the stack.
CrashPlace crashPlace(const Report& report);

/// Absent when a system's fault ended the process, or when no runtime function is on top.
std::optional<SelfEnd> selfEnd(const Report& report);

/// Is it a function with which a runtime ends the process, such as "abort" or "std::terminate"? The
/// name has no arguments.
bool isEndingFunction(std::string_view qualifiedName);

/// Did `caller` call a pointer that leads to no code, where the innermost row stands? The return
/// address is then on top of the stack or in the link register. Such a row is found as by a scan,
/// but is no guess.
bool isCallerOfNowhere(const Frame& innermost, const Frame& caller);

/// The row that a crash is named after (crashPlace()). Null while the crashed thread has no row.
const Frame* blamedFrame(const Report& report);

} // namespace faultline::insight
