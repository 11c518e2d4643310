#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace faultline::proguard {

/// The source file of a class. Holds views: no look-up of a frame allocates for it.
struct SourceFileName
{
    std::string_view stem;
    std::string_view extension; ///< With its dot; empty when `stem` is the whole name.
    bool isRecorded = false;    ///< The mapping names the file; else it is guessed from the class.

    std::string text() const { return std::string(stem).append(extension); }
};

/// The file that a class of this name most likely lies in. A part "…Kt" of the name is how the
/// Kotlin compiler names the class of a file's top-level functions, so it wins; else the file is
/// named as the outer class, with the extension of `reference` (a file of the program, where one is
/// known) or ".java". Source: getsentry/rust-proguard src/utils.rs, R8's RetraceUtils.
SourceFileName synthesizeSourceFile(std::string_view className,
                                    std::optional<std::string_view> reference);

/// What stands before the first '$' of the last part of a class name.
std::string_view outerSimpleName(std::string_view className);

} // namespace faultline::proguard
