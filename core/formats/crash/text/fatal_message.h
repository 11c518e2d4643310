// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/formats/crash/text/line_cursor.h"

#include <cstdint>
#include <optional>
#include <string_view>

namespace faultline::nativetext {

/// So many lines may stand between a message and the first line of its trace.
inline constexpr std::uint32_t kMaxMessageLines = 40;

/// What a program says before it ends itself: a failed check of Chromium, V8, glog, Abseil, GLib or
/// a C library, an uncaught exception, a panic of Rust. A stack often follows that some other tool
/// prints, such as a sanitizer, which knows the signal alone.
struct FatalMessage
{
    std::string_view text;
    /// Nobody else writes such a line, so that it tells of a crash without a stack too.
    bool isByItself = false;
    /// So many lines may stand between the message and the first line of its trace.
    std::uint32_t reach = kMaxMessageLines;
};

/// The message that the line has. Looks at the next line too: V8 writes its place first.
std::optional<FatalMessage> fatalMessageAt(const LineCursor& at);

} // namespace faultline::nativetext
