// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/thread_stack.h"

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace faultline::report {

/// One line of a JVM stack: a frame, or one call in one of the meanings of an ambiguous frame.
/// Points into the stack.
struct JvmRow
{
    const Frame* frame = nullptr;
    const JvmFrame* jvm = nullptr; ///< The frame's part.
    std::string_view className;    ///< With its package.
    std::string_view method;       ///< Without the class.
    const SourcePosition* position = nullptr;
    bool isSynthesized = false;
    JvmDetail::FileOrigin fileOrigin = JvmDetail::FileOrigin::Given;
    std::optional<bool> inApp;
    /// Rows of one frame with the same number form one chain of inlined calls.
    std::uint32_t alternative = 0;
    std::uint32_t alternativeCount = 1;
};

/// All rows of a stack, callee first, with every meaning of its ambiguous frames.
std::vector<JvmRow> jvmRowsOf(const ThreadStack& stack);

} // namespace faultline::report
