// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/jvm_result.h"

#include <string_view>

namespace faultline::report {

// The words for enumerators of the JVM in JSON.

/// "proguard", "source".
std::string_view fileTypeName(JvmModule::Type type);

/// "missing", "invalid".
std::string_view fileErrorName(JvmFileError::Kind kind);

/// "outline", "rewritten", "synthesized".
std::string_view hiddenReasonName(JvmHiddenFrame::Reason reason);

/// "given", "recorded", "synthesized".
std::string_view fileOriginName(JvmDetail::FileOrigin origin);

} // namespace faultline::report
