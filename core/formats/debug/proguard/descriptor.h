// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace faultline::proguard {

/// Returns the source name for an obfuscated class. Both names have dots.
using RenameClass = std::function<std::string(std::string_view)>;

/// A method's parameter and return types in the form of the Java language. Source: JVM
/// specification, "Method Descriptors".
struct MethodSignature
{
    std::vector<std::string> parameters;
    std::string returnType;

    /// Formats "(a, b): c", without the return type if that is "void".
    std::string text() const;
    /// Formats "a,b", the form of arguments in mappings.
    std::string arguments() const;
};

/// Absent when the text is not a method descriptor: it lacks parentheses or the return type, or a
/// class has no ';'. Like the reference, ignores characters that are not types.
std::optional<MethodSignature> readMethodDescriptor(std::string_view descriptor,
                                                    const RenameClass& rename);

/// Converts "a.b.C" to "La/b/C;".
std::string classDescriptor(std::string_view className);

} // namespace faultline::proguard
