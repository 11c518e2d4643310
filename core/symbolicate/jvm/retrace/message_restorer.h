// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/symbolicate/jvm/retrace/class_names.h"
#include "core/symbolicate/jvm/retrace/work_budget.h"

#include <string>
#include <string_view>
#include <vector>

namespace faultline::jvm {

/// What surrounds a message. All names are those of the obfuscated program.
struct MessageContext
{
    std::string_view thrower;        ///< Class of the frame that threw, for "this".
    std::string_view exception;      ///< Class of the throwable, with its package.
    std::vector<std::string> causes; ///< Classes of its causes, whose texts it may repeat.
    WorkBudget* budget = nullptr;    ///< Of all messages of the event; null for this message only.
};

/// Restores names inside a throwable's message: classes ("class z cannot be cast to class b"),
/// descriptors ("Failed resolution of: La/b;"), constants of enumerations ("No enum constant
/// a.b.C.RED"), and methods and fields within the quotes of a NullPointerException ("Cannot invoke
/// \"a.b.c()\" because \"this.d\" is null").
///
/// Replaces a name only where it cannot be an ordinary word: it has a package or an outer class, or
/// the surrounding text shows that a class is meant. A name with several possible originals stays
/// as it is.
std::string
restoreMessage(const Mappings& mappings, std::string_view message, const MessageContext& context);

} // namespace faultline::jvm
