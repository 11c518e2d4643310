#pragma once

#include "core/symbolicate/jvm/retrace/class_names.h"

#include <string>
#include <string_view>

namespace faultline::jvm {

/// Restores names inside a throwable's message: classes ("class z cannot be cast to class b"),
/// descriptors ("Failed resolution of: La/b;"), and methods and fields within the quotes of a
/// NullPointerException ("Cannot invoke \"a.b.c()\" because \"this.d\" is null").
///
/// Replaces a name only where it cannot be an ordinary word: it has a package, or the surrounding
/// text shows that a class is meant. A name with several possible originals stays as it is.
/// `thrower` is the obfuscated class of the frame that threw, for "this"; empty when unknown.
std::string
restoreMessage(const Mappings& mappings, std::string_view message, std::string_view thrower);

} // namespace faultline::jvm
