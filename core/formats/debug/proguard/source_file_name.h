// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace faultline::proguard {

/// The source file of a class. It consists of views, so that a look-up allocates nothing.
struct SourceFileName
{
    std::string_view stem;
    std::string_view extension; ///< Includes the dot; empty when `stem` is the whole name.
    /// The mapping names the file. Otherwise the name is a guess from the class.
    bool isRecorded = false;

    std::string text() const { return std::string(stem).append(extension); }
};

/// Guesses the source file of a class. The Kotlin compiler names the class for a file's top-level
/// functions "…Kt", so a part with this ending gives the name. Otherwise the file has the name of
/// the outer class. Its extension is that of `reference`, a known file of the program, or ".java".
/// Source: getsentry/rust-proguard src/utils.rs, R8's RetraceUtils.
SourceFileName synthesizeSourceFile(std::string_view className,
                                    std::optional<std::string_view> reference);

/// Returns the last part of a class name up to the first '$'.
std::string_view outerSimpleName(std::string_view className);

} // namespace faultline::proguard
