// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/jvm_names.h"

namespace faultline::report {

std::string_view fileTypeName(JvmModule::Type type)
{
    return type == JvmModule::Type::Mapping ? "proguard" : "source";
}

std::string_view fileErrorName(JvmFileError::Kind kind)
{
    return kind == JvmFileError::Kind::Missing ? "missing" : "invalid";
}

std::string_view hiddenReasonName(JvmHiddenFrame::Reason reason)
{
    switch (reason) {
    case JvmHiddenFrame::Reason::Outline: return "outline";
    case JvmHiddenFrame::Reason::Rewritten: return "rewritten";
    case JvmHiddenFrame::Reason::Synthesized: return "synthesized";
    }
    return "outline";
}

std::string_view fileOriginName(JvmDetail::FileOrigin origin)
{
    switch (origin) {
    case JvmDetail::FileOrigin::Given: return "given";
    case JvmDetail::FileOrigin::Recorded: return "recorded";
    case JvmDetail::FileOrigin::Synthesized: return "synthesized";
    }
    return "given";
}

} // namespace faultline::report
