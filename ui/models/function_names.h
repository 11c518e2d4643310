// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QStringList>

namespace faultline::ui {

/// Shortens a demangled name for reading: the names that people write for types of the C++ library
/// ("std::string"), without default arguments such as allocators, and with the arguments of
/// templates only down to `templateDepth` levels; StackOptions::kAllTemplates leaves them all. A
/// name whose brackets do not match stays as it is.
QString readableName(const QString& function, int templateDepth);

/// Shorter forms of the name of a function for narrow places, the longest first: without the
/// arguments of templates, then of the call, then with fewer and fewer of the scopes around it. The
/// function's own name always stays. Empty for a name that has no shorter form.
QStringList shorterNames(const QString& function);

/// The same for an instruction: "qword [rax]" says what "qword ptr [rax]" says. Empty without such
/// operands.
QStringList shorterOperands(const QString& instruction);

} // namespace faultline::ui
