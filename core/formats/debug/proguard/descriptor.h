#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace faultline::proguard {

/// Gives a class its name in the source. Gets and gives names with dots.
using RenameClass = std::function<std::string(std::string_view)>;

/// The descriptor of a method in words of the language. Source: JVM specification, "Method
/// Descriptors".
struct MethodSignature
{
    std::vector<std::string> parameters;
    std::string returnType;

    /// "(a, b): c"; without the return type of "void".
    std::string text() const;
    /// "a,b": how mappings write arguments.
    std::string arguments() const;
};

/// Absent when it is no method descriptor: no parentheses, no return type, a class without its ';'.
/// Characters that stand for no type are passed over, as in the reference.
std::optional<MethodSignature> readMethodDescriptor(std::string_view descriptor,
                                                    const RenameClass& rename);

/// "a.b.C" to "La/b/C;".
std::string classDescriptor(std::string_view className);

} // namespace faultline::proguard
