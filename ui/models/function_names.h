// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace faultline::ui {

/// Shortens a demangled name for reading: the names that people write for types of the C++ library
/// ("std::string"), without default arguments such as allocators, and with the arguments of
/// templates only down to `templateDepth` levels; StackOptions::kAllTemplates leaves them all. A
/// name whose brackets do not match stays as it is.
QString readableName(const QString& function, int templateDepth);

} // namespace faultline::ui
