// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/event.h"

#include <string>
#include <string_view>

namespace faultline::report {

/// "Crashpad", "Breakpad", …: who wrote the annotation.
std::string_view annotationOriginWords(Annotation::Origin origin);

/// " (Crashpad, app.exe)": who wrote the annotation, and for which module. Control characters are
/// escaped.
std::string annotationOrigin(const Event& event, const Annotation& annotation);

} // namespace faultline::report
