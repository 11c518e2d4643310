// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/formats/crash/minidump/stream_scope.h"

namespace faultline::minidump {

/// Facts for the details pane; some streams contribute nothing else.
using Details = std::vector<std::pair<std::string, std::string>>;

/// Reads CommentA: 8-bit text up to its NUL.
std::string readCommentA(const StreamScope& scope);
/// Reads CommentW: UTF-16 text up to its NUL.
std::string readCommentW(const StreamScope& scope);

/// Reads LinuxDsoDebug: the dynamic linker's r_debug with the objects of its link map
/// (docs/spec/stackwalk.md §3.12). `pointerBytes` is 4 or 8. Errors: Malformed (no room for the
/// head).
Result<Details> readDsoDebug(const StreamScope& scope, unsigned pointerBytes);

} // namespace faultline::minidump
