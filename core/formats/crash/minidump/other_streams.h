#pragma once

#include "core/formats/crash/minidump/stream_scope.h"

namespace faultline::minidump {

/// Streams that only contribute facts for the details pane.
using Details = std::vector<std::pair<std::string, std::string>>;

/// CommentA: 8-bit text up to its NUL.
std::string readCommentA(const StreamScope& scope);
/// CommentW: UTF-16 text up to its NUL.
std::string readCommentW(const StreamScope& scope);

/// LinuxDsoDebug: the dynamic linker's r_debug (docs/spec/stackwalk.md §3.12); `pointerBytes` is 4
/// or 8. with the objects of its link map. Errors: Malformed (no room for the head).
Result<Details> readDsoDebug(const StreamScope& scope, unsigned pointerBytes);

} // namespace faultline::minidump
