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
        GoFatalError
    };

    Kind kind = Kind::Abort;
    std::size_t caller = 0; ///< Index of the first row below those functions.
};

/// Absent when a system's fault ended the process, or when no runtime function is on top.
std::optional<SelfEnd> selfEnd(const Report& report);

/// Is it a function with which a runtime ends the process, such as "abort" or "std::terminate"? The
/// name has no arguments.
bool isEndingFunction(std::string_view qualifiedName);

/// The row that a crash is named after: the innermost one, or the first below the functions with
/// which the process ended itself. Null while the crashed thread has no row.
const Frame* blamedFrame(const Report& report);

} // namespace faultline::insight
