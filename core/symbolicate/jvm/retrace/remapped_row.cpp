// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/symbolicate/jvm/retrace/remapped_row.h"

namespace faultline::jvm {

JvmStackFrame remappedRow(const JvmStackFrame& frame, const RetracedFrame& row)
{
    auto result = frame;
    result.detail.module = row.module;
    result.detail.isSynthesized = row.isSynthesized;
    result.detail.fileOrigin =
        row.file.isRecorded ? JvmDetail::FileOrigin::Recorded : JvmDetail::FileOrigin::Synthesized;
    result.position.function = row.function;
    result.position.line = row.line;
    result.position.file = row.file.text();
    result.position.absPath = result.position.file;
    return result;
}

void markInApp(JvmStackFrame& frame, const std::optional<std::string>& releasePackage)
{
    if (releasePackage && !frame.inApp && frame.detail.module.starts_with(*releasePackage))
        frame.inApp = true;
}

} // namespace faultline::jvm
